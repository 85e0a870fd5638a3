/* Random games over the protocol: both clients know only the messages, and
 * their boards match the server's; a player who reconnects is shown everything;
 * the same seed and actions give the same bytes. */
#include "unit/powerchess/scene.h"

#include "games/powerchess/powers.h"

enum { GAMES_AT_SCALE_1 = 30, ACTIONS_MOST = 250, REJOIN_EVERY = 30 };

/* What a client sees on a square: look, id, colour as the wire has them. */
struct seen {
    int look, id, white;
};
struct client {
    struct seen at[64];
    int         action;
    bool        over;
};

/* The actions of one game, to be made again. */
struct script {
    struct move move[ACTIONS_MOST];
    int         n;
};

/* ---- clients ----------------------------------------------------------- */

static void set_up(struct client *c)
{
    static const char row[] = { ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK };

    memset(c, 0, sizeof *c);
    for (int col = 0; col < 8; col++) {
        c->at[col] = (struct seen){ 1, row[col], true };
        c->at[8 + col] = (struct seen){ 1, PAWN, true };
        c->at[48 + col] = (struct seen){ 1, PAWN, false };
        c->at[56 + col] = (struct seen){ 1, row[col], false };
    }
}

static int square_of(const struct jin *v)
{
    return (int)(jin_int_or(jin_get(v, "row"), -99) * 8 + jin_int_or(jin_get(v, "col"), -99));
}

static void relocate(struct client *c, int from, int to)
{
    assert_in_range(from, 0, 63);
    assert_in_range(to, 0, 63);
    c->at[to] = c->at[from];
    c->at[from] = (struct seen){ 0 };
}

static void apply_update(struct client *c, const struct jin *update)
{
    int          square = square_of(update);
    struct seen *s;

    assert_in_range(square, 0, 63);
    s = &c->at[square];
    *s = (struct seen){ .look = (int)jin_int_or(jin_get(update, "state"), -1) };
    if (s->look == LOOK_PIECE) {
        s->id = (int)jin_int_or(jin_get(update, "piece"), -1);
        s->white = jin_bool_or(jin_get(update, "color"), false);
    } else if (s->look == LOOK_BOX) {
        s->id = (int)jin_int_or(jin_get(update, "rarity"), -1);
    }
}

/* One message; `mine` is the move that this client has just sent, or NULL. */
static void read_message(struct client *c, struct str text, const struct move *mine)
{
    struct jin *in;

    assert_int_equal(jin_parse(text, 8, 0, &in), ERR_OK);
    int64_t type = jin_int_or(jin_get(in, "type"), -1);
    if (type == 5) {
        const struct jin *move = jin_get(in, "move"), *updates = jin_get(in, "updates");

        if (mine && mine->kind == DO_MOVE)
            relocate(c, mine->arg[0], mine->arg[1]);
        else if (move && !mine)
            relocate(c, square_of(jin_get(move, "from")), square_of(jin_get(move, "to")));
        assert_int_equal(jin_kind(updates), JIN_ARRAY);
        for (size_t i = 0; i < jin_count(updates); i++)
            apply_update(c, jin_at(updates, i));
        c->action = (int)jin_int_or(jin_get(in, "action"), -1);
    } else if (type == 2) {
        c->over = true;
    } else if (type != 1) {
        fail_msg("%.*s", STR_ARG(text));
    }
    jin_free(in);
}

static void read_all(struct scene *s, struct client *clients, const struct move *m)
{
    for (int peer = ANN; peer <= BOB; peer++) {
        struct str rest = buf_view(&s->heard[peer]), line;

        while ((line = str_cut(&rest, '\n')).len)
            read_message(&clients[peer], line, m && m->seat == peer ? m : NULL);
    }
}

/* ---- the server's side ------------------------------------------------- */

static const struct powerchess *state_of(struct scene *s)
{
    struct table *t = table_find(s->hall, 1);

    assert_non_null(t);
    return t->state;
}

static void check_board(struct scene *s, const struct client *c)
{
    const struct powerchess *g = state_of(s);
    struct looks             looks;

    looks_take(g, &looks);
    for (int square = 0; square < 64; square++) {
        const struct seen *seen = &c->at[square];

        if (seen->look != looks.at[square].look || seen->id != looks.at[square].id ||
            (seen->look == LOOK_PIECE && seen->white != (looks.at[square].colour == WHITE))) {
            struct buf text = { 0 };

            powerchess_draw(g, &text);
            fail_msg("square %d looks different; the board is\n%s", square, text.at);
        }
    }
}

static void check_actions(struct scene *s, const struct client *clients)
{
    const struct powerchess *g = state_of(s);

    for (int seat = 0; seat < 2; seat++) {
        bool turn = g->phase != PHASE_OVER && g->board.turn == seat;

        assert_int_equal(clients[seat].over, g->phase == PHASE_OVER);
        assert_int_equal(clients[seat].action, !turn ? 0 : g->phase == PHASE_SELECT ? 2 : 1);
    }
}

static void write_square(struct buf *out, int square)
{
    buf_printf(out, "{\"row\":%d,\"col\":%d}", square / 8, square % 8);
}

