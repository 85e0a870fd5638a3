/* Moves in words. Nothing that is not public is said: no stolen and no bought
 * card. */
#include "games/catan/rules.h"

/* How a move reads. A % stands for something of the move, a letter says what,
 * a digit which argument: %n number, %r resource, %c card, %p player, %a active
 * or not, %b five counts from there on. `bare` is for a move without arguments:
 * one that needs none, or one that found nothing left to choose. */
struct wording {
    const char *full, *bare;
};

/* clang-format off */
static const struct wording wordings[KINDS] = {
    [BUILD_SETTLEMENT] = { "builds a settlement on %n0",       "finds no place for a settlement" },
    [BUILD_ROAD] =       { "builds a road %n0-%n1",            "finds no place for a road" },
    [ROLL_DICE] =        { NULL,                               "rolls the dice" },
    [DISCARD] =          { "discards %b0",                     NULL },
    [MOVE_ROBBER] =      { "moves the robber to tile %n0",     NULL },
    [STEAL_CARD] =       { "steals a card from %p0",           NULL },
    [SPARE] =            { NULL,                               "steals nothing" },
    [OFFER_TRADE] =      { "offers %b0 for %b5",               NULL },
    [JOIN_TRADE] =       { NULL,                               "would trade" },
    [DECLINE_TRADE] =    { NULL,                               "would not trade" },
    [SELECT_PARTNER] =   { "trades with %p0",                  NULL },
    [TRADE_BANK] =       { "trades %r1 for %r2 with the bank", NULL },
    [BUY_ROAD] =         { "buys a road %n0-%n1",              NULL },
    [BUY_SETTLEMENT] =   { "buys a settlement on %n0",         NULL },
    [BUY_CITY] =         { "buys a city on %n0",               NULL },
    [BUY_CARD] =         { NULL,                               "buys a development card" },
    [USE_CARD] =         { "plays %c0",                        NULL },
    [TAKE_FROM_ALL] =    { "takes all %r0",                    NULL },
    [BUILD_FREE_ROAD] =  { "builds a free road %n0-%n1",       NULL },
    [TAKE_TWO] =         { "takes %r0 and %r1",                "takes the last cards of the bank" },
    [END_TURN] =         { NULL,                               "ends the turn" },
    [COME_BACK] =        { NULL,                               "is back" },
    [SET_ACTIVE] =       { "%p0 %a1",                          NULL },
};
/* clang-format on */

static void write_bundle(struct buf *out, const int16_t *count)
{
    const char *before = "";

    for (int r = 0; r < RESOURCES; r++)
        if (count[r]) {
            buf_printf(out, "%s%d %s", before, count[r], catan_resource_name[r]);
            before = ", ";
        }
}

static void write_word(struct buf *out, const char *const *names, int count, int i)
{
    buf_text(out, i >= 0 && i < count ? names[i] : "?");
}

static void write_argument(struct buf *out, char what, int i, const struct move *m)
{
    int value = m->arg[i];

    switch (what) {
    case 'n':
        buf_int(out, value);
        break;
    case 'r':
        write_word(out, catan_resource_name, RESOURCES, value);
        break;
    case 'c':
        write_word(out, catan_card_name, CARDS, value);
        break;
    case 'p':
        if (value == NOBODY)
            buf_text(out, "nobody");
        else
            buf_printf(out, "player %d", value + 1);
        break;
    case 'a':
        buf_text(out, value ? "is active again" : "steps out");
        break;
    case 'b':
        write_bundle(out, m->arg + i);
        break;
    default:
        BUG("no such letter in a wording");
    }
}

void catan_describe(const void *before, const struct move *m, struct buf *out)
{
    const struct wording *w = &wordings[m->kind];
    const char           *text = m->n == catan_game.kinds[m->kind].most && w->full ? w->full : w->bare;

    (void)before;
    for (; text && *text; text++) {
        if (*text != '%') {
            buf_char(out, *text);
            continue;
        }
        write_argument(out, text[1], text[2] - '0', m);
        text += 2;
    }
}

/* The dice lie on the table for all to see. */
void catan_outcome(const void *after, const struct move *m, struct buf *out)
{
    const struct catan *g = after;

    if (m->kind == ROLL_DICE)
        buf_printf(out, ": %d and %d", g->dice[0], g->dice[1]);
}
