#include "cli/contender.h"

#include "base/mem.h"
#include "cli/cli.h"
#include "games/snakes/dialect_json.h"
#include "games/snakes/samples.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { FILE_MOST = 1024 * 1024, CONTENDERS_MOST = 1000 };

static bool read_file(const char *path, struct buf *out)
{
    FILE  *file = fopen(path, "rb");
    char   block[16 * 1024];
    size_t n;

    if (!file)
        return false;
    while ((n = fread(block, 1, sizeof block, file)) > 0 && out->len <= FILE_MOST)
        buf_add(out, block, n);
    bool good = !ferror(file) && out->len <= FILE_MOST;
    fclose(file);
    return good;
}

/* The file's name without folder and ending, as much of it as fits. */
static void name_of(const char *path, char name[CONTENDER_NAME + 1])
{
    const char *slash = strrchr(path, '/');
    const char *from = slash ? slash + 1 : path;
    const char *end = strrchr(from, '.');

    snprintf(name, CONTENDER_NAME + 1, "%.*s", end && end != from ? (int)(end - from) : (int)strlen(from), from);
}

bool contender_load(const char *word, struct contender *out)
{
    struct buf text = { 0 };
    char       problem[256] = "it cannot be read, or is larger than a mebibyte";

    memset(out, 0, sizeof *out);
    for (const struct sample *s = snake_samples; s->name; s++)
        if (strcmp(s->name, word) == 0) {
            snprintf(out->name, sizeof out->name, "%s", s->name);
            sample_program(s, &out->program);
            return true;
        }
    bool good = read_file(word, &text) && program_from_json(buf_view(&text), &out->program, problem);
    buf_release(&text);
    name_of(word, out->name);
    if (!good)
        complain("%s: %s", word, problem);
    return good;
}

static int is_program(const struct dirent *entry)
{
    size_t len = strlen(entry->d_name);

    return len > 5 && strcmp(entry->d_name + len - 5, ".json") == 0;
}

bool contenders_load(const char *folder, struct contender **out, int *n)
{
    struct dirent **names;
    struct buf      path = { 0 };
    int             found = scandir(folder, &names, is_program, alphasort);
    bool            good = found >= 0 && found <= CONTENDERS_MOST;

    *n = 0;
    *out = NULL;
    if (!good)
        complain("%s: %s", folder, found < 0 ? "the folder cannot be read" : "there are more than 1000 programs in it");
    *out = good ? mem_list((size_t)found + 1, sizeof **out) : NULL;
    for (int i = 0; i < found; i++) {
        if (good) {
            buf_clear(&path);
            buf_printf(&path, "%s/%s", folder, names[i]->d_name);
            good = contender_load(path.at, &(*out)[(*n)++]);
        }
        free(names[i]);
    }
    if (found >= 0)
        free(names);
    buf_release(&path);
    if (!good)
        free(*out);
    return good;
}
