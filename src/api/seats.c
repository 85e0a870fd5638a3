/* Filling and emptying seats: computer players before the start and in place of
 * players who left, and guests removed by the owner; and hints, where a
 * computer player thinks for the caller. */
#include "api/seats.h"

#include "api/call.h"
#include "base/mem.h"
#include "game/bot.h"

#include <stdio.h>
#include <stdlib.h>

static bool name_taken(const struct table *t, int seat, const char *name)
{
    for (int i = 0; i < t->seats; i++)
        if (i != seat && strcmp(t->seat[i].name, name) == 0)
            return true;
    return false;
}

struct sitter seat_computer(const struct table *t, int seat, struct str text)
{
    struct sitter     who = { .kind = SITTER_BOT, .ready = true };
    const struct bot *bot = NULL;
    int               level = 0;
    char              title[LIMIT_NAME];

    bot_find(t->game, text, &bot, &level);
    str_copy(text, who.bot, sizeof who.bot);
    if (memchr(text.at, ':', text.len))
        snprintf(title, sizeof title, "%s (%s)", bot->title, level_titles[level]);
    else
        snprintf(title, sizeof title, "%s", bot->title);
    snprintf(who.name, sizeof who.name, "%s", title);
    for (int n = 2; name_taken(t, seat, who.name); n++)
        snprintf(who.name, sizeof who.name, "%s %d", title, n);
    return who;
}

/* ---- others' seats --------------------------------------------------------- */

/* What to do with a seat. */
struct change {
    int        seat;
    struct str bot; /* empty: leave the seat free */
};

static bool read_change(struct call *c, struct change *change)
{
    const struct bot *bot;
    int64_t           seat;
    int               level;
    bool              empty = jin_bool_or(jin_get(c->body, "empty"), false);

    change->bot = jin_str_or(jin_get(c->body, "bot"), "");
    if (!str_int(c->word, &seat) || seat < 0 || seat >= c->table->seats)
        return call_fail_field(c, "seat", "must be a seat of this table"), false;
    change->seat = (int)seat;
    if ((change->bot.len > 0) == empty)
        return call_fail_why(c, API_BAD_FIELD, "Say either \"bot\" or \"empty\": true."), false;
    if (change->bot.len &&
        (change->bot.len >= sizeof c->table->seat[0].bot || !bot_find(c->table->game, change->bot, &bot, &level)))
        return call_fail_field(c, "bot", "must be a computer player of this game: NAME, NAME:LEVEL or level:N"), false;
    return true;
}

static enum err change_waiting(struct call *c, const struct change *change, struct refusal *why)
{
    struct table *t = c->table;
    int           seat = change->seat;

    if (!change->bot.len)
        return table_stand(c->hall, t, seat, "hall", why);
    struct sitter bot = seat_computer(t, seat, change->bot);
    return table_sit(c->hall, t, &bot, &seat, "hall", why);
}

/* Active players may let a computer take over the seat of one who left. */
static void take_over(struct call *c, const struct change *change)
{
    struct table  *t = c->table;
    struct refusal why = { 0 };
    bool           plays = c->seat >= 0 && !t->seat[c->seat].left;

    if (!plays) {
        call_fail(c, API_NOT_YOUR_SEAT);
    } else if (!change->bot.len || !t->seat[change->seat].left) {
        call_fail(c, API_NOT_WAITING);
    } else if (t->rated) {
        call_fail_why(c, API_REFUSED, "Computer players cannot take over in a rated game.");
    } else {
        struct sitter bot = seat_computer(t, change->seat, change->bot);
        enum err      err = table_return(c->hall, t, change->seat, &bot, "hall", &why);

        if (err)
            call_fail_err(c, err, &why);
        else
            answer_table(c, t, 200);
    }
}

bool computers_may_play(struct call *c)
{
    int mine, all = tables_without_people(c->hall, c->account.id, &mine);

    if (hall_test_mode(c->hall) || (mine < LIMIT_BOT_TABLES_EACH && all < limit_now(SIZED_BOT_TABLES)))
        return true;
    call_fail_why(c, API_TOO_MANY, "Too many tables of computer players are running; wait until one ends.");
    return false;
}

