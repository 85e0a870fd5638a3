/* Puts games through the laws: all of games.def and the template, or those
 * named.
 *
 *     laws SETUPS [GAME...]
 *
 * SETUPS is a folder; where it has <game>.txt, tables start from the setups in
 * it (one text a line) instead of random options: for games that need more
 * than numbers to start. MEEPLE_SCALE=n plays n times as long. */
#include "kit/cmocka.h"
#include "laws/files.h"
#include "laws/laws.h"

#include <stdio.h>

enum {
    MOVES_EACH = 2500,    /* moves of one game at scale 1 */
    MOVES_PLAYOUT = 1500, /* a longer game is cut off */
    PLAYOUTS_LEAST = 3,
    PLAYOUTS_MOST = 60,
};

static bool check_game(const struct game *game, const char *folder)
{
    struct buf  setups = { 0 };
    struct laws laws = { .game = game };
    int         scale = test_scale();
    bool        good = true;
    char        path[512];

    snprintf(path, sizeof path, "%s/%s.txt", folder, game->name);
    file_read(path, &setups);
    laws.setups = buf_view(&setups);
    for (int seed = 1; good && seed <= PLAYOUTS_MOST * scale; seed++) {
        good = laws_playout(&laws, (uint64_t)seed, MOVES_PLAYOUT);
        if (seed >= PLAYOUTS_LEAST && laws.counts.moves >= (long)MOVES_EACH * scale)
            break;
    }
    printf("%-12s %4ld playouts, %4ld ended, %7ld moves, %8ld listed moves tried, %8ld refusals, %7ld looks: %s\n", game->name,
           laws.counts.playouts, laws.counts.ended, laws.counts.moves, laws.counts.listed, laws.counts.refused, laws.counts.looks,
           good ? "ok" : laws.broken.at);
    fflush(stdout);
    buf_release(&setups);
    buf_release(&laws.broken);
    return good;
}

static bool is_wanted(const struct game *game, char **names)
{
    bool any = *names != NULL;

    for (; *names; names++)
        if (strcmp(*names, game->name) == 0)
            return true;
    return !any;
}

int main(int argc, char **argv)
{
    int wanted = 0, good = 0;

    if (argc < 2) {
        fprintf(stderr, "usage: %s SETUPS [GAME...]\n", argv[0]);
        return 2;
    }
    for (int i = -1; i < 0 || all_games[i]; i++) {
        const struct game *game = i < 0 ? &template_game : all_games[i];

        if (!is_wanted(game, argv + 2))
            continue;
        wanted++;
        good += check_game(game, argv[1]);
    }
    return wanted > 0 && good == wanted ? 0 : 1;
}
