#include "game/effect.h"

void effect_put(struct effects *list, const struct effect *effect)
{
    if (!list)
        return;
    if (list->n == EFFECTS_MAX)
        BUG("more effects than a move can have");
    list->at[list->n++] = *effect;
}

void effect_add(struct effects *list, int what, int seat, int a, int b, int c, int d)
{
    if (!list) /* playouts want none */
        return;
    struct effect effect = {
        .what = (uint8_t)what,
        .seat = (uint8_t)seat,
        .seen_by = SEEN_BY_ALL,
        .arg = { (int16_t)a, (int16_t)b, (int16_t)c, (int16_t)d },
    };

    effect_put(list, &effect);
}

static bool may_know(const struct effect *e, int eyes)
{
    return e->seen_by == SEEN_BY_ALL || eyes == EYES_ALL || (eyes >= 0 && (e->seen_by & 1u << eyes));
}

static void write_effect(const struct effect_kind *kind, const struct effect *e, bool knows, struct jout *out)
{
    jout_open_object(out);
    jout_field_text(out, "what", kind->name);
    if (e->seat == SEAT_TABLE)
        jout_field_null(out, "seat");
    else
        jout_field_int(out, "seat", e->seat);
    for (int i = 0; i < EFFECT_ARGS_MAX; i++) {
        const struct effect_arg *arg = &kind->arg[i];

        if (!arg->name || (!knows && (e->hidden & 1u << i)) || ((arg->words || arg->optional) && e->arg[i] < 0))
            continue;
        if (arg->words)
            jout_field_text(out, arg->name, arg->words[e->arg[i]]);
        else
            jout_field_int(out, arg->name, e->arg[i]);
    }
    jout_close_object(out);
}

void effects_write(const struct game *game, const struct effects *list, int eyes, struct jout *out)
{
    for (int i = 0; game->effects && i < list->n; i++) {
        const struct effect      *e = &list->at[i];
        const struct effect_kind *kind = &game->effects[e->what];
        bool                      knows = may_know(e, eyes);

        if (!(kind->flags & EFFECT_INSIDE) && (knows || e->hidden))
            write_effect(kind, e, knows, out);
    }
}
