/* The list of all parts of the hall. */
#include "api/api.h"
#include "people/people.h"
#include "tables/dialect.h"
#include "tables/table.h"

#define GAME(name) extern const struct dialect name##_dialect;
#include "game/games.def"
#undef GAME

const struct dialect *const all_dialects[] = {
#define GAME(name) &name##_dialect,
#include "game/games.def"
#undef GAME
    NULL,
};

const struct part *const all_parts[] = {
    &tables_part,
    &people_part,
    &api_part,
#define GAME(name) &name##_dialect.part,
#include "game/games.def"
#undef GAME
    NULL,
};
