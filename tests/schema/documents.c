/* Plays games by chance and prints, a line each, what a client would be shown:
 *
 *     {"game":"catan","kind":"view","doc":{...}}
 *
 * First of each game its schemas, then views, boards, forms, effects and moves.
 * tests/schema/run.py validates the documents against the schemas.
 *
 *     schema_documents GAMES MOVES     so many games of each, of so many moves at most */
#include "api/call.h"
#include "game/effect.h"

#include <stdio.h>
#include <stdlib.h>

enum { SHOWN_MOVES = 3 }; /* of one list */

struct play {
    const struct game *game;
    struct setup       setup;
    struct rng         dice;
    void              *state, *seen;
    struct move_list   list;
    struct effects     effects;
    struct buf         line, board;
};

static int below(struct play *p, int n)
{
    return (int)rng_below(&p->dice, (uint64_t)n);
}

/* ---- documents ------------------------------------------------------------- */

static struct jout begin(struct play *p, const char *kind)
{
    struct jout out;

    buf_clear(&p->line);
    out = jout_to(&p->line);
    jout_open_object(&out);
    jout_field_text(&out, "game", p->game->name);
    jout_field_text(&out, "kind", kind);
    if (strcmp(kind, "schemas") != 0)
        jout_key(&out, "doc");
    return out;
}

static void end(struct play *p, struct jout *out)
{
    jout_close_object(out);
    puts(p->line.at);
}

static void show_view(struct play *p)
{
    int         eyes = below(p, p->setup.seats + 1) - 1;
    struct jout out = begin(p, "view");

    game_view(p->game, game_seen_by(p->game, p->state, eyes < 0 ? SEAT_NOBODY : eyes, p->seen), eyes < 0 ? SEAT_NOBODY : eyes,
              &out);
    end(p, &out);
}

/* The board must be the same at any time. */
static void show_board(struct play *p)
{
    if (!p->game->board)
        return;
    struct jout out = begin(p, "board");
    game_board(p->game, game_seen_by(p->game, p->state, SEAT_NOBODY, p->seen), &out);
    end(p, &out);
    if (!p->board.len)
        buf_str(&p->board, buf_view(&p->line));
    else if (!str_eq(buf_view(&p->board), buf_view(&p->line)))
        BUG("a board has changed during its game");
}

/* "build 12 3" as ["build", 12, 3]. */
static void show_move(struct play *p, const struct move *m)
{
    struct jout out = begin(p, "moves");

    jout_open_array(&out);
    jout_text(&out, p->game->kinds[m->kind].word);
    for (int i = 0; i < m->n; i++)
        jout_int(&out, m->arg[i]);
    jout_close_array(&out);
    end(p, &out);
}

static void show_choices(struct play *p, int seat)
{
    const void *seen = game_seen_by(p->game, p->state, seat, p->seen);

    p->list.n = 0;
    p->game->legal(seen, seat, &p->list);
    for (int i = 0; i < SHOWN_MOVES && p->list.n; i++)
        show_move(p, &p->list.at[below(p, p->list.n)]);
    if (p->game->asides) {
        p->list.n = 0;
        p->game->asides(seen, seat, &p->list);
        for (int i = 0; i < p->list.n; i++)
            show_move(p, &p->list.at[i]);
    }
    if (p->game->forms) {
        struct jout out = begin(p, "forms");

        jout_open_array(&out);
        p->game->forms(seen, seat, &out);
        jout_close_array(&out);
        end(p, &out);
    }
}

static void show_effects(struct play *p)
{
    int         eyes = below(p, p->setup.seats + 1) - 1;
    struct jout out = begin(p, "effects");

    jout_open_array(&out);
    effects_write(p->game, &p->effects, eyes < 0 ? SEAT_NOBODY : eyes, &out);
    jout_close_array(&out);
    end(p, &out);
}

/* ---- playing ---------------------------------------------------------------- */

/* Seats and options by chance; what does not go together is drawn again. */
static void start(struct play *p, uint64_t seed)
{
    const struct game *game = p->game;
    struct refusal     why = { 0 };

    for (int tries = 0; tries < 1000; tries++) {
        setup_default(game, &p->setup);
        p->setup.seats = (uint8_t)(game->min_seats + below(p, game->max_seats - game->min_seats + 1));
        p->setup.seed = seed;
        p->setup.at = INT64_C(1763230000000);
        for (int i = 0; i < game_option_count(game); i++) {
            const struct option *o = &game->options[i];

            if (below(p, 3) == 0)
                p->setup.option[i] = o->min + below(p, o->max - o->min + 1);
        }
        if (game_setup(game, p->state, &p->setup, &why) == ERR_OK)
            return;
    }
    BUG("no setup of the game is accepted");
}

static void make_move(struct play *p, int number)
{
    unsigned    owed = p->game->to_act(p->state);
    struct move m = { 0 };

    for (int skip = below(p, __builtin_popcount(owed)); skip; skip--)
        owed &= owed - 1;
    int seat = __builtin_ctz(owed);
    show_choices(p, seat);
    if (!game_random_move(p->game, p->state, seat, &p->dice, &p->list, &m))
        BUG("a seat that owes a move has none");
    m.at = p->setup.at + number * 1000;
    p->effects.n = 0;
    if (p->game->apply(p->state, &m, &p->effects, NULL) != ERR_OK)
        BUG("a random move is refused");
    show_effects(p);
    show_view(p);
}

static void play_game(const struct game *game, uint64_t seed, int moves)
{
    struct play p = { .game = game, .dice = rng_seeded(seed), .state = malloc(game->state_size), .seen = malloc(game->state_size) };

    start(&p, seed);
    show_board(&p);
    show_view(&p);
    for (int i = 1; i <= moves && game->to_act(p.state); i++)
        make_move(&p, i);
    show_board(&p);
    free(p.state);
    free(p.seen);
    move_list_release(&p.list);
    buf_release(&p.line);
    buf_release(&p.board);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s GAMES MOVES\n", argv[0]);
        return 2;
    }
    for (int i = 0; all_games[i]; i++) {
        struct play p = { .game = all_games[i] };
        struct jout out = begin(&p, "schemas");

        write_schemas(&out, "doc", all_games[i]);
        end(&p, &out);
        buf_release(&p.line);
        for (int n = 0; n < atoi(argv[1]); n++)
            play_game(all_games[i], (uint64_t)n + 1, atoi(argv[2]));
    }
    return 0;
}
