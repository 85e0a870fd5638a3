#include "base/settings.h"

#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct value {
    const struct setting *setting;
    char                 *text; /* NULL: not set */
};

struct settings {
    struct value *at;
    int           n;
    char          why[256]; /* the latest error of setting_set */
};

struct settings *settings_new(void)
{
    struct settings *s = mem_new(sizeof *s);

    return s;
}

void settings_free(struct settings *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->at[i].text);
    free(s->at);
    free(s);
}

static struct value *find(const struct settings *s, const char *name)
{
    for (int i = 0; i < s->n; i++)
        if (strcmp(s->at[i].setting->name, name) == 0)
            return &s->at[i];
    return NULL;
}

void settings_declare(struct settings *s, const struct setting *table)
{
    for (; table->name; table++) {
        if (find(s, table->name))
            BUG("a setting is declared twice");
        if (table->kind == SETTING_LIST && table->default_value)
            BUG("a list setting cannot have a default, since flags add to it");
        s->at = mem_grow(s->at, (size_t)(s->n + 1), sizeof *s->at);
        s->at[s->n++] = (struct value){ .setting = table };
    }
}

const struct setting *settings_at(const struct settings *s, int i)
{
    return i < s->n ? s->at[i].setting : NULL;
}

/* ---- values ------------------------------------------------------------ */

static const struct {
    const char *word;
    bool        means;
} flag_words[] = {
    { "true", true },   { "yes", true }, { "on", true },   { "1", true },
    { "false", false }, { "no", false }, { "off", false }, { "0", false },
};

/* Parses a boolean word. */
static bool read_flag(const char *text, bool *out)
{
    for (size_t i = 0; i < ARRAY_LEN(flag_words); i++)
        if (strcmp(flag_words[i].word, text) == 0) {
            *out = flag_words[i].means;
            return true;
        }
    return false;
}

const char *setting_set(struct settings *s, const char *name, const char *value)
{
    struct value *v = find(s, name);
    int64_t       number;
    bool          flag;

    if (!v) {
        snprintf(s->why, sizeof s->why, "there is no setting %s", name);
        return s->why;
    }
    if (v->setting->kind == SETTING_INT && !str_int(str_of(value), &number)) {
        snprintf(s->why, sizeof s->why, "%s must be an integer, not \"%s\"", name, v->setting->secret ? "..." : value);
        return s->why;
    }
    if (v->setting->kind == SETTING_FLAG && !read_flag(value, &flag)) {
        snprintf(s->why, sizeof s->why, "%s must be true or false, not \"%s\"", name, value);
        return s->why;
    }
    free(v->text);
    v->text = mem_text(str_of(value));
    return NULL;
}

static const char *value_of(const struct settings *s, const char *name, enum setting_kind kind)
{
    const struct value *v = find(s, name);

    if (!v || (v->setting->kind == SETTING_LIST ? SETTING_TEXT : v->setting->kind) != kind)
        BUG("no such setting was declared");
    return v->text ? v->text : v->setting->default_value;
}

const char *setting_text(const struct settings *s, const char *name)
{
    return value_of(s, name, SETTING_TEXT);
}

bool setting_flag(const struct settings *s, const char *name)
{
    const char *text = value_of(s, name, SETTING_FLAG);
    bool        flag = false;

    return text && read_flag(text, &flag) && flag;
}

int64_t setting_int(const struct settings *s, const char *name)
{
    const char *text = value_of(s, name, SETTING_INT);
    int64_t     number = 0;

    if (text && !str_int(str_of(text), &number))
        BUG("the default of a setting is not a number");
    return number;
}
