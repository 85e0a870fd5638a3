/* A player's ten private slots, which keep fights beyond the lists. */
#include "games/snakes/dialect/fights.h"

/* The fight in the slot; 0 if it is empty. */
static uint64_t slot_fight(struct call *c, struct buf *name)
{
    struct stmt *q = c->self->fight.slot;
    uint64_t     fight = 0;

    stmt_int(q, 1, (int64_t)c->player);
    stmt_int(q, 2, c->args.number[FIELD_SLOT_INDEX]);
    if (stmt_row(q)) {
        fight = (uint64_t)stmt_col_int(q, 1);
        if (name)
            buf_str(name, stmt_col_text(q, 0));
    }
    stmt_done(q);
    return fight;
}

static bool slot_taken(struct call *c, uint64_t fight)
{
    return fight ? true : fault_set(&c->fault, NACK_EMPTY_SLOT, "slot %lld is empty", (long long)c->args.number[FIELD_SLOT_INDEX]);
}

void snakes__run_slot_list(struct call *c)
{
    struct jout *out = snakes__call_reply(c, "slot list");
    struct stmt *q = c->self->fight.slots;
    int          slot = 0;

    jout_field_array(out, "SlotList");
    stmt_int(q, 1, (int64_t)c->player);
    while (stmt_row(q)) {
        for (; slot < stmt_col_int(q, 0); slot++)
            jout_null(out);
        jout_open_object(out);
        jout_field_str(out, "SlotName", stmt_col_text(q, 1));
        snakes__id_field(out, "FightId", (uint64_t)stmt_col_int(q, 2));
        jout_field_str(out, "FightType", stmt_col_text(q, 3));
        jout_field_int(out, "FightTime", stmt_col_int(q, 4));
        jout_close_object(out);
        slot++;
    }
    stmt_done(q);
    for (; slot < SLOTS; slot++)
        jout_null(out);
    jout_close_array(out);
}

void snakes__run_slot_view(struct call *c)
{
    struct buf name = { 0 };
    uint64_t   fight = slot_fight(c, &name);

    if (slot_taken(c, fight)) {
        struct jout *out = snakes__call_reply(c, "slot view");

        jout_field_int(out, "SlotIndex", c->args.number[FIELD_SLOT_INDEX]);
        jout_field_str(out, "SlotName", buf_view(&name));
        snakes__id_field(out, "FightId", fight);
        snakes__fight_fields(c->self, out, fight, c->player, STR_NONE);
    }
    buf_release(&name);
}

void snakes__run_slot_save(struct call *c)
{
    struct str   id = c->args.text[FIELD_FIGHT_ID];
    uint64_t     fight = snakes__id_read(id), before = slot_fight(c, NULL);
    struct stmt *q = c->self->fight.slot_put;

    if (!snakes__fight_visible(c->self, c->player, fight)) {
        fault_set(&c->fault, NACK_NO_FIGHT, "unknown fight %.*s", STR_ARG(quoted(id)));
        return;
    }
    stmt_int(q, 1, (int64_t)c->player);
    stmt_int(q, 2, c->args.number[FIELD_SLOT_INDEX]);
    stmt_text(q, 3, c->args.text[FIELD_SLOT_NAME]);
    stmt_int(q, 4, (int64_t)fight);
    stmt_run(q);
    if (before && before != fight)
        snakes__fight_sweep(c->self, before);
    snakes__call_ack(c);
}

void snakes__run_slot_rename(struct call *c)
{
    struct stmt *q = c->self->fight.slot_rename;

    if (!slot_taken(c, slot_fight(c, NULL)))
        return;
    stmt_int(q, 1, (int64_t)c->player);
    stmt_int(q, 2, c->args.number[FIELD_SLOT_INDEX]);
    stmt_text(q, 3, c->args.text[FIELD_SLOT_NAME]);
    stmt_run(q);
    snakes__call_ack(c);
}

void snakes__run_slot_delete(struct call *c)
{
    uint64_t     before = slot_fight(c, NULL);
    struct stmt *q = c->self->fight.slot_erase;

    if (before) {
        stmt_int(q, 1, (int64_t)c->player);
        stmt_int(q, 2, c->args.number[FIELD_SLOT_INDEX]);
        stmt_run(q);
        snakes__fight_sweep(c->self, before);
    }
    snakes__call_ack(c);
}
