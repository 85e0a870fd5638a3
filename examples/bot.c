/* A player for `meeple sim`: any legal move, of any game.
 *
 *     cc -o bot examples/bot.c
 *     meeple sim santorini --seats ./bot,level:1 --rotate --games 20
 *
 * docs/BOTS.md describes the lines. It reads the list of legal moves and no
 * more; to look at the view, too, take a JSON library. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The texts of a list `["build 12","build 13"]`, cut apart in place. Moves hold
 * no quotes, so there is nothing to unescape. */
static int cut_list(char *list, char **at, int max)
{
    int n = 0;

    while (*list != ']' && *list && n < max) {
        char *from = strchr(list, '"'), *to = from ? strchr(from + 1, '"') : NULL;

        if (!to)
            break;
        *to = '\0';
        at[n++] = from + 1;
        list = to + 1;
    }
    return n;
}

int main(void)
{
    static char *moves[100000];
    char        *line = NULL;
    size_t       size = 0;

    while (getline(&line, &size, stdin) > 0) {
        char *seed = strstr(line, "\"seed\":"), *legal = strstr(line, "\"legal\":[");

        if (strstr(line, "\"type\":\"setup\"") && seed)
            srandom((unsigned)strtoul(seed + 7, NULL, 10));
        if (!strstr(line, "\"type\":\"turn\"") || !legal)
            continue;
        int n = cut_list(legal + 9, moves, 100000);
        printf("{\"move\":\"%s\"}\n", n ? moves[random() % n] : "");
        fflush(stdout);
    }
    free(line);
    return 0;
}
