/* Finished fights as a player may see them: programs and debug data only of
 * bots and of their own snakes. */
#include "games/snakes/dialect/fights.h"
#include "games/snakes/rules.h"

/* A stored line may be damaged, and must not be read beyond the words. */
static const char *status_word(struct str stored)
{
    int64_t status = STATUS_FREE;

    if (!str_int(stored, &status) || status < STATUS_FREE || status > STATUS_EATEN)
        return snake_status_words[STATUS_FREE];
    return snake_status_words[status];
}

/* The name of a player who may be gone. */
static struct str name_or_deleted(struct str name)
{
    return name.at ? name : STR("deleted");
}

/* Samples, and snakes of people without an account, have no owner. */
static struct str owner_name(struct stmt *q)
{
    if (stmt_col_int(q, FIGHTER_PLAYER))
        return name_or_deleted(stmt_col_text(q, FIGHTER_PLAYER_NAME));
    return stmt_col_int(q, FIGHTER_SNAKE) < 0 ? STR("Meeple") : STR("guest");
}

/* A number of a stored line; 0 if it is damaged. */
static void stored_field(struct jout *out, const char *key, struct str stored)
{
    int64_t value = 0;

    jout_field_int(out, key, str_int(stored, &value) ? value : 0);
}

static void snake_fields(struct jout *out, struct stmt *q)
{
    jout_open_object(out);
    snakes__id_field(out, "SnakeId", (uint64_t)stmt_col_int(q, FIGHTER_SNAKE));
    jout_field_str(out, "SnakeName", stmt_col_text(q, FIGHTER_NAME));
    jout_field_str(out, "SnakeType", stmt_col_text(q, FIGHTER_TYPE));
    jout_field_int(out, "SkinId", stmt_col_int(q, FIGHTER_SKIN));
    snakes__id_field(out, "PlayerId", (uint64_t)stmt_col_int(q, FIGHTER_PLAYER));
    jout_field_str(out, "PlayerName", owner_name(q));
    jout_close_object(out);
}

/* Statistics, from one of the fight's lines; program and debug data only for
 * bots and one's own snakes. */
static void stats_fields(struct jout *out, struct stmt *q, struct str line, uint64_t player)
{
    jout_open_object(out);
    jout_field_text(out, "Status", status_word(str_cut(&line, ' ')));
    stored_field(out, "FinalLength", str_cut(&line, ' '));
    struct str debug = str_cut(&line, ' ');
    if (line.at) {
        stored_field(out, "InitialRating", str_cut(&line, ' '));
        stored_field(out, "FinalRating", line);
    }
    if (str_is(stmt_col_text(q, FIGHTER_TYPE), "B") || (uint64_t)stmt_col_int(q, FIGHTER_PLAYER) == player) {
        snakes__program_fields(out, stmt_col_text(q, FIGHTER_DESCRIPTION), stmt_col_text(q, FIGHTER_PROGRAM),
                               stmt_col_text(q, FIGHTER_NOTES));
        jout_field_str(out, "DebugData", str_utf8(debug) ? debug : STR(""));
    }
    jout_close_object(out);
}

/* The arrays of four, in one pass over the snakes: null where there was none.
 * `lines` are the fight's statistics; without `stats` they are not shown. */
static void fill_arrays(struct snakes *self, struct jout *snakes, struct jout *stats, uint64_t fight, struct str lines,
                        uint64_t player)
{
    struct stmt *q = self->fight.fighters;
    bool         more;

    stmt_int(q, 1, (int64_t)fight);
    more = stmt_row(q);
    for (int position = 0; position < SNAKES; position++) {
        struct str line = str_cut(&lines, '\n');

        if (more && stmt_col_int(q, FIGHTER_POSITION) == position) {
            snake_fields(snakes, q);
            if (stats)
                stats_fields(stats, q, line, player);
            more = stmt_row(q);
        } else {
            jout_null(snakes);
            if (stats)
                jout_null(stats);
        }
    }
    stmt_done(q);
}

