/* The hall API, /api/v1: one API to all games, for browsers and programs. */
#ifndef API_API_H
#define API_API_H

#include "hall/part.h"

extern const struct part api_part;

/* Sets the hash of the browser client's files: 16 hex digits, sent in the
 * feed's first message so that old pages notice a new version. Call before the
 * hall starts. */
void api_set_assets(struct hall *hall, const char hash[17]);

#endif
