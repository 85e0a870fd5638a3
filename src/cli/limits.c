/* meeple limits: every limit of the server, as a table in Markdown.
 * docs/SECURITY.md holds the same, and a test compares. */
#include "base/limits.h"
#include "cli/cli.h"
#include "hall/part.h"

#include <stdio.h>

static void print_rows(const struct limit *limits, const char *of)
{
    for (const struct limit *l = limits; l && l->name; l++) {
        char name[48];

        limit_spelled(l->name, name);
        printf("| `%s%s%s`%s | %lld | %s | %s |\n", of, *of ? "." : "", name, l->sized ? " (*)" : "", (long long)l->normal,
               l->bounds, l->told);
    }
}

int run_limits(const struct settings *settings, struct words words)
{
    (void)settings;
    (void)words;
    puts("| limit | default | what it bounds | what one who meets it is told |");
    puts("|---|---|---|---|");
    print_rows(all_limits, "");
    for (int i = 0; all_parts[i]; i++)
        print_rows(all_parts[i]->limits, all_parts[i]->name);
    return STATUS_OK;
}
