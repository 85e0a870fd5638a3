/* A leader that cannot know whether it still is the only one: what it tells is
 * marked, and it refuses no write for good. */
#include "kit/paper_log.h"

#include <stdlib.h>

/* The answer to a request of the hall API. */
static struct out *ask(struct hall *hall, enum method method, const char *path, const char *body)
{
    struct ask *ask = ask_new(ASK_HTTP, 1, by_hand_route(hall, "/api/v1/*"), 256);

    ask->method = method;
    ask->path = str_of(path);
    ask->body = str_of(body);
    ask->content_type = str_of("application/json");
    assert_true(hall_submit(hall, ask, ask, 1));
    hall_step(hall);
    struct out *out = hall_take_outs(hall);
    assert_non_null(out);
    assert_int_equal(out->kind, OUT_REPLY);
    return out;
}

static void assert_answer(struct out *out, int status, const char *header, const char *part)
{
    assert_int_equal(out->status, status);
    if (header)
        assert_non_null(strstr(out->headers ? out->headers : "", header));
    else
        assert_null(strstr(out->headers ? out->headers : "", "Meeple-Stale"));
    assert_non_null(strstr(out->body.at, part));
    out_free(out);
}

static void a_stale_leader_refuses_nothing_for_good(void **state)
{
    struct paper     paper;
    struct settings *settings = by_hand_settings("memory");
    struct hall     *hall = paper_open(&paper, settings);

    (void)state;
    assert_answer(ask(hall, METHOD_POST, "/api/v1/tables", "{\"game\":\"none\"}"), 401, NULL, "\"error\"");
    assert_answer(ask(hall, METHOD_GET, "/api/v1/tables", ""), 200, NULL, "\"tables\"");
    assert_answer(ask(hall, METHOD_GET, "/api/v1/tables/77", ""), 404, NULL, "\"error\"");
    paper.stale_us = 4500 * 1000;
    assert_answer(ask(hall, METHOD_POST, "/api/v1/tables", "{\"game\":\"none\"}"), 503, "Retry-After: 1", "\"no_leader\"");
    assert_answer(ask(hall, METHOD_GET, "/api/v1/tables", ""), 200, "Meeple-Stale: 5", "\"tables\"");
    assert_answer(ask(hall, METHOD_GET, "/api/v1/tables/77", ""), 404, "Meeple-Stale: 5", "\"error\"");

    hall_close(hall);
    settings_free(settings);
    folder_remove(&paper.folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_stale_leader_refuses_nothing_for_good) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
