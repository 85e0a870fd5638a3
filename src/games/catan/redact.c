/* What a seat may not know: the others' hands and cards, the deck, the
 * generator. They are not blanked but replaced by something that could be true:
 * the cards not in sight are dealt anew, by a fixed rule, to the same numbers
 * of cards. So a redacted state obeys all invariants, every move of anybody
 * applies to it, and a computer player can search on it; and since the rule
 * reads nothing but what is in sight, it tells nothing. */
#include "games/catan/rules.h"

/* Gives `n` cards of resource `r` from the unseen ones. */
static void deal(struct player *p, uint8_t unseen[RESOURCES], int r, int n)
{
    p->hand[r] += (uint8_t)n;
    unseen[r] -= (uint8_t)n;
}

/* Whoever offered or joined a trade showed that he has the cards for it. */
static void deal_shown(struct catan *g, int seat, uint8_t unseen[RESOURCES])
{
    const uint8_t *shown = NULL;

    if (!g->offered)
        return;
    if (g->turn == seat)
        shown = g->offer;
    for (int i = 0; i < g->partners; i++)
        if (g->partner[i] == seat)
            shown = g->request;
    for (int r = 0; r < RESOURCES && shown; r++)
        deal(&g->player[seat], unseen, r, shown[r]);
}

static void deal_rest(struct player *p, uint8_t unseen[RESOURCES], int *next)
{
    int left = p->cards;

    for (int r = 0; r < RESOURCES; r++)
        left -= p->hand[r];
    while (left > 0) {
        if (unseen[*next]) {
            deal(p, unseen, *next, 1);
            left--;
        }
        *next = (*next + 1) % RESOURCES;
    }
}

static void redeal_hands(struct catan *g, int seat)
{
    uint8_t unseen[RESOURCES];
    int     next = 0;

    for (int r = 0; r < RESOURCES; r++)
        unseen[r] = (uint8_t)(BANK_EACH - g->bank[r] - (seat == SEAT_NOBODY ? 0 : g->player[seat].hand[r]));
    for (int s = 0; s < g->seats; s++)
        if (s != seat) {
            memset(g->player[s].hand, 0, sizeof g->player[s].hand);
            deal_shown(g, s, unseen);
        }
    for (int s = 0; s < g->seats; s++)
        if (s != seat)
            deal_rest(&g->player[s], unseen, &next);
}

/* Deals from `pile`; how many of them were bought this turn is public. */
static void redeal_cards(struct player *p, const uint8_t *pile)
{
    int fresh = 0;

    for (int c = 0; c < CARDS; c++)
        fresh += p->fresh[c];
    memset(p->card, 0, sizeof p->card);
    memset(p->fresh, 0, sizeof p->fresh);
    for (int i = 0; i < p->developments; i++) {
        p->card[pile[i]]++;
        if (i < fresh)
            p->fresh[pile[i]]++;
    }
}

/* Victory points are dealt last: a guessed hand should not win by surprise. */
static void redeal_developments(struct catan *g, int seat)
{
    uint8_t pile[DECK];
    int     n = 0, used = 0;

    for (int c = 0; c < CARDS; c++) {
        int unseen = catan_deck_cards[c] - g->played[c] - (seat == SEAT_NOBODY ? 0 : g->player[seat].card[c]);

        for (int i = 0; i < unseen; i++)
            pile[n++] = (uint8_t)c;
    }
    for (int s = 0; s < g->seats; s++)
        if (s != seat) {
            redeal_cards(&g->player[s], pile + used);
            used += g->player[s].developments;
        }
    memcpy(g->deck, pile + used, (size_t)(n - used));
}

/* A hash of what is in sight, word by word: a generator that differs from move
 * to move. */
static struct rng visible_generator(const struct catan *g)
{
    uint64_t    hash = UINT64_C(0xCBF29CE484222325), word;
    const char *at = (const char *)g;

    for (size_t i = sizeof g->rng; i < sizeof *g; i += sizeof word) {
        memcpy(&word, at + i, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return rng_seeded(hash);
}
_Static_assert(offsetof(struct catan, rng) == 0, "the hash skips the generator");
_Static_assert(sizeof(struct catan) % sizeof(uint64_t) == 0, "the hash reads whole words");

void catan_redact(void *state, int seat)
{
    struct catan *g = state;

    if (g->over) { /* all cards are shown; the generator stays the table's */
        g->rng = (struct rng){ 0 };
        return;
    }
    g->guessed = true;
    redeal_hands(g, seat);
    redeal_developments(g, seat);
    g->rng = visible_generator(g);
    catan_shuffle(&g->rng, g->deck, g->deck_left);
}
