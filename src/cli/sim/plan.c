#include "cli/sim/plan.h"

#include "base/err.h"
#include "base/mem.h"
#include "cli/cli.h"
#include "games/smallworld/map.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { GAMES_MAX = 100 * 1000 * 1000, PROGRAM_MS_MAX = 10 * 60 * 1000, EXTRA_MAX = 1024 * 1024 };

/* ---- who plays --------------------------------------------------------- */

static void list_players(const struct game *game)
{
    const struct bot *bot;

    for (int i = 0; (bot = bot_at(game, i)); i++) {
        fprintf(stderr, "  %-12s %s, levels", bot->name, bot->title);
        for (int level = 1; level <= LEVELS; level++)
            if (bot_has_level(bot, level))
                fprintf(stderr, " %d", level);
        fputc('\n', stderr);
    }
    fputs("  level:N      the strongest of them at level N\n  ./PROGRAM    a program of yours (docs/BOTS.md)\n", stderr);
}

/* `name` is NUL-terminated in the plan's memory. */
static bool read_entrant(struct match *m, char *name)
{
    struct entrant *e = &m->entrant[m->setup.seats];

    if (m->setup.seats == m->game->max_seats)
        return complain("%s has at most %d seats", m->game->title, m->game->max_seats), false;
    *e = (struct entrant){ .name = name };
    if (strcspn(name, "/") < strcspn(name, " ")) {
        e->program = name;
    } else if (!bot_find(m->game, str_of(name), &e->bot, &e->level)) {
        complain("%s has no computer player \"%s\"; there are:", m->game->title, name);
        list_players(m->game);
        return false;
    }
    m->setup.seats++;
    return true;
}

/* A game needs an opponent to measure anything. */
static int usual_seats(const struct game *game)
{
    int seats = game->usual_seats ? game->usual_seats : game->min_seats;

    return seats < 2 && game->max_seats >= 2 ? 2 : seats;
}

static bool read_seats(struct plan *p, const char *names)
{
    struct match *m = &p->match;
    char         *rest = NULL;
    struct buf    usual = { 0 };

    for (int i = 0; !names && i < usual_seats(m->game); i++)
        buf_text(&usual, i ? ",random" : "random");
    p->seats = mem_text(names ? str_of(names) : buf_view(&usual));
    buf_release(&usual);
    m->setup.seats = 0;
    for (char *name = strtok_r(p->seats, ",", &rest); name; name = strtok_r(NULL, ",", &rest))
        if (!read_entrant(m, name))
            return false;
    if (m->setup.seats < m->game->min_seats)
        return complain("%s needs at least %d seats: --seats has %d", m->game->title, m->game->min_seats, m->setup.seats), false;
    return true;
}

/* One number for all entrants, or one each. */
static bool read_nodes(struct match *m, struct str list)
{
    int64_t nodes = 0;
    int     n = 0;

    if (!list.at)
        return true;
    for (; list.at; n++) {
        if (!str_int(str_trim(str_cut(&list, ',')), &nodes) || nodes < 1 || n == m->setup.seats)
            return complain("--nodes must be one positive number, or one for each of the %d seats", m->setup.seats), false;
        m->entrant[n].nodes = nodes;
    }
    if (n > 1 && n < m->setup.seats)
        return complain("--nodes has %d numbers for %d seats", n, m->setup.seats), false;
    for (; n < m->setup.seats; n++)
        m->entrant[n].nodes = nodes;
    return true;
}

/* ---- what is played ---------------------------------------------------- */

/* The value of an option: a number, or one of its words. */
static bool option_value(const struct option *option, struct str text, int64_t *out)
{
    for (int i = 0; option->words && option->words[i]; i++)
        if (str_is(text, option->words[i])) {
            *out = i;
            return true;
        }
    return str_int(text, out) && *out >= option->min && *out <= option->max;
}

static void list_option(const struct option *o)
{
    fprintf(stderr, "  %s=", o->name);
    for (int i = 0; o->words && o->words[i]; i++)
        fprintf(stderr, "%s%s", i ? "|" : "", o->words[i]);
    if (!o->words)
        fprintf(stderr, "%d..%d", (int)o->min, (int)o->max);
    fprintf(stderr, " [%d]  %s\n", (int)o->default_value, o->help);
}

static bool read_options(struct match *m, struct str list)
{
    while (list.at) {
        struct str value = str_cut(&list, ',');
        struct str name = str_cut(&value, '=');
        int        i = game_option(m->game, name);
        int64_t    number;

        if (i >= 0 && value.at && option_value(&m->game->options[i], value, &number)) {
            m->setup.option[i] = (int32_t)number;
            continue;
        }
        if (i >= 0) {
            complain("%.*s cannot be \"%.*s\"; it takes:", STR_ARG(name), STR_ARG(value));
            list_option(&m->game->options[i]);
        } else {
            complain("%s has no option \"%.*s\"; there are:", m->game->title, STR_ARG(name));
            for (const struct option *o = m->game->options; o && o->name; o++)
                list_option(o);
        }
        return false;
    }
    return true;
}

