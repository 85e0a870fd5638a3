#ifndef BOTS_RANDOM_H
#define BOTS_RANDOM_H

#include "game/bot.h"

/* Any legal move, each as likely as the game's .pick or .legal makes it. */
extern const struct bot random_bot;

#endif
