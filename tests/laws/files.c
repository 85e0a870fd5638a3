#include "laws/files.h"

#include <stdio.h>

bool file_read(const char *path, struct buf *out)
{
    char  part[4096];
    FILE *file = fopen(path, "r");

    if (!file)
        return false;
    for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;)
        buf_add(out, part, n);
    fclose(file);
    return true;
}

bool file_write(const char *path, struct str text)
{
    FILE *file = fopen(path, "w");

    if (!file)
        return false;
    bool whole = fwrite(text.at, 1, text.len, file) == text.len;
    return fclose(file) == 0 && whole;
}
