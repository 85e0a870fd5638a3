/* What a seat can do now: its moves with descriptions, forms for those that are
 * too many to list, and its asides. */
#include "api/call.h"

#include <stdio.h>

/* A list longer than LIST_LONG is reduced to LIST_THIN of the moves that a form
 * covers as well. */
enum { LIST_LONG = 120, LIST_THIN = 24 };

void write_words(const struct game *game, const void *seen, const struct move *m, const struct names *names, struct buf *out)
{
    if (game->describe)
        game->describe(seen, m, names, out);
    else
        move_write(game, m, out);
}

/* ---- moves --------------------------------------------------------------- */

struct listing {
    const struct table *table;
    const void         *seen;
    struct names        names;
    struct buf          text;
};

static void write_move(struct jout *out, struct listing *l, const struct move *m)
{
    buf_clear(&l->text);
    move_write(l->table->game, m, &l->text);
    jout_field_str(out, "move", buf_view(&l->text));
    buf_clear(&l->text);
    write_words(l->table->game, l->seen, m, &l->names, &l->text);
    jout_field_str(out, "words", buf_view(&l->text));
}

static bool has_form(const struct game *game, int kind, const struct buf *forms)
{
    char member[64];
    int  len = snprintf(member, sizeof member, "\"move\":\"%s\"", game->kinds[kind].word);

    return forms->len && memmem(forms->at, forms->len, member, (size_t)len);
}

/* Thins the moves that have a form evenly, preserving the order. */
static void thin(const struct game *game, struct move_list *list, const struct buf *forms)
{
    bool formed[256] = { 0 };
    int  covered = 0, seen = 0, kept = 0;

    for (int i = 0; game->kinds[i].word; i++)
        formed[i] = has_form(game, i, forms);
    for (int i = 0; i < list->n; i++)
        covered += formed[list->at[i].kind];
    if (list->n <= LIST_LONG || covered <= LIST_THIN)
        return;
    for (int i = 0; i < list->n; i++) {
        const struct move *m = &list->at[i];

        if (formed[m->kind]) {
            bool keep = seen * LIST_THIN / covered != (seen + 1) * LIST_THIN / covered;

            seen++;
            if (!keep)
                continue;
        }
        list->at[kept++] = *m;
    }
    list->n = kept;
    list->sample = true;
}

/* ---- asides -------------------------------------------------------------- */

static void write_leave(struct jout *out, const struct table *t, int seat)
{
    struct move m;
    bool        goes_on = t->game->leave && t->game->leave(t->state, seat, &m);
    const char *means = goes_on ? (t->game->leaving ? t->game->leaving : "lose") : "abandon";
    const char *words = !goes_on                     ? "leaves: the game ends for everybody"
                        : strcmp(means, "away") == 0 ? "leaves, and may come back"
                        : t->seats == 2              ? "leaves: the opponent wins"
                                                     : "leaves, and is ranked last";

    jout_open_object(out);
    jout_field_text(out, "name", "leave");
    jout_field_null(out, "move");
    jout_field_text(out, "words", words);
    jout_field_text(out, "means", means);
    jout_close_object(out);
}

static void write_asides(struct hall *hall, struct jout *out, struct listing *l, int seat)
{
    const struct game *game = l->table->game;
    struct move_list   list = { 0 };

    if (game->asides)
        game->asides(l->seen, seat, &list);
    jout_field_array(out, "asides");
    for (int i = 0; i < list.n; i++) {
        jout_open_object(out);
        jout_field_text(out, "name", game->kinds[list.at[i].kind].word);
        write_move(out, l, &list.at[i]);
        jout_close_object(out);
    }
    if (!claim_fault(hall, l->table, seat)) {
        jout_open_object(out);
        jout_field_text(out, "name", "claim");
        jout_field_null(out, "move");
        jout_field_text(out, "words", "claims the game: nobody has moved for too long");
        jout_close_object(out);
    }
    write_leave(out, l->table, seat);
    jout_close_array(out);
    move_list_release(&list);
}

/* ---- all of it ----------------------------------------------------------- */

bool has_legal(const struct table *t, int seat)
{
    return t->phase == TABLE_RUNNING && seat >= 0 && !t->seat[seat].left;
}

void write_legal(struct hall *hall, struct jout *out, struct table *t, int seat)
{
    const struct game *game = t->game;
    struct listing     l = { .table = t, .seen = table_seen_by(hall, t, seat), .names = table_names(t) };
    struct move_list   list = { 0 };
    struct buf         forms = { 0 };
    struct jout        form = jout_to(&forms);

    game->legal(l.seen, seat, &list);
    jout_open_array(&form);
    if (game->forms && list.n)
        game->forms(l.seen, seat, &form);
    jout_close_array(&form);
    thin(game, &list, &forms);

    jout_field_uint(out, "table", t->id);
    jout_field_uint(out, "seq", t->seq);
    jout_field_int(out, "seat", seat);
    jout_field_bool(out, "sample", list.sample);
    jout_field_array(out, "moves");
    for (int i = 0; i < list.n; i++) {
        jout_open_object(out);
        write_move(out, &l, &list.at[i]);
        jout_close_object(out);
    }
    jout_close_array(out);
    jout_field_raw(out, "forms", buf_view(&forms));
    write_asides(hall, out, &l, seat);
    move_list_release(&list);
    buf_release(&forms);
    buf_release(&l.text);
}
