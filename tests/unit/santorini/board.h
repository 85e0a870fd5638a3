/* Santorini positions as drawings, and turns as short words.
 *
 * A drawing is five rows, row 5 first, of five cells A to E. A cell is a level
 * ('.' for the ground, 1, 2, 3) and what stands on it: '.', '^' for a dome, or
 * a pawn: a and A are the two of seat 0, b and B of seat 1, c and C of seat 2.
 *
 * A script is words: a pawn, what it does (> moves, + builds a block, ^ a dome,
 * ~ ferries, = passes) and a cell; "!" behind it says that it must be refused.
 *
 * What was told, in order: "C3-D3" a move, "pushed:b:D3-E3" whom it displaced,
 * "C3=2" or "C3=3^" a building, "no-up" a ban, "passed", "turn:b7",
 * "ready:b:BD", "out:b", "win:b". */
#ifndef UNIT_SANTORINI_BOARD_H
#define UNIT_SANTORINI_BOARD_H

#include "kit/cmocka.h"

#include "games/santorini/rules.h"

extern const struct game santorini_game;

static inline void read_cell(struct santorini *s, const char *text, int cell)
{
    int height = text[0] == '.' ? 0 : text[0] - '0';

    assert_in_range(height, 0, TOP);
    for (int n = 1; n <= height; n++)
        s->tall[n] |= bit(cell);
    if (text[1] == '^') {
        s->domes |= bit(cell);
    } else if (text[1] != '.') {
        int pawn = text[1] < 'a';
        int seat = text[1] - (pawn ? 'A' : 'a');

        assert_in_range(seat, 0, PLAYERS - 1);
        s->pawn[seat][pawn] = (uint8_t)cell;
    }
}

/* The drawn position, seat 0 to begin turn 0, nothing banned. */
static inline void read_board(struct santorini *s, const uint8_t god[PLAYERS], const char *const row[SIDE])
{
    *s = (struct santorini){ .phase = PLAY, .hand = NO_PAWN, .challenger = NO_SEAT, .winner = NO_SEAT };
    s->tall[0] = BOARD;
    memset(s->pawn, NOWHERE, sizeof s->pawn);
    memset(s->god, NO_GOD, sizeof s->god);
    memset(s->offered, NO_GOD, sizeof s->offered);
    for (int y = 0; y < SIDE; y++) {
        const char *text = row[SIDE - 1 - y];

        assert_int_equal(strlen(text), 3 * SIDE - 1);
        for (int x = 0; x < SIDE; x++)
            read_cell(s, text + 3 * x, SIDE * y + x);
    }
    s->pawns = pawn_cells(s);
    for (int seat = 0; seat < PLAYERS && s->pawn[seat][0] != NOWHERE; seat++) {
        s->god[seat] = god[seat];
        s->order[seat] = (uint8_t)seat;
        s->seats = ++s->players;
    }
}

/* The drawing of a position, rows separated by '/'. */
static inline void write_board(const struct santorini *s, struct buf *out)
{
    for (int i = 0; i < CELLS; i++) {
        int  cell = SIDE * (SIDE - 1 - i / SIDE) + i % SIDE;
        char on = s->domes >> cell & 1 ? '^' : '.';

        for (int seat = 0; seat < s->seats; seat++)
            for (int pawn = 0; pawn < PAWNS; pawn++)
                if (s->pawn[seat][pawn] == cell)
                    on = (char)((pawn ? 'A' : 'a') + seat);
        if (i)
            buf_char(out, i % SIDE ? ' ' : '/');
        buf_char(out, level(s, cell) ? (char)('0' + level(s, cell)) : '.');
        buf_char(out, on);
    }
}

static inline void write_cell(int cell, struct buf *out)
{
    buf_printf(out, "%c%d", 'A' + cell % SIDE, cell / SIDE + 1);
}

