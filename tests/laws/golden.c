/* Golden playthroughs: a game played from a fixed seed by random moves, its
 * journal, result and last view compared byte by byte with a file. A change of
 * rules, of the generator or of a text form shows at once.
 *
 *     golden FOLDER SETUPS            compares every FOLDER/<game>-<seed>.txt
 *     golden FOLDER SETUPS --write    writes them anew, after a change on purpose
 *
 * SETUPS is the folder of the laws (tests/laws/all_games.c). */
#include "base/mem.h"
#include "game/text.h"
#include "laws/files.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEEDS = 2, MOVES_MOST = 400 };

static const int64_t start_time = INT64_C(1763230000000);

/* The first playable setup of the given texts, or the normal one; seats differ
 * by seed. */
static bool open_table(const struct game *game, struct str setups, uint64_t seed, void *state, struct setup *setup,
                       struct buf *extra)
{
    struct refusal why = { 0 };

    setup_default(game, setup);
    setup->seats = (uint8_t)(game->min_seats + seed % (uint64_t)(game->max_seats - game->min_seats + 1));
    if (setups.len && setup_read(game, str_cut(&setups, '\n'), setup, extra) != ERR_OK)
        return false;
    setup->seed = seed;
    setup->at = start_time;
    return game_setup(game, state, setup, &why) == ERR_OK;
}

static void play(const struct game *game, void *state, int seats, uint64_t seed, struct move_list *scratch, struct buf *out)
{
    struct rng     dice = rng_seeded(seed * 1000 + 7);
    struct refusal why = { 0 };

    for (int n = 1; n <= MOVES_MOST && game->to_act(state); n++) {
        struct move m = { 0 };
        int         seat = (int)rng_below(&dice, (uint64_t)seats);

        while (!(game->to_act(state) >> seat & 1))
            seat = (seat + 1) % seats;
        if (!game_random_move(game, state, seat, &dice, scratch, &m))
            return buf_text(out, "no move\n");
        m.at = start_time + n * 1000;
        line_write(game, &m, out);
        buf_char(out, '\n');
        if (game->apply(state, &m, NULL, &why) != ERR_OK)
            return buf_printf(out, "refused: %s\n", why.text);
    }
}

static void write_end(const struct game *game, void *state, int seats, struct buf *out)
{
    struct result result;
    struct jout   j = jout_to(out);

    game->result(state, &result);
    buf_text(out, result.over ? "over" : "cut off");
    for (int seat = 0; seat < seats; seat++)
        buf_printf(out, " %d:%d", result.rank[seat], (int)result.points[seat]);
    buf_char(out, '\n');
    if (game->redact)
        game->redact(state, SEAT_NOBODY);
    game_view(game, state, SEAT_NOBODY, &j);
    buf_char(out, '\n');
}

static void playthrough(const struct game *game, struct str setups, uint64_t seed, struct buf *out)
{
    struct setup     setup;
    struct buf       extra = { 0 };
    void            *state = mem_new(game->state_size);
    struct move_list scratch = { 0 };

    if (open_table(game, setups, seed, state, &setup, &extra)) {
        buf_printf(out, "%s ", game->name);
        setup_write(game, &setup, out);
        buf_char(out, '\n');
        play(game, state, setup.seats, seed, &scratch, out);
        write_end(game, state, setup.seats, out);
    }
    free(state);
    move_list_release(&scratch);
    buf_release(&extra);
}

/* Says where two texts part. */
static void show_difference(const char *path, struct str want, struct str got)
{
    int line = 1;

    while (want.at && got.at) {
        struct str a = str_cut(&want, '\n'), b = str_cut(&got, '\n');

        if (!str_eq(a, b)) {
            printf("%s:%d\n  expected %.*s\n  got      %.*s\n", path, line, STR_ARG(a), STR_ARG(b));
            return;
        }
        line++;
    }
    printf("%s:%d: one ends here, the other goes on\n", path, line);
}

static bool compare(const char *path, struct str got)
{
    struct buf want = { 0 };
    bool       read = file_read(path, &want);
    bool       equal = read && str_eq(buf_view(&want), got);

    if (!read)
        printf("%s is missing: write it with --write\n", path);
    else if (!equal)
        show_difference(path, buf_view(&want), got);
    buf_release(&want);
    return equal;
}

static bool check_game(const struct game *game, const char *folder, const char *setups_folder, bool write)
{
    struct buf setups = { 0 }, text = { 0 };
    char       path[512];
    bool       good = true;

    snprintf(path, sizeof path, "%s/%s.txt", setups_folder, game->name);
    file_read(path, &setups);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        buf_clear(&text);
        playthrough(game, buf_view(&setups), seed, &text);
        snprintf(path, sizeof path, "%s/%s-%d.txt", folder, game->name, (int)seed);
        if (text.len == 0)
            good = false, printf("%s: no table opens\n", game->name);
        else
            good &= write ? file_write(path, buf_view(&text)) : compare(path, buf_view(&text));
    }
    printf("%-12s %d playthroughs %s\n", game->name, SEEDS, !good ? "differ" : write ? "written" : "are the same");
    buf_release(&setups);
    buf_release(&text);
    return good;
}

int main(int argc, char **argv)
{
    bool good = true;

    if (argc < 3) {
        fprintf(stderr, "usage: %s FOLDER SETUPS [--write]\n", argv[0]);
        return 2;
    }
    bool write = argc > 3 && strcmp(argv[3], "--write") == 0;
    good &= check_game(&template_game, argv[1], argv[2], write);
    for (int i = 0; all_games[i]; i++)
        good &= check_game(all_games[i], argv[1], argv[2], write);
    return good ? 0 : 1;
}
