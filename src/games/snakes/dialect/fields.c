#include "games/snakes/dialect/fields.h"

#include <stdarg.h>
#include <stdio.h>

enum kind { KIND_INT, KIND_TEXT, KIND_WORD, KIND_IDS, KIND_TEMPLATES, KIND_SORT, KIND_MAPS };

enum {
    QUOTED = 100,    /* max bytes of a wrong value that a text quotes */
    QUOTED_KEY = 40, /* and of a name */
};

/* One row per field: numbers have a range, texts a length in characters. */
static const struct {
    const char *name;
    enum kind   kind;
    int64_t     least, most;
    const char *first;  /* KIND_TEXT: letters allowed at the start, or NULL: any */
    const char *others; /* and after it; KIND_WORD: the words, with blanks */
    int64_t     normal;
} fields[FIELDS] = {
#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define DIGITS "0123456789"
    [FIELD_COUNT] = { "Count", KIND_INT, 1, 50, NULL, NULL, 30 },
    [FIELD_FIGHT_ID] = { "FightId", KIND_TEXT, 1, INT64_MAX, NULL, NULL, 0 },
    [FIELD_PLAYER_ID] = { "PlayerId", KIND_TEXT, 1, INT64_MAX, NULL, NULL, 0 },
    [FIELD_SNAKE_ID] = { "SnakeId", KIND_TEXT, 1, INT64_MAX, NULL, NULL, 0 },
    [FIELD_FIGHT_LIST_TYPE] = { "FightListType", KIND_WORD, 0, 0, NULL, "ordered challenged", 0 },
    [FIELD_FIRST_INDEX] = { "FirstIndex", KIND_INT, 0, INT64_MAX, NULL, NULL, 0 },
    [FIELD_HASH] = { "Hash", KIND_TEXT, 40, 40, DIGITS "abcdef", DIGITS "abcdef", 0 },
    [FIELD_LOGIN] = { "Login", KIND_TEXT, 3, 16, LOWER "_", LOWER DIGITS "_", 0 },
    [FIELD_MAPS] = { "Maps", KIND_MAPS, 1, PROGRAM_MAPS, NULL, NULL, 0 },
    [FIELD_OTHER_SNAKE_IDS] = { "OtherSnakeIds", KIND_IDS, 3, 0, NULL, NULL, 0 },
    [FIELD_PLAYER_IDS] = { "PlayerIds", KIND_IDS, 3, 1, NULL, NULL, 0 }, /* `most` 1: none may be null */
    [FIELD_PROGRAM_DESCRIPTION] = { "ProgramDescription", KIND_TEXT, 0, 1024, NULL, NULL, 0 },
    [FIELD_SKIN_ID] = { "SkinId", KIND_INT, 1, INT64_MAX, NULL, NULL, 0 },
    [FIELD_SLOT_INDEX] = { "SlotIndex", KIND_INT, 0, 9, NULL, NULL, 0 },
    [FIELD_SLOT_NAME] = { "SlotName", KIND_TEXT, 0, 255, NULL, NULL, 0 },
    [FIELD_SNAKE_IDS] = { "SnakeIds", KIND_IDS, 4, 0, NULL, NULL, 0 },
    [FIELD_SNAKE_NAME] = { "SnakeName", KIND_TEXT, 1, 40, NULL, NULL, 0 },
    [FIELD_SNAKE_TYPE] = { "SnakeType", KIND_WORD, 0, 0, NULL, "B N", 0 },
    [FIELD_SNAKE_TYPES] = { "SnakeTypes", KIND_TEXT, 1, 2, "BN", "BN", 0 },
    [FIELD_SORT_BY] = { "SortBy", KIND_SORT, 1, 0, NULL, NULL, 0 },
    [FIELD_TEMPLATES] = { "Templates", KIND_TEMPLATES, TEMPLATES, 0, NULL, NULL, 0 },
    [FIELD_TIMESTAMP] = { "Timestamp", KIND_INT, INT64_MIN, INT64_MAX, NULL, NULL, 0 },
    [FIELD_TURN_LIMIT] = { "TurnLimit", KIND_INT, 1, 1000, NULL, NULL, 1000 },
    [FIELD_SID] = { "Sid", KIND_TEXT, 0, INT64_MAX, NULL, NULL, 0 },
};

