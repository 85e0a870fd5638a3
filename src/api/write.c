/* How the hall API writes tables, views and events. */
#include "api/call.h"
#include "api/feed.h"
#include "base/mem.h"
#include "game/effect.h"
#include "people/book.h"

#include <stdlib.h>

static const char *const phase_words[] = {
    [TABLE_WAITING] = "waiting",
    [TABLE_RUNNING] = "running",
    [TABLE_FINISHED] = "finished",
    [TABLE_ABANDONED] = "abandoned",
};

const char *phase_word(enum table_phase phase)
{
    return phase_words[phase];
}

bool table_ended(const struct table *t)
{
    return t->phase == TABLE_FINISHED || t->phase == TABLE_ABANDONED;
}

bool table_visible(const struct table *t, uint64_t account, struct str invite)
{
    return t->listed || (account && (t->owner == account || table_seat_of(t, account) >= 0)) || str_is(invite, t->invite);
}

/* ---- tables ------------------------------------------------------------ */

static void write_seat(struct jout *out, const struct sitter *who, bool here)
{
    static const char *const kinds[] = {
        [SITTER_NONE] = "empty", [SITTER_ACCOUNT] = "account", [SITTER_DOOR] = "door", [SITTER_BOT] = "bot"
    };

    jout_open_object(out);
    jout_field_text(out, "kind", kinds[who->kind]);
    jout_field_text(out, "name", who->name);
    if (who->kind == SITTER_BOT)
        jout_field_text(out, "bot", who->bot);
    jout_field_bool(out, "ready", who->ready);
    jout_field_bool(out, "left", who->left);
    jout_field_bool(out, "here", here);
    jout_close_object(out);
}

void write_seats(struct hall *hall, struct jout *out, const char *key, const struct table *t)
{
    struct presence now = feed_presence(hall, t);

    jout_field_array(out, key);
    for (int i = 0; i < t->seats; i++)
        write_seat(out, &t->seat[i], now.here & 1u << i);
    jout_close_array(out);
}

/* Options by name; choices as words. */
static void write_options(struct jout *out, const struct table *t)
{
    jout_field_object(out, "options");
    for (int i = 0; i < game_option_count(t->game); i++) {
        const struct option *option = &t->game->options[i];
        int32_t              value = t->setup.option[i];

        if (option->words)
            jout_field_text(out, option->name, option->words[value]);
        else if (!option->hidden)
            jout_field_int(out, option->name, value);
    }
    jout_close_object(out);
}

void write_table_summary(struct hall *hall, struct jout *out, const struct table *t)
{
    jout_field_uint(out, "id", t->id);
    jout_field_text(out, "game", t->game->name);
    jout_field_text(out, "door", t->door);
    jout_field_text(out, "phase", phase_word(t->phase));
    jout_field_bool(out, "listed", t->listed);
    jout_field_bool(out, "rated", t->rated);
    jout_field_int(out, "move_seconds", t->move_seconds);
    write_seats(hall, out, "seats", t);
    write_options(out, t);
    jout_field_int(out, "opened_at", t->opened_at);
    jout_field_int(out, "started_at", t->started_at);
    jout_field_int(out, "ended_at", t->ended_at);
    jout_field_text(out, "ended_how", t->ended_how);
}

/* Seats that owe a move: [] unless the game is running. */
void write_to_act(struct jout *out, const struct game *game, const void *state)
{
    unsigned owed = state ? game->to_act(state) : 0;

    jout_field_array(out, "to_act");
    for (int i = 0; i < SEATS_MAX; i++)
        if (owed & 1u << i)
            jout_int(out, i);
    jout_close_array(out);
}

void write_seat_number(struct jout *out, const char *key, int seat)
{
    if (seat < 0 || seat >= SEATS_MAX)
        jout_field_null(out, key);
    else
        jout_field_int(out, key, seat);
}

void write_deadline(struct jout *out, const struct table *t)
{
    int     seat = -1;
    int64_t at = table_deadline(t, &seat);

    if (!at) {
        jout_field_null(out, "deadline");
        return;
    }
    jout_field_object(out, "deadline");
    jout_field_int(out, "seat", seat);
    jout_field_int(out, "at", at);
    jout_close_object(out);
}

void write_table_now(struct hall *hall, struct jout *out, const struct table *t, int seat)
{
    write_table_summary(hall, out, t);
    jout_field_uint(out, "seq", t->seq);
    write_to_act(out, t->game, t->phase == TABLE_RUNNING ? t->state : NULL);
    write_seat_number(out, "my_seat", seat);
    write_deadline(out, t);
}

void write_table(struct hall *hall, struct jout *out, struct table *t, uint64_t viewer, bool invited)
{
    const struct dialect *dialect = dialect_of(t->game);
    int                   seat = table_seat_of(t, viewer);
    bool                  inside = viewer && (invited || seat >= 0 || t->owner == viewer);
    char                  hash[65];

    write_table_now(hall, out, t, seat);
    jout_field_int(out, "watchers", feed_presence(hall, t).watchers);
    jout_field_bool(out, "mine", viewer && t->owner == viewer);
    if (inside)
        jout_field_text(out, "invite", t->invite);
    else
        jout_field_null(out, "invite");
    jout_field_int(out, "moved_at", t->moved_at);
    if (t->next_table)
        jout_field_uint(out, "rematch", t->next_table);
    else
        jout_field_null(out, "rematch");
    table_seed_hash(t, hash);
    jout_field_text(out, "seed_hash", hash);
    if (table_ended(t))
        book_write_table(hall, out, "result", t->id);
    else
        jout_field_null(out, "result");
    jout_field_object(out, "protocol");
    if (dialect->describe)
        dialect->describe(hall, dialect_self(hall, t->game), t, seat < 0 ? SEAT_NOBODY : seat, out);
    jout_close_object(out);
}

