#include "cli/contender.h"

#include "base/mem.h"
#include "cli/cli.h"
#include "games/snakes/dialect/json.h"
#include "games/snakes/samples.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { FILE_MAX = 1024 * 1024, CONTENDERS_MAX = 1000 };

static bool read_file(const char *path, struct buf *out, char problem[256])
{
    FILE  *file = fopen(path, "rb");
    char   block[16 * 1024];
    size_t n;

    if (!file) {
        snprintf(problem, 256, errno == ENOENT ? "there is no such file or sample" : "cannot be read: %s", strerror(errno));
        return false;
    }
    while ((n = fread(block, 1, sizeof block, file)) > 0 && out->len <= FILE_MAX)
        buf_add(out, block, n);
    if (ferror(file))
        snprintf(problem, 256, "cannot be read: %s", strerror(errno));
    else if (out->len > FILE_MAX)
        snprintf(problem, 256, "is larger than 1 MiB");
    bool good = !ferror(file) && out->len <= FILE_MAX;
    fclose(file);
    return good;
}

/* The file's name without folder and extension, truncated if necessary. */
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
    char       problem[256] = "";

    memset(out, 0, sizeof *out);
    for (const struct sample *s = snake_samples; s->name; s++)
        if (strcmp(s->name, word) == 0) {
            snprintf(out->name, sizeof out->name, "%s", s->name);
            sample_program(s, &out->program);
            return true;
        }
    bool good = read_file(word, &text, problem) && program_from_json(buf_view(&text), &out->program, problem);
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

/* A growing list of contenders. */
struct list {
    struct contender *at;
    int               n;
};

static bool list_add(struct list *list, const char *word)
{
    if (list->n == CONTENDERS_MAX)
        return complain("there are more than %d programs", CONTENDERS_MAX), false;
    return contender_load(word, &list->at[list->n]) && ++list->n;
}

static bool list_add_folder(struct list *list, const char *folder)
{
    struct dirent **names;
    struct buf      path = { 0 };
    int             found = scandir(folder, &names, is_program, alphasort);
    bool            good = found >= 0;

    if (!good)
        return complain("%s: the folder cannot be read", folder), false;
    for (int i = 0; i < found; i++) {
        buf_clear(&path);
        buf_printf(&path, "%s/%s", folder, names[i]->d_name);
        good = good && list_add(list, path.at);
        free(names[i]);
    }
    free(names);
    buf_release(&path);
    return good;
}

static bool is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool contenders_load(char *const *words, int words_n, struct contender **out, int *n)
{
    struct list list = { .at = mem_list(CONTENDERS_MAX, sizeof **out) };
    bool        good = true;

    for (int i = 0; good && words_n == 0 && snake_samples[i].name; i++)
        good = list_add(&list, snake_samples[i].name);
    for (int i = 0; good && i < words_n; i++)
        good = is_folder(words[i]) ? list_add_folder(&list, words[i]) : list_add(&list, words[i]);
    *out = good ? list.at : NULL;
    *n = good ? list.n : 0;
    if (!good)
        free(list.at);
    return good;
}
