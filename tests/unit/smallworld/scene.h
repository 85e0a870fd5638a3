/* Scenes: a map, the badges on display and a script of moves and questions.
 * One line of a script is one of
 *
 *     0 conquer 3              seat 0 does it ("-": the table), and may
 *     1 conquer 3 ! badStage   seat 1 tries it and is refused with this word of the
 *                              protocol, or of the rules: ! not_your_turn
 *     ? hand 0 5               a fact, see `facts` below
 *     = finishes the turn      what a spectator reads of the latest move
 *
 * A wrong line fails the test with the scene's name and the line. */
#ifndef UNIT_SMALLWORLD_SCENE_H
#define UNIT_SMALLWORLD_SCENE_H

#include "games/smallworld/dialect/words.h"
#include "games/smallworld/map.h"
#include "kit/cmocka.h"

#include <stdio.h>

struct scene {
    const char *name;
    const char *map;    /* a map's text; NULL: `lab` */
    const char *badges; /* "Trolls/Hill Elves/Stout": the first ones on display */
    const char *script;
};

/* Eleven regions with everything; 5 is a lake, 8 a sea at the border. */
static const char lab[] = "0 2 5 lab\n"
                          "bf 0 2,3\n"     /*  1 */
                          "bh 0 1,3,4\n"   /*  2 */
                          "m 1 1,2,4,5\n"  /*  3 */
                          "bv 0 2,3,5,6\n" /*  4 */
                          "s 0 3,4,6,7\n"  /*  5 */
                          "bi 1 4,5,7\n"   /*  6 */
                          "g 0 5,6,8\n"    /*  7 */
                          "bs 0 7,9\n"     /*  8 */
                          "o 0 8,10\n"     /*  9 */
                          "vw 0 9,11\n"    /* 10 */
                          "bmi 0 10\n";    /* 11 */

struct stage_play {
    const struct scene *scene;
    struct world        w;
    struct effects      effects; /* of the last move */
    struct buf          words;   /* and what a spectator reads of it */
    struct str          line;
    int                 failures;
};

static void complain(struct stage_play *p, const char *what)
{
    printf("%s: \"%.*s\": %s\n", p->scene->name, STR_ARG(p->line), what);
    p->failures++;
}

static int number(struct str *rest)
{
    int64_t value = -999;

    str_int(str_cut(rest, ' '), &value);
    return (int)value;
}

/* ---- facts ------------------------------------------------------------- */

static int effect_arg(const struct stage_play *p, int what, int arg)
{
    for (int i = 0; i < p->effects.n; i++)
        if (p->effects.at[i].what == what)
            return p->effects.at[i].arg[arg];
    return -1;
}

static int fact_hand(struct stage_play *p, struct str *args)
{
    return p->w.player[number(args)].hand;
}
static int fact_coins(struct stage_play *p, struct str *args)
{
    return p->w.player[number(args)].coins;
}
static int fact_total(struct stage_play *p, struct str *args)
{
    int seat = number(args);

    return p->w.player[seat].hand + world_tokens(&p->w, seat, false);
}
static int fact_tokens(struct stage_play *p, struct str *args)
{
    return p->w.region[number(args) - 1].tokens;
}
static int fact_owner(struct stage_play *p, struct str *args) /* seat, -1: nobody */
{
    return p->w.region[number(args) - 1].owner - 1;
}
static int fact_camps(struct stage_play *p, struct str *args)
{
    return p->w.region[number(args) - 1].encampments;
}
static int fact_price(struct stage_play *p, struct str *args) /* for the active player */
{
    return world_price(&p->w, p->w.active, number(args) - 1, NULL);
}
static int fact_has(struct stage_play *p, struct str *args) /* region, mark */
{
    int        region = number(args);
    struct str name = str_cut(args, ' ');

    for (int i = 0; i < MARKS; i++)
        if (str_is(name, marks[i].name))
            return p->w.region[region - 1].marks >> i & 1;
    return -2;
}
static int fact_stage(struct stage_play *p, struct str *args) /* 1 if it is this one */
{
    return str_is(str_cut(args, ' '), stage_names[p->w.stage]);
}
static int fact_turn(struct stage_play *p, struct str *args)
{
    (void)args;
    return p->w.turn;
}
static int fact_active(struct stage_play *p, struct str *args)
{
    (void)args;
    return p->w.active;
}
static int fact_defender(struct stage_play *p, struct str *args)
{
    (void)args;
    return p->w.stage == DEFEND ? p->w.defender : -1;
}
static int fact_income(struct stage_play *p, struct str *args) /* of the last move: all, regions, race, power, declined */
{
    struct str what = str_cut(args, ' ');

    if (str_is(what, "regions"))
        return effect_arg(p, EFFECT_INCOME, 1);
    if (str_is(what, "race"))
        return effect_arg(p, EFFECT_INCOME_ACTIVE, 1);
    if (str_is(what, "power"))
        return effect_arg(p, EFFECT_INCOME_ACTIVE, 3);
    if (str_is(what, "declined"))
        return effect_arg(p, EFFECT_INCOME_DECLINED, 1);
    return effect_arg(p, EFFECT_INCOME, 0);
}
static int fact_die(struct stage_play *p, struct str *args)
{
    (void)args;
    return effect_arg(p, EFFECT_DIE, 0);
}
static int fact_shown(struct stage_play *p, struct str *args) /* position, race: 1 if it lies there */
{
    int        position = number(args);
    struct str race = str_cut(args, ' ');

    return position < world_shown(&p->w) && p->w.deck[position].badge.race == race_by_name(race);
}
static int fact_bonus(struct stage_play *p, struct str *args)
{
    return p->w.deck[number(args)].coins;
}
static int fact_available(struct stage_play *p, struct str *args)
{
    return world_available(&p->w, number(args));
}
static int fact_last(struct stage_play *p, struct str *args)
{
    (void)args;
    return p->w.last_event;
}

