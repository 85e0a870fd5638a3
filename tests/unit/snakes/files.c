/* Programs in JSON files: what is read, and what is said about a bad one. */
#include "kit/cmocka.h"

#include "games/snakes/dialect/json.h"
#include "games/snakes/samples.h"

#define TEMPLATES_OK "\"Templates\": [\"S\", \"S\", \"S\", \"S\"]"
#define MAP_OK "{\"HeadX\": 3, \"HeadY\": 3, \"Lines\": [{\"X\": 3, \"Y\": 4, \"Line\": \"S0\"}]}"

static void a_file_is_a_program(void **unused)
{
    static const char *const texts[] = {
        "{" TEMPLATES_OK ", \"Maps\": [" MAP_OK "]}",
        /* What `snake info` replies has more members, and other ways to say the same. */
        "{\"Response\": \"snake info\", \"SnakeId\": \"7\", \"Templates\": [\"SS\", \"S\", \"S\", \"S\"], \"Maps\": "
        "[{\"Description\": \"я &=%\","
        "\"HeadX\": 3, \"HeadY\": 3, \"Lines\": [{\"X\": 0, \"Y\": 0, \"Line\": \"--\"}, {\"X\": 3, \"Y\": 4, \"Line\": "
        "\"S0--\"}]}]}",
    };
    struct snake_program straight, read;
    char                 problem[256];

    (void)unused;
    sample_program(&snake_samples[0], &straight);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_true(program_from_json(str_of(texts[i]), &read, problem));
        assert_memory_equal(&read, &straight, sizeof read);
    }
    assert_true(
        program_from_json(STR("{" TEMPLATES_OK ", \"Maps\": [{\"HeadX\": 0, \"HeadY\": 6, \"Lines\": []}]}"), &read, problem));
    assert_int_equal(read.n_maps, 1);
    assert_int_equal(read.map[0].head_y, 6);
}

static void a_bad_file_is_told(void **unused)
{
    static const struct {
        const char *text, *part; /* of the sentence */
    } rows[] = {
        { "", "not a JSON object" },
        { "[]", "not a JSON object" },
        { "{", "not a JSON object" },
        { "{}", "Templates is missing" },
        { "{" TEMPLATES_OK "}", "Maps is missing" },
        { "{" TEMPLATES_OK ", \"Maps\": []}", "Maps is missing" },
        { "{" TEMPLATES_OK ", \"Maps\": 5}", "Maps must be an array" },
        { "{" TEMPLATES_OK ", \"Maps\": [{\"HeadX\": 3}]}", "Maps.0.HeadY is missing" },
        { "{" TEMPLATES_OK ", \"Maps\": [{\"HeadX\": 7, \"HeadY\": 3}]}", "Maps.0.HeadX has a wrong format: 7" },
        { "{" TEMPLATES_OK ", \"Maps\": [{\"HeadX\": 1.5, \"HeadY\": 3}]}", "Maps.0.HeadX has a wrong format" },
        { "{" TEMPLATES_OK ", \"Maps\": [" MAP_OK ", {\"HeadX\": 3, \"HeadY\": 3, \"Foo\": 1}]}", "Maps.1.Foo" },
        { "{" TEMPLATES_OK ", \"Maps\": [{\"HeadX\": 3, \"HeadY\": 4, \"Lines\": [{\"X\": 3, \"Y\": 4, \"Line\": \"S0\"}]}]}",
          "head" },
        { "{" TEMPLATES_OK ", \"Maps\": [{\"HeadX\": 3, \"HeadY\": 3, \"Lines\": [{\"X\": 6, \"Y\": 6, \"Line\": \"S0S0\"}]}]}",
          "map 1, line 1" },
        { "{\"Templates\": [\"S\", \"S\", \"S\", \"U\"], \"Maps\": [" MAP_OK "]}", "Templates.3" },
    };
    struct snake_program read;

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char problem[256] = "";

        if (program_from_json(str_of(rows[i].text), &read, problem) || !strstr(problem, rows[i].part))
            fail_msg("%s: expected \"%s\", got \"%s\"", rows[i].text, rows[i].part, problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_a_program),
        cmocka_unit_test(a_bad_file_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
