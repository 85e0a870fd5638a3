/* Exports: histories as lines of JSON (cli/history.h draws them). */
#ifndef CLI_JSONL_H
#define CLI_JSONL_H

#include "cli/history.h"

#include <sodium.h>

/* What the last line says of those before it. */
struct jsonl {
    FILE                    *file; /* stays the caller's */
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

/* The next table. ERR_NONE: the last line was read and everything before it is
 * sound; ERR_MALFORMED: `problem` says what is wrong with line `j->line`. The
 * rows have the right numbers; whether the rules accept them is not asked. */
enum err jsonl_read(struct jsonl *j, struct history *h, char problem[256]);

#endif
