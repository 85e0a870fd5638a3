#include "games/snakes/dialect/form.h"

#include "base/err.h"
#include "base/mem.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Decodes `s` to `*to`, which advances; the result points there. */
static struct str decode(struct str s, char **to)
{
    struct str out = { *to, 0 };
    char      *p = *to;

    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] == '%' && i + 2 < s.len && hex_digit(s.at[i + 1]) >= 0 && hex_digit(s.at[i + 2]) >= 0) {
            *p++ = (char)(hex_digit(s.at[i + 1]) << 4 | hex_digit(s.at[i + 2]));
            i += 2;
        } else {
            *p++ = s.at[i] == '+' ? ' ' : s.at[i];
        }
    }
    out.len = (size_t)(p - *to);
    *to = p;
    return out;
}

bool form_index(struct str key, int64_t *out)
{
    bool plain = key.len && (key.len == 1 || key.at[0] != '0') && key.at[0] != '-';

    return plain && str_int(key, out);
}

/* ---- the tree ----------------------------------------------------------- */

static uint64_t hash_of(const struct form *f, int parent, struct str key)
{
    uint64_t hash;

    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)(key.len ? key.at : ""), key.len, f->key);
    hash ^= (uint64_t)parent * UINT64_C(0x9E3779B97F4A7C15);
    return hash ? hash : 1;
}

static int find(const struct form *f, int parent, struct str key)
{
    uintptr_t at = (uintptr_t)map_get(&f->index, hash_of(f, parent, key));

    if (at && f->node[at].parent == parent && str_eq(f->node[at].key, key))
        return (int)at;
    if (!at)
        return 0;
    for (int i = f->node[parent].first; i; i = f->node[i].next) /* two names with the same hash */
        if (str_eq(f->node[i].key, key))
            return i;
    return 0;
}

static int add(struct form *f, int parent, struct str key)
{
    if (f->n == f->cap) {
        f->cap = f->cap ? 2 * f->cap : 64;
        f->node = mem_grow(f->node, (size_t)f->cap, sizeof f->node[0]);
    }
    int at = f->n++;
    f->node[at] = (struct form_node){ .key = key, .parent = parent };
    if (at == 0)
        return 0;
    struct form_node *above = &f->node[parent];
    int64_t           index;
    above->array = true;
    if (form_index(key, &index) && index >= above->free_index && index < FORM_FIELDS)
        above->free_index = index + 1;
    if (above->last)
        f->node[above->last].next = at;
    else
        above->first = at;
    above->last = at;
    map_put(&f->index, hash_of(f, parent, key), (void *)(uintptr_t)at);
    return at;
}

/* The next free index of an array, as text. */
static struct str next_index(struct form *f, int parent, char **to)
{
    struct str key = { *to, 0 };
    struct buf text = { 0 };

    buf_int(&text, f->node[parent].free_index);
    memcpy(*to, text.at, text.len);
    key.len = text.len;
    *to += text.len;
    buf_release(&text);
    return key;
}

static int step_into(struct form *f, int at, struct str key)
{
    int child = find(f, at, key);

    return child ? child : add(f, at, key);
}

static void put(struct form *f, struct str name, struct str value, char **to)
{
    struct str  base = name, rest = STR_NONE;
    const char *open = name.len ? memchr(name.at, '[', name.len) : NULL;

    if (open && open != name.at && memchr(open, ']', (size_t)(name.at + name.len - open))) {
        base.len = (size_t)(open - name.at);
        rest = (struct str){ open, name.len - base.len };
    }
    int at = step_into(f, 0, base);
    for (int depth = 0; rest.len && rest.at[0] == '['; depth++) {
        const char *close = memchr(rest.at, ']', rest.len);

        if (!close)
            break;
        struct str key = { rest.at + 1, (size_t)(close - rest.at - 1) };
        rest = (struct str){ close + 1, rest.len - key.len - 2 };
        if (depth == FORM_DEPTH) {
            f->node[at].array = true;
            return;
        }
        if (key.len == 0)
            key = next_index(f, at, to);
        at = step_into(f, at, key);
    }
    /* The last one wins, even over an array. */
    for (int i = f->node[at].first; i; i = f->node[i].next)
        f->node[i].parent = -1;
    f->node[at].value = value;
    f->node[at].array = false;
    f->node[at].first = f->node[at].last = 0;
    f->node[at].free_index = 0;
}

void form_parse(struct form *f, struct str body)
{
    char *to;

    *f = (struct form){ 0 };
    randombytes_buf(f->key, sizeof f->key);
    /* Decoding never makes text longer; "[]" may need up to five digits
     * each. */
    to = f->text = mem_new(body.len * 3 + 16);
    add(f, 0, STR(""));
    f->node[0].array = true;
    for (int n = 0; body.at && n < FORM_FIELDS && f->n < FORM_FIELDS; n++) {
        struct str value = str_cut(&body, '&');
        struct str name = str_cut(&value, '=');

        if (name.len == 0)
            continue;
        name = decode(name, &to);
        value = decode(value, &to);
        put(f, name, value, &to);
    }
}

void form_release(struct form *f)
{
    free(f->node);
    free(f->text);
    map_release(&f->index);
    *f = (struct form){ 0 };
}

/* ---- looking ------------------------------------------------------------ */

static int number_of(const struct form *f, const struct form_node *node)
{
    return node ? (int)(node - f->node) : 0;
}

const struct form_node *form_get(const struct form *f, const struct form_node *node, struct str key)
{
    int at = find(f, number_of(f, node), key);

    return at ? &f->node[at] : NULL;
}

const struct form_node *form_first(const struct form *f, const struct form_node *node)
{
    int at = f->node[number_of(f, node)].first;

    return at ? &f->node[at] : NULL;
}

const struct form_node *form_next(const struct form *f, const struct form_node *node)
{
    return node->next ? &f->node[node->next] : NULL;
}

int form_count(const struct form *f, const struct form_node *node)
{
    int n = 0;

    for (const struct form_node *child = form_first(f, node); child; child = form_next(f, child))
        n++;
    return n;
}

const struct form_node *form_at(const struct form *f, const struct form_node *node, int i)
{
    char key[16];
    int  len = snprintf(key, sizeof key, "%d", i);

    return form_get(f, node, (struct str){ key, (size_t)len });
}

static bool is_list(const struct form *f, const struct form_node *node)
{
    int64_t n = form_count(f, node), index;

    for (const struct form_node *child = form_first(f, node); child; child = form_next(f, child))
        if (!form_index(child->key, &index) || index >= n)
            return false;
    return true;
}

static void dump_text(struct str s, struct jout *out)
{
    jout_str(out, str_utf8(s) ? s : STR(""));
}

void form_dump(const struct form *f, const struct form_node *node, struct jout *out)
{
    if (!node->array) {
        dump_text(node->value, out);
        return;
    }
    if (is_list(f, node)) {
        jout_open_array(out);
        for (int i = 0, n = form_count(f, node); i < n; i++)
            form_dump(f, form_at(f, node, i), out);
        jout_close_array(out);
        return;
    }
    jout_open_object(out);
    for (const struct form_node *child = form_first(f, node); child; child = form_next(f, child)) {
        jout_key_str(out, str_utf8(child->key) ? child->key : STR(""));
        form_dump(f, child, out);
    }
    jout_close_object(out);
}
