/* Links: strangers at their address, and a node that waits for doors which have
 * ended. */
#include "kit/client.h"
#include "kit/cmocka.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "net/inside.h"
#include "net/link_inside.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

enum { TOO_MANY = LINK_STRANGERS + 10 };

struct scene {
    struct settings *settings;
    struct doors    *doors;
    struct links    *links;
};

static int open_links(void **state)
{
    static struct scene scene;
    char                problem[256] = "";

    scene.settings = command_settings(&serve_command);
    assert_int_equal(doors_open(&scene.doors, problem), ERR_OK);
    assert_int_equal(links_open(scene.doors, scene.settings, "127.0.0.1:0", &scene.links, problem), ERR_OK);
    links_use(scene.links, NULL);
    *state = &scene;
    return 0;
}

static int close_links(void **state)
{
    struct scene *scene = *state;

    links_close(scene->links);
    doors_close(scene->doors);
    settings_free(scene->settings);
    return 0;
}

static void turn_for(struct scene *scene, int64_t ms)
{
    int64_t until = monotonic_us() + ms * 1000;

    while (monotonic_us() < until)
        uv_run(&scene->doors->loop, UV_RUN_ONCE); /* the links' timer ends it */
}

static int connect_to(const struct scene *scene)
{
    return client_connect(atoi(strrchr(links_address(scene->links), ':') + 1));
}

/* Has the other side closed it? What came before is thrown away. */
static bool is_closed(int fd)
{
    char    bytes[64];
    ssize_t n;

    while ((n = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT)) > 0)
        continue;
    return n == 0 || errno != EAGAIN;
}

static void test_many_strangers(void **state)
{
    struct scene *scene = *state;
    int           fd[TOO_MANY], closed = 0;

    for (int i = 0; i < TOO_MANY; i++) {
        fd[i] = connect_to(scene);
        turn_for(scene, 1);
    }
    turn_for(scene, 100);
    for (int i = 0; i < TOO_MANY; i++) {
        bool is = is_closed(fd[i]);

        assert_true(!is || i < TOO_MANY - LINK_STRANGERS); /* the oldest */
        closed += is;
        close(fd[i]);
    }
    assert_int_equal(closed, TOO_MANY - LINK_STRANGERS);
}

/* Who has not greeted for as long as a node may be silent is none, however much it
 * sends. */
static void test_slow_stranger(void **state)
{
    struct scene *scene = *state;
    int           fd = connect_to(scene);
    int64_t       until = monotonic_us() + 2 * LINK_SILENCE_MS * 1000;

    send(fd, "\0\100\0\0", 4, MSG_NOSIGNAL); /* a frame of 16 KB */
    while (!is_closed(fd) && monotonic_us() < until) {
        send(fd, "x", 1, MSG_NOSIGNAL);
        turn_for(scene, 500);
    }
    assert_null(scene->links->down);
    close(fd);
}

static void *say_stopping(void *arg)
{
    struct node_ears *ears = arg;

    ears->stopping(ears->arg);
    return NULL;
}

static void test_node_that_waits_for_doors(void **state)
{
    struct scene    *scene = *state;
    struct node_ears ears = links_ears(scene->links);
    pthread_t        thread;
    bool             said = false;
    struct timespec  until;

    pthread_create(&thread, NULL, say_stopping, &ears);
    while (!said) { /* with the lock: it waits then */
        pthread_mutex_lock(&scene->links->mail.lock);
        said = scene->links->mail.stopping;
        pthread_mutex_unlock(&scene->links->mail.lock);
    }
    links_end(scene->links);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 10;
    assert_int_equal(pthread_timedjoin_np(thread, NULL, &until), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_many_strangers, open_links, close_links),
        cmocka_unit_test_setup_teardown(test_slow_stranger, open_links, close_links),
        cmocka_unit_test_setup_teardown(test_node_that_waits_for_doors, open_links, close_links),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