static bool read_extra(struct plan *p, const char *file)
{
    FILE *in = fopen(file, "r");

    if (!in)
        return complain("%s cannot be read: %s", file, strerror(errno)), false;
    for (int c; (c = getc(in)) != EOF && p->extra.len <= EXTRA_MAX;)
        buf_char(&p->extra, (char)c);
    fclose(in);
    if (p->extra.len > EXTRA_MAX)
        return complain("%s is larger than %d bytes", file, EXTRA_MAX), false;
    return true;
}

/* A built-in map, in the text form of setups. */
static bool read_map(struct plan *p, const char *name)
{
    if (strcmp(p->match.game->name, "smallworld") != 0)
        return complain("only smallworld has maps; use --extra FILE for %s", p->match.game->name), false;
    for (int i = 0; i < DEFAULT_MAPS; i++) {
        const struct default_map *map = &default_maps[i];

        if (strcmp(map->name, name) != 0)
            continue;
        buf_printf(&p->extra, "%d %d %d %s\n%s", i + 1, map->players, map->turns, map->name, map->regions);
        return true;
    }
    complain("there is no built-in map %s; there are:", name);
    for (int i = 0; i < DEFAULT_MAPS; i++)
        fprintf(stderr, "  %-12s %d players, %d turns\n", default_maps[i].name, default_maps[i].players, default_maps[i].turns);
    return false;
}

static bool read_setup(struct plan *p, const struct settings *settings)
{
    const char *map = setting_text(settings, "map"), *extra = setting_text(settings, "extra");

    if (!read_options(&p->match, str_of(setting_text(settings, "option"))))
        return false;
    if (map && extra)
        return complain("--map and --extra cannot be combined"), false;
    if ((map && !read_map(p, map)) || (extra && !read_extra(p, extra)))
        return false;
    p->match.setup.extra = buf_view(&p->extra);
    return true;
}

/* ---- how much ---------------------------------------------------------- */

static bool in_range(const struct settings *settings, const char *name, int64_t max)
{
    int64_t value = setting_int(settings, name);

    if (value >= 1 && value <= max)
        return true;
    return complain("--%s must be 1 to %lld", name, (long long)max), false;
}

/* LOW,HIGH */
static bool read_test(struct plan *p, const char *text)
{
    bool two = p->match.setup.seats == 2;
    char end;

    if (!text)
        return true;
    if (sscanf(text, "%lf,%lf%c", &p->sprt.low, &p->sprt.high, &end) != 2 || p->sprt.low >= p->sprt.high)
        return complain("--sprt must be LOW,HIGH: two Elo differences for two seats (0,10), two percentages for more (25,29)"),
               false;
    p->sprt.on = true;
    p->sprt.p0 = two ? share_of_elo(p->sprt.low) : p->sprt.low / 100;
    p->sprt.p1 = two ? share_of_elo(p->sprt.high) : p->sprt.high / 100;
    if (p->sprt.p0 <= 0 || p->sprt.p1 >= 1)
        return complain("--sprt: percentages must be between 0 and 100"), false;
    return true;
}

static bool read_game(struct match *m, const char *game)
{
    m->game = game ? game_by_name(str_of(game)) : NULL;
    if (m->game)
        return true;
    if (game)
        complain("there is no game %s; there are:", game);
    else
        complain("which game? There are:");
    for (int i = 0; all_games[i]; i++)
        fprintf(stderr, "  %-12s %s\n", all_games[i]->name, all_games[i]->title);
    return false;
}

bool plan_read(struct plan *p, const struct settings *settings, const char *game)
{
    struct match *m = &p->match;

    *p = (struct plan){ 0 };
    if (!read_game(m, game) || !in_range(settings, "games", GAMES_MAX) || !in_range(settings, "moves", INT32_MAX) ||
        !in_range(settings, "program-ms", PROGRAM_MS_MAX))
        return false;
    setup_default(m->game, &m->setup);
    m->seed = (uint64_t)setting_int(settings, "seed");
    m->moves_max = setting_int(settings, "moves");
    m->stall_ms = setting_int(settings, "program-ms");
    m->rotate = setting_flag(settings, "rotate");
    m->keep_moves = setting_text(settings, "record") != NULL;
    if (!read_seats(p, setting_text(settings, "seats")) || !read_nodes(m, str_of(setting_text(settings, "nodes"))) ||
        !read_setup(p, settings) || !read_test(p, setting_text(settings, "sprt")))
        return false;
    int tuple = match_tuple(m);
    m->games = (setting_int(settings, "games") + tuple - 1) / tuple * tuple;
    return true;
}

void plan_release(struct plan *p)
{
    free(p->seats);
    buf_release(&p->extra);
}
