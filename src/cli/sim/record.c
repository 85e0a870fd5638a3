#include "cli/sim/record.h"

#include "base/mem.h"
#include "cli/cli.h"
#include "game/text.h"
#include "tables/table.h"

#include <errno.h>

bool record_begin(struct record *r, const char *name)
{
    r->file = fopen(name, "wx");
    if (!r->file)
        return complain("%s cannot be written: %s", name, strerror(errno)), false;
    jsonl_begin(&r->lines, r->file);
    return true;
}

bool record_end(struct record *r)
{
    bool written = jsonl_write_end(&r->lines);

    jsonl_release(&r->lines);
    return fclose(r->file) == 0 && written;
}

/* ---- a game as a history ----------------------------------------------- */

static const char *how_it_ended(const struct match *m, const struct played *game)
{
    bool drawn = game->ending == ENDED_STUCK;

    for (int i = 0; game->ending == ENDED_BY_RULES && i < m->setup.seats; i++)
        drawn |= game->share[i] > 0 && game->share[i] < 1;
    return drawn ? "draw" : game->ending == ENDED_BY_RULES ? "won" : game->ending == ENDED_TOO_LONG ? "too long" : "forfeit";
}

static void add_row(struct history *h, char kind, int seat, int64_t at, struct str text)
{
    history_add(h, &(struct journal_row){ .seq = h->n, .kind = kind, .seat = (uint8_t)seat, .at = at, .text = text });
}

static void fill_table(struct history *h, const struct match *m, int64_t number, const struct played *game, struct str setup)
{
    int64_t end = game->record.n;

    h->table[TABLE_ID].number = number + 1;
    h->table[TABLE_SEATS].number = m->setup.seats;
    h->table[TABLE_PHASE].number = game->result.over ? TABLE_FINISHED : TABLE_ABANDONED;
    h->table[TABLE_ENDED_AT].number = end;
    for (int i = 0; i < TABLE_COLUMNS; i++)
        if (table_columns[i].text)
            h->table[i].text = mem_text(i == TABLE_GAME        ? str_of(m->game->name)
                                        : i == TABLE_DOOR      ? STR("sim")
                                        : i == TABLE_SETUP     ? setup
                                        : i == TABLE_ENDED_HOW ? str_of(how_it_ended(m, game))
                                                               : STR(""));
    for (int seat = 0; seat < m->setup.seats; seat++) {
        const struct entrant *who = &m->entrant[match_entrant(m, number, seat)];
        struct value         *row = h->seat[h->seats++];

        row[SEAT_SEAT].number = seat;
        row[SEAT_KIND].number = who->program ? SITTER_DOOR : SITTER_BOT;
        row[SEAT_NAME].text = mem_text(str_of(who->name));
        row[SEAT_BOT].text = mem_text(who->program ? STR("") : str_of(who->name));
    }
}

bool record_game(struct record *r, const struct match *m, int64_t number, const struct played *game)
{
    struct history h = { 0 };
    struct setup   setup = m->setup;
    struct buf     text = { 0 };

    setup.seed = game->seed;
    setup_write(m->game, &setup, &text);
    fill_table(&h, m, number, game, buf_view(&text));
    add_row(&h, EVENT_OPENED, SEAT_TABLE, 0, str_of(m->game->name));
    for (int seat = 0; seat < h.seats; seat++)
        add_row(&h, EVENT_SAT, seat, 0, str_of(h.seat[seat][SEAT_NAME].text));
    add_row(&h, EVENT_STARTED, SEAT_TABLE, 0, buf_view(&text));
    for (int i = 0; i < game->record.n; i++) {
        const struct move *move = &game->record.at[i];

        buf_clear(&text);
        move_write(m->game, move, &text);
        add_row(&h, EVENT_MOVED, move->seat, move->at, buf_view(&text));
    }
    add_row(&h, game->result.over ? EVENT_FINISHED : EVENT_ABANDONED, SEAT_TABLE, game->record.n, str_of(how_it_ended(m, game)));
    bool written = jsonl_write(&r->lines, &h);
    history_release(&h);
    buf_release(&text);
    return written;
}
