/* A program in JSON is turned into the form fields that stand for it, and
 * checked like a request. */
#include "games/snakes/dialect_json.h"

#include "base/jin.h"
#include "games/snakes/dialect_fields.h"

#include <stdio.h>

enum { JSON_DEPTH = 8 };

static void put_encoded(struct buf *out, struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        buf_printf(out, "%%%02X", (unsigned char)s.at[i]);
}

/* Writes a value below `name` as fields, each "&name[key][key]=value". */
static void put_value(struct buf *out, struct str name, const struct jin *value)
{
    struct buf        below = { 0 };
    struct jin_member m = { 0 };
    struct str        text;
    bool              array = jin_kind(value) == JIN_ARRAY, object = jin_kind(value) == JIN_OBJECT;

    for (size_t i = 0; array ? i < jin_count(value) : object && jin_next(value, &m); i++) {
        buf_clear(&below);
        buf_str(&below, name);
        buf_char(&below, '[');
        if (array)
            buf_uint(&below, i);
        else
            put_encoded(&below, m.key);
        buf_char(&below, ']');
        put_value(out, buf_view(&below), array ? jin_at(value, i) : m.value);
    }
    buf_release(&below);
    if (array || object)
        return;
    buf_char(out, '&');
    buf_str(out, name);
    buf_char(out, '=');
    if (jin_string(value, &text))
        put_encoded(out, text);
    else if (jin_kind(value) != JIN_NULL)
        jin_dump(value, out);
}

/* A map in a file needs no description. */
static void put_descriptions(struct buf *out, const struct jin *maps)
{
    for (size_t i = 0; i < jin_count(maps); i++)
        buf_printf(out, "&Maps[%zu][Description]=", i);
}

static bool build(const struct form *form, struct snake_program *out, struct fault *fault)
{
    static const uint8_t fields[] = { FIELD_TEMPLATES, FIELD_MAPS, FIELD_END };
    struct args          args;
    struct buf           notes = { 0 };

    memset(out, 0, sizeof *out);
    bool good = fields_check(form, fields, &args, fault);
    if (good) {
        memcpy(out->template, args.template, sizeof out->template);
        good = maps_build(form, args.maps, out, &notes, fault) && maps_check_heads(out, fault);
    }
    buf_release(&notes);
    return good;
}

bool program_from_json(struct str text, struct snake_program *out, char problem[256])
{
    static const char *const members[] = { "Templates", "Maps" };
    struct fault             fault = { .code = NACK_NONE };
    struct jin              *root = NULL;
    struct buf               body = { 0 };
    struct form              form;

    if (jin_parse(text, JSON_DEPTH, 0, &root) != ERR_OK || jin_kind(root) != JIN_OBJECT) {
        jin_free(root);
        snprintf(problem, 256, "it is no JSON object");
        return false;
    }
    put_descriptions(&body, jin_get(root, "Maps"));
    for (size_t i = 0; i < ARRAY_LEN(members); i++)
        if (jin_get(root, members[i]))
            put_value(&body, str_of(members[i]), jin_get(root, members[i]));
    form_parse(&form, buf_view(&body));
    bool good = build(&form, out, &fault);
    if (!good)
        snprintf(problem, 256, "%.250s", fault.text);
    form_release(&form);
    buf_release(&body);
    jin_free(root);
    return good;
}
