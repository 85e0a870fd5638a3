/* meeple import: tables from an export, all of them or none. The file is read
 * three times: to check that every line is valid and that the rules accept every
 * move, that no table stands in its way, and to store it. */
#include "base/err.h"
#include "cli/cli.h"
#include "cli/jsonl.h"
#include "cli/player.h"
#include "hall/hall.h"

#include <errno.h>

struct tally {
    int64_t added, there;
};

/* `*line` advances from the table's own line to that of the invalid event. */
static bool replays(const struct history *h, int64_t *line, char problem[256])
{
    struct player p;
    bool          sound = player_init(&p, h, EYES_ALL, problem) && player_verify(&p, problem);

    if (!sound && p.replay.next < h->n)
        *line += 1 + p.replay.next;
    player_release(&p);
    return sound;
}

/* ---- what is there already --------------------------------------------- */

static bool same_row(const struct history_row *a, const struct history_row *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->at == b->at && strcmp(a->text, b->text) == 0;
}

/* Is `a` a prefix of `b`'s journal, or equal to it? */
static bool begins(const struct history *a, const struct history *b)
{
    if (a->n > b->n)
        return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (!same_row(&a->rows[i], &b->rows[i]))
            return false;
    return true;
}

/* With a tally it is stored, without it only looked at. */
static enum err take(struct archive *a, const struct history *h, struct tally *tally, char problem[256])
{
    struct history here;
    enum err       err = archive_load(a, history_id(h), &here, problem);

    bool there = err == ERR_OK && begins(h, &here);
    bool new = err == ERR_NONE || (err == ERR_OK && begins(&here, h));

    if (tally) {
        tally->there += there;
        tally->added += !there && new;
    }
    if (there || (new && !tally)) {
        err = ERR_OK;
    } else if (new) {
        err = archive_save(a, h) == ERR_OK ? ERR_OK : ERR_IO;
        if (err != ERR_OK)
            snprintf(problem, 256, "table %llu cannot be stored", (unsigned long long)history_id(h));
    } else if (err == ERR_OK) {
        snprintf(problem, 256, "table %llu exists here with a different history: import into another data file",
                 (unsigned long long)history_id(h));
        err = ERR_REFUSED;
    }
    history_release(&here);
    return err;
}

/* ---- the two readings -------------------------------------------------- */

/* Reads the file; with an archive it imports the tables, without it only checks
 * them. Messages start with the line. */
static enum err read_all(FILE *file, struct archive *a, struct tally *tally, char problem[256])
{
    struct jsonl   j;
    struct history h;
    char           why[256] = "";
    enum err       err;

    rewind(file);
    jsonl_begin(&j, file);
    while ((err = jsonl_read(&j, &h, why)) == ERR_OK) {
        int64_t line = j.line - h.n; /* of the table itself */

        err = a ? take(a, &h, tally, why) : replays(&h, &line, why) ? ERR_OK : ERR_REFUSED;
        history_release(&h);
        if (err != ERR_OK) {
            j.line = line;
            break;
        }
    }
    jsonl_release(&j);
    if (err == ERR_NONE)
        return ERR_OK;
    snprintf(problem, 256, "line %lld: %.200s", (long long)j.line, why);
    return err;
}

static FILE *as_file(struct str input)
{
    return fmemopen((void *)(uintptr_t)input.at, input.len, "r");
}

/* In the store. */
int operate_import(struct operation *op)
{
    FILE          *file = op->input.len ? as_file(op->input) : NULL;
    struct archive archive;
    struct tally   tally = { 0 };
    char           problem[256] = "the file is empty";

    if (!file)
        return operation_complain(op, "nothing was imported: %s", problem);
    archive_open(&archive, op->store);
    enum err err = read_all(file, &archive, NULL, problem);
    if (err == ERR_OK)
        err = read_all(file, &archive, &tally, problem);
    archive_close(&archive);
    fclose(file);
    if (err != ERR_OK)
        return operation_complain(op, "nothing was imported: %s", problem);
    op->mirrored = true;
    buf_printf(&op->err, "%lld tables imported, %lld already there\n", (long long)tally.added, (long long)tally.there);
    return STATUS_OK;
}

static bool read_file(const char *name, struct buf *out)
{
    FILE *file = fopen(name, "r");
    char  bytes[65536];

    for (size_t n; file && (n = fread(bytes, 1, sizeof bytes, file)) > 0;)
        buf_add(out, bytes, n);
    bool read = file && !ferror(file);
    if (!read)
        complain("%s cannot be read: %s", name, strerror(errno));
    if (file)
        fclose(file);
    return read;
}

int run_import(const struct settings *settings, struct words words)
{
    struct buf input = { 0 };
    char       problem[256] = "line 1: the file is empty";
    int        status = STATUS_FAILED;

    if (read_file(words.at[0], &input)) {
        FILE *file = input.len ? as_file(buf_view(&input)) : NULL;

        if (file && read_all(file, NULL, NULL, problem) == ERR_OK)
            status = operate(&import_command, settings, words, buf_view(&input), true);
        else
            complain("nothing was imported: %s", problem);
        if (file)
            fclose(file);
    }
    buf_release(&input);
    return status;
}
