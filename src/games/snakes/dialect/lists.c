/* Paged lists: the store sorts and cuts them, so that a page of a long list
 * needs no more memory than one of a short list. */
#include "games/snakes/dialect/self.h"

/* Adds a key of SortBy to the order: "<Name" or ">Name". Unknown and repeated
 * keys are ignored. */
static void order_add(struct buf *sql, struct str key, const struct list_key *keys, unsigned *used)
{
    struct str word = { key.at + 1, key.len - 1 };

    for (int i = 0; keys[i].word; i++)
        if (str_is(word, keys[i].word) && !(*used & 1u << i)) {
            *used |= 1u << i;
            buf_printf(sql, "%s %s, ", keys[i].column, key.at[0] == '>' ? "DESC" : "ASC");
        }
}

static void order_write(struct call *c, const struct list *list, struct buf *sql)
{
    const struct form_node *asked = c->args.sort_by;
    unsigned                used = 0;

    jout_field_array(&c->out, "SortBy");
    for (int i = 0, all = asked ? form_count(&c->form, asked) : 0; i < all; i++) {
        struct str key = form_at(&c->form, asked, i)->value;

        jout_str(&c->out, key);
        order_add(sql, key, list->keys, &used);
    }
    for (const char *const *key = list->normal; !asked && *key; key++) {
        jout_text(&c->out, *key);
        order_add(sql, str_of(*key), list->keys, &used);
    }
    jout_close_array(&c->out);
}

int64_t snakes__list_count(struct snakes *self, const char *table, const char *where)
{
    struct buf   sql = { 0 };
    struct stmt *q;
    int64_t      n = 0;

    buf_printf(&sql, "SELECT count(*) FROM %s %s", table, where);
    q = store_prepare(hall_store(self->hall), sql.at);
    if (stmt_row(q))
        n = stmt_col_int(q, 0);
    stmt_done(q);
    stmt_free(q);
    buf_release(&sql);
    return n;
}

struct stmt *snakes__list_open(struct call *c, const struct list *list)
{
    struct buf   sql = { 0 };
    struct stmt *q;

    jout_field_int(&c->out, "FirstIndex", c->args.number[FIELD_FIRST_INDEX]);
    jout_field_int(&c->out, "TotalCount", snakes__list_count(c->self, list->table, list->where));
    buf_printf(&sql, "SELECT %s FROM %s %s %s ORDER BY ", list->columns, list->table, list->join, list->where);
    order_write(c, list, &sql);
    buf_printf(&sql, "%s LIMIT ?1 OFFSET ?2", list->id);
    q = store_prepare(hall_store(c->hall), sql.at);
    stmt_int(q, 1, c->args.number[FIELD_COUNT]);
    stmt_int(q, 2, c->args.number[FIELD_FIRST_INDEX]);
    buf_release(&sql);
    return q;
}

void snakes__list_close(struct stmt *q)
{
    stmt_done(q);
    stmt_free(q);
}