/* ---- faults ------------------------------------------------------------- */

bool fault_set(struct fault *f, int code, const char *format, ...)
{
    va_list args;

    if (f->code != NACK_NONE)
        return false;
    f->code = code;
    va_start(args, format);
    vsnprintf(f->text, sizeof f->text, format, args);
    va_end(args);
    return false;
}

/* At most `most` bytes, without cutting a character in two. */
static struct str cut_short(struct str s, size_t most)
{
    if (s.len <= most)
        return s.at ? s : STR("");
    s.len = most;
    while (s.len && ((unsigned char)s.at[s.len] & 0xC0) == 0x80)
        s.len--;
    return s;
}

struct str quoted(struct str s)
{
    return cut_short(s, QUOTED);
}

/* The current place in the tree, for texts: "Maps.0.Lines.2.X". */
struct path {
    char   text[160];
    size_t len;
};

static struct path path_of(const char *name)
{
    struct path p;

    p.len = (size_t)snprintf(p.text, sizeof p.text, "%s", name);
    return p;
}

static struct path path_into(const struct path *above, struct str key)
{
    struct path p = *above;
    int         more = snprintf(p.text + p.len, sizeof p.text - p.len, ".%.*s", STR_ARG(cut_short(key, QUOTED_KEY)));

    p.len += (size_t)more < sizeof p.text - p.len ? (size_t)more : sizeof p.text - p.len - 1;
    return p;
}

static bool bad(struct fault *f, const struct path *p, struct str value)
{
    return fault_set(f, NACK_FORMAT, "%s has a wrong format: %.*s", p->text, STR_ARG(quoted(value)));
}

/* ---- scalars ------------------------------------------------------------ */

static bool scalar(const struct form_node *node, const struct path *p, struct fault *f)
{
    return node->array ? fault_set(f, NACK_FORMAT, "%s must be a single value", p->text) : true;
}

/* An integer; too large ones count as the largest. */
static bool check_int(const struct form_node *node, const struct path *p, int64_t least, int64_t most, int64_t *out,
                      struct fault *f)
{
    struct str digits = node->value;

    if (!scalar(node, p, f))
        return false;
    bool minus = digits.len && digits.at[0] == '-';
    if (minus) {
        digits.at++;
        digits.len--;
    }
    for (size_t i = 0; i < digits.len; i++)
        if (digits.at[i] < '0' || digits.at[i] > '9')
            return bad(f, p, node->value);
    if (digits.len == 0)
        return bad(f, p, node->value);
    if (!str_int(node->value, out))
        *out = minus ? INT64_MIN : INT64_MAX;
    if (*out < least || *out > most)
        return bad(f, p, node->value);
    return true;
}

bool text_only(struct str s, const char *letters)
{
    for (size_t i = 0; i < s.len; i++)
        if (!s.at[i] || !strchr(letters, s.at[i]))
            return false;
    return true;
}

static bool check_text(const struct form_node *node, const struct path *p, int64_t least, int64_t most, const char *first,
                       const char *others, struct fault *f)
{
    struct str s = node->value;

    if (!scalar(node, p, f))
        return false;
    if (!str_utf8(s))
        return fault_set(f, NACK_FORMAT, "%s is not UTF-8", p->text);
    if ((int64_t)str_points(s) > most)
        return fault_set(f, NACK_TOO_LONG, "%s is longer than %lld characters", p->text, (long long)most);
    if ((int64_t)str_points(s) < least)
        return bad(f, p, s);
    if (most < INT64_MAX && s.len && memchr(s.at, 0, s.len))
        return bad(f, p, s); /* stored text has no U+0000 */
    if (first && (!text_only((struct str){ s.at, 1 }, first) || !text_only(s, others)))
        return bad(f, p, s);
    return true;
}

