#include "game/schema.h"

#include <string.h>

static void write_shape(const struct shape *s, struct jout *out);

/* The next word of a shape from index `*i` on; NULL: there is none. */
static const char *next_word(const struct shape *s, int *i)
{
    while (s->n ? *i < s->n : s->words[*i] != NULL) {
        int at = (*i)++;

        if (s->words[at] && (at == 0 || !s->words[at - 1] || strcmp(s->words[at], s->words[at - 1]) != 0))
            return s->words[at];
    }
    return NULL;
}

static void write_range(const struct shape *s, struct jout *out)
{
    jout_field_int(out, "minimum", s->min);
    jout_field_int(out, "maximum", s->max);
}

static void write_nothing(const struct shape *s, struct jout *out)
{
    (void)s, (void)out;
}

static void write_pattern(const struct shape *s, struct jout *out)
{
    if (s->pattern)
        jout_field_text(out, "pattern", s->pattern);
}

static void write_words(const struct shape *s, struct jout *out)
{
    const char *word;

    jout_field_array(out, "enum");
    for (int i = 0; (word = next_word(s, &i));)
        jout_text(out, word);
    if (s->flags & NULLABLE)
        jout_null(out);
    jout_close_array(out);
}

static void write_each(const char *key, const struct shape *shapes, struct jout *out)
{
    jout_field_array(out, key);
    for (; shapes->meaning; shapes++)
        write_shape(shapes, out);
    jout_close_array(out);
}

static void write_list(const struct shape *s, struct jout *out)
{
    jout_field_int(out, "minItems", s->min);
    if (s->max || s->flags & EMPTY)
        jout_field_int(out, "maxItems", s->max);
    if (s->inside) {
        jout_key(out, "items");
        write_shape(s->inside, out);
    }
}

static void write_tuple(const struct shape *s, struct jout *out)
{
    int n = 0;

    while (s->inside[n].meaning)
        n++;
    write_each("prefixItems", s->inside, out);
    jout_field_bool(out, "items", false);
    jout_field_int(out, "minItems", n);
}

static void write_named(const struct shape *shapes, struct jout *out)
{
    for (; shapes->key; shapes++) {
        jout_key(out, shapes->key);
        write_shape(shapes, out);
    }
}

static void write_members(const struct shape *s, struct jout *out)
{
    jout_field_bool(out, "additionalProperties", false);
    jout_field_object(out, "properties");
    write_named(s->inside, out);
    jout_close_object(out);
    jout_field_array(out, "required");
    for (const struct shape *m = s->inside; m->key; m++)
        if (!(m->flags & OPTIONAL))
            jout_text(out, m->key);
    jout_close_array(out);
}

static void write_counts(const struct shape *s, struct jout *out)
{
    struct shape count[2] = { { .meaning = "how many", .min = s->min, .max = s->max } };

    jout_field_bool(out, "additionalProperties", false);
    jout_field_object(out, "properties");
    for (int i = 0; (count->key = next_word(s, &i));)
        write_named(count, out);
    jout_close_object(out);
    jout_field_array(out, "required");
    for (int i = 0; !(s->flags & PARTIAL) && (count->key = next_word(s, &i));)
        jout_text(out, count->key);
    jout_close_array(out);
}

static void write_one_of(const struct shape *s, struct jout *out)
{
    write_each("oneOf", s->inside, out);
}

/* By type: its name in JSON Schema, and who writes what goes with it. */
static const struct {
    const char *name;
    void (*write)(const struct shape *s, struct jout *out);
} types[] = {
    [INT] = { "integer", write_range },     [BOOL] = { "boolean", write_nothing }, [TEXT] = { "string", write_pattern },
    [WORD] = { "string", write_words },     [LIST] = { "array", write_list },      [TUPLE] = { "array", write_tuple },
    [OBJECT] = { "object", write_members }, [COUNTS] = { "object", write_counts }, [ONE_OF] = { NULL, write_one_of },
};

static void write_type(const struct shape *s, struct jout *out)
{
    const char *name = types[s->type].name;

    if (name && !(s->flags & NULLABLE)) {
        jout_field_text(out, "type", name);
    } else if (name) {
        jout_field_array(out, "type");
        jout_text(out, name);
        jout_text(out, "null");
        jout_close_array(out);
    }
}

static void write_shape(const struct shape *s, struct jout *out)
{
    jout_open_object(out);
    if (s->key)
        jout_field_text(out, "title", s->key);
    jout_field_text(out, "description", s->meaning);
    write_type(s, out);
    types[s->type].write(s, out);
    jout_close_object(out);
}

void schemas_write(const struct shapes *all, struct jout *out)
{
    struct shape form = { .meaning = "a move to compose", .type = ONE_OF, .inside = all->forms };
    struct shape schemas[] = {
        { "view", "the table as a seat sees it", .type = OBJECT, .inside = all->view },
        { "board", "what never changes", .type = OBJECT, .inside = all->board },
        { "forms", "moves to compose", .type = LIST, .max = all->forms != NULL, .inside = all->forms ? &form : NULL,
          .flags = all->forms ? 0 : EMPTY },
        { 0 },
    };

    write_named(schemas, out);
}
