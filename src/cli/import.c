/* meeple import: tables out of an export, all of them or none. The file is
 * read twice: the first time only to see that every line is sound and that the
 * rules accept every move. */
#include "base/err.h"
#include "cli/cli.h"
#include "cli/jsonl.h"
#include "cli/player.h"
#include "hall/hall.h"

#include <errno.h>

struct tally {
    int64_t added, there;
};

/* `*line` moves from the table's own line to that of the event at fault. */
static bool replays(const struct history *h, int64_t *line, char problem[256])
{
    struct player p;
    bool          sound = player_init(&p, h, EYES_ALL, problem) && player_verify(&p, problem);

    if (!sound && p.next < h->n)
        *line += 1 + p.next;
    player_release(&p);
    return sound;
}

/* ---- what is there already --------------------------------------------- */

static bool same_row(const struct history_row *a, const struct history_row *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->at == b->at && strcmp(a->text, b->text) == 0;
}

/* Is `a` the beginning of `b`'s journal, or all of it? */
static bool begins(const struct history *a, const struct history *b)
{
    if (a->n > b->n)
        return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (!same_row(&a->rows[i], &b->rows[i]))
            return false;
    return true;
}

static enum err take(struct archive *a, const struct history *h, struct tally *tally, char problem[256])
{
    struct history here;
    enum err       err = archive_load(a, history_id(h), &here, problem);

    if (err == ERR_OK && begins(h, &here)) {
        tally->there++;
    } else if (err == ERR_NONE || (err == ERR_OK && begins(&here, h))) {
        tally->added++;
        err = archive_save(a, h) == ERR_OK ? ERR_OK : ERR_IO;
        if (err != ERR_OK)
            store_commit(a->store, problem);
    } else if (err == ERR_OK) {
        snprintf(problem, 256, "table %llu is another table here, or went another way", (unsigned long long)history_id(h));
        err = ERR_REFUSED;
    }
    history_release(&here);
    return err;
}

/* ---- the two readings -------------------------------------------------- */

/* Reads the file; with an archive it takes the tables over, without it checks
 * them. The sentence begins with the line. */
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

static enum err import_into(const char *where, FILE *file, struct tally *tally, char problem[256])
{
    struct store  *store = NULL;
    struct archive archive;
    enum err       err = store_open(where, &store, problem);

    if (err == ERR_OK)
        err = hall_migrate(store, problem);
    if (err == ERR_OK) {
        archive_open(&archive, store);
        err = read_all(file, &archive, tally, problem);
    }
    if (err == ERR_OK)
        err = store_commit(store, problem);
    while (err == ERR_OK && journal_untidy(store))
        err = journal_tidy(store, 10000, problem);
    store_close(store);
    return err;
}

static int run(const struct settings *settings, struct words words)
{
    FILE        *file = fopen(words.at[0], "r");
    struct tally tally = { 0 };
    char         problem[256] = "";

    if (!file)
        return complain("%s cannot be read: %s", words.at[0], strerror(errno));
    enum err err = read_all(file, NULL, &tally, problem);
    if (err == ERR_OK)
        err = import_into(setting_text(settings, "store"), file, &tally, problem);
    fclose(file);
    if (err != ERR_OK)
        return complain("nothing was imported: %s", problem);
    fprintf(stderr, "%lld tables imported, %lld were there already\n", (long long)tally.added, (long long)tally.there);
    return STATUS_OK;
}

const struct command import_command = {
    .name = "import",
    .args = "FILE",
    .least = 1,
    .most = 1,
    .summary = "take tables over from an export",
    .about = "Takes over all tables of FILE, or none if a single line of it is damaged or a move is against the\n"
             "rules. Tables that are there already stay as they are, so that an import can be repeated. The server\n"
             "must be stopped.",
    .store = true,
    .run = run,
};
