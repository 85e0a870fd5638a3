/* Builds the tree from yajl's callbacks. Values, keys and strings live in a few
 * chunks of memory. Checks before and after the parse reject what yajl accepts
 * although it is not JSON. */
#include "base/jin_tree.h"
#include "base/limits.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <yajl/yajl_parse.h>

enum {
    DOC_FIRST = 1000,     /* a document up to this size needs no second chunk; malloc and free are fastest up to here */
    SCRATCH_FIRST = 1024, /* the same for scratch memory, on the stack */
    ALIGN = 8,            /* of everything in an arena */
    FEW_MEMBERS = 16,     /* up to here duplicate keys are found by comparing all pairs */
};

/* ---- memory ------------------------------------------------------------ */

struct chunk {
    struct chunk *before;
    char          bytes[];
};

/* An arena: freed all at once. It starts with memory provided by the owner. */
struct arena {
    char         *at; /* first free byte */
    char         *end;
    size_t        size;   /* of the newest chunk */
    struct chunk *newest; /* chunks added after the first bytes ran out */
};

static void arena_init(struct arena *a, char *bytes, size_t size)
{
    *a = (struct arena){ .at = bytes, .end = bytes + size, .size = size };
}

static void arena_release(struct arena *a)
{
    for (struct chunk *chunk = a->newest, *before; chunk; chunk = before) {
        before = chunk->before;
        free(chunk);
    }
}

/* Each chunk is at least twice as large as the previous one, so there are few. */
static void arena_grow(struct arena *a, size_t need)
{
    a->size *= 2;
    if (a->size < sizeof(struct chunk) + need)
        a->size = sizeof(struct chunk) + need;
    struct chunk *chunk = mem_grow(NULL, a->size, 1);
    chunk->before = a->newest;
    a->newest = chunk;
    a->at = chunk->bytes;
    a->end = (char *)chunk + a->size;
}

static inline void *arena_take(struct arena *a, size_t size)
{
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (size > (size_t)(a->end - a->at))
        arena_grow(a, size);
    void *taken = a->at;
    a->at += size;
    return taken;
}

/* A copy with a NUL appended. */
static inline struct str arena_keep(struct arena *a, const void *bytes, size_t len)
{
    char *copy = arena_take(a, len + 1);

    memcpy(copy, bytes, len);
    copy[len] = '\0';
    return (struct str){ copy, len };
}

struct doc {
    struct jin   root; /* must come first: jin_free() gets a pointer to this */
    struct arena memory;
    char         bytes[];
};

static struct doc *doc_new(void)
{
    struct doc *doc = mem_grow(NULL, DOC_FIRST, 1);

    doc->root.kind = JIN_ABSENT; /* not parsed yet */
    arena_init(&doc->memory, doc->bytes, DOC_FIRST - sizeof *doc);
    return doc;
}

void jin_free(struct jin *root)
{
    struct doc *doc = (struct doc *)root;

    if (!doc)
        return;
    arena_release(&doc->memory);
    free(doc);
}

/* yajl allocates from the scratch arena. Blocks store their size because some
 * are reallocated. */
struct block {
    size_t size;
    char   bytes[];
};

static void *yajl_take(void *scratch, size_t size)
{
    struct block *block = arena_take(scratch, sizeof *block + size);

    block->size = size;
    return block->bytes;
}

static void *yajl_retake(void *scratch, void *at, size_t size)
{
    size_t had = at ? ((struct block *)at)[-1].size : 0;

    if (at && size <= had)
        return at;
    void *moved = yajl_take(scratch, size > 2 * had ? size : 2 * had); /* growing in small steps would waste the arena */
    if (at)
        memcpy(moved, at, had);
    return moved;
}

static void yajl_give(void *scratch, void *at)
{
    (void)scratch, (void)at; /* the arena is freed as a whole */
}

/* ---- members with the same key ----------------------------------------- */

/* Both variants leave one member per key: the last one, in the position of the
 * first. False, with the object in an unspecified state, if there are
 * duplicates and they are not allowed. */

static bool unite_few(struct jin *object, bool last_wins)
{
    struct jin **items = object->items;
    size_t       kept = 0;

    for (size_t i = 0, same = 0; i < object->count; i++, same = 0) {
        struct str key = items[i]->key;

        while (same < kept && !str_eq(items[same]->key, key))
            same++;
        if (same < kept && !last_wins)
            return false;
        items[same] = items[i];
        kept += same == kept;
    }
    object->count = kept;
    return true;
}

struct place {
    struct str key;
    size_t     at;
};