static bool check_word(const struct form_node *node, const struct path *p, const char *words, struct fault *f)
{
    struct str all = str_of(words);

    if (!scalar(node, p, f))
        return false;
    while (all.at)
        if (str_eq(str_cut(&all, ' '), node->value))
            return true;
    return bad(f, p, node->value);
}

/* ---- arrays ------------------------------------------------------------- */

/* An array of least..most elements. */
static bool check_array(const struct form *form, const struct form_node *node, const struct path *p, int64_t least, int64_t most,
                        struct fault *f)
{
    int n;

    if (!node->array)
        return fault_set(f, NACK_FORMAT, "%s must be an array: %.*s", p->text, STR_ARG(quoted(node->value)));
    n = form_count(form, node);
    if (n < least || n > most)
        return fault_set(f, NACK_FORMAT, "%s has a wrong number of elements: %d", p->text, n);
    return true;
}

/* The i-th of n elements, with its path. If it is missing, some key is not an
 * index below n, and the array has a gap. */
static const struct form_node *element(const struct form *form, const struct form_node *array, const struct path *p, int i, int n,
                                       struct path *at, struct fault *f)
{
    const struct form_node *one = form_at(form, array, i);
    int64_t                 index;

    for (const struct form_node *child = one ? NULL : form_first(form, array); child; child = form_next(form, child))
        if (!form_index(child->key, &index) || index >= n) {
            *at = path_into(p, child->key);
            fault_set(f, NACK_UNKNOWN_FIELD, "unknown field %s", at->text);
            return NULL;
        }
    if (one)
        *at = path_into(p, one->key);
    return one;
}

/* An array of least..most elements, each of which passes `check`. */
static bool check_each(const struct form *form, const struct form_node *node, const struct path *p, int64_t least, int64_t most,
                       bool (*check)(const struct form *form, const struct form_node *one, const struct path *at, struct fault *f),
                       struct fault *f)
{
    if (!check_array(form, node, p, least, most, f))
        return false;
    for (int i = 0, n = form_count(form, node); i < n; i++) {
        struct path             at;
        const struct form_node *one = element(form, node, p, i, n, &at, f);

        if (!one || !check(form, one, &at, f))
            return false;
    }
    return true;
}

static bool check_ids(const struct form *form, const struct form_node *node, const struct path *p, int n, bool all,
                      struct args *out, struct fault *f)
{
    if (!check_array(form, node, p, n, n, f))
        return false;
    for (int i = 0; i < n; i++) {
        struct path             at;
        const struct form_node *one = element(form, node, p, i, n, &at, f);

        if (!one || !check_text(one, &at, all, INT64_MAX, NULL, NULL, f))
            return false;
        out->ids[i] = one->value;
    }
    return true;
}

static bool check_templates(const struct form *form, const struct form_node *node, const struct path *p, struct args *out,
                            struct fault *f)
{
    if (!check_array(form, node, p, TEMPLATES, TEMPLATES, f))
        return false;
    for (int i = 0; i < TEMPLATES; i++) {
        struct path             at;
        const struct form_node *one = element(form, node, p, i, TEMPLATES, &at, f);

        if (!one || !check_text(one, &at, 1, THINGS - 1, THING_LETTERS, THING_LETTERS, f))
            return false;
        out->template[i] = (uint8_t)template_read(one->value);
    }
    return true;
}

static bool check_sort(const struct form *form, const struct form_node *node, const struct path *p, struct args *out,
                       struct fault *f)
{
    if (!check_array(form, node, p, 1, INT64_MAX, f))
        return false;
    for (int i = 0, n = form_count(form, node); i < n; i++) {
        struct path             at;
        const struct form_node *one = element(form, node, p, i, n, &at, f);

        if (!one || !scalar(one, &at, f))
            return false;
        struct str key = one->value;
        if (key.len < 2 || (key.at[0] != '<' && key.at[0] != '>'))
            return bad(f, &at, key);
        for (size_t k = 1; k < key.len; k++)
            if (!((key.at[k] >= 'a' && key.at[k] <= 'z') || (key.at[k] >= 'A' && key.at[k] <= 'Z')))
                return bad(f, &at, key);
    }
    out->sort_by = node;
    return true;
}

