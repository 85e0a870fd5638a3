/* Santorini for people: JSON for browsers, a picture for terminals. Columns
 * are A to E from the left, rows 1 to 5 from below. */
#include "games/santorini/rules.h"

const char *const santorini_phase_words[OVER + 1] = {
    [SELECT] = "select", [CHOOSE] = "choose", [FIRST] = "first", [PLACE] = "place", [PLAY] = "play", [OVER] = "over",
};

static void seat_or_null(struct jout *out, const char *key, int seat)
{
    if (seat == NO_SEAT)
        jout_field_null(out, key);
    else
        jout_field_int(out, key, seat);
}

static void view_players(const struct santorini *s, struct jout *out)
{
    jout_field_array(out, "players");
    for (int seat = 0; seat < s->seats; seat++) {
        bool placed = s->pawn[seat][0] != NOWHERE;

        jout_open_object(out);
        if (s->god[seat] == NO_GOD)
            jout_field_null(out, "god");
        else
            jout_field_text(out, "god", santorini_gods[s->god[seat]].name);
        jout_field_array(out, "pawns");
        for (int pawn = 0; placed && pawn < PAWNS; pawn++)
            jout_int(out, s->pawn[seat][pawn]);
        jout_close_array(out);
        jout_field_bool(out, "out", s->phase >= PLAY && !placed);
        jout_close_object(out);
    }
    jout_close_array(out);
}

static void view_actions(const struct santorini *s, struct jout *out)
{
    bool optional = false;

    jout_field_array(out, "actions");
    for (int i = 0; s->phase == PLAY && i < OFFERS_MAX && offers_now(s)[i].action; i++) {
        jout_text(out, santorini_action_words[offers_now(s)[i].action]);
        optional |= offers_now(s)[i].action == PASS;
    }
    jout_close_array(out);
    jout_field_bool(out, "optional", optional);
}

static void view_bans(const struct santorini *s, struct jout *out)
{
    jout_field_array(out, "bans");
    for (int ban = 0; ban < BANS; ban++)
        if (s->ban[ban])
            jout_text(out, santorini_ban_words[ban]);
    jout_close_array(out);
    jout_field_array(out, "bans_now");
    for (int ban = 0; ban < BANS; ban++) {
        if (!s->ban[ban])
            continue;
        int owner = santorini_ban_owner(s, ban);
        jout_open_object(out);
        jout_field_text(out, "ban", santorini_ban_words[ban]);
        jout_field_int(out, "seat", owner);
        jout_field_text(out, "god", santorini_gods[s->god[owner]].name);
        jout_field_int(out, "turns", s->ban[ban]);
        jout_close_object(out);
    }
    jout_close_array(out);
}

/* Everything on the table. "cells" lists [level, dome] for cells 0 to 24, row
 * by row from below. */
void santorini_view(const void *state, int seat, struct jout *out)
{
    const struct santorini *s = state;

    (void)seat;
    jout_field_text(out, "phase", santorini_phase_words[s->phase]);
    seat_or_null(out, "challenger", s->challenger);
    jout_field_array(out, "offered");
    for (int i = 0; i < s->offers; i++)
        jout_text(out, santorini_gods[s->offered[i]].name);
    jout_close_array(out);
    view_players(s, out);
    jout_field_array(out, "order");
    for (int i = 0; i < s->players; i++)
        jout_int(out, s->order[i]);
    jout_close_array(out);
    jout_field_int(out, "turn", s->turn);
    seat_or_null(out, "player", s->phase == PLACE || s->phase == PLAY ? seat_now(s) : NO_SEAT);
    seat_or_null(out, "pawn", s->hand == NO_PAWN ? NO_SEAT : s->hand);
    view_actions(s, out);
    view_bans(s, out);
    jout_field_array(out, "cells");
    for (int cell = 0; cell < CELLS; cell++) {
        jout_open_array(out);
        jout_int(out, level(s, cell));
        jout_bool(out, s->domes >> cell & 1);
        jout_close_array(out);
    }
    jout_close_array(out);
    seat_or_null(out, "winner", s->winner);
}

void santorini_board(const void *state, struct jout *out)
{
    (void)state;
    jout_field_int(out, "side", SIDE);
    jout_field_array(out, "cells");
    for (int cell = 0; cell < CELLS; cell++) {
        char name[] = { (char)('A' + cell % SIDE), (char)('1' + cell / SIDE), 0 };

        jout_open_object(out);
        jout_field_text(out, "name", name);
        jout_field_int(out, "x", cell % SIDE);
        jout_field_int(out, "y", cell / SIDE);
        jout_close_object(out);
    }
    jout_close_array(out);
}

/* The phases with long lists of moves have forms that cover them. */
void santorini_forms(const void *seen, int seat, struct jout *out)
{
    const struct santorini *s = seen;

    if (seat < 0 || !(santorini_to_act(s) & 1u << seat))
        return;
    if (s->phase == SELECT) {
        form_open(out, "gods", "choose");
        jout_field_int(out, "n", s->seats);
        jout_field_array(out, "of");
        for (int god = 0; god < GODS; god++) {
            jout_open_object(out);
            jout_field_int(out, "value", god);
            jout_field_text(out, "name", santorini_gods[god].name);
            jout_close_object(out);
        }
        jout_close_array(out);
        jout_close_object(out);
    } else if (s->phase == PLACE) {
        form_open(out, "place", "cells");
        jout_field_int(out, "n", PAWNS);
        jout_field_array(out, "cells");
        for (uint32_t cells = BOARD & ~s->pawns; cells;)
            jout_int(out, take_cell(&cells));
        jout_close_array(out);
        jout_close_object(out);
    }
}

/* A cell in the picture: level, then dome or pawn ("a" and "A" are the two of
 * seat 0, "b" and "B" those of seat 1). */
static void draw_cell(const struct santorini *s, int cell, struct buf *out)
{
    char pawn = ' ';

    for (int seat = 0; seat < s->seats; seat++)
        for (int p = 0; p < PAWNS; p++)
            if (s->pawn[seat][p] == cell)
                pawn = (char)((p ? 'A' : 'a') + seat);
    buf_char(out, level(s, cell) ? (char)('0' + level(s, cell)) : '.');
    buf_char(out, s->domes >> cell & 1 ? '^' : pawn);
    buf_char(out, ' ');
}

void santorini_draw(const void *state, struct buf *out)
{
    const struct santorini *s = state;

    for (int y = SIDE - 1; y >= 0; y--) {
        buf_printf(out, "%d  ", y + 1);
        for (int x = 0; x < SIDE; x++)
            draw_cell(s, SIDE * y + x, out);
        buf_char(out, '\n');
    }
    buf_text(out, "   A  B  C  D  E\n");
    for (int seat = 0; seat < s->seats; seat++)
        buf_printf(out, "%c %s%s\n", 'a' + seat, s->god[seat] == NO_GOD ? "-" : santorini_gods[s->god[seat]].name,
                   seat == s->winner                         ? " wins"
                   : s->phase == PLAY && seat == seat_now(s) ? " to act"
                                                             : "");
}
