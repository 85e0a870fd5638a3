/* meeple replay: a table step by step in the terminal. */
#include "base/err.h"
#include "base/jout.h"
#include "cli/cli.h"
#include "cli/frame.h"
#include "cli/jsonl.h"
#include "cli/player.h"
#include "hall/hall.h"
#include "tables/table.h"

#include <errno.h>
#include <stdio.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

const struct setting replay_settings[] = {
    { .name = "file", .meta = "FILE", .help = "take the table from this export instead of the data file" },
    { .name = "from", .kind = SETTING_INT, .default_value = "0", .meta = "N", .help = "start at event N" },
    { .name = "seat", .meta = "N", .help = "show what seat N could see (0 is the first), or \"nobody\" for a spectator" },
    { .name = "json", .kind = SETTING_FLAG, .help = "print one JSON object per event, with the view" },
    { .name = "verify", .kind = SETTING_FLAG, .help = "only check that the journal replays, and print the hash of the seed" },
    { .name = "seed-hash", .meta = "HEX", .help = "with --verify: the hash shown when the table opened" },
    { 0 },
};

/* ---- finding ----------------------------------------------------------- */

static enum err load_from_store(const char *where, uint64_t id, struct history *h, char problem[256])
{
    struct archive archive;
    enum err       err = archive_open_file(&archive, store_visit, where, problem);

    if (err)
        return err;
    err = archive_load(&archive, id, h, problem);
    archive_close_file(&archive);
    return err;
}

static enum err load_from_export(const char *name, uint64_t id, struct history *h, char problem[256])
{
    FILE        *file = fopen(name, "r");
    struct jsonl j;
    char         why[256] = "the export has no such table";
    enum err     err;

    if (!file) {
        snprintf(problem, 256, "%s cannot be read: %s", name, strerror(errno));
        return ERR_IO;
    }
    jsonl_begin(&j, file);
    while ((err = jsonl_read(&j, h, why)) == ERR_OK && history_id(h) != id)
        history_release(h);
    if (err != ERR_OK)
        snprintf(problem, 256, "%s, line %lld: %.180s", name, (long long)j.line, why);
    jsonl_release(&j);
    fclose(file);
    return err;
}

/* ---- showing ----------------------------------------------------------- */

static void show_state(const struct player *p, struct buf *out)
{
    struct jout j = jout_to(out);

    if (!p->replay.state)
        return;
    if (p->game->draw) {
        p->game->draw(p->seen, out);
        return;
    }
    game_view(p->game, p->seen, p->replay.eyes == EYES_ALL ? SEAT_NOBODY : p->replay.eyes, &j);
    buf_char(out, '\n');
}

static void show_step(const struct player *p, struct buf *out)
{
    const struct history_row *row = &p->h->rows[p->replay.next - 1];
    time_t                    seconds = (time_t)(row->at / 1000);
    struct tm                 utc;
    char                      when[32];

    gmtime_r(&seconds, &utc);
    strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &utc);
    buf_printf(out, "%u/%u  %s  %.*s\n", row->seq, p->h->n - 1, when, STR_ARG(buf_view(&p->words)));
}

static void show_json(const struct player *p, struct buf *out)
{
    const struct history_row *row = &p->h->rows[p->replay.next - 1];
    struct jout               j = jout_to(out);
    char                      kind[2] = { row->kind, 0 };

    jout_open_object(&j);
    jout_field_int(&j, "seq", row->seq);
    jout_field_text(&j, "kind", kind);
    if (row->seat != SEAT_TABLE)
        jout_field_int(&j, "seat", row->seat);
    jout_field_int(&j, "at", row->at);
    /* The setup's text contains the seed. */
    if (row->kind != EVENT_STARTED || p->replay.eyes == EYES_ALL)
        jout_field_text(&j, "text", row->text);
    jout_field_str(&j, "words", buf_view(&p->words));
    if (p->replay.state) {
        jout_key(&j, "view");
        game_view(p->game, p->seen, p->replay.eyes == EYES_ALL ? SEAT_NOBODY : p->replay.eyes, &j);
    }
    jout_close_object(&j);
    buf_char(out, '\n');
}

/* Prints every step from `from` on. */
static int print_all(struct player *p, uint32_t from, bool json)
{
    struct buf out = { 0 };
    char       problem[256];
    int        status = STATUS_OK;

    while (p->replay.next < p->h->n && status == STATUS_OK) {
        if (!player_step(p, problem)) {
            status = complain("%s", problem);
        } else if (p->replay.next > from) {
            buf_clear(&out);
            json ? show_json(p, &out) : show_step(p, &out);
            if (!json &&
                (p->h->rows[p->replay.next - 1].kind == EVENT_MOVED || p->h->rows[p->replay.next - 1].kind == EVENT_STARTED))
                show_state(p, &out);
            fwrite(out.at, 1, out.len, stdout);
        }
    }
    buf_release(&out);
    return status;
}

/* ---- stepping ---------------------------------------------------------- */

