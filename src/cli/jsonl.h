/* Exports: histories as lines of JSON (format in cli/history.h). */
#ifndef CLI_JSONL_H
#define CLI_JSONL_H

#include "cli/history.h"

#include <sodium.h>

/* State for the checksum in the last line. */
struct jsonl {
    FILE                    *file; /* owned by the caller */
    crypto_hash_sha256_state hash;
    int64_t                  tables, rows;
    int64_t                  line; /* number of the latest line, from 1 */
    struct buf               text; /* the latest line */
};
void jsonl_begin(struct jsonl *j, FILE *file);
void jsonl_release(struct jsonl *j);

/* False: the file cannot be written. */
bool jsonl_write(struct jsonl *j, const struct history *h);
bool jsonl_write_end(struct jsonl *j);

/* Reads the next table. ERR_NONE: the last line was read and the checksum is
 * right; ERR_MALFORMED: `problem` says what is wrong with line `j->line`.
 * Checks that the rows are complete, not that the rules accept them. */
enum err jsonl_read(struct jsonl *j, struct history *h, char problem[256]);

#endif
