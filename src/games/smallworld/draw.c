/* The terminal's picture: everything in 22 rows of 80 columns, so that it fits a
 * small terminal with a line above and one below it. */
#include "games/smallworld/rules.h"

enum {
    ROWS_MOST = 22,
    COLUMNS = 80,
    WIDE = 26,  /* of a region with its land, three to a row */
    NARROW = 13 /* of one without */
};

/* "P2x3" is active, "p2x1" in decline, "tx1" a lost tribe. */
static void draw_holder(const struct region *r, struct buf *out)
{
    static const char letters[MARKS] = { 'o', 'd', 'h', 'f', 'l' }; /* none for decline */

    if (r->owner)
        buf_printf(out, "%c%dx%d", r->marks & MARK_DECLINED ? 'p' : 'P', r->owner, r->tokens);
    else if (r->tokens)
        buf_printf(out, "tx%d", r->tokens);
    if (r->encampments)
        buf_printf(out, "c%d", r->encampments);
    for (int i = 0; i < MARKS; i++)
        if (r->marks >> i & 1 && letters[i])
            buf_char(out, letters[i]);
}

static void draw_region(const struct world *w, int region, bool land, struct buf *out)
{
    const struct region *r = &w->region[region];

    buf_printf(out, "%3d ", region + 1);
    for (int i = 0; land && i < LANDS; i++)
        if (r->land >> i & 1)
            buf_char(out, lands[i].letter);
    if (land)
        buf_char(out, ' ');
    draw_holder(r, out);
}

/* Regions in columns, read downwards. Those of a map that is too large for it
 * are shown without land, and only where somebody is. */
static void draw_regions(const struct world *w, int rows, struct buf *out)
{
    bool    all = w->regions <= rows * (COLUMNS / WIDE);
    int     width = all ? WIDE : NARROW, n = 0;
    uint8_t shown[REGIONS_MAX];

    for (int i = 0; i < w->regions; i++)
        if (all || w->region[i].owner || w->region[i].tokens)
            shown[n++] = (uint8_t)i;
    int across = COLUMNS / width, used = (n + across - 1) / across;
    used = used < rows ? used : rows;
    for (int row = 0; row < used; row++) {
        for (int i = row; i < n && i < used * across; i += used) {
            size_t end = out->len + (size_t)width;

            if (i == used * across - 1 && i < n - 1)
                buf_printf(out, " and %d more", n - i);
            else
                draw_region(w, shown[i], all, out);
            while (out->len < end)
                buf_char(out, ' ');
            out->len = end;
        }
        while (out->at[out->len - 1] == ' ')
            out->len--;
        buf_char(out, '\n');
    }
}

static void draw_player(const struct world *w, int seat, struct buf *out)
{
    const struct player *p = &w->player[seat];

    buf_printf(out, "P%d %3d coins, hand %2d", seat + 1, p->coins, p->hand);
    if (p->current.id)
        buf_printf(out, ", %s %s", smallworld_power_names[p->current.power], smallworld_race_names[p->current.race]);
    if (p->declined.id)
        buf_printf(out, ", declined %s", smallworld_race_names[p->declined.race]);
    buf_text(out, p->in_game ? "\n" : ", left\n");
}

void smallworld_draw(const void *state, struct buf *out)
{
    const struct world *w = state;
    int                 shown = world_shown(w), rows = ROWS_MOST - 2 - w->seats - (shown + 2) / 3;

    buf_printf(out, "turn %d of %d, %s, player %d\n", w->turn < w->turns ? w->turn + 1 : w->turns, w->turns, stage_names[w->stage],
               w->active + 1);
    for (int i = 0; i < w->seats; i++)
        draw_player(w, i, out);
    for (int i = 0; i < shown; i++)
        buf_printf(out, "%d: %s %s%s", i, smallworld_power_names[w->deck[i].badge.power],
                   smallworld_race_names[w->deck[i].badge.race], i == shown - 1 || i % 3 == 2 ? "\n" : ", ");
    buf_text(out, "P active, p declined, t tribe; c camps, o hole, d dragon, h hero, f fort, l lair\n");
    draw_regions(w, rows, out);
}
