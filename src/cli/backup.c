/* meeple backup and meeple restore: the data file as a whole. */
#include "base/err.h"
#include "cli/cli.h"
#include "store/store.h"

#include <stdio.h>

static void show(void *bar, int done, int total)
{
    progress_show(bar, done, total);
}

int run_backup(const struct settings *settings, struct words words)
{
    struct progress bar = { .what = "backup" };
    char            problem[256];

    if (store_backup(setting_text(settings, "store"), words.at[0], show, &bar, problem) != ERR_OK)
        return complain("%s", problem);
    return STATUS_OK;
}

int run_restore(const struct settings *settings, struct words words)
{
    struct progress bar = { .what = "restore" };
    char            problem[256], kept[STORE_NAME_MAX];

    if (store_restore(setting_text(settings, "store"), words.at[0], kept, show, &bar, problem) != ERR_OK)
        return complain("%s", problem);
    if (kept[0])
        fprintf(stderr, "the data file that was there is now %s\n", kept);
    return STATUS_OK;
}
