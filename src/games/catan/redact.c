/* What a seat may not know: the others' hands and cards, the deck, the
 * generator.
 *
 * Redacting replaces these with something that could be true instead of
 * blanking them: the unseen cards are dealt again, by a fixed rule, to hands of
 * the same size. So a redacted state keeps all invariants, and since the rule
 * reads only what is in sight, it reveals nothing. Determinizing deals the same
 * cards at random, with the odds that the seat has to assume. */
#include "games/catan/rules.h"

/* Gives `n` cards of resource `r` from the unseen ones. */
static void deal(struct player *p, uint8_t unseen[RESOURCES], int r, int n)
{
    p->hand[r] += (uint8_t)n;
    unseen[r] -= (uint8_t)n;
}

/* Whoever offered or joined a trade has shown that they hold the cards for it. */
static void deal_shown(struct catan *g, int seat, uint8_t unseen[RESOURCES])
{
    const uint8_t *shown = NULL;

    if (!g->offered)
        return;
    if (g->turn == seat)
        shown = g->offer;
    else if (catan_has_joined(g, seat))
        shown = g->request;
    for (int r = 0; r < RESOURCES && shown; r++)
        deal(&g->player[seat], unseen, r, shown[r]);
}

static int count(const uint8_t pile[RESOURCES])
{
    int n = 0;

    for (int r = 0; r < RESOURCES; r++)
        n += pile[r];
    return n;
}

/* The fixed deal: the kinds take turns, across all hands. */
static void deal_in_turn(struct player *p, uint8_t unseen[RESOURCES], int *next)
{
    for (int left = p->cards - count(p->hand); left > 0; *next = *next + 1 < RESOURCES ? *next + 1 : 0)
        if (unseen[*next]) {
            deal(p, unseen, *next, 1);
            left--;
        }
}

/* At random: each remaining card is equally likely. */
static void deal_by_lot(struct player *p, uint8_t unseen[RESOURCES], struct rng *r)
{
    int left = p->cards - count(p->hand);

    for (int pile = count(unseen); left > 0; left--, pile--)
        deal(p, unseen, catan_nth_card(unseen, (int)rng_below(r, (uint64_t)pile)), 1);
}

/* `r` is NULL for the fixed deal. */
static void redeal_hands(struct catan *g, int seat, struct rng *r)
{
    uint8_t unseen[RESOURCES];
    int     next = 0;

    for (int kind = 0; kind < RESOURCES; kind++)
        unseen[kind] = (uint8_t)(BANK_EACH - g->bank[kind] - (seat == SEAT_NOBODY ? 0 : g->player[seat].hand[kind]));
    for (int s = 0; s < g->seats; s++)
        if (s != seat) {
            memset(g->player[s].hand, 0, sizeof g->player[s].hand);
            deal_shown(g, s, unseen);
        }
    for (int s = 0; s < g->seats; s++) {
        if (s == seat)
            continue;
        if (r)
            deal_by_lot(&g->player[s], unseen, r);
        else
            deal_in_turn(&g->player[s], unseen, &next);
    }
}

/* Deals from `pile`; how many cards were bought this turn is public. */
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

/* The development cards that `seat` does not see, victory points last. */
static int unseen_cards(const struct catan *g, int seat, uint8_t pile[DECK])
{
    int n = 0;

    for (int c = 0; c < CARDS; c++) {
        int unseen = catan_deck_cards[c] - g->played[c] - (seat == SEAT_NOBODY ? 0 : g->player[seat].card[c]);

        for (int i = 0; i < unseen; i++)
            pile[n++] = (uint8_t)c;
    }
    return n;
}

static void deal_pile(struct catan *g, int seat, const uint8_t *pile, int n)
{
    int used = 0;

    for (int s = 0; s < g->seats; s++)
        if (s != seat) {
            redeal_cards(&g->player[s], pile + used);
            used += g->player[s].developments;
        }
    memcpy(g->deck, pile + used, (size_t)(n - used));
}

/* Nobody can hold victory points that would have won the game. (Outside one's
 * turn, points change only with the Longest Road.) */
static bool somebody_has_won(const struct catan *g, int seat)
{
    for (int s = 0; s < g->seats; s++)
        if (s != seat && g->player[s].card[VICTORY_POINT] && catan_score(g, s) >= g->target)
            return true;
    return false;
}

/* Avoids impossible victory points by shuffling again, and in the end by
 * dealing them last. */
static void draw_developments(struct catan *g, int seat, struct rng *r)
{
    enum { TRIES = 100 };
    uint8_t pile[DECK];
    int     n = unseen_cards(g, seat, pile);

    for (int i = 0; i < TRIES; i++) {
        catan_shuffle(r, pile, n);
        deal_pile(g, seat, pile, n);
        if (!somebody_has_won(g, seat))
            return;
    }
    deal_pile(g, seat, pile, unseen_cards(g, seat, pile));
    catan_shuffle(r, g->deck, g->deck_left);
}

/* A hash of the whole words between two offsets. */
static uint64_t hash_between(const struct catan *g, size_t from, size_t to)
{
    uint64_t    hash = UINT64_C(0xCBF29CE484222325), word;
    const char *at = (const char *)g;

    for (size_t i = from; i + sizeof word <= to; i += sizeof word) {
        memcpy(&word, at + i, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return hash;
}
_Static_assert(sizeof(struct catan) % sizeof(uint64_t) == 0, "the hash reads whole words");

uint64_t catan_hash(const void *state)
{
    return hash_between(state, 0, sizeof(struct catan));
}

/* The generator is replaced by a hash of public fields (buildings, roads, turn,
 * dice, bank), so that it differs from move to move. */
void catan_redact(void *state, int seat)
{
    struct catan *g = state;
    uint8_t       pile[DECK];

    if (g->over) { /* all cards are public now; the generator still is not */
        g->rng = (struct rng){ 0 };
        return;
    }
    redeal_hands(g, seat, NULL);
    deal_pile(g, seat, pile, unseen_cards(g, seat, pile));
    g->rng = rng_seeded(hash_between(g, offsetof(struct catan, free), offsetof(struct catan, deck)));
    catan_shuffle(&g->rng, g->deck, g->deck_left);
}

void catan_determinize(void *seen, int seat, struct rng *r)
{
    struct catan *g = seen;

    if (!g->over) {
        redeal_hands(g, seat, r);
        draw_developments(g, seat, r);
    }
    g->rng = rng_seeded(rng_next(r));
}
