/* meeple export: tables as lines of JSON. */
#include "base/err.h"
#include "cli/cli.h"
#include "cli/jsonl.h"
#include "hall/hall.h"

#include <errno.h>
#include <fcntl.h>

const struct setting export_settings[] = {
    { .name = "all", .kind = SETTING_FLAG, .help = "all tables" },
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
            return complain("%s is not a table number", words.at[i]), false;
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

/* Readable by the owner only, since it may contain seeds of running games. */
static FILE *new_file(const char *name)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    return fd < 0 ? NULL : fdopen(fd, "w");
}

int run_export(const struct settings *settings, struct words words)
{
    const char    *name = setting_text(settings, "out");
    bool           all = setting_flag(settings, "all");
    struct archive archive;
    struct jsonl   j;
    char           problem[256];

    if (all == (words.n > 0)) {
        complain("which tables? Give their numbers, or --all");
        return STATUS_USAGE;
    }
    if (archive_open_file(&archive, store_visit, setting_text(settings, "store"), problem) != ERR_OK)
        return complain("%s", problem);
    FILE *out = name ? new_file(name) : stdout;
    bool  done = false;
    if (out) {
        jsonl_begin(&j, out);
        done = (all ? export_all(&archive, &j) : export_words(&archive, words, &j)) && jsonl_write_end(&j);
        if (name && done)
            fprintf(stderr, "%lld tables, %lld rows\n", (long long)j.tables, (long long)j.rows);
        jsonl_release(&j);
        if (name && fclose(out))
            done = complain("%s cannot be written", name) == STATUS_OK;
    } else {
        complain("%s cannot be written: %s", name, errno == EEXIST ? "it exists; give the name of a new file" : strerror(errno));
    }
    archive_close_file(&archive);
    return done ? STATUS_OK : STATUS_FAILED;
}
