/* Settings: each is described once, in a table, and can be given as a flag
 * (--listen 127.0.0.1:8080), in the environment (MEEPLE_LISTEN) or as a line
 * of the config file (listen = 127.0.0.1:8080), in falling priority. The
 * server has its table in cli/, a dialect may bring more rows. */
#ifndef HALL_SETTINGS_H
#define HALL_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

enum setting_kind {
    SETTING_TEXT,
    SETTING_FLAG,
    SETTING_INT,
    SETTING_LIST, /* text without a normal value; a repeated flag adds to it, with a comma between */
};

struct setting {
    const char       *name; /* without dashes in front: "catan-manager" */
    enum setting_kind kind;
    const char       *normal; /* value where none is given; flags: NULL */
    const char       *meta;   /* what help shows as its value: "USER:PASSWORD" */
    const char       *help;
    bool              secret; /* never logged or shown */
};

struct settings; /* names and values */

/* The value; a BUG if no such setting was declared. */
const char *setting_text(const struct settings *s, const char *name);
bool        setting_flag(const struct settings *s, const char *name);
int64_t     setting_int(const struct settings *s, const char *name);

/* Life: declare all tables, then set values from lowest to highest priority.
 * setting_set returns NULL or a sentence saying what is wrong. */
struct settings      *settings_new(void);
void                  settings_free(struct settings *s);
void                  settings_declare(struct settings *s, const struct setting *table);
const char           *setting_set(struct settings *s, const char *name, const char *value);
/* Visits all in the order of declaration: i = 0, 1, ... until NULL. */
const struct setting *settings_at(const struct settings *s, int i);

#endif
