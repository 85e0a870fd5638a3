/* Long lists of moves: thinned where a form describes the same moves, whole
 * where none does. */
#include "kit/cmocka.h"

#include "base/jin.h"
#include "kit/desk.h"

static void guest(struct desk *d, char token[65])
{
    struct buf  reply = { 0 };
    struct jin *doc;

    assert_int_equal(desk_http(d, METHOD_POST, "/api/v1/guest", "", "", "", &reply), 201);
    assert_int_equal(jin_parse(buf_view(&reply), 4, 0, &doc), ERR_OK);
    assert_true(str_copy(jin_str_or(jin_get(doc, "token"), ""), token, 65));
    jin_free(doc);
    buf_release(&reply);
}

static struct jin *legal(struct desk *d, const char *token)
{
    struct buf  reply = { 0 };
    struct jin *doc;

    assert_int_equal(desk_http(d, METHOD_GET, "/api/v1/tables/1/legal", token, "", "", &reply), 200);
    assert_int_equal(jin_parse(buf_view(&reply), 16, 0, &doc), ERR_OK);
    buf_release(&reply);
    return doc;
}

static void long_lists_with_a_form_are_thinned(void **state)
{
    struct desk d;
    char        ann[65], bob[65];
    bool        sample;
    struct str  first, last;

    (void)state;
    desk_open(&d, "memory", 0);
    guest(&d, ann);
    guest(&d, bob);
    assert_int_equal(desk_http(&d, METHOD_POST, "/api/v1/tables", ann, "",
                               "{\"game\": \"santorini\", \"options\": {\"god1\": \"none\", \"god2\": \"none\"}}", NULL),
                     201);
    assert_int_equal(desk_http(&d, METHOD_POST, "/api/v1/tables/1/join", bob, "", "", NULL), 200);

    /* 600 ways to place two workers, and a form that says so. */
    struct jin       *doc = legal(&d, ann);
    const struct jin *moves = jin_get(doc, "moves"), *forms = jin_get(doc, "forms");
    assert_int_equal(jin_count(moves), 24);
    assert_true(jin_bool(jin_get(doc, "sample"), &sample) && sample);
    assert_int_equal(jin_count(forms), 1);
    assert_true(str_is(jin_str_or(jin_get(jin_at(forms, 0), "move"), ""), "place"));
    first = jin_str_or(jin_get(jin_at(moves, 0), "move"), "");
    last = jin_str_or(jin_get(jin_at(moves, 23), "move"), "");
    assert_false(str_eq(first, last));
    jin_free(doc);

    /* Whoever owes nothing has neither, but may leave. */
    doc = legal(&d, bob);
    assert_int_equal(jin_count(jin_get(doc, "moves")), 0);
    assert_int_equal(jin_count(jin_get(doc, "forms")), 0);
    assert_true(jin_bool(jin_get(doc, "sample"), &sample) && !sample);
    assert_true(jin_count(jin_get(doc, "asides")) >= 1);
    jin_free(doc);

    /* Short lists are whole. */
    assert_int_equal(desk_http(&d, METHOD_POST, "/api/v1/tables/1/moves", ann, "", "{\"move\": \"place 0 1\"}", NULL), 200);
    assert_int_equal(desk_http(&d, METHOD_POST, "/api/v1/tables/1/moves", bob, "", "{\"move\": \"place 23 24\"}", NULL), 200);
    doc = legal(&d, ann);
    assert_int_equal(jin_count(jin_get(doc, "moves")), 6);
    assert_true(jin_bool(jin_get(doc, "sample"), &sample) && !sample);
    jin_free(doc);
    desk_close(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(long_lists_with_a_form_are_thinned) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