/* ---- maps --------------------------------------------------------------- */

/* An object may have only the named keys. */
static bool known_keys(const struct form *form, const struct form_node *node, const struct path *p, const char *keys,
                       struct fault *f)
{
    if (!node->array)
        return fault_set(f, NACK_FORMAT, "%s must be an object: %.*s", p->text, STR_ARG(quoted(node->value)));
    for (const struct form_node *child = form_first(form, node); child; child = form_next(form, child)) {
        struct str  all = str_of(keys);
        struct path at = path_into(p, child->key);
        bool        known = false;

        while (all.at)
            known |= str_eq(str_cut(&all, ' '), child->key);
        if (!known)
            return fault_set(f, NACK_UNKNOWN_FIELD, "unknown field %s", at.text);
    }
    return true;
}

static const struct form_node *member(const struct form *form, const struct form_node *node, const struct path *p, const char *key,
                                      struct path *at, struct fault *f)
{
    const struct form_node *child = form_get(form, node, str_of(key));

    *at = path_into(p, str_of(key));
    if (!child)
        fault_set(f, NACK_MISSING, "%s is missing", at->text);
    return child;
}

static bool check_member_int(const struct form *form, const struct form_node *node, const struct path *p, const char *key,
                             struct fault *f)
{
    struct path             at;
    const struct form_node *child = member(form, node, p, key, &at, f);
    int64_t                 value;

    return child && check_int(child, &at, 0, MAP_SIDE - 1, &value, f);
}

static bool check_line(const struct form *form, const struct form_node *node, const struct path *p, struct fault *f)
{
    struct path at;

    if (!known_keys(form, node, p, "X Y Line", f) || !check_member_int(form, node, p, "X", f) ||
        !check_member_int(form, node, p, "Y", f))
        return false;
    const struct form_node *line = member(form, node, p, "Line", &at, f);
    if (!line || !check_text(line, &at, 2, 2 * MAP_CELLS, NULL, NULL, f))
        return false;
    struct str s = line->value;
    if (s.len % 2)
        return bad(f, &at, s);
    for (size_t i = 0; i < s.len; i += 2) {
        bool blank = s.at[i] == '-' && s.at[i + 1] == '-';

        if (!blank && (!s.at[i] || !strchr("ABCDSTVWXYZabcdstvwxyz", s.at[i]) || s.at[i + 1] < '0' || s.at[i + 1] > '7'))
            return bad(f, &at, s);
    }
    return true;
}

/* Forms cannot express an empty array, so an absent or empty text means no
 * lines. */
static bool no_lines(const struct form_node *lines)
{
    return !lines || (!lines->array && lines->value.len == 0);
}

static bool check_map(const struct form *form, const struct form_node *node, const struct path *p, struct fault *f)
{
    struct path at;

    if (!known_keys(form, node, p, "Description HeadX HeadY Lines", f))
        return false;
    const struct form_node *description = member(form, node, p, "Description", &at, f);
    if (!description || !check_text(description, &at, 0, 1024, NULL, NULL, f))
        return false;
    if (!check_member_int(form, node, p, "HeadX", f) || !check_member_int(form, node, p, "HeadY", f))
        return false;
    const struct form_node *lines = form_get(form, node, STR("Lines"));
    if (no_lines(lines))
        return true;
    at = path_into(p, STR("Lines"));
    return check_each(form, lines, &at, 0, INT64_MAX, check_line, f);
}

static bool check_maps(const struct form *form, const struct form_node *node, const struct path *p, struct args *out,
                       struct fault *f)
{
    out->maps = node;
    return check_each(form, node, p, 1, PROGRAM_MAPS, check_map, f);
}

/* ---- all fields --------------------------------------------------------- */

static bool check_field(const struct form *form, enum form_field field, const struct form_node *node, struct args *out,
                        struct fault *f)
{
    struct path p = path_of(fields[field].name);
    int64_t     least = fields[field].least, most = fields[field].most;