static int by_key_and_place(const void *a, const void *b)
{
    const struct place *left = a, *right = b;
    int                 order = str_cmp(left->key, right->key);

    return order ? order : (left->at > right->at) - (left->at < right->at);
}

/* By sorting: an object with many members may be an attack. */
static bool unite_many(struct jin *object, bool last_wins)
{
    struct jin  **items = object->items;
    struct place *places = mem_list(object->count, sizeof places[0]);
    size_t        n = object->count, kept = 0, first = 0;

    for (size_t i = 0; i < n; i++)
        places[i] = (struct place){ items[i]->key, i };
    qsort(places, n, sizeof places[0], by_key_and_place);
    for (size_t i = 1; i < n; i++) {
        if (!str_eq(places[first].key, places[i].key)) {
            first = i;
            continue;
        }
        items[places[first].at] = items[places[i].at];
        items[places[i].at] = NULL;
        object->count--;
    }
    free(places);
    for (size_t i = 0; i < n; i++)
        if (items[i])
            items[kept++] = items[i];
    return kept == n || last_wins;
}

/* ---- from yajl's calls to a tree --------------------------------------- */

enum { STOP, GO_ON }; /* return values of yajl callbacks */

/* An array or object that is still open. */
struct list {
    struct jin  *of;
    struct jin  *first;
    struct jin **tail; /* where the next item is linked */
    size_t       count;
    struct list *outer;
};

struct reader {
    struct doc   *doc;
    struct arena *scratch; /* needed only during the parse */
    struct list  *open;    /* the innermost */
    struct str    key;     /* of the member that comes next */
    unsigned      room;    /* levels of nesting left */
    size_t        values;  /* so far */
    unsigned      flags;
};

static inline struct jin *add(struct reader *r, enum jin_kind kind)
{
    struct list *in = r->open;
    struct jin  *v = in ? arena_take(&r->doc->memory, sizeof *v) : &r->doc->root;

    v->kind = kind;
    v->key = r->key;
    v->next = NULL;
    r->values++;
    if (in) {
        *in->tail = v;
        in->tail = &v->next;
        in->count++;
    }
    return v;
}

static inline int room_for_more(const struct reader *r)
{
    return r->values <= LIMIT_JSON_VALUES ? GO_ON : STOP;
}

static int on_null(void *reader)
{
    add(reader, JIN_NULL);
    return room_for_more(reader);
}

static int on_bool(void *reader, int truth)
{
    add(reader, JIN_BOOL)->truth = truth;
    return room_for_more(reader);
}

static int on_number(void *reader, const char *at, size_t len)
{
    struct reader *r = reader;
    bool           big_too = r->flags & JIN_BIG_IS_REAL;
    int64_t        whole;

    if (str_int((struct str){ at, len }, &whole)) {
        add(r, JIN_INT)->whole = whole;
        return room_for_more(r);
    }
    const char *text = arena_keep(r->scratch, at, len).at; /* strtod needs a terminator */
    double      real = strtod(text, NULL);
    if (!big_too && (isinf(real) || !strpbrk(text, ".eE")))
        return STOP;
    add(r, JIN_REAL)->real = isinf(real) ? copysign(1e308, real) : real;
    return room_for_more(r);
}

static int on_string(void *reader, const unsigned char *at, size_t len)
{
    struct reader *r = reader;

    add(r, JIN_STRING)->text = arena_keep(&r->doc->memory, at, len);
    return room_for_more(r);
}

static int on_key(void *reader, const unsigned char *at, size_t len)
{
    struct reader *r = reader;

    if ((r->flags & JIN_NUL_TOO) && memchr(at, '\0', len)) /* keys are checked elsewhere */
        return STOP;
    r->key = arena_keep(&r->doc->memory, at, len);
    return GO_ON;
}

static int open_list(struct reader *r, enum jin_kind kind)
{
    if (r->room == 0)
        return STOP;
    r->room--;
    struct jin  *of = add(r, kind);
    struct list *list = arena_take(r->scratch, sizeof *list);
    *list = (struct list){ .of = of, .tail = &list->first, .outer = r->open };
    r->open = list;
    return room_for_more(r);
}

static int on_array(void *reader)
{
    return open_list(reader, JIN_ARRAY);
}

static int on_object(void *reader)
{
    return open_list(reader, JIN_OBJECT);
}

/* The number of items is known now, so they go into an array. */
static struct jin *close_list(struct reader *r)
{
    struct list *list = r->open;
    struct jin  *of = list->of;
    size_t       n = 0;

