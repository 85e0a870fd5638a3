/* How many events other than moves a table takes. Moves are limited by the
 * rules, mostly; these by nothing but patience, and each of them is kept for
 * good. What undoes something (standing up, leaving) is never refused: it
 * cannot come more often than what it undoes. */
#include "tables/inside.h"

/* The count of a person at the table. */
static struct aside_count *count_of(struct table *t, uint64_t person)
{
    struct aside_count *count = t->private->asides, *least = count;

    for (int i = 0; i < ASIDE_PEOPLE; i++) {
        if (count[i].person == person && count[i].n)
            return &count[i];
        if (count[i].n < least->n)
            least = &count[i];
    }
    *least = (struct aside_count){ .person = person };
    return least;
}

/* How many asides there may be at most. Chat of those without a seat leaves the other half to the players. */
static uint32_t most_asides(const struct table *t, uint64_t person, enum table_event_kind kind)
{
    if (kind != EVENT_CHAT)
        return LIMIT_TABLE_ASIDES;
    return table_seat_of(t, person) >= 0 ? LIMIT_TABLE_CHATS : LIMIT_TABLE_CHATS / 2;
}

bool aside__allowed(const struct hall *hall, struct table *t, uint64_t person, enum table_event_kind kind)
{
    struct aside_count *count = count_of(t, person);
    uint32_t            asides = t->seq - (uint32_t)t->private->moves;

    if (hall_test_mode(hall)) /* suites write registers and long games into one table */
        return true;
    if (asides >= most_asides(t, person, kind) || count->n >= LIMIT_ASIDES_EACH)
        return false;
    count->n++;
    return true;
}

uint64_t aside__person(const struct sitter *who, int seat)
{
    return who->kind == SITTER_ACCOUNT ? who->account : UINT64_MAX - (uint64_t)seat; /* no account has such a number */
}

/* ---- removing chat ---------------------------------------------------------- */

struct line {
    uint32_t seq;
    bool     found;
};

static bool find_line(void *arg, const struct journal_row *row)
{
    struct line *line = arg;

    line->found = row->seq == line->seq && row->kind == EVENT_CHAT && row->text.len;
    return false;
}

enum err table_unsay(struct hall *hall, struct table *t, uint32_t seq)
{
    struct line line = { .seq = seq };

    if (seq >= t->seq)
        return ERR_NONE;
    enum err err = journal_read(hall_store(hall), t->id, seq, find_line, &line);
    if (err || !line.found)
        return err ? err : ERR_NONE;
    err = journal_rewrite(hall_store(hall), t->id, seq, STR(""));
    if (err)
        return err;
    table__touch(tables_of(hall), t);
    table__tell(hall, t, &(struct table_event){ .kind = EVENT_UNSAID, .seq = seq, .seat = SEAT_TABLE, .door = "hall" });
    return ERR_OK;
}
