/* JSON Schemas of a game's messages, generated from its tables so that they
 * cannot drift: moves and effects here, the rest by the game. A move is
 * described as the list of its words: ["move", 12, 28]. */
#include "game/schema.h"
#include "api/call.h"

static void schema_begin(struct jout *out, const char *key, const char *type, const char *title, const char *description)
{
    if (key)
        jout_key(out, key);
    jout_open_object(out);
    if (title)
        jout_field_text(out, "title", title);
    if (description && *description)
        jout_field_text(out, "description", description);
    if (type)
        jout_field_text(out, "type", type);
}

static void write_const(struct jout *out, const char *value)
{
    jout_open_object(out);
    jout_field_text(out, "const", value);
    jout_close_object(out);
}

/* ---- moves ------------------------------------------------------------------- */

static void write_number(struct jout *out, const char *key, const struct move_arg *arg)
{
    schema_begin(out, key, "integer", arg ? arg->name : NULL, arg ? arg->meaning : NULL);
    jout_field_int(out, "minimum", arg ? arg->min : INT16_MIN);
    jout_field_int(out, "maximum", arg ? arg->max : INT16_MAX);
    jout_close_object(out);
}

static void write_move_kind(struct jout *out, const struct move_kind *kind)
{
    const struct move_arg *arg = kind->args && kind->args[0].name ? kind->args : NULL;
    int                    listed = 0;

    schema_begin(out, NULL, "array", kind->word, kind->meaning);
    jout_field_array(out, "prefixItems");
    write_const(out, kind->word);
    for (; listed < kind->max && arg && arg[listed].name; listed++)
        write_number(out, NULL, &arg[listed]);
    jout_close_array(out);
    if (listed < kind->max) /* the last one stands for all further arguments */
        write_number(out, "items", arg ? &arg[listed - 1] : NULL);
    else
        jout_field_bool(out, "items", false);
    jout_field_int(out, "minItems", 1 + kind->min);
    jout_field_int(out, "maxItems", 1 + kind->max);
    jout_close_object(out);
}

static void write_moves_schema(struct jout *out, const struct game *game)
{
    schema_begin(out, "moves", NULL, "move", "A move as the list of its words; its text has blanks between them.");
    jout_field_array(out, "oneOf");
    for (const struct move_kind *kind = game->kinds; kind->word; kind++)
        if (!(kind->flags & MOVE_BY_TABLE))
            write_move_kind(out, kind);
    jout_close_array(out);
    jout_close_object(out);
}

/* ---- effects ----------------------------------------------------------------- */

static void write_effect_arg(struct jout *out, const struct effect_arg *arg)
{
    schema_begin(out, arg->name, arg->words ? "string" : "integer", arg->name, NULL);
    if (arg->words) {
        jout_field_array(out, "enum");
        for (int i = arg->words[0] ? 0 : 1; arg->words[i]; i++)
            jout_text(out, arg->words[i]);
        jout_close_array(out);
    }
    jout_close_object(out);
}

static void write_effect_kind(struct jout *out, const struct effect_kind *kind)
{
    schema_begin(out, NULL, "object", kind->name, kind->meaning);
    jout_field_object(out, "properties");
    jout_key(out, "what");
    write_const(out, kind->name);
    jout_field_object(out, "seat");
    jout_field_array(out, "type");
    jout_text(out, "integer");
    jout_text(out, "null");
    jout_close_array(out);
    jout_field_int(out, "minimum", 0);
    jout_field_int(out, "maximum", SEATS_MAX - 1);
    jout_close_object(out);
    for (int i = 0; i < EFFECT_ARGS_MAX; i++)
        if (kind->arg[i].name)
            write_effect_arg(out, &kind->arg[i]);
    jout_close_object(out);
    jout_field_array(out, "required"); /* arguments may be secret */
    jout_text(out, "what");
    jout_text(out, "seat");
    jout_close_array(out);
    jout_field_bool(out, "additionalProperties", false);
    jout_close_object(out);
}

/* From `kind` on, the first one that is told; NULL if there is none. */
static const struct effect_kind *next_told(const struct effect_kind *kind)
{
    while (kind && kind->name && kind->flags & EFFECT_INSIDE)
        kind++;
    return kind && kind->name ? kind : NULL;
}

static void write_effects_schema(struct jout *out, const struct game *game)
{
    const struct effect_kind *kind = next_told(game->effects);

    schema_begin(out, "effects", "array", "effects", "What a move did, in the order in which it happened.");
    if (kind) {
        jout_field_object(out, "items");
        jout_field_array(out, "oneOf");
        for (; kind; kind = next_told(kind + 1))
            write_effect_kind(out, kind);
        jout_close_array(out);
        jout_close_object(out);
    } else {
        jout_field_bool(out, "items", false);
    }
    jout_close_object(out);
}

void write_schemas(struct jout *out, const char *key, const struct game *game)
{
    jout_field_object(out, key);
    write_moves_schema(out, game);
    write_effects_schema(out, game);
    if (game->shapes)
        schemas_write(game->shapes, out);
    jout_close_object(out);
}
