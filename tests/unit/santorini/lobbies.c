/* Many connections come, speak, play and go at random, in several lobbies. A
 * small model of the lobbies says who must hear what: one RESULT per line,
 * always last and only for its sender; the same broadcasts for everybody in the
 * lobby and for nobody else; an end for all when a user leaves. */
#include "unit/santorini/scene.h"

#include "games/santorini/rules.h"

enum { STEPS_A_SCALE = 6000, LINE_BYTES = 600 };

/* What the test knows about a peer and its lobby. */
struct known {
    int  lobby; /* number of the lobby, or -1 */
    char name[24];
};

struct model {
    struct known peer[PEERS];
    int          filling; /* number of the lobby being filled */
    int          size, users;
    int          lobbies, wins;
};

/* ---- lines that clients send ------------------------------------------- */

static void gods_line(const struct move *m, const char *name, char *line)
{
    int n = snprintf(line, LINE_BYTES, "{\"type\":\"SELECT_GODS\",\"content\":{\"user\":{\"username\":\"%s\"},\"gods\":[", name);

    for (int i = 0; i < m->n; i++)
        n += snprintf(line + n, (size_t)(LINE_BYTES - n), "%s{\"name\":\"%s\"}", i ? "," : "", santorini_gods[m->arg[i]].name);
    snprintf(line + n, (size_t)(LINE_BYTES - n), "]}}");
}

static void action_line(const struct santorini *s, const struct move *m, const char *name, char *line)
{
    bool pass = m->kind == ACT_PASS;
    int  cell = pass ? 7 : m->arg[1];

    snprintf(line, LINE_BYTES,
             "{\"type\":\"EXECUTE_ACTION\",\"content\":{\"user\":{\"username\":\"%s\"},\"id\":%d,\"actionIdentifier\":"
             "{\"description\":\"%s\"},\"coordinate\":{\"x\":%d,\"y\":%d}}}",
             name, pass ? s->hand : m->arg[0], santorini_action_words[m->kind - ACT_MOVE + MOVE], cell % SIDE, cell / SIDE);
}

/* The line that makes a move of the table. */
static void move_line(const struct table *t, const struct move *m, char *line)
{
    const char *name = t->seat[m->seat].name;

    switch (m->kind) {
    case SELECT_GODS:
        gods_line(m, name, line);
        break;
    case CHOOSE_GOD:
        snprintf(line, LINE_BYTES,
                 "{\"type\":\"CHOOSE_GOD\",\"content\":{\"user\":{\"username\":\"%s\"},\"god\":{\"name\":\"%s\"}}}", name,
                 santorini_gods[m->arg[0]].name);
        break;
    case NAME_FIRST:
        snprintf(
            line, LINE_BYTES,
            "{\"type\":\"CHOOSE_FIRST_PLAYER\",\"content\":{\"self\":{\"username\":\"%s\"},\"firstPlayer\":{\"username\":\"%s\"}}}",
            name, t->seat[m->arg[0]].name);
        break;
    case PLACE_PAWNS:
        snprintf(line, LINE_BYTES,
                 "{\"type\":\"PLACE_PAWNS\",\"content\":{\"user\":{\"username\":\"%s\"},\"c1\":{\"x\":%d,\"y\":%d},\"c2\":{\"x\":%"
                 "d,\"y\":%d}}}",
                 name, m->arg[0] % SIDE, m->arg[0] / SIDE, m->arg[1] % SIDE, m->arg[1] / SIDE);
        break;
    default:
        action_line(t->state, m, name, line);
    }
}

/* ---- what must be heard ------------------------------------------------ */

/* Takes the RESULT off the end of what the asker heard: 1, 0, or -1 if there
 * is none. */
static int cut_result(struct scene *s, int asker)
{
    struct buf *text = &s->peer[asker].heard;
    int         value = -1;

    for (int v = 0; v < 2; v++) {
        const char *want = v ? RESULT("true") : RESULT("false");
        size_t      len = strlen(want);

        if (text->len >= len && strcmp(text->at + text->len - len, want) == 0) {
            text->len -= len;
            text->at[text->len] = '\0';
            value = v;
            break;
        }
    }
    for (int i = 0; i < PEERS; i++)
        assert_false(heard(s, i, "\"RESULT\""));
    return value;
}

/* Everybody in `lobby` heard the same, everybody else nothing. */
static void check_hearers(const struct scene *s, const struct model *m, int lobby, const char *same)
{
    for (int i = 0; i < PEERS; i++)
        if (s->peer[i].conn && m->peer[i].lobby >= 0)
            assert_string_equal(s->peer[i].heard.at, m->peer[i].lobby == lobby ? same : "");
}

static void lobby_is_over(struct scene *s, struct model *m, int lobby)
{
    for (int i = 0; i < PEERS; i++)
        if (m->peer[i].lobby == lobby && s->peer[i].conn) {
            assert_true(s->peer[i].told_to_go);
            m->peer[i].lobby = -1;
        }
    if (m->filling == lobby)
        m->filling = -1;
}

/* ---- what happens ------------------------------------------------------ */

