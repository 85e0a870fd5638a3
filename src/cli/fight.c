/* meeple fight: one fight of snakes from program files. */
#include "games/snakes/fight.h"
#include "base/jout.h"
#include "base/mem.h"
#include "cli/cli.h"
#include "cli/contender.h"
#include "cli/frame.h"
#include "games/snakes/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

const struct setting fight_settings[] = {
    { .name = "seed", .kind = SETTING_INT, .default_value = "1", .meta = "S", .help = "same seed, same fight" },
    { .name = "turns", .kind = SETTING_INT, .default_value = "1000", .meta = "N", .help = "maximum number of turns, 1 to 1000" },
    { .name = "json", .kind = SETTING_FLAG, .help = "Turns, SnakeStats and DebugData as one JSON object" },
    { 0 },
};

/* Who fights; places without a snake have none. */
struct match {
    struct contender snake[SNAKES];
    bool             present[SNAKES];
    uint64_t         seed;
    int              turns;
};

static void fight_out(const struct match *m, struct fight_record *record)
{
    const struct snake_program *program[SNAKES];
    void                       *memory = mem_new(fight_memory());

    for (int i = 0; i < SNAKES; i++)
        program[i] = m->present[i] ? &m->snake[i].program : NULL;
    fight_run(program, m->seed, m->turns, memory, record);
    free(memory);
}

/* ---- results ------------------------------------------------------------- */

static void print_summary(const struct match *m, const struct fight_record *r)
{
    printf("%s after %d turns, seed %llu\n\n", snake_end_words[r->end], r->turns, (unsigned long long)m->seed);
    printf("snake  program                                   cells  status\n");
    for (int i = 0; i < SNAKES; i++)
        if (m->present[i])
            printf("%5c  %-40s  %5d  %s\n", 'A' + i, m->snake[i].name, r->length[i], snake_status_words[r->status[i]]);
}

static void print_json(const struct match *m, const struct fight_record *r)
{
    struct buf  out = { 0 };
    struct jout j = jout_to(&out);

    jout_open_object(&j);
    jout_field_uint(&j, "Seed", m->seed);
    jout_field_text(&j, "FightResult", snake_end_words[r->end]);
    jout_field_int(&j, "TurnLimit", m->turns);
    jout_field_array(&j, "Turns");
    for (int i = 0; i < r->turns; i++)
        jout_int(&j, r->turn[i]);
    jout_close_array(&j);
    jout_field_array(&j, "SnakeStats");
    for (int i = 0; i < SNAKES; i++) {
        if (!m->present[i]) {
            jout_null(&j);
            continue;
        }
        jout_open_object(&j);
        jout_field_str(&j, "SnakeName", str_utf8(str_of(m->snake[i].name)) ? str_of(m->snake[i].name) : STR("?"));
        jout_field_text(&j, "Status", snake_status_words[r->status[i]]);
        jout_field_int(&j, "FinalLength", r->length[i]);
        jout_field_text(&j, "DebugData", r->debug[i]);
        jout_close_object(&j);
    }
    jout_close_array(&j);
    jout_close_object(&j);
    puts(out.at);
    buf_release(&out);
}

/* ---- stepping ------------------------------------------------------------ */

/* The fight at some turn; stepping back replays it from the start. */
struct show {
    const struct match *match;
    struct snakes_state state;
    struct tactics     *tactics[SNAKES];
    int                 turn, last;
};

static void show_rewind(struct show *s)
{
    field_start(&s->state.field, s->match->present, s->match->seed, s->match->turns);
    s->turn = 0;
}

static void show_go_to(struct show *s, int turn)
{
    if (turn < s->turn)
        show_rewind(s);
    while (s->turn < turn && s->state.field.end == FIGHT_RUNS) {
        field_turn(&s->state.field, s->tactics, &s->state.last);
        s->turn++;
    }
}

static void show_draw(const struct show *s, int *from)
{
    struct buf out = { 0 }, drawn = { 0 }, title = { 0 };
    int        rows, columns;

    snakes_draw(&s->state, &drawn);
    struct str field = buf_view(&drawn);
    buf_str(&title, str_cut(&field, '\n'));
    if (s->state.field.end != FIGHT_RUNS)
        buf_printf(&title, ", over: %s", snake_end_words[s->state.field.end]);
    for (int i = 0; i < SNAKES; i++)
        if (s->match->present[i])
            buf_printf(&title, "   %c %s", 'A' + i, s->match->snake[i].name);
    terminal_size(STDOUT_FILENO, &rows, &columns);
    buf_text(&out, "\033[H\033[2J");
    frame_write(&out, buf_view(&title), field, STR(KEYS_HELP), rows, columns, from);
    fwrite(out.at, 1, out.len, stdout);
    fflush(stdout);
    buf_release(&title);
    buf_release(&drawn);
    buf_release(&out);
}

static void step_through(const struct match *m, const struct fight_record *r)
{
    struct show s = { .match = m, .last = r->turns + (r->end == FIGHT_BLOCKED) };
    int         turn = 0, from = 0;

    for (int i = 0; i < SNAKES; i++)
        if (m->present[i]) {
            s.tactics[i] = mem_new(tactics_size());
            tactics_compile(s.tactics[i], &m->snake[i].program);
        }
    show_rewind(&s);
    for (enum key key = KEY_NONE; key != KEY_QUIT; key = key_read()) {
        turn += key == KEY_NEXT ? 1 : key == KEY_BACK ? -1 : 0;
        turn = key == KEY_FIRST || turn < 0 ? 0 : key == KEY_LAST || turn > s.last ? s.last : turn;
        show_go_to(&s, turn);
        from += keys_scroll(key);
        show_draw(&s, &from);
    }
    for (int i = 0; i < SNAKES; i++)
        free(s.tactics[i]);
}

/* ---- the command --------------------------------------------------------- */

static int show(const struct match *m, bool json)
{
    struct fight_record record;
    struct termios      before;

    fight_out(m, &record);
    if (json) {
        print_json(m, &record);
    } else if (isatty(STDOUT_FILENO) && keys_begin(&before)) {
        step_through(m, &record);
        keys_end(&before);
        putchar('\n');
        print_summary(m, &record);
    } else {
        print_summary(m, &record);
    }
    return fflush(stdout) == 0 ? STATUS_OK : STATUS_FAILED;
}

int run_fight(const struct settings *settings, struct words words)
{
    struct match m = { .seed = (uint64_t)setting_int(settings, "seed") };
    int64_t      turns = setting_int(settings, "turns");
    int          n = 0;

    if (turns < 1 || turns > TURNS_MAX) {
        complain("--turns must be 1 to %d", TURNS_MAX);
        return STATUS_USAGE;
    }
    m.turns = (int)turns;
    for (int i = 0; i < words.n; i++) {
        m.present[i] = strcmp(words.at[i], "-") != 0;
        n += m.present[i];
        if (m.present[i] && !contender_load(words.at[i], &m.snake[i]))
            return STATUS_FAILED;
    }
    if (n == 0) {
        complain("a fight needs at least one snake");
        return STATUS_USAGE;
    }
    return show(&m, setting_flag(settings, "json"));
}
