#ifndef BOTS_RANDOM_H
#define BOTS_RANDOM_H

#include "game/bot.h"

/* Plays a random legal move, with the distribution of the game's .pick or
 * .legal. */
extern const struct bot random_bot;

#endif