/* Would this computer be the last one at a table without people? */
static bool fills_with_bots(const struct table *t, const struct change *change)
{
    for (int i = 0; i < t->seats; i++)
        if (i != change->seat && t->seat[i].kind == SITTER_NONE)
            return false;
    return change->bot.len && !table_has_people(t);
}

void api_seat(struct call *c)
{
    struct table  *t = c->table;
    struct change  change;
    struct refusal why = { 0 };

    if (!read_change(c, &change))
        return;
    if (table_ended(t)) {
        call_fail(c, API_FINISHED);
    } else if (t->phase == TABLE_RUNNING) {
        take_over(c, &change);
    } else if (t->owner != c->account.id) {
        call_fail_why(c, API_FORBIDDEN, "Only the player who opened the table can fill or empty its seats.");
    } else if (change.bot.len && t->rated) {
        call_fail_field(c, "bot", "must not sit at a rated table");
    } else if (change.bot.len && t->seat[change.seat].kind != SITTER_NONE && t->seat[change.seat].kind != SITTER_BOT) {
        call_fail(c, API_SEAT_TAKEN);
    } else if (fills_with_bots(t, &change) && !computers_may_play(c)) {
        return;
    } else {
        enum err err = change_waiting(c, &change, &why);

        if (err)
            call_fail_err(c, err, &why);
        else
            answer_table(c, t, 200);
    }
}

/* ---- hints ------------------------------------------------------------------ */

/* A hint being computed in the pool. */
struct hint {
    struct ask *ask;
    uint64_t    table;
    int         seat, level;
};

static void hinted(struct hall *hall, void *arg, uint32_t seq, const struct move *m)
{
    struct hint  *hint = arg;
    struct call   c = call_later(hall, hint->ask);
    struct table *t = table_find(hall, hint->table);
    struct buf    text = { 0 };

    if (!m || !t) {
        call_fail(&c, API_BUSY);
    } else if (t->seq != seq) {
        call_fail_with(&c, &(struct fault){ .error = API_STALE, .seq = t->seq });
    } else {
        struct jout  out = call_begin(&c);
        struct names names = table_names(t);

        jout_field_uint(&out, "table", t->id);
        jout_field_uint(&out, "seq", seq);
        jout_field_int(&out, "seat", hint->seat);
        jout_field_int(&out, "level", hint->level);
        move_write(t->game, m, &text);
        jout_field_str(&out, "move", buf_view(&text));
        buf_clear(&text);
        write_words(t->game, table_seen_by(hall, t, hint->seat), m, &names, &text);
        jout_field_str(&out, "words", buf_view(&text));
        call_end(&c, &out, 200);
    }
    buf_release(&text);
    free(hint);
}

void api_hint(struct call *c)
{
    struct table  *t = c->table;
    int            level = (int)jin_int_or(jin_get(c->query, "level"), LEVEL_DEFAULT);
    char           bot[16];
    struct refusal why = { 0 };

    if (t->phase != TABLE_RUNNING) {
        call_fail(c, table_ended(t) ? API_FINISHED : API_NOT_RUNNING);
        return;
    }
    if (t->rated) {
        call_fail_why(c, API_FORBIDDEN, "There are no hints in rated games.");
        return;
    }
    if (!rate_allow_account(c->hall, "hint", c->account.id, LIMIT_HINTS_PER_MINUTE)) {
        call_fail(c, API_TOO_MANY);
        return;
    }
    struct hint *hint = mem_new(sizeof *hint);
    *hint = (struct hint){ .ask = c->ask, .table = t->id, .seat = c->seat, .level = level };
    snprintf(bot, sizeof bot, "level:%d", level);
    enum err err = table_advise(c->hall, t, c->seat, str_of(bot), hinted, hint, &why);
    if (!err) {
        ask_keep(c->hall, c->ask);
        return;
    }
    free(hint);
    if (err == ERR_FULL)
        call_fail(c, API_BUSY);
    else
        call_fail_err(c, err, &why);
}
