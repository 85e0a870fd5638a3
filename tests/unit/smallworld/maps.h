/* Worlds on the maps that every server has. */
#ifndef UNIT_SMALLWORLD_MAPS_H
#define UNIT_SMALLWORLD_MAPS_H

#include "games/smallworld/map.h"
#include "kit/cmocka.h"

/* Sets up the `map`-th built-in map, counted from 1. */
static inline void open_map(struct world *w, int map, uint64_t seed, int dice)
{
    const struct default_map *m = &default_maps[map - 1];
    struct buf                text = { 0 };
    struct setup              setup = { .seats = (uint8_t)m->players, .seed = seed, .option = { [OPTION_DICE] = dice } };

    buf_printf(&text, "0 %d %d %s\n%s", m->players, m->turns, m->name, m->regions);
    setup.extra = buf_view(&text);
    assert_int_equal(game_setup(&smallworld_game, w, &setup, NULL), ERR_OK);
    buf_release(&text);
}

#endif
