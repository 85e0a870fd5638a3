/* Moves in words. Nothing that is not public is said: no stolen and no bought
 * card. */
#include "games/catan/rules.h"

/* How a move reads. A % stands for something of the move, a letter says what,
 * a digit which argument: %n number, %r resource, %c card, %p player, %a active
 * or not, %b five counts from there on, %d the dice. `bare` is for a move
 * without arguments: one that needs none, or one that found nothing left to
 * choose. */
struct wording {
    const char *full, *bare;
};

static const struct wording wordings[KINDS] = {
    [BUILD_SETTLEMENT] = { "builds a settlement on %n0", "finds no place for a settlement" },
    [BUILD_ROAD] = { "builds a road %n0-%n1", "finds no place for a road" },
    [ROLL_DICE] = { NULL, "rolls %d" },
    [DISCARD] = { "discards %b0", NULL },
    [MOVE_ROBBER] = { "moves the robber to tile %n0", NULL },
    [STEAL_CARD] = { "steals a card from %p0", NULL },
    [SPARE] = { NULL, "steals nothing" },
    [OFFER_TRADE] = { "offers %b0 for %b5", NULL },
    [JOIN_TRADE] = { NULL, "would trade" },
    [DECLINE_TRADE] = { NULL, "would not trade" },
    [SELECT_PARTNER] = { "trades with %p0", NULL },
    [TRADE_BANK] = { "trades %r1 for %r2 with the bank", NULL },
    [BUY_ROAD] = { "buys a road %n0-%n1", NULL },
    [BUY_SETTLEMENT] = { "buys a settlement on %n0", NULL },
    [BUY_CITY] = { "buys a city on %n0", NULL },
    [BUY_CARD] = { NULL, "buys a development card" },
    [USE_CARD] = { "plays %c0", NULL },
    [TAKE_FROM_ALL] = { "takes all %r0", NULL },
    [BUILD_FREE_ROAD] = { "builds a free road %n0-%n1", NULL },
    [TAKE_TWO] = { "takes %r0 and %r1", "takes the last cards of the bank" },
    [END_TURN] = { NULL, "ends the turn" },
    [COME_BACK] = { NULL, "is back" },
    [SET_ACTIVE] = { "%p0 %a1", NULL },
};

static void write_bundle(struct buf *out, const int16_t *count)
{
    const char *before = "";

    for (int r = 0; r < RESOURCES; r++)
        if (count[r]) {
            buf_printf(out, "%s%d %s", before, count[r], catan_resource_name[r]);
            before = ", ";
        }
}

/* The dice come from the generator in `before`: the roll is made again on a
 * copy. A redacted state does not know them. */
static void write_dice(struct buf *out, const struct catan *before, const struct move *m)
{
    struct catan after = *before;
    const char  *why;

    if (!before->guessed && catan_game.apply(&after, m, NULL, &why) == ERR_OK)
        buf_printf(out, "%d and %d", after.dice[0], after.dice[1]);
    else
        buf_text(out, "the dice");
}

static void write_word(struct buf *out, const char *const *names, int count, int i)
{
    buf_text(out, i >= 0 && i < count ? names[i] : "?");
}

static void write_argument(struct buf *out, char what, int i, const struct catan *before, const struct move *m)
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
    case 'd':
        write_dice(out, before, m);
        break;
    default:
        BUG("no such letter in a wording");
    }
}

void catan_describe(const void *before, const struct move *m, struct buf *out)
{
    const struct wording *w = &wordings[m->kind];
    const char           *text = m->n == catan_game.kinds[m->kind].most && w->full ? w->full : w->bare;

    for (; text && *text; text++) {
        if (*text != '%') {
            buf_char(out, *text);
            continue;
        }
        char what = *++text;
        int  i = 0;

        if (text[1] >= '0' && text[1] <= '9')
            i = *++text - '0';
        write_argument(out, what, i, before, m);
    }
}
