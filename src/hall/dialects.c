#include "hall/dialect.h"

#define GAME(name) extern const struct dialect name##_dialect;
#include "game/games.def"
#undef GAME

const struct dialect *const all_dialects[] = {
#define GAME(name) &name##_dialect,
#include "game/games.def"
#undef GAME
    NULL,
};
