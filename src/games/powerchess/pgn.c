#include "games/powerchess/pgn.h"

enum { LINE_MOST = 79 };

bool pgn_begin(struct pgn *p, const struct setup *setup)
{
    struct refusal why = { 0 };

    *p = (struct pgn){ .setup = *setup };
    return game_setup(&powerchess_game, &p->game, setup, &why) == ERR_OK && !p->game.powers;
}

/* Adds a word to the move text, on a new line if the current one is full. */
static void add_word(struct pgn *p, struct str word)
{
    if (p->moves.len + 1 + word.len > p->line + LINE_MOST) {
        buf_char(&p->moves, '\n');
        p->line = p->moves.len;
    } else if (p->moves.len > p->line) {
        buf_char(&p->moves, ' ');
    }
    buf_str(&p->moves, word);
}

static void add_ply(struct pgn *p, const struct move *m, const struct powerchess *after)
{
    struct buf number = { 0 }, word = { 0 };
    bool       black = p->game.board.turn == BLACK;

    if (p->plies == 0 && black)
        p->plies = 1; /* a position with Black to move starts "1..." */
    if (!black || p->moves.len == 0) {
        buf_printf(&number, "%d%s", p->plies / 2 + 1, black ? "..." : ".");
        add_word(p, buf_view(&number));
    }
    powerchess_notate(&p->game, m, NULL, &word);
    powerchess_outcome(after, m, NULL, &word);
    add_word(p, buf_view(&word));
    p->plies++;
    buf_release(&number);
    buf_release(&word);
}

bool pgn_add(struct pgn *p, const struct move *m)
{
    struct powerchess after = p->game;
    struct refusal    why = { 0 };

    if (powerchess_game.apply(&after, m, NULL, &why) != ERR_OK)
        return false;
    if (m->kind == DO_MOVE)
        add_ply(p, m, &after);
    p->game = after;
    return true;
}

static void write_tag(struct buf *out, const char *name, struct str value)
{
    buf_printf(out, "[%s \"", name);
    for (size_t i = 0; i < value.len; i++) {
        if (value.at[i] == '"' || value.at[i] == '\\')
            buf_char(out, '\\');
        buf_char(out, value.at[i]);
    }
    buf_text(out, "\"]\n");
}

/* The date of a time in milliseconds since 1970, in the Gregorian calendar:
 * years are counted from March, so that the leap day comes last. */
static void write_date(struct buf *out, int64_t at)
{
    int64_t days = at / 86400000 + 719468; /* since 1 March of the year 0 */
    int64_t era = days / 146097, of_era = days % 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    int64_t month = (5 * of_year + 2) / 153;
    int64_t day = of_year - (153 * month + 2) / 5 + 1;

    month = month < 10 ? month + 3 : month - 9;
    year += era * 400 + (month <= 2);
    buf_printf(out, "%04d.%02d.%02d", (int)year, (int)month, (int)day);
}

static const char *result_word(const struct powerchess *g)
{
    static const char *const words[] = { [WHITE] = "1-0", [BLACK] = "0-1", [NO_WINNER] = "1/2-1/2" };

    return g->phase == PHASE_OVER ? words[g->winner] : "*";
}

static const char *termination(const struct powerchess *g)
{
    if (g->phase != PHASE_OVER)
        return "unterminated";
    return g->reason == REASON_TIME ? "time forfeit" : "normal";
}

void pgn_end(struct pgn *p, struct str white, struct str black, struct buf *out)
{
    struct buf text = { 0 };

    add_word(p, str_of(result_word(&p->game)));
    write_tag(out, "Event", STR("Power Chess"));
    write_tag(out, "Site", STR("?"));
    if (p->setup.at)
        write_date(&text, p->setup.at);
    write_tag(out, "Date", text.len ? buf_view(&text) : STR("????.??.??"));
    write_tag(out, "Round", STR("-"));
    write_tag(out, "White", white);
    write_tag(out, "Black", black);
    write_tag(out, "Result", str_of(result_word(&p->game)));
    write_tag(out, "Termination", str_of(termination(&p->game)));
    if (p->setup.extra.len) {
        write_tag(out, "SetUp", STR("1"));
        write_tag(out, "FEN", p->setup.extra);
    }
    buf_char(out, '\n');
    buf_str(out, buf_view(&p->moves));
    buf_text(out, "\n\n");
    buf_release(&text);
    buf_release(&p->moves);
}
