#include "games/snakes/dialect_self.h"

#include <stdlib.h>

enum { SORT_KEYS = 16 }; /* of one request that are looked at: there are four kinds */

struct order {
    int           n;
    enum sort_key key[SORT_KEYS];
    bool          falling[SORT_KEYS];
};

static void order_add(struct order *o, struct str text, const struct list_key *keys)
{
    struct str word = { text.at + 1, text.len - 1 };

    for (; keys->word; keys++) {
        if (!str_is(word, keys->word))
            continue;
        for (int i = 0; i < o->n; i++)
            if (o->key[i] == keys->key)
                return; /* given twice: the first one counts */
        if (o->n < SORT_KEYS) {
            o->falling[o->n] = text.at[0] == '>';
            o->key[o->n++] = keys->key;
        }
        return;
    }
}

static int compare_by(const struct list_row *a, const struct list_row *b, enum sort_key key)
{
    switch (key) {
    case SORT_NAME:
        return str_cmp(a->name, b->name);
    case SORT_PLAYER_NAME:
        return str_cmp(a->player_name, b->player_name);
    case SORT_RATING:
        return (a->rating > b->rating) - (a->rating < b->rating);
    default:
        return (a->id > b->id) - (a->id < b->id);
    }
}

static int compare(const void *left, const void *right, void *arg)
{
    const struct order *o = arg;

    for (int i = 0; i < o->n; i++) {
        int by = compare_by(left, right, o->key[i]);

        if (by)
            return o->falling[i] ? -by : by;
    }
    return compare_by(left, right, SORT_ID);
}

void snakes__list_page(struct call *c, struct list_row *rows, int n, const struct list_key *keys, const char *const *normal,
                       int *first, int *count)
{
    const struct form_node *asked = c->args.sort_by;
    struct order            order = { 0 };
    int64_t                 from = c->args.number[FIELD_FIRST_INDEX], most = c->args.number[FIELD_COUNT];

    jout_field_int(&c->out, "FirstIndex", from);
    jout_field_array(&c->out, "SortBy");
    for (int i = 0, all = asked ? form_count(&c->form, asked) : 0; i < all; i++) {
        struct str key = form_at(&c->form, asked, i)->value;

        jout_str(&c->out, key);
        order_add(&order, key, keys);
    }
    for (; !asked && *normal; normal++) {
        jout_text(&c->out, *normal);
        order_add(&order, str_of(*normal), keys);
    }
    jout_close_array(&c->out);
    jout_field_int(&c->out, "TotalCount", n);
    qsort_r(rows, (size_t)n, sizeof rows[0], compare, &order);
    *first = from < n ? (int)from : n;
    *count = n - *first < most ? n - *first : (int)most;
}