    of->items = arena_take(&r->doc->memory, list->count * sizeof of->items[0]);
    of->count = list->count;
    for (struct jin *v = list->first; v; v = v->next)
        of->items[n++] = v;
    r->open = list->outer;
    r->room++;
    return of;
}

static int on_array_end(void *reader)
{
    close_list(reader);
    return GO_ON;
}

static int on_object_end(void *reader)
{
    struct reader *r = reader;
    struct jin    *object = close_list(r);
    bool           last_wins = r->flags & JIN_LAST_WINS;

    return (object->count > FEW_MEMBERS ? unite_many : unite_few)(object, last_wins) ? GO_ON : STOP;
}

/* ---- the text ---------------------------------------------------------- */

/* The UTF-16 unit of \uXXXX at `at`, or -1 if there is none. */
static int escaped_unit(const char *at, const char *end)
{
    int unit = 0;

    if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return -1;
    for (int i = 2; i < 6; i++) {
        char c = at[i] | 0x20; /* lower-cases letters, keeps digits */

        if (c >= '0' && c <= '9')
            unit = unit * 16 + c - '0';
        else if (c >= 'a' && c <= 'f')
            unit = unit * 16 + c - 'a' + 10;
        else
            return -1;
    }
    return unit;
}

/* Checks that surrogates are paired and that \u0000 only occurs where it is
 * allowed. A backslash outside a string is a syntax error anyway. */
static bool escapes_are_good(struct str text, unsigned flags)
{
    const char *end = text.at + text.len, *at = text.at;

    while (at < end && (at = memchr(at, '\\', (size_t)(end - at)))) {
        int  unit = escaped_unit(at, end);
        bool high = unit >= 0xD800 && unit <= 0xDBFF;

        if ((unit >= 0xDC00 && unit <= 0xDFFF) || (unit == 0 && !(flags & JIN_NUL_TOO)))
            return false;
        if (high) {
            unit = escaped_unit(at + 6, end);
            if (unit < 0xDC00 || unit > 0xDFFF)
                return false;
        }
        at += high ? 12 : 2;
    }
    return true;
}

/* Rejects what yajl would accept: overlong UTF-8, \v and \f as white space, and
 * lone surrogates, which it replaces by '?'. */
static bool is_fit_for_yajl(struct str text, unsigned flags)
{
    return str_utf8(text) && !memchr(text.at, '\v', text.len) && !memchr(text.at, '\f', text.len) && escapes_are_good(text, flags);
}

/* Only white space after the document? yajl would accept an unterminated
 * string. */
static bool ends_at(struct str text, size_t at)
{
    while (at < text.len && memchr(" \t\r\n", text.at[at], 4))
        at++;
    return at == text.len;
}

/* Is the root a complete array or object? */
static bool is_closed(const struct reader *r)
{
    return !r->open && (r->doc->root.kind == JIN_ARRAY || r->doc->root.kind == JIN_OBJECT);
}

static bool read_text(struct reader *r, struct str text)
{
    static const yajl_callbacks calls = {
        .yajl_null = on_null,
        .yajl_boolean = on_bool,
        .yajl_number = on_number,
        .yajl_string = on_string,
        .yajl_map_key = on_key,
        .yajl_start_map = on_object,
        .yajl_end_map = on_object_end,
        .yajl_start_array = on_array,
        .yajl_end_array = on_array_end,
    };
    char             bytes[SCRATCH_FIRST] __attribute__((aligned(ALIGN)));
    struct arena     scratch;
    yajl_alloc_funcs memory = { yajl_take, yajl_retake, yajl_give, &scratch };

    arena_init(&scratch, bytes, sizeof bytes);
    r->scratch = &scratch;
    yajl_handle yajl = yajl_alloc(&calls, &memory, r);
    yajl_config(yajl, yajl_allow_trailing_garbage, 1); /* reports where the document ended */
    bool good = yajl_parse(yajl, (const unsigned char *)text.at, text.len) == yajl_status_ok &&
                ends_at(text, yajl_get_bytes_consumed(yajl)) && is_closed(r);
    arena_release(&scratch); /* this also frees yajl */
    return good;
}

enum err jin_parse(struct str text, unsigned max_depth, unsigned flags, struct jin **out)
{
    if (!text.len || !is_fit_for_yajl(text, flags))
        return ERR_MALFORMED;

    struct reader r = { .doc = doc_new(), .room = max_depth, .flags = flags };
    struct jin   *root = &r.doc->root;
    if (!read_text(&r, text)) {
        jin_free(root);
        return ERR_MALFORMED;
    }
    *out = root;
    return ERR_OK;
}
