#include "base/limits.h"

#include <ctype.h>
#include <stdio.h>

const struct limit all_limits[] = {
#define LIMIT(name, normal, bounds, told) { #name, normal, bounds, told, false },
#define SIZED(name, normal, bounds, told) { #name, normal, bounds, told, true },
#include "base/limits.def"
#undef LIMIT
#undef SIZED
    { 0 },
};

/* Written once, before threads start. */
static int64_t now[] = {
#define LIMIT(name, normal, bounds, told)
#define SIZED(name, normal, bounds, told) [SIZED_##name] = normal,
#include "base/limits.def"
#undef LIMIT
#undef SIZED
};

int64_t limit_now(enum sized which)
{
    return now[which];
}

void limit_spelled(const char *name, char out[48])
{
    int n = 0;

    for (; *name && n < 47; name++)
        out[n++] = *name == '_' ? '-' : (char)tolower((unsigned char)*name);
    out[n] = '\0';
}

/* Which of the sized ones; -1: none has this name. */
static int sized_named(struct str name)
{
    char spelled[48];
    int  which = 0;

    for (const struct limit *l = all_limits; l->name; l++) {
        if (!l->sized)
            continue;
        limit_spelled(l->name, spelled);
        if (str_is(name, spelled))
            return which;
        which++;
    }
    return -1;
}

const char *limits_set(struct str list, char problem[256])
{
    while (list.at && list.len) {
        struct str value = str_cut(&list, ','), name = str_trim(str_cut(&value, '='));
        int        which = sized_named(name);
        int64_t    n;

        if (which < 0)
            return snprintf(problem, 256, "there is no limit \"%.*s\" that can be changed: see meeple limits", STR_ARG(name)),
                   problem;
        if (!value.at || !str_int(str_trim(value), &n) || n < 1)
            return snprintf(problem, 256, "--limit %.*s=N takes a number of at least 1", STR_ARG(name)), problem;
        now[which] = which == SIZED_CONNECTIONS && n > LIMIT_CONNECTIONS ? LIMIT_CONNECTIONS : n;
    }
    return NULL;
}