static void snakes_and_stats(struct snakes *self, struct jout *out, uint64_t fight, struct str lines, uint64_t player)
{
    struct buf  text = { 0 };
    struct jout stats = jout_to(&text);

    jout_field_array(out, "Snakes");
    jout_open_array(&stats);
    fill_arrays(self, out, &stats, fight, lines, player);
    jout_close_array(out);
    jout_close_array(&stats);
    jout_field_raw(out, "SnakeStats", buf_view(&text));
    buf_release(&text);
}

void snakes__turns_write(struct str turns, struct buf *out)
{
    struct jout list = jout_to(out);

    jout_open_array(&list);
    for (size_t i = 0; i + 1 < turns.len; i += 2) {
        uint16_t code;

        memcpy(&code, turns.at + i, sizeof code);
        jout_int(&list, code);
    }
    jout_close_array(&list);
}

void snakes__fight_fields(struct snakes *self, struct jout *out, uint64_t fight, uint64_t player, struct str turns)
{
    struct stmt *q = self->fight.by_id;
    struct buf   written = { 0 };

    stmt_int(q, 1, (int64_t)fight);
    if (stmt_row(q)) {
        if (!turns.at) {
            snakes__turns_write(stmt_col_blob(q, FIGHT_TURNS), &written);
            turns = buf_view(&written);
        }
        jout_field_str(out, "FightType", stmt_col_text(q, FIGHT_TYPE));
        jout_field_int(out, "FightTime", stmt_col_int(q, FIGHT_TIME));
        jout_field_str(out, "FightResult", stmt_col_text(q, FIGHT_RESULT));
        jout_field_int(out, "TurnLimit", stmt_col_int(q, FIGHT_TURN_LIMIT));
        jout_field_raw(out, "Turns", turns);
        snakes_and_stats(self, out, fight, stmt_col_text(q, FIGHT_STATS), player);
    }
    stmt_done(q);
    buf_release(&written);
}

static void list_element(struct snakes *self, struct jout *out, uint64_t fight)
{
    struct stmt *q = self->fight.by_id;

    jout_open_object(out);
    snakes__id_field(out, "FightId", fight);
    stmt_int(q, 1, (int64_t)fight);
    if (stmt_row(q)) {
        jout_field_str(out, "FightType", stmt_col_text(q, FIGHT_TYPE));
        jout_field_int(out, "FightTime", stmt_col_int(q, FIGHT_TIME));
        jout_field_int(out, "TurnLimit", stmt_col_int(q, FIGHT_TURN_LIMIT));
        jout_field_int(out, "TurnCount", (int64_t)(stmt_col_blob(q, FIGHT_TURNS).len / sizeof(uint16_t)));
        snakes__id_field(out, "PlayerId", (uint64_t)stmt_col_int(q, FIGHT_PLAYER));
        jout_field_str(out, "PlayerName", name_or_deleted(stmt_col_text(q, FIGHT_PLAYER_NAME)));
    }
    stmt_done(q);
    jout_field_array(out, "Snakes");
    fill_arrays(self, out, NULL, fight, STR_NONE, 0);
    jout_close_array(out);
    jout_close_object(out);
}

void snakes__fight_list(struct snakes *self, struct jout *out, const char *key, uint64_t player, struct str kind)
{
    struct stmt      *q = self->fight.lists;
    struct fight_list list = { 0 };

    stmt_int(q, 1, (int64_t)player);
    if (stmt_row(q))
        fight_list_read(stmt_col_text(q, str_is(kind, "ordered") ? 0 : 1), &list);
    stmt_done(q);
    jout_field_array(out, key);
    for (int i = 0; i < list.n; i++)
        list_element(self, out, list.fight[i]);
    jout_close_array(out);
}

void snakes__run_fight_list(struct call *c)
{
    struct jout *out = snakes__call_reply(c, "fight list");

    jout_field_str(out, "FightListType", c->args.text[FIELD_FIGHT_LIST_TYPE]);
    snakes__fight_list(c->self, out, "FightList", c->player, c->args.text[FIELD_FIGHT_LIST_TYPE]);
}