/* ---- views ------------------------------------------------------------- */

int eyes_of(const struct table *t, int seat)
{
    return t->phase == TABLE_FINISHED ? EYES_ALL : seat < 0 ? SEAT_NOBODY : seat;
}

void write_view(struct jout *out, const struct game *game, const void *state, int eyes, int seat)
{
    if (!state) {
        jout_field_null(out, "view");
        return;
    }
    void *seen = mem_new(game->state_size);
    jout_key(out, "view");
    game_view(game, seen_with(game, state, eyes < 0 && eyes != EYES_ALL ? SEAT_NOBODY : eyes, seen), seat < 0 ? SEAT_NOBODY : seat,
              out);
    free(seen);
}

void write_picture(struct jout *out, const struct game *game, const void *state, int eyes)
{
    struct buf text = { 0 };

    if (!state || !game->draw) {
        jout_field_null(out, "picture");
        return;
    }
    void *seen = mem_new(game->state_size);
    game->draw(seen_with(game, state, eyes, seen), &text);
    jout_field_str(out, "picture", buf_view(&text));
    buf_release(&text);
    free(seen);
}

/* Drawing a map that has no outlines takes as long as a hundred moves. */
static void make_board(const struct table *t, struct shelf *boards)
{
    const struct game *game = t->game;
    void              *seen = mem_new(game->state_size);
    struct buf         text = { 0 };
    struct jout        out = jout_to(&text);

    game_board(game, game_seen_by(game, t->state, SEAT_NOBODY, seen), &out);
    shelf_put(boards, t->id, buf_view(&text));
    buf_release(&text);
    free(seen);
}

void write_board(struct hall *hall, struct jout *out, const struct table *t)
{
    struct shelf *boards = &api_of(hall)->boards;

    if (!t->state || !t->game->board) {
        jout_field_null(out, "board");
        return;
    }
    if (!shelf_get(boards, t->id).len)
        make_board(t, boards);
    jout_field_raw(out, "board", shelf_get(boards, t->id));
}

void write_turn(struct jout *out, const struct table *t, const void *state)
{
    bool over = state == t->state && t->phase != TABLE_RUNNING; /* abandoned: nobody owes a move, whatever the rules say */

    write_to_act(out, t->game, over ? NULL : state);
}

void write_stand(struct jout *out, const struct table *t, const void *state, int seat)
{
    write_turn(out, t, state);
    write_view(out, t->game, state, eyes_of(t, seat), seat);
}

/* ---- events ------------------------------------------------------------ */

/* The name of an event, and the meaning of its text, if it may be shown. */
static const struct event_word {
    char        kind;
    const char *word, *text;
} event_words[] = {
    /* clang-format off */
    { EVENT_OPENED,    "opened",    "game" },
    { EVENT_SAT,       "sat",       "name" },
    { EVENT_STOOD,     "stood",     NULL },
    { EVENT_READY,     "ready",     NULL },
    { EVENT_STARTED,   "started",   NULL },
    { EVENT_MOVED,     "moved",     "move" },
    { EVENT_LEFT,      "left",      NULL },
    { EVENT_RETURNED,  "returned",  "name" },
    { EVENT_CHAT,      "chat",      NULL },
    { EVENT_FINISHED,  "finished",  "how" },
    { EVENT_ABANDONED, "abandoned", "how" },
    { EVENT_REMATCH,   "rematch",   NULL },
    /* clang-format on */
};

static void write_event_text(struct jout *out, const struct journal_row *row, const struct telling *telling)
{
    struct str text = row->text;
    int64_t    id;

    switch (row->kind) {
    case EVENT_READY:
        jout_field_bool(out, "ready", str_is(text, "1"));
        break;
    case EVENT_MOVED:
        if (!telling->wordless)
            jout_field_str(out, "words", telling->words);
        jout_field_array(out, "effects");
        effects_write(telling->game, telling->effects, telling->eyes, out);
        jout_close_array(out);
        break;
    case EVENT_CHAT:
        jout_field_str(out, "name", str_cut(&text, '\t'));
        jout_field_str(out, "text", text);
        if (!row->text.len)
            jout_field_bool(out, "removed", true);
        break;
    case EVENT_REMATCH:
        if (str_int(text, &id))
            jout_field_int(out, "rematch", id);
        break;
    }
}

void write_event(struct jout *out, const struct journal_row *row, const struct telling *telling)
{
    jout_field_uint(out, "seq", row->seq);
    for (size_t i = 0; i < ARRAY_LEN(event_words); i++) {
        const struct event_word *w = &event_words[i];

        if (w->kind != row->kind)
            continue;
        jout_field_text(out, "kind", w->word);
        write_seat_number(out, "seat", row->seat);
        jout_field_int(out, "at", row->at);
        if (w->text)
            jout_field_str(out, w->text, row->text);
    }
    write_event_text(out, row, telling);
}
