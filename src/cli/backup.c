/* meeple backup: a copy of the data file while the server runs. */
#include "base/err.h"
#include "cli/cli.h"
#include "store/store.h"

static void show(void *bar, int done, int total)
{
    progress_show(bar, done, total);
}

static int run(const struct settings *settings, struct words words)
{
    struct progress bar = { .what = "backup" };
    char            problem[256];

    if (store_backup(setting_text(settings, "store"), words.at[0], show, &bar, problem) != ERR_OK)
        return complain("%s", problem);
    return STATUS_OK;
}

const struct command backup_command = {
    .name = "backup",
    .args = "FILE",
    .least = 1,
    .most = 1,
    .summary = "copy the data file while the server runs",
    .about = "Writes one consistent state of the data file to the new file FILE, complete or not at all.",
    .store = true,
    .run = run,
};
