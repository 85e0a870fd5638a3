/* The hall's own door, /api/v1, shaped like a dialect: routes, migrations of
 * accounts and ratings, open and close. Its `happened` hears of every table of
 * every game (that is how the feed and the ratings work). */
#ifndef HALL_API_H
#define HALL_API_H

#include "hall/dialect.h"

extern const struct dialect hall_api;

#endif