static void send_move(struct scene *s, const struct move *m)
{
    struct buf out = { 0 };
    int        last = m->n == 4 || (m->kind == DO_MOVE && m->n == 3) ? m->n - 1 : 0;

    buf_printf(&out, "{\"type\":4,\"gameId\":%lld,\"playerId\":%lld,\"action\":%d", (long long)s->game,
               (long long)s->player[m->seat], m->kind == DO_MOVE ? 1 : 2);
    if (m->kind == DO_POWER)
        buf_printf(&out, ",\"selection\":%s", m->arg[0] ? "true" : "false");
    if (m->kind == DO_MOVE || m->n > 2) {
        int at = m->kind == DO_MOVE ? 0 : 1;

        buf_text(&out, m->kind == DO_MOVE ? ",\"move\":{\"from\":" : ",\"followUp\":{\"from\":");
        write_square(&out, m->arg[at]);
        buf_text(&out, ",\"to\":");
        write_square(&out, m->arg[at + 1]);
        buf_char(&out, '}');
    } else if (m->n == 2) {
        buf_text(&out, ",\"followUp\":");
        write_square(&out, m->arg[1]);
    }
    if (last)
        buf_printf(&out, ",\"promotion\":%d", m->arg[last]);
    buf_char(&out, '}');
    step(s, m->seat, ASK_TEXT, out.at);
    buf_release(&out);
}

/* Bob's connection breaks, and Bob comes back to a bare set-up. */
static void rejoin(struct scene *s, struct client *bob)
{
    char text[128];

    step(s, BOB, ASK_CLOSED, "");
    step(s, BOB, ASK_OPENED, "");
    snprintf(text, sizeof text, "{\"type\":1,\"gameId\":%lld,\"playerId\":%lld}", (long long)s->game, (long long)s->player[BOB]);
    step(s, BOB, ASK_TEXT, text);
    assert_int_equal(s->heard[ANN].len, 0);
    set_up(bob);
    struct str rest = buf_view(&s->heard[BOB]), line;
    while ((line = str_cut(&rest, '\n')).len)
        read_message(bob, line, NULL);
}

static struct scene *start(uint64_t seed)
{
    struct scene *s = scene_open();
    char          text[192];

    snprintf(text, sizeof text,
             "{\"type\":0,\"name\":\"Ann\",\"color\":true,\"timeControl\":1,\"public\":true,\"test\":{\"seed\":%llu}}",
             (unsigned long long)seed);
    step(s, ANN, ASK_TEXT, text);
    s->game = number(s, ANN, "\"gameId\":");
    s->player[ANN] = number(s, ANN, "\"playerId\":");
    snprintf(text, sizeof text, "{\"type\":1,\"gameId\":%lld,\"name\":\"Bob\"}", (long long)s->game);
    step(s, BOB, ASK_TEXT, text);
    s->player[BOB] = number(s, BOB, "\"playerId\":");
    return s;
}

/* Plays at random and records the moves, or repeats the recorded ones;
 * everything that both heard goes to `bytes`. */
static void play(uint64_t seed, struct script *script, bool again, struct buf *bytes)
{
    struct scene    *s = start(seed);
    struct rng       dice = rng_seeded(~seed);
    struct client    clients[2];
    const int        most = again ? script->n : ACTIONS_MOST;
    struct move_list list = { 0 };

    set_up(&clients[ANN]);
    set_up(&clients[BOB]);
    for (int i = 0; i < most && state_of(s)->phase != PHASE_OVER; i++) {
        const struct powerchess *g = state_of(s);
        struct move             *m = &script->move[i];

        if (!again) {
            list.n = 0;
            powerchess_legal(g, g->board.turn, &list);
            *m = list.at[rng_below(&dice, (uint64_t)list.n)];
            for (int k = 0; k < list.n && g->phase == PHASE_MOVE; k++)
                if (g->board.boxes >> list.at[k].arg[1] & 1)
                    *m = list.at[k];
            script->n = i + 1;
        }
        send_move(s, m);
        read_all(s, clients, m);
        for (int peer = ANN; peer <= BOB; peer++)
            buf_str(bytes, buf_view(&s->heard[peer]));
        check_board(s, &clients[ANN]);
        check_board(s, &clients[BOB]);
        check_actions(s, clients);
        if (i % REJOIN_EVERY == REJOIN_EVERY - 1 && state_of(s)->phase != PHASE_OVER) {
            rejoin(s, &clients[BOB]);
            check_board(s, &clients[BOB]);
            check_actions(s, clients);
        }
    }
    move_list_release(&list);
    scene_close(s);
}

static void boards_stay_equal_and_replays_too(void **state)
{
    static struct script script;

    (void)state;
    for (uint64_t seed = 1; seed <= (uint64_t)GAMES_AT_SCALE_1 * (uint64_t)test_scale(); seed++) {
        struct buf first = { 0 }, second = { 0 };

        play(seed, &script, false, &first);
        play(seed, &script, true, &second);
        assert_true(script.n > 20);
        assert_string_equal(first.at, second.at);
        buf_release(&first);
        buf_release(&second);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(boards_stay_equal_and_replays_too) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
