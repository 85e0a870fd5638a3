#include "game/text.h"

/* ---- setups ------------------------------------------------------------- */

void setup_write(const struct game *game, const struct setup *s, struct buf *out)
{
    buf_printf(out, "seats=%d seed=%llu", s->seats, (unsigned long long)s->seed);
    if (s->at)
        buf_printf(out, " at=%lld", (long long)s->at);
    for (int i = 0, n = game_option_count(game); i < n; i++)
        buf_printf(out, " %s=%d", game->options[i].name, (int)s->option[i]);
    if (s->extra.len == 0)
        return;
    buf_text(out, " extra=");
    for (size_t i = 0; i < s->extra.len; i++) {
        if (s->extra.at[i] == '\n')
            buf_text(out, "\\n");
        else if (s->extra.at[i] == '\\')
            buf_text(out, "\\\\");
        else
            buf_char(out, s->extra.at[i]);
    }
}

static enum err read_extra(struct str text, struct buf *extra)
{
    buf_clear(extra);
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];

        if (c == '\\') {
            if (++i == text.len || (text.at[i] != 'n' && text.at[i] != '\\'))
                return ERR_MALFORMED;
            c = text.at[i] == 'n' ? '\n' : '\\';
        }
        buf_char(extra, c);
    }
    return ERR_OK;
}

static bool read_uint64(struct str text, uint64_t *out)
{
    uint64_t value = 0;

    if (text.len == 0)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        unsigned digit = (unsigned char)text.at[i] - (unsigned)'0';

        if (digit > 9 || value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

enum err setup_read(const struct game *game, struct str text, struct setup *s, struct buf *extra)
{
    struct setup read;

    setup_default(game, &read);
    for (int i = 0, n = game_option_count(game); i < n; i++)
        if (game->options[i].late)
            read.option[i] = 0;
    buf_clear(extra);
    while (text.at) {
        if (str_starts(text, STR("extra="))) {
            text.at += 6;
            text.len -= 6;
            if (read_extra(text, extra) != ERR_OK)
                return ERR_MALFORMED;
            break;
        }
        struct str word = str_cut(&text, ' ');
        struct str name = str_cut(&word, '=');
        int64_t    value;

        if (str_is(name, "seed")) {
            if (!read_uint64(word, &read.seed))
                return ERR_MALFORMED;
            continue;
        }
        if (str_is(name, "at")) {
            if (!str_int(word, &read.at))
                return ERR_MALFORMED;
            continue;
        }
        if (!str_int(word, &value) || value < INT32_MIN || value > INT32_MAX)
            return ERR_MALFORMED;
        int option = game_option(game, name);
        if (str_is(name, "seats") && value >= 0 && value <= SEATS_MAX)
            read.seats = (uint8_t)value;
        else if (option >= 0)
            read.option[option] = (int32_t)value;
        else
            return ERR_MALFORMED;
    }
    read.extra = buf_view(extra);
    *s = read;
    return ERR_OK;
}

/* ---- moves -------------------------------------------------------------- */

void move_write(const struct game *game, const struct move *m, struct buf *out)
{
    buf_text(out, game->kinds[m->kind].word);
    for (int i = 0; i < m->n; i++) {
        buf_char(out, ' ');
        buf_int(out, m->arg[i]);
    }
}

enum err move_read(const struct game *game, struct str text, struct move *m)
{
    struct move read = { .at = m->at, .seat = m->seat };
    struct str  word = str_cut(&text, ' ');
    int         kind = 0;

    while (game->kinds[kind].word && !str_is(word, game->kinds[kind].word))
        kind++;
    if (!game->kinds[kind].word)
        return ERR_MALFORMED;
    read.kind = (uint8_t)kind;
    while (text.at) {
        int64_t value;

        if (read.n == MOVE_ARGS_MAX || !str_int(str_cut(&text, ' '), &value) || value < INT16_MIN || value > INT16_MAX)
            return ERR_MALFORMED;
        read.arg[read.n++] = (int16_t)value;
    }
    if (read.n < game->kinds[kind].min || read.n > game->kinds[kind].max)
        return ERR_MALFORMED;
    *m = read;
    return ERR_OK;
}

void line_write(const struct game *game, const struct move *m, struct buf *out)
{
    buf_int(out, m->at);
    buf_char(out, ' ');
    if (m->seat == SEAT_TABLE)
        buf_char(out, '-');
    else
        buf_int(out, m->seat);
    buf_char(out, ' ');
    move_write(game, m, out);
}

enum err line_read(const struct game *game, struct str line, struct move *m)
{
    struct str at = str_cut(&line, ' ');
    struct str seat = str_cut(&line, ' ');
    int64_t    time, number = SEAT_TABLE;

    if (!line.at || !str_int(at, &time))
        return ERR_MALFORMED;
    if (!str_is(seat, "-") && (!str_int(seat, &number) || number < 0 || number >= SEATS_MAX))
        return ERR_MALFORMED;
    m->at = time;
    m->seat = (uint8_t)number;
    return move_read(game, line, m);
}
