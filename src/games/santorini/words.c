/* Moves of Santorini in words: for lists of choices, and shorter for the log.
 * Columns are A to E from the left, rows 1 to 5 from below. */
#include "games/santorini/rules.h"

static void cell_name(int cell, struct buf *out)
{
    if (cell < 0 || cell >= CELLS) {
        buf_char(out, '?');
        return;
    }
    buf_char(out, (char)('A' + cell % SIDE));
    buf_char(out, (char)('1' + cell / SIDE));
}

static void god_list(const struct move *m, struct buf *out)
{
    for (int i = 0; i < m->n; i++) {
        bool known = m->arg[i] >= 0 && m->arg[i] < GODS;

        buf_text(out, i == 0 ? "" : i + 1 == m->n ? " and " : ", ");
        buf_text(out, known ? santorini_god_words[m->arg[i]] : "?");
    }
}

static bool names_pawn(const struct santorini *s, const struct move *m)
{
    return m->seat < s->seats && (m->arg[0] == 0 || m->arg[0] == 1) && m->arg[1] >= 0 && m->arg[1] < CELLS;
}

/* What happens to a worker on the target cell. */
static void met_worker(const struct santorini *s, const struct move *m, int from, const struct names *names, struct buf *out)
{
    int met = seat_on(s, m->arg[1]);

    if (met == NO_SEAT)
        return;
    if (s->god[m->seat] == MINOTAUR) {
        buf_text(out, ", pushes ");
        name_write(names, met, out);
        buf_text(out, " from ");
        cell_name(m->arg[1], out);
        buf_text(out, " to ");
        cell_name(santorini_beyond(from, m->arg[1]), out);
    } else {
        buf_text(out, ", swaps with ");
        name_write(names, met, out);
    }
}

static void step(const struct santorini *s, const struct move *m, const struct names *names, bool log, struct buf *out)
{
    if (!names_pawn(s, m)) {
        buf_text(out, "moves");
        return;
    }
    int from = s->pawn[m->seat][m->arg[0]], to = m->arg[1];
    int climbs = from < CELLS ? level(s, to) - level(s, from) : 0;
    cell_name(from, out);
    buf_text(out, log ? "-" : " to ");
    cell_name(to, out);
    if (climbs)
        buf_printf(out, ", %s to %s%d", climbs > 0 ? "up" : "down", log ? "" : "level ", level(s, to));
    met_worker(s, m, from, names, out);
}

/* Before any worker has acted, both may be able to build on the same cell: then
 * a list must say which one does. */
static void builder(const struct santorini *s, const struct move *m, bool log, struct buf *out)
{
    if (log || s->hand != NO_PAWN || !names_pawn(s, m))
        return;
    buf_text(out, "worker ");
    cell_name(s->pawn[m->seat][m->arg[0]], out);
    buf_char(out, ' ');
}

static void block(const struct santorini *s, const struct move *m, bool log, struct buf *out)
{
    int cell = m->arg[1];

    builder(s, m, log, out);
    buf_text(out, log ? "builds " : "builds on ");
    cell_name(cell, out);
    if (cell >= 0 && cell < CELLS)
        buf_printf(out, log ? " to %d" : ", level %d", level(s, cell) + 1);
}

static void dome(const struct santorini *s, const struct move *m, bool log, struct buf *out)
{
    builder(s, m, log, out);
    buf_text(out, log ? "dome on " : "puts a dome on ");
    cell_name(m->arg[1], out);
}

static void ferry(const struct santorini *s, const struct move *m, const struct names *names, struct buf *out)
{
    int met = seat_on(s, m->arg[1]);

    if (!names_pawn(s, m) || met == NO_SEAT) {
        buf_text(out, "ferries");
        return;
    }
    buf_text(out, "ferries ");
    name_write(names, met, out);
    buf_text(out, "'s worker from ");
    cell_name(m->arg[1], out);
    buf_text(out, " to ");
    cell_name(santorini_beyond(m->arg[1], s->pawn[m->seat][m->arg[0]]), out);
}

static void in_words(const struct santorini *s, const struct move *m, const struct names *names, bool log, struct buf *out)
{
    switch (m->kind) {
    case SELECT_GODS:
        buf_text(out, "selects ");
        god_list(m, out);
        break;
    case CHOOSE_GOD:
        buf_text(out, "chooses ");
        god_list(m, out);
        break;
    case NAME_FIRST:
        buf_text(out, "lets ");
        name_write_any(names, m->arg[0], s->seats, out);
        buf_text(out, " begin");
        break;
    case PLACE_PAWNS:
        buf_text(out, "places workers on ");
        cell_name(m->arg[0], out);
        buf_text(out, " and ");
        cell_name(m->arg[1], out);
        break;
    case ACT_MOVE:
        step(s, m, names, log, out);
        break;
    case ACT_BLOCK:
        block(s, m, log, out);
        break;
    case ACT_DOME:
        dome(s, m, log, out);
        break;
    case ACT_FERRY:
        ferry(s, m, names, out);
        break;
    default:
        buf_text(out, "builds no more");
    }
}

void santorini_describe(const void *before, const struct move *m, const struct names *names, struct buf *out)
{
    in_words(before, m, names, false, out);
}

void santorini_notate(const void *before, const struct move *m, const struct names *names, struct buf *out)
{
    in_words(before, m, names, true, out);
}
