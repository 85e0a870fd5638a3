/* How many bytes somebody adds to the journals. Each row is kept, for good if
 * people with accounts play, so whoever plays at the speed of a program must not
 * fill the disk with it. Counted for the address that is being served, which also
 * pays for the computer players that answer it, and for the account at the seat.
 *
 * For each of them one number is kept: the bytes written that time has not taken
 * off again, at the limit's rate. Beyond a minute's worth nothing more is
 * accepted. Leaving is never refused, nor is what a table does by itself.
 *
 * As with rates (people/rate.c) the room is fixed: when all slots of a set are
 * taken the smallest debt gives way. */
#include "tables/meter.h"

#include "tables/inside.h"

enum {
    MINUTE_MS = 60 * 1000,
    ROW_BYTES = 28,    /* of a row on disk, without its text */
    TABLE_BYTES = 600, /* of a table's own rows: its setup, its seats, and those of its dialect */
};

static uint64_t key_of_account(uint64_t account)
{
    return account * UINT64_C(0x9E3779B97F4A7C15);
}

/* What `key` owes, as of now. */
static struct meter_slot *look(struct hall *hall, uint64_t key, int64_t per_minute)
{
    struct tables *ts = tables_of(hall);

    if (!ts->meter_secret) {
        hall_random(&ts->meter_secret, sizeof ts->meter_secret);
        ts->meter_secret |= 1;
    }
    key *= ts->meter_secret; /* nobody can aim at the slots of others */
    struct meter_slot *set = ts->meter[(key >> 32) % METER_SETS], *slot = NULL, *least = set;
    int64_t            now = hall_now(hall);

    for (int i = 0; i < METER_WAYS && !slot; i++) {
        if (set[i].key == key)
            slot = &set[i];
        if (set[i].bytes < least->bytes)
            least = &set[i];
    }
    if (!slot) {
        slot = least;
        *slot = (struct meter_slot){ .key = key, .at = now };
    }
    int64_t passed = now - slot->at, paid = passed >= MINUTE_MS ? per_minute : passed * per_minute / MINUTE_MS;
    if (paid > 0 || passed < 0) { /* less than a byte is paid later */
        slot->bytes = paid < slot->bytes ? slot->bytes - (paid > 0 ? paid : 0) : 0;
        slot->at = now;
    }
    return slot;
}

static bool owes_too_much(struct hall *hall, uint64_t key, enum sized limit)
{
    int64_t per_minute = limit_now(limit);

    return key && look(hall, key, per_minute)->bytes >= per_minute;
}

static void charge(struct hall *hall, uint64_t key, enum sized limit, int64_t bytes)
{
    int64_t most = 2 * limit_now(limit); /* what computer players write is not refused, but is forgotten within two minutes */

    if (!key)
        return;
    struct meter_slot *slot = look(hall, key, limit_now(limit));
    slot->bytes = slot->bytes + bytes < most ? slot->bytes + bytes : most;
}

bool meter_allows(struct hall *hall, uint64_t account)
{
    return hall_test_mode(hall) || (!owes_too_much(hall, hall_payer(hall), SIZED_WRITTEN_FROM_PER_MINUTE) &&
                                    !owes_too_much(hall, key_of_account(account), SIZED_WRITTEN_PER_MINUTE));
}

void meter_charge(struct hall *hall, uint64_t account, size_t bytes)
{
    charge(hall, hall_payer(hall), SIZED_WRITTEN_FROM_PER_MINUTE, ROW_BYTES + (int64_t)bytes);
    charge(hall, key_of_account(account), SIZED_WRITTEN_PER_MINUTE, ROW_BYTES + (int64_t)bytes);
}

void meter__charge(struct hall *hall, struct table *t, const struct table_event *event)
{
    int64_t        bytes = ROW_BYTES + (int64_t)event->text.len + (event->kind == EVENT_OPENED ? TABLE_BYTES : 0);
    const uint64_t payer = hall_payer(hall);

    if (payer)
        t->private->payer = payer;
    charge(hall, t->private->payer, SIZED_WRITTEN_FROM_PER_MINUTE, bytes);
    if (event->seat >= 0 && event->seat < t->seats && t->seat[event->seat].kind == SITTER_ACCOUNT)
        charge(hall, key_of_account(t->seat[event->seat].account), SIZED_WRITTEN_PER_MINUTE, bytes);
    else if (event->kind == EVENT_OPENED)
        charge(hall, key_of_account(t->owner), SIZED_WRITTEN_PER_MINUTE, bytes);
}