static void connects(struct scene *s, struct model *m, int i)
{
    if (m->filling < 0 || (m->size && m->users == m->size)) {
        m->filling = m->lobbies++;
        m->size = m->users = 0;
    }
    m->peer[i] = (struct known){ .lobby = m->filling };
    step(s, i, ASK_OPENED, "");
    assert_int_equal(heard(s, i, "SIZE_SELECTED"), m->size > 0);
    assert_int_equal(heard(s, i, "USER_JOINED"), m->users > 0);
}

static void disconnects(struct scene *s, struct model *m, int i)
{
    int  lobby = m->peer[i].lobby;
    bool alone = true;

    step(s, i, ASK_CLOSED, "");
    m->peer[i].lobby = -1;
    for (int k = 0; k < PEERS; k++) {
        if (lobby < 0 || m->peer[k].lobby != lobby)
            continue;
        alone = false;
        assert_int_equal(heard(s, k, "\"User disconnected\""), m->peer[i].name[0] != '\0');
    }
    if (lobby >= 0 && m->peer[i].name[0])
        lobby_is_over(s, m, lobby);
    else if (alone && m->filling == lobby)
        m->filling = -1;
}

static void says(struct scene *s, struct model *m, int i, const char *line)
{
    int lobby = m->peer[i].lobby;

    step(s, i, ASK_TEXT, line);
    int value = cut_result(s, i);
    if (lobby < 0) {
        assert_int_equal(value, -1);
        return;
    }
    assert_int_not_equal(value, -1);
    if (value == 0)
        assert_int_equal(s->peer[i].heard.len, 0);
    check_hearers(s, m, lobby, s->peer[i].heard.at);
    if (value && strstr(line, "SELECT_PLAYER_NUMBER"))
        m->size = line[strlen("{\"type\":\"SELECT_PLAYER_NUMBER\",\"content\":{\"size\":")] - '0';
    if (value && strstr(line, "ADD_USER")) {
        snprintf(m->peer[i].name, sizeof m->peer[i].name, "u%llu", (unsigned long long)s->peer[i].conn);
        m->users++;
    }
    m->wins += heard(s, i, "\"WIN\"");
    if (heard(s, i, "\"WIN\"") || (heard(s, i, "\"ELIMINATION\"") && s->peer[i].told_to_go))
        lobby_is_over(s, m, lobby);
}

/* A legal move of some running table, made by the peer whose user owes it. */
static void plays(struct scene *s, struct model *m, struct rng *r)
{
    uint64_t      after = rng_below(r, 1 + (uint64_t)m->lobbies);
    struct table *t = table_next_live(s->hall, &santorini_game, after);
    struct move   move;
    char          line[LINE_BYTES];
    unsigned      owed;

    if (!t || t->phase != TABLE_RUNNING)
        return;
    t = table_find(s->hall, t->id);
    owed = santorini_game.to_act(t->state);
    assert_true(owed);
    santorini_game.pick(t->state, __builtin_ctz(owed), r, &move);
    move_line(t, &move, line);
    for (int i = 0; i < PEERS; i++)
        if (s->peer[i].conn && m->peer[i].lobby >= 0 && strcmp(m->peer[i].name, t->seat[move.seat].name) == 0) {
            uint32_t seq = t->seq;

            says(s, m, i, line);
            assert_true(table_find(s->hall, t->id)->seq > seq);
            return;
        }
    fail_msg("a table is played by nobody");
}

static void talks(struct scene *s, struct model *m, struct rng *r, int i)
{
    static const char *const noise[] = { "x", "{}", "{\"type\":\"WIN\"}", "{\"type\":\"CHECK_ACTION\",\"content\":{}}" };
    char                     line[LINE_BYTES];

    switch (rng_below(r, 3)) {
    case 0:
        snprintf(line, sizeof line, "{\"type\":\"SELECT_PLAYER_NUMBER\",\"content\":{\"size\":%d}}", (int)rng_below(r, 5));
        break;
    case 1:
        snprintf(line, sizeof line, "{\"type\":\"ADD_USER\",\"content\":{\"user\":{\"username\":\"u%llu\"}}}",
                 (unsigned long long)s->peer[i].conn);
        break;
    default:
        snprintf(line, sizeof line, "%s", noise[rng_below(r, ARRAY_LEN(noise))]);
    }
    says(s, m, i, line);
}

static void random_company(void **state)
{
    struct scene *s = scene_open();
    struct model  m = { .filling = -1 };
    struct rng    r = rng_seeded(4);

    (void)state;
    for (int i = 0; i < PEERS; i++)
        m.peer[i].lobby = -1;
    for (int n = 0; n < STEPS_A_SCALE * test_scale(); n++) {
        int i = (int)rng_below(&r, PEERS);

        if (!s->peer[i].conn)
            connects(s, &m, i);
        else if (m.peer[i].lobby < 0 || rng_below(&r, 300) == 0)
            disconnects(s, &m, i);
        else if (rng_below(&r, 4) == 0)
            talks(s, &m, &r, i);
        else
            plays(s, &m, &r);
    }
    for (int i = 0; i < PEERS; i++)
        if (s->peer[i].conn)
            disconnects(s, &m, i);
    assert_null(table_next_live(s->hall, &santorini_game, 0));
    assert_true(m.wins > 5);
    scene_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_company),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