static bool go_to(struct player *p, uint32_t step, char problem[256])
{
    if (step < p->replay.next)
        player_rewind(p);
    while (p->replay.next < step)
        if (!player_step(p, problem))
            return false;
    return true;
}

static uint32_t next_step(enum key key, uint32_t step, uint32_t n)
{
    switch (key) {
    case KEY_NEXT:
        return step < n ? step + 1 : n;
    case KEY_BACK:
        return step > 1 ? step - 1 : 1;
    case KEY_FIRST:
        return 1;
    case KEY_LAST:
        return n;
    default:
        return step;
    }
}

static void write_frame(const struct player *p, int *from, struct buf *out)
{
    struct buf title = { 0 }, state = { 0 };
    int        rows, columns;

    buf_printf(&title, "%s %llu  ", p->game->title, (unsigned long long)history_id(p->h));
    show_step(p, &title);
    title.len--; /* without the newline */
    show_state(p, &state);
    terminal_size(STDOUT_FILENO, &rows, &columns);
    buf_text(out, "\033[H\033[2J");
    frame_write(out, buf_view(&title), buf_view(&state), STR(KEYS_HELP), rows, columns, from);
    buf_release(&title);
    buf_release(&state);
}

static int step_through(struct player *p, uint32_t from)
{
    struct buf out = { 0 };
    char       problem[256];
    uint32_t   step = from < p->h->n ? from + 1 : p->h->n;
    int        status = STATUS_OK, from_row = 0;

    for (enum key key = KEY_NONE; key != KEY_QUIT && status == STATUS_OK; key = status == STATUS_OK ? key_read() : KEY_QUIT) {
        step = next_step(key, step, p->h->n);
        if (!go_to(p, step, problem)) {
            putchar('\n');
            status = complain("%s", problem);
            break;
        }
        buf_clear(&out);
        from_row += keys_scroll(key);
        write_frame(p, &from_row, &out);
        fwrite(out.at, 1, out.len, stdout);
        fflush(stdout);
    }
    putchar('\n');
    buf_release(&out);
    return status;
}

static int verify(struct player *p, const char *published)
{
    char problem[256], hex[65];

    if (!player_verify(p, problem))
        return complain("%s", problem);
    if (!history_seed_hash(p->h, hex))
        return complain("the setup of the table cannot be read");
    if (published && strcmp(published, hex) != 0)
        return complain("the seed does not match the published hash: its hash is %s", hex);
    printf("table %llu: %u events, %u moves replay; seed hash %s\n", (unsigned long long)history_id(p->h), p->h->n, p->moves, hex);
    return STATUS_OK;
}

/* ---- the command ------------------------------------------------------- */

/* The viewer: --seat if given; otherwise everything once the game is over, and
 * a spectator before. False: no such seat. */
static bool choose_eyes(const char *seat, const struct history *h, int *eyes)
{
    int64_t number;
    bool    over = h->table[TABLE_PHASE].number == TABLE_FINISHED || h->table[TABLE_PHASE].number == TABLE_ABANDONED;

    *eyes = over ? EYES_ALL : SEAT_NOBODY;
    if (!seat)
        return true;
    if (strcmp(seat, "nobody") == 0) {
        *eyes = SEAT_NOBODY;
        return true;
    }
    if (!str_int(str_of(seat), &number) || number < 0 || number >= h->table[TABLE_SEATS].number)
        return false;
    *eyes = (int)number;
    return true;
}

static int replay(const struct settings *settings, const struct history *h)
{
    struct player  p;
    struct termios before;
    char           problem[256];
    int            eyes;
    uint32_t       from = (uint32_t)setting_int(settings, "from");

    if (!choose_eyes(setting_text(settings, "seat"), h, &eyes))
        return complain("the table has no seat %s", setting_text(settings, "seat"));
    if (!player_init(&p, h, eyes, problem))
        return complain("%s", problem);
    int status;
    if (setting_flag(settings, "verify")) {
        status = verify(&p, setting_text(settings, "seed-hash"));
    } else if (!setting_flag(settings, "json") && h->n && keys_begin(&before)) {
        status = step_through(&p, from);
        keys_end(&before);
    } else {
        status = print_all(&p, from, setting_flag(settings, "json"));
    }
    player_release(&p);
    return status;
}

int run_replay(const struct settings *settings, struct words words)
{
    const char    *file = setting_text(settings, "file");
    struct history h = { 0 };
    char           problem[256];
    int64_t        id;

    if (!str_int(str_of(words.at[0]), &id) || id < 1) {
        complain("%s is not a table number", words.at[0]);
        return STATUS_USAGE;
    }
    enum err err = file ? load_from_export(file, (uint64_t)id, &h, problem)
                        : load_from_store(setting_text(settings, "store"), (uint64_t)id, &h, problem);
    if (err != ERR_OK)
        return complain("%s", problem);
    int status = replay(settings, &h);
    history_release(&h);
    return status;
}
