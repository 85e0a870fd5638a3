/* Santorini for people: JSON for browsers, a picture for terminals, words for
 * moves. Columns are A to E from the left, rows 1 to 5 from below. */
#include "games/santorini/rules.h"

static const char *const phase_words[] = {
    [SELECT] = "select", [CHOOSE] = "choose", [FIRST] = "first", [PLACE] = "place", [PLAY] = "play", [OVER] = "over",
};

static const char *const ban_words[BANS] = {
    [NO_BACK] = "no-back", [SAME_CELL] = "same-cell",         [OTHER_CELL] = "other-cell",   [NO_UP] = "no-up",
    [NO_DOWN] = "no-down", [NO_NEAR_BUILD] = "no-near-build", [NO_FIFTH] = "no-fifth-tower",
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
        jout_field_bool(out, "out", s->place[seat] > 1 && !placed);
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
    jout_open_object(out);
    jout_field_text(out, "phase", phase_words[s->phase]);
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
    jout_field_array(out, "actions");
    for (int i = 0; s->phase == PLAY && i < OFFERS_MAX && offers_now(s)[i].action; i++)
        jout_text(out, santorini_action_words[offers_now(s)[i].action]);
    jout_close_array(out);
    jout_field_array(out, "bans");
    for (int ban = 0; ban < BANS; ban++)
        if (s->ban[ban])
            jout_text(out, ban_words[ban]);
    jout_close_array(out);
    jout_field_array(out, "cells");
    for (int cell = 0; cell < CELLS; cell++) {
        jout_open_array(out);
        jout_int(out, level(s, cell));
        jout_bool(out, s->domes >> cell & 1);
        jout_close_array(out);
    }
    jout_close_array(out);
    seat_or_null(out, "winner", s->winner);
    jout_close_object(out);
}

/* A cell in the picture: level, dome, pawn ("a" and "A" are the two of seat 0,
 * "b" and "B" those of seat 1). */
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

static void cell_name(int cell, struct buf *out)
{
    if (cell < 0 || cell >= CELLS) {
        buf_char(out, '?');
        return;
    }
    buf_char(out, (char)('A' + cell % SIDE));
    buf_char(out, (char)('1' + cell / SIDE));
}

static const char *god_name(int god)
{
    return god >= 0 && god < GODS ? santorini_gods[god].name : "?";
}

static void describe_gods(const struct move *m, struct buf *out)
{
    buf_text(out, "selects ");
    for (int i = 0; i < m->n; i++)
        buf_printf(out, "%s%s", i ? ", " : "", god_name(m->arg[i]));
}

static void describe_step(const struct santorini *s, const struct move *m, struct buf *out)
{
    if (m->seat < s->seats && (m->arg[0] == 0 || m->arg[0] == 1))
        cell_name(s->pawn[m->seat][m->arg[0]], out);
    buf_char(out, '-');
    cell_name(m->arg[1], out);
}

void santorini_describe(const void *before, const struct move *m, struct buf *out)
{
    const struct santorini *s = before;

    switch (m->kind) {
    case SELECT_GODS:
        describe_gods(m, out);
        break;
    case CHOOSE_GOD:
        buf_printf(out, "takes %s", god_name(m->arg[0]));
        break;
    case NAME_FIRST:
        buf_printf(out, "lets seat %d begin", m->arg[0] + 1);
        break;
    case PLACE_PAWNS:
        buf_text(out, "places ");
        cell_name(m->arg[0], out);
        buf_text(out, " and ");
        cell_name(m->arg[1], out);
        break;
    case ACT_MOVE:
        describe_step(s, m, out);
        break;
    case ACT_BLOCK:
        buf_text(out, "builds ");
        cell_name(m->arg[1], out);
        break;
    case ACT_DOME:
        buf_text(out, "domes ");
        cell_name(m->arg[1], out);
        break;
    case ACT_FERRY:
        buf_text(out, "ferries ");
        cell_name(m->arg[1], out);
        break;
    default:
        buf_text(out, "passes");
    }
}