    if (!node->array)
        out->text[field] = node->value;
    switch (fields[field].kind) {
    case KIND_INT:
        return check_int(node, &p, least, most, &out->number[field], f);
    case KIND_TEXT:
        return check_text(node, &p, least, most, fields[field].first, fields[field].others, f);
    case KIND_WORD:
        return check_word(node, &p, fields[field].others, f);
    case KIND_IDS:
        return check_ids(form, node, &p, (int)least, most == 1, out, f);
    case KIND_TEMPLATES:
        return check_templates(form, node, &p, out, f);
    case KIND_SORT:
        return check_sort(form, node, &p, out, f);
    case KIND_MAPS:
        return check_maps(form, node, &p, out, f);
    }
    return true;
}

bool fields_check(const struct form *form, const uint8_t *list, struct args *out, struct fault *fault)
{
    *out = (struct args){ 0 };
    for (; *list != FIELD_END; list++) {
        enum form_field         field = *list & ~FIELD_OPTIONAL;
        const struct form_node *node = form_get(form, NULL, str_of(fields[field].name));

        out->number[field] = fields[field].normal;
        if (!node && (*list & FIELD_OPTIONAL))
            continue;
        if (!node)
            return fault_set(fault, NACK_MISSING, "%s is missing", fields[field].name);
        if (!check_field(form, field, node, out, fault))
            return false;
        out->given |= 1u << field;
    }
    return true;
}

/* ---- programs ----------------------------------------------------------- */

static int64_t int_member(const struct form *form, const struct form_node *node, const char *key)
{
    int64_t value = 0;

    str_int(form_get(form, node, str_of(key))->value, &value);
    return value;
}

static bool apply_line(const struct form *form, const struct form_node *line, struct snake_map *map, int map_number,
                       int line_number, struct fault *f)
{
    struct str s = form_get(form, line, STR("Line"))->value;
    int        cell = (int)(int_member(form, line, "Y") * MAP_SIDE + int_member(form, line, "X"));

    for (size_t i = 0; i < s.len; i += 2, cell++) {
        if (cell >= MAP_CELLS || map->cell[cell].pattern)
            return fault_set(f, NACK_MAP_LINE, "map %d, line %d (Maps.%d.Lines.%d) does not fit: %.*s", map_number + 1,
                             line_number + 1, map_number, line_number, STR_ARG(s));
        if (s.at[i] == '-')
            continue;
        map->cell[cell].pattern = s.at[i];
        map->cell[cell].group = (uint8_t)(s.at[i + 1] - '0');
    }
    return true;
}

bool maps_build(const struct form *form, const struct form_node *maps, struct snake_program *out, struct buf *notes,
                struct fault *fault)
{
    struct jout j = jout_to(notes);

    out->present = 1;
    out->n_maps = (uint8_t)form_count(form, maps);
    memset(out->map, 0, sizeof out->map);
    jout_open_array(&j);
    for (int m = 0; m < out->n_maps; m++) {
        const struct form_node *node = form_at(form, maps, m);
        const struct form_node *lines = form_get(form, node, STR("Lines"));

        out->map[m].head_x = (uint8_t)int_member(form, node, "HeadX");
        out->map[m].head_y = (uint8_t)int_member(form, node, "HeadY");
        jout_str(&j, form_get(form, node, STR("Description"))->value);
        for (int i = 0, n = no_lines(lines) ? 0 : form_count(form, lines); i < n; i++)
            if (!apply_line(form, form_at(form, lines, i), &out->map[m], m, i, fault))
                return false;
    }
    jout_close_array(&j);
    return true;
}

bool maps_check_heads(const struct snake_program *p, struct fault *fault)
{
    for (int m = 0; m < p->n_maps; m++)
        if (p->map[m].cell[p->map[m].head_y * MAP_SIDE + p->map[m].head_x].pattern)
            return fault_set(fault, NACK_INVALID, "map %d (Maps.%d) has a pattern on the head's cell", m + 1, m);
    return true;
}