static inline void write_effect(const struct effect *e, struct buf *out)
{
    static const char letters[] = " MBDFP";

    if (e->what == TELL_OFFERED)
        return; /* TELL_GODS has them all */
    if (out->len)
        buf_char(out, ' ');
    switch (e->what) {
    case TELL_GODS:
        buf_text(out, "gods:");
        for (int i = 0; i < e->arg[0]; i++)
            buf_printf(out, "%s%s", i ? "," : "", santorini_gods[e->arg[1 + i]].name);
        break;
    case TELL_CHOSEN:
        buf_printf(out, "chosen:%c:%s", 'a' + e->seat, santorini_gods[e->arg[0]].name);
        break;
    case TELL_PLACE:
        buf_printf(out, "place:%c", 'a' + e->seat);
        break;
    case TELL_PLACED:
        buf_printf(out, "%c:", (e->arg[0] ? 'A' : 'a') + e->seat);
        write_cell(e->arg[1], out);
        break;
    case TELL_TURN:
        buf_printf(out, "turn:%c%d", 'a' + e->seat, e->arg[0]);
        break;
    case TELL_READY:
        buf_printf(out, "ready:%c:", 'a' + e->seat);
        for (int i = 0; i < e->arg[0]; i++)
            buf_char(out, letters[e->arg[1 + i]]);
        break;
    case TELL_MOVE:
        write_cell(e->arg[1], out);
        buf_char(out, '-');
        write_cell(e->arg[2], out);
        break;
    case TELL_SWAPPED:
    case TELL_PUSHED:
    case TELL_FERRIED:
        buf_printf(out, "%s:%c:", santorini_effects[e->what].name, (e->arg[0] ? 'A' : 'a') + e->seat);
        write_cell(e->arg[1], out);
        buf_char(out, '-');
        write_cell(e->arg[2], out);
        break;
    case TELL_BUILD:
    case TELL_DOME:
        write_cell(e->arg[0], out);
        buf_printf(out, "=%d%s", e->arg[1], e->what == TELL_DOME ? "^" : "");
        break;
    case TELL_PASSED:
        buf_text(out, "passed");
        break;
    case TELL_BAN:
        buf_text(out, santorini_ban_words[e->arg[0]]);
        break;
    case TELL_FIRST:
        buf_printf(out, "first:%c", 'a' + e->arg[0]);
        break;
    case TELL_ELIMINATED:
        buf_printf(out, "out:%c", 'a' + e->seat);
        break;
    default:
        buf_printf(out, "win:%c", 'a' + e->seat);
    }
}

struct word {
    int  seat, pawn, action, cell;
    bool refused;
};

static inline struct word read_word(struct str text)
{
    static const char signs[] = " >+^~=";
    struct word       w;

    assert_in_range(text.len, 4, 5);
    w.pawn = text.at[0] < 'a';
    w.seat = text.at[0] - (w.pawn ? 'A' : 'a');
    w.action = (int)(strchr(signs, text.at[1]) - signs);
    w.cell = text.at[2] > 'E' || text.at[3] > '5' ? -1 : SIDE * (text.at[3] - '1') + text.at[2] - 'A';
    w.refused = text.len == 5;
    return w;
}

/* Plays one word: asks first, as CHECK_ACTION does, then moves; a refusal and a
 * question must change nothing. False if the answer is not the expected one. */
static inline bool play_word(struct santorini *s, struct word w, struct buf *told)
{
    struct santorini before = *s;
    struct effects   effects = { 0 };
    struct refusal   why = { 0 };
    struct move      m;
    bool             allowed = santorini_offer_for(s, w.seat, w.pawn, w.action, w.cell, &why) != NULL;

    assert_memory_equal(s, &before, sizeof before);
    if (allowed == w.refused)
        return false;
    move_begin(&m, w.seat, ACT_MOVE + w.action - MOVE);
    if (w.action != PASS) {
        move_add(&m, w.pawn);
        move_add(&m, w.cell);
    }
    if (w.refused) {
        assert_non_null(why.text);
        if (w.action == PASS)
            return true; /* as a move it names neither pawn nor cell */
        assert_int_equal(santorini_game.apply(s, &m, NULL, &why), ERR_REFUSED);
        assert_memory_equal(s, &before, sizeof before);
        return true;
    }
    assert_int_equal(santorini_game.apply(s, &m, &effects, &why), ERR_OK);
    for (int i = 0; i < effects.n; i++)
        write_effect(&effects.at[i], told);
    return true;
}

#endif
