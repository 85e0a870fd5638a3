/* A JSON program is turned into the equivalent form fields and checked like a
 * request. */
#include "games/snakes/dialect/json.h"

#include "games/snakes/dialect/fields.h"

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

static bool build(const struct form *form, struct snake_program *out, struct buf *description, struct buf *notes,
                  struct fault *fault)
{
    static const uint8_t fields[] = { FIELD_OPTIONAL | FIELD_PROGRAM_DESCRIPTION, FIELD_TEMPLATES, FIELD_MAPS, FIELD_END };
    struct args          args;

    memset(out, 0, sizeof *out);
    if (!fields_check(form, fields, &args, fault))
        return false;
    memcpy(out->template, args.template, sizeof out->template);
    buf_text(description, ""); /* an empty text, not none */
    buf_str(description, args.text[FIELD_PROGRAM_DESCRIPTION]);
    return maps_build(form, args.maps, out, notes, fault) && maps_check_heads(out, fault);
}

bool program_from_jin(const struct jin *value, struct snake_program *out, struct buf *description, struct buf *notes,
                      char problem[256])
{
    static const char *const members[] = { "ProgramDescription", "Templates", "Maps" };
    struct fault             fault = { .code = NACK_NONE };
    struct buf               body = { 0 };
    struct form              form;

    if (jin_kind(value) != JIN_OBJECT) {
        snprintf(problem, 256, "not a JSON object");
        return false;
    }
    put_descriptions(&body, jin_get(value, "Maps"));
    for (size_t i = 0; i < ARRAY_LEN(members); i++)
        if (jin_get(value, members[i]))
            put_value(&body, str_of(members[i]), jin_get(value, members[i]));
    form_parse(&form, buf_view(&body));
    bool good = build(&form, out, description, notes, &fault);
    if (!good)
        snprintf(problem, 256, "%.250s", fault.text);
    form_release(&form);
    buf_release(&body);
    return good;
}

bool program_from_json(struct str text, struct snake_program *out, char problem[256])
{
    struct jin *root = NULL;
    struct buf  description = { 0 }, notes = { 0 };

    jin_parse(text, JSON_DEPTH, 0, &root); /* invalid JSON is not an object either */
    bool good = program_from_jin(root, out, &description, &notes, problem);
    buf_release(&description);
    buf_release(&notes);
    jin_free(root);
    return good;
}
