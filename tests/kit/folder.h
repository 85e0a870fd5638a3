/* A folder of a test's own, and the name of a store in it. */
#ifndef KIT_FOLDER_H
#define KIT_FOLDER_H

#include "base/err.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDER_PATH = 128 }; /* room for the path of a file in it */

struct folder {
    char path[64], file[96], store[112]; /* the folder, a file in it, and "sqlite:" before that */
};

static inline void folder_make(struct folder *f)
{
    strcpy(f->path, "/tmp/meeple-test-XXXXXX");
    if (!mkdtemp(f->path))
        BUG("a test gets no folder");
    snprintf(f->file, sizeof f->file, "%s/meeple.db", f->path);
    snprintf(f->store, sizeof f->store, "sqlite:%s", f->file);
}

/* An executable file with that text. */
static inline void folder_program(const struct folder *f, const char *name, const char *text, char path[FOLDER_PATH])
{
    snprintf(path, FOLDER_PATH, "%s/%s", f->path, name);
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) == EOF || fclose(file) || chmod(path, 0700))
        BUG("a test cannot write its program");
}

static inline int folder_remove_one(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st;
    (void)kind;
    (void)where;
    return remove(path);
}

static inline void folder_remove(const struct folder *f)
{
    enum { OPEN_AT_ONCE = 8 };

    nftw(f->path, folder_remove_one, OPEN_AT_ONCE, FTW_DEPTH | FTW_PHYS);
}

#endif