static const struct {
    const char *name;
    int (*value)(struct stage_play *p, struct str *args);
} facts[] = {
    { "hand", fact_hand },     { "coins", fact_coins },   { "total", fact_total },
    { "tokens", fact_tokens }, { "owner", fact_owner },   { "camps", fact_camps },
    { "price", fact_price },   { "has", fact_has },       { "stage", fact_stage },
    { "turn", fact_turn },     { "active", fact_active }, { "defender", fact_defender },
    { "income", fact_income }, { "die", fact_die },       { "shown", fact_shown },
    { "bonus", fact_bonus },   { "last", fact_last },     { "available", fact_available },
};

/* "? name arguments... value" */
static void check_fact(struct stage_play *p, struct str rest)
{
    struct str name = str_cut(&rest, ' ');
    char       text[96];

    for (size_t i = 0; i < ARRAY_LEN(facts); i++) {
        if (!str_is(name, facts[i].name))
            continue;
        int got = facts[i].value(p, &rest), want = number(&rest);

        if (got != want) {
            snprintf(text, sizeof text, "is %d", got);
            complain(p, text);
        }
        return;
    }
    complain(p, "no such fact");
}

/* ---- moves ------------------------------------------------------------- */

static void make(struct stage_play *p, struct str who, struct str text, struct str want)
{
    struct world   before = p->w;
    struct move    m = { 0 };
    struct refusal why = { 0 };
    int64_t        seat = SEAT_TABLE;

    str_int(who, &seat);
    m.seat = (uint8_t)seat;
    p->effects.n = 0;
    if (move_read(&smallworld_game, text, &m) != ERR_OK) {
        complain(p, "this is no move");
        return;
    }
    enum err err = smallworld_game.apply(&p->w, &m, &p->effects, &why);
    if (err == ERR_OK && want.len == 0) {
        struct world seen;

        buf_clear(&p->words);
        smallworld_notate(game_seen_by(&smallworld_game, &before, SEAT_NOBODY, &seen), &m, NULL, &p->words);
        smallworld_outcome(game_seen_by(&smallworld_game, &p->w, SEAT_NOBODY, &seen), &m, NULL, &p->words);
        return;
    }
    if (err == ERR_OK) {
        complain(p, "was allowed");
        return;
    }
    if (!str_is(want, why.word) && !str_is(want, word_text(word_of_refusal(&why))))
        complain(p, why.word);
    if (memcmp(&before, &p->w, sizeof before) != 0)
        complain(p, "the refusal left a trace");
}

static void run_line(struct stage_play *p)
{
    struct str rest = str_trim(p->line), want = STR("");

    if (rest.len == 0)
        return;
    for (size_t i = 0; i < rest.len; i++) {
        if (rest.at[i] == '!') {
            want = str_trim((struct str){ rest.at + i + 1, rest.len - i - 1 });
            rest = str_trim((struct str){ rest.at, i });
        }
    }
    struct str first = str_cut(&rest, ' ');
    if (str_is(first, "?"))
        check_fact(p, rest);
    else if (str_is(first, "=") && !str_eq(rest, buf_view(&p->words)))
        complain(p, p->words.at);
    else if (!str_is(first, "="))
        make(p, first, rest, want);
}

/* ---- the stage --------------------------------------------------------- */

/* The wanted names come first, the others behind in the order of the tables. */
static void add_rest(struct move *m, int from, int n)
{
    for (int i = 0; i < n; i++) {
        bool used = false;

        for (int k = from; k < m->n; k++)
            used |= m->arg[k] == i;
        if (!used)
            move_add(m, i);
    }
}

static void lay_badges(struct stage_play *p)
{
    struct str     badges = str_of(p->scene->badges);
    struct move    m;
    struct refusal why = { 0 };

    move_begin(&m, SEAT_TABLE, MOVE_DECK);
    for (struct str rest = badges; rest.at;) {
        struct str badge = str_cut(&rest, ' ');

        move_add(&m, race_by_name(str_cut(&badge, '/')) - 1);
    }
    add_rest(&m, 0, RACES);
    for (struct str rest = badges; rest.at;) {
        struct str badge = str_cut(&rest, ' ');

        str_cut(&badge, '/');
        move_add(&m, power_by_name(badge) - 1);
    }
    add_rest(&m, RACES, POWERS);
    if (smallworld_game.apply(&p->w, &m, NULL, &why) != ERR_OK)
        complain(p, "the badges cannot be laid");
}

/* Returns the number of wrong lines. */
static int play_scene(const struct scene *scene)
{
    struct stage_play p = { .scene = scene, .line = STR("setup") };
    struct str        map = str_of(scene->map ? scene->map : lab), head = map;
    struct map_head   read;
    struct refusal    why = { 0 };

    assert_int_equal(map_read_head(&head, &read), ERR_OK);
    struct setup setup = { .option = { [OPTION_DICE] = 1 }, .seats = (uint8_t)read.players, .seed = 12345, .extra = map };
    assert_int_equal(game_setup(&smallworld_game, &p.w, &setup, &why), ERR_OK);
    lay_badges(&p);
    for (struct str rest = str_of(scene->script); rest.at;) {
        p.line = str_cut(&rest, '\n');
        run_line(&p);
    }
    buf_release(&p.words);
    return p.failures;
}

static void play_scenes(const struct scene *scenes, size_t n)
{
    int failures = 0;

    for (size_t i = 0; i < n; i++)
        failures += play_scene(&scenes[i]);
    assert_int_equal(failures, 0);
}

#endif
