/* Boards drawn in tests: 64 words, row 8 first. "K" is a white king, "k" a
 * black one, "K+" an invulnerable one (for six plies), "?c" "?r" "?l" boxes,
 * "()" a hole (for twelve plies), "." nothing. */
#ifndef UNIT_POWERCHESS_BOARD_H
#define UNIT_POWERCHESS_BOARD_H

#include "kit/cmocka.h"

#include "games/powerchess/powers.h"

#include <stdio.h>

static inline int sq(const char *name)
{
    return (name[1] - '1') * 8 + name[0] - 'a';
}

static inline void draw_word(struct powerchess *g, int square, struct str word)
{
    static const char letters[] = "KQRBNPkqrbnp", rarities[] = "crl";
    const char       *letter = memchr(letters, word.at[0], 12);

    if (letter) {
        chess_put(&g->board, square, (int)(letter - letters) / 6, (enum kind)((letter - letters) % 6));
        if (word.len == 2)
            piece_safe(g, square, 6);
    } else if (word.at[0] == '?') {
        g->board.boxes |= bit(square);
        g->box[square] = (uint8_t)(strchr(rarities, word.at[1]) - rarities);
    } else if (word.at[0] == '(') {
        g->board.holes |= bit(square);
        g->hole[square] = 12;
    } else {
        assert_true(str_is(word, "."));
    }
}

/* Reads the next word of a picture. */
static inline struct str next_word(const char **at)
{
    *at += strspn(*at, " \n");
    struct str word = { *at, strcspn(*at, " \n") };
    *at += word.len;
    assert_true(word.len > 0);
    return word;
}

/* A game with the drawn board, `turn` to move, no castling rights, and a
 * counter so high that no box appears. */
static inline struct powerchess drawn(const char *picture, int turn)
{
    struct powerchess g;

    memset(&g, 0, sizeof g);
    g.board.skipped = NO_SQUARE;
    g.board.turn = (uint8_t)turn;
    g.powers = 1;
    g.counter = 250;
    for (int row = 7; row >= 0; row--)
        for (int col = 0; col < 8; col++)
            draw_word(&g, row * 8 + col, next_word(&picture));
    return g;
}

/* Fails with both pictures unless the game looks like the drawn one. */
static inline void assert_looks(const char *name, const struct powerchess *g, const char *picture)
{
    struct powerchess want = drawn(picture, WHITE);
    struct looks      is, should;
    struct buf        text = { 0 };

    looks_take(g, &is);
    looks_take(&want, &should);
    if (memcmp(&is, &should, sizeof is) == 0)
        return;
    powerchess_draw(g, &text);
    buf_text(&text, "wanted:\n");
    powerchess_draw(&want, &text);
    print_error("%s: the board is\n%s", name, text.at);
    buf_release(&text);
    fail();
}

/* Makes a move written "e2e4"; `promotion` is left out if negative. */
static inline enum err ply_with(struct powerchess *g, const char *text, int promotion)
{
    struct refusal why = { 0 };
    struct move    m;

    move_begin(&m, g->board.turn, DO_MOVE);
    move_add(&m, sq(text));
    move_add(&m, sq(text + 2));
    if (promotion >= 0)
        move_add(&m, promotion);
    return powerchess_game.apply(g, &m, NULL, &why);
}

/* Pawns become queens. */
static inline void ply(struct powerchess *g, const char *text)
{
    if (ply_with(g, text, chess_promotes(&g->board, sq(text), sq(text + 2)) ? QUEEN : -1) != ERR_OK)
        fail_msg("%s is refused", text);
}

static inline void no_ply(struct powerchess *g, const char *text)
{
    struct powerchess before = *g;

    if (ply_with(g, text, -1) != ERR_REFUSED)
        fail_msg("%s is accepted", text);
    assert_memory_equal(g, &before, sizeof before);
}

/* The side to move has just taken a box on `square` and is offered the power
 * first (and another one second). */
static inline void offer(struct powerchess *g, const char *square, int rarity, int power)
{
    g->phase = PHASE_SELECT;
    g->box_square = (uint8_t)sq(square);
    g->rarity = (uint8_t)rarity;
    g->option[0] = (uint8_t)power;
    g->option[1] = power == 0;
}

/* Uses the first option; `follow` is "", "d5" or "d4d5". */
static inline enum err use_to(struct powerchess *g, const char *follow, int promotion)
{
    struct refusal why = { 0 };
    struct move    m;

    move_begin(&m, g->board.turn, DO_POWER);
    move_add(&m, 0);
    for (size_t i = 0; i < strlen(follow); i += 2)
        move_add(&m, sq(follow + i));
    if (promotion >= 0)
        move_add(&m, promotion);
    return powerchess_game.apply(g, &m, NULL, &why);
}

static inline void use(struct powerchess *g, const char *follow)
{
    if (use_to(g, follow, -1) != ERR_OK)
        fail_msg("the power is refused");
}

static inline void no_use(struct powerchess *g, const char *follow)
{
    struct powerchess before = *g;

    if (use_to(g, follow, -1) != ERR_REFUSED)
        fail_msg("the power is accepted");
    assert_memory_equal(g, &before, sizeof before);
}

/* A game without boxes, and without draws by rule, from a position in
 * Forsyth-Edwards notation. */
static inline struct powerchess from(const char *fen)
{
    struct powerchess g;
    struct setup      s;
    struct refusal    why = { 0 };

    setup_default(&powerchess_game, &s);
    s.option[OPTION_POWERS] = 0;
    s.option[OPTION_DRAWS] = 0;
    s.extra = str_of(fen);
    if (game_setup(&powerchess_game, &g, &s, &why) != ERR_OK)
        fail_msg("%s: %s", fen, why.text);
    return g;
}

static inline void put_box(struct powerchess *g, const char *square, int rarity)
{
    g->board.boxes |= bit(sq(square));
    g->box[sq(square)] = (uint8_t)rarity;
}

static inline void put_hole(struct powerchess *g, const char *square, int plies)
{
    g->board.holes |= bit(sq(square));
    g->hole[sq(square)] = (uint8_t)plies;
}

static inline int kind_on(const struct powerchess *g, const char *square)
{
    return chess_kind_at(&g->board, sq(square));
}

static inline void assert_over(const struct powerchess *g, int reason, int winner)
{
    assert_int_equal(g->phase, PHASE_OVER);
    assert_int_equal(g->reason, reason);
    assert_int_equal(g->winner, winner);
}

#endif
