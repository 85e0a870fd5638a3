/* meeple export: tables as lines of JSON. */
#include "base/err.h"
#include "cli/cli.h"
#include "cli/jsonl.h"
#include "hall/hall.h"

#include <fcntl.h>

static const struct setting settings_of_export[] = {
    { .name = "all", .kind = SETTING_FLAG, .help = "every table there is" },
    { .name = "out", .meta = "FILE", .help = "write to this new file instead of stdout" },
    { 0 },
};

static bool export_one(struct archive *a, uint64_t id, struct jsonl *j)
{
    struct history h;
    char           problem[256] = "the export cannot be written";

    if (archive_load(a, id, &h, problem) != ERR_OK)
        return complain("%s", problem), false;
    bool written = jsonl_write(j, &h);
    history_release(&h);
    if (!written)
        complain("%s", problem);
    return written;
}

static bool export_words(struct archive *a, struct words words, struct jsonl *j)
{
    for (int i = 0; i < words.n; i++) {
        int64_t id;

        if (!str_int(str_of(words.at[i]), &id) || id < 1)
            return complain("%s is no number of a table", words.at[i]), false;
        if (!export_one(a, (uint64_t)id, j))
            return false;
    }
    return true;
}

static bool export_all(struct archive *a, struct jsonl *j)
{
    for (uint64_t id = 0; (id = archive_next(a, id));)
        if (!export_one(a, id, j))
            return false;
    return true;
}

/* Readable by nobody else, since seeds of running games may be in it. */
static FILE *new_file(const char *name)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    return fd < 0 ? NULL : fdopen(fd, "w");
}

static int run(const struct settings *settings, struct words words)
{
    const char   *name = setting_text(settings, "out");
    bool          all = setting_flag(settings, "all");
    struct store *store = NULL;
    struct jsonl  j;
    char          problem[256];

    if (all == (words.n > 0)) {
        complain("say which tables, or --all");
        return STATUS_USAGE;
    }
    if (store_visit(setting_text(settings, "store"), &store, problem) != ERR_OK || hall_migrate(store, problem) != ERR_OK) {
        store_close(store);
        return complain("%s", problem);
    }
    FILE *out = name ? new_file(name) : stdout;
    bool  done = false;
    if (out) {
        struct archive archive;

        archive_open(&archive, store);
        jsonl_begin(&j, out);
        done = (all ? export_all(&archive, &j) : export_words(&archive, words, &j)) && jsonl_write_end(&j);
        if (name && done)
            fprintf(stderr, "%lld tables, %lld rows\n", (long long)j.tables, (long long)j.rows);
        jsonl_release(&j);
        if (name && fclose(out))
            done = complain("%s cannot be written", name) == STATUS_OK;
    } else {
        complain("%s cannot be made, or is there already", name);
    }
    store_close(store);
    return done ? STATUS_OK : STATUS_FAILED;
}

const struct command export_command = {
    .name = "export",
    .args = "[TABLE...]",
    .most = -1,
    .summary = "write tables as lines of JSON",
    .about = "Writes the tables with these numbers, or all, with seats and journals, as they are at one moment.\n"
             "The seeds of running games are among them: keep an export to yourself until they are over.",
    .settings = settings_of_export,
    .store = true,
    .run = run,
};
