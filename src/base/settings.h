/* Settings. Each is described once, in a table, and can be given as a flag
 * (--listen 127.0.0.1:8080), in the environment (MEEPLE_LISTEN) or in the
 * config file (listen = 127.0.0.1:8080), in order of falling priority. The
 * server's table is in cli/; parts add their own. */
#ifndef BASE_SETTINGS_H
#define BASE_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

enum setting_kind {
    SETTING_TEXT,
    SETTING_FLAG,
    SETTING_INT,
    SETTING_LIST, /* text without a default; repeated flags are joined with commas */
};

struct setting {
    const char       *name; /* without leading dashes: "catan-manager" */
    enum setting_kind kind;
    const char       *default_value; /* NULL for flags */
    const char       *meta;          /* placeholder for the value in the help text: "USER:PASSWORD" */
    const char       *help;
    bool              secret; /* never logged or printed */
};

struct settings; /* names and values */

/* The value; a BUG if the setting was not declared. */
const char *setting_text(const struct settings *s, const char *name);
bool        setting_flag(const struct settings *s, const char *name);
int64_t     setting_int(const struct settings *s, const char *name);

/* Declare all tables, then set values from lowest to highest priority.
 * setting_set returns NULL or an error message. */
struct settings      *settings_new(void);
void                  settings_free(struct settings *s);
void                  settings_declare(struct settings *s, const struct setting *table);
const char           *setting_set(struct settings *s, const char *name, const char *value);
/* Visits all settings in the order of declaration: i = 0, 1, ... until NULL. */
const struct setting *settings_at(const struct settings *s, int i);

#endif
