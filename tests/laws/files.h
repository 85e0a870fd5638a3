/* Whole files in and out, for the tests that keep data in files. */
#ifndef LAWS_FILES_H
#define LAWS_FILES_H

#include "base/buf.h"

bool file_read(const char *path, struct buf *out); /* false: cannot be opened; `out` stays as it was */
bool file_write(const char *path, struct str text);

#endif
