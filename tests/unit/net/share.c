/* Connections and memory are shared fairly among addresses. */
#include "kit/cmocka.h"

#include "net/inside.h"
#include "net/share.h"

#include <stdio.h>
#include <stdlib.h>

enum { CAPACITY = 80, CONNS = 70 };

struct room {
    struct doors *doors;
    struct conn  *conn[CONNS];
};

static int setup(void **state)
{
    struct room *room = calloc(1, sizeof *room);

    room->doors = calloc(1, sizeof *room->doors);
    room->doors->capacity = CAPACITY;
    *state = room;
    return 0;
}

/* Connection number i comes from that address. */
static void join(struct room *room, int i, const char *peer)
{
    struct conn *c = room->conn[i] = calloc(1, sizeof *c);

    c->doors = room->doors;
    snprintf(c->peer, sizeof c->peer, "%s", peer);
    share_join(c);
    room->doors->counts.open[CONN_HTTP]++;
}

static int teardown(void **state)
{
    struct room *room = *state;

    for (int i = 0; i < CONNS; i++)
        if (room->conn[i]) {
            share_leave(room->conn[i]);
            free(room->conn[i]);
        }
    assert_int_equal(room->doors->shares.n, 0); /* an address without connections is forgotten */
    map_release(&room->doors->shares);
    free(room->doors);
    free(room);
    return 0;
}

static void anybody_has_many_while_there_is_room(void **state)
{
    struct room *room = *state;

    for (int i = 0; i < CAPACITY * 3 / 4 - 1; i++) {
        assert_true(share_admits(room->doors, "192.0.2.1"));
        join(room, i, "192.0.2.1");
    }
}

static void a_crowded_server_gives_each_address_its_share(void **state)
{
    struct room *room = *state;

    for (int i = 0; i < CAPACITY * 3 / 4; i++)
        join(room, i, "192.0.2.1");
    assert_false(share_admits(room->doors, "192.0.2.1"));
    assert_true(share_admits(room->doors, "192.0.2.2"));
    assert_true(share_admits(room->doors, "2001:db8:0:1::1"));
    for (int i = 60; i < CONNS; i++) { /* an eighth of all */
        assert_true(share_admits(room->doors, "2001:db8:0:1::1"));
        join(room, i, "2001:db8:0:1::1");
    }
    assert_false(share_admits(room->doors, "2001:db8:0:1::2")); /* its neighbour is the same client */
    assert_true(share_admits(room->doors, "2001:db8:0:2::1"));
}

static void behind_a_proxy_addresses_say_nothing(void **state)
{
    struct room *room = *state;

    room->doors->trust_proxy = true;
    for (int i = 0; i < CAPACITY * 3 / 4 + 5; i++) {
        assert_true(share_admits(room->doors, "192.0.2.1"));
        join(room, i, "192.0.2.1");
    }
}

static void unread_bytes_are_counted_by_address(void **state)
{
    struct room *room = *state;
    size_t       most = (size_t)limit_now(SIZED_UNREAD_EACH);

    join(room, 0, "192.0.2.1");
    join(room, 1, "192.0.2.1");
    join(room, 2, "192.0.2.2");
    assert_false(share_exceeded(room->conn[0], 2 * most)); /* one large message is never too much */
    share_wait(room->conn[0], most);
    assert_true(share_exceeded(room->conn[1], 1));
    assert_false(share_exceeded(room->conn[2], most));
    share_read(room->conn[0], most / 2);
    assert_false(share_exceeded(room->conn[1], most / 2));
    share_read(room->conn[0], most - most / 2);
    assert_int_equal(room->doors->unread, 0);
}

static void unhandled_bytes_are_counted_by_address(void **state)
{
    struct room *room = *state;
    size_t       most = (size_t)limit_now(SIZED_UNHANDLED_EACH), all = (size_t)limit_now(SIZED_UNHANDLED);

    join(room, 0, "192.0.2.1");
    join(room, 1, "192.0.2.1");
    join(room, 2, "192.0.2.2");
    assert_true(share_holds(room->conn[0], most));
    assert_false(share_holds(room->conn[1], 1));
    assert_true(share_holds(room->conn[2], most));
    assert_true(share_holds(room->conn[0], most - 1)); /* whoever holds less is never in the way */
    assert_true(share_holds(room->conn[1], 1));
    room->doors->trust_proxy = true; /* all clients share its address */
    assert_true(share_holds(room->conn[0], all - most - 1));
    assert_false(share_holds(room->conn[1], 2));
    for (int i = 0; i < 3; i++)
        share_holds(room->conn[i], 0);
    assert_int_equal(room->doors->unhandled, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(anybody_has_many_while_there_is_room, setup, teardown),
        cmocka_unit_test_setup_teardown(a_crowded_server_gives_each_address_its_share, setup, teardown),
        cmocka_unit_test_setup_teardown(behind_a_proxy_addresses_say_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(unread_bytes_are_counted_by_address, setup, teardown),
        cmocka_unit_test_setup_teardown(unhandled_bytes_are_counted_by_address, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
