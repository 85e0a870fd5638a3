/* Maps and their text form: what a table's setup carries, so that a replay
 * needs nothing else. Line one is "<map id> <players> <turns> <name>", every
 * other line a region: its land as letters in the uploader's order, its lost
 * tribes, its neighbours in the uploader's order; "-" stands for none:
 *
 *     1 2 5 defaultMap1
 *     bc 1 2
 *     b 0 1
 *
 * The map id is the protocol's; 0 for a map that no list holds. */
#ifndef SMALLWORLD_MAP_H
#define SMALLWORLD_MAP_H

#include "games/smallworld/rules.h"

enum { MAP_NAME_BYTES = 15 * 4, DEFAULT_MAPS = 7, MAP_POINTS_MOST = 4000 /* of all outlines of a map */ };

struct map_head {
    int64_t    id;
    int        players, turns;
    struct str name;
};

/* Cuts the first line off `*text`. */
enum err map_read_head(struct str *text, struct map_head *out);

/* One region line, read step by step: letters in `land`, then the numbers of
 * `adjacent` with map_next_number. */
struct map_region {
    struct str land; /* letters; empty for none */
    int        population;
    struct str adjacent; /* "2,17,18"; empty for none */
};
enum err map_next_region(struct str *text, struct map_region *out); /* ERR_NONE at the end */
bool     map_next_number(struct str *list, int64_t *out);
int      land_by_letter(char letter); /* index into lands, -1: none */
int      land_by_word(struct str word);

/* A built-in map. `shapes` has one line a region: outline, place of the race
 * and place of the power, in pixels, separated by '|'; "" if unknown. */
struct default_map {
    const char *name;
    int         players, turns;
    const char *regions; /* region lines */
    const char *shapes;
};
extern const struct default_map default_maps[DEFAULT_MAPS];

/* The default map for that many seats. */
const struct default_map *default_map_for(int seats);

/* The next point of a list "x,y x,y"; false at its end. */
struct point {
    int x, y;
};
bool map_next_point(struct str *list, struct point *out);

/* Generated places and outlines for maps that have none. Neighbours mostly
 * touch, but not always. */
enum { LAYOUT_WIDTH = 640, LAYOUT_HEIGHT = 480, LAYOUT_CORNERS = 64 };
struct layout {
    int n;
    struct {
        double x, y;
    } at[REGIONS_MAX];
};
void         layout_make(const struct world *w, struct layout *out);
int          layout_outline(const struct layout *l, int region, struct point corner[LAYOUT_CORNERS]); /* how many there are */
struct point layout_centre(const struct layout *l, int region);

/* The members of the board (game.h), with outlines from such lines; where a
 * region lacks one, with one that is made up. */
void board_write(const struct world *w, struct str shapes, struct jout *out);

/* Reads a map's text into the position: all of it, or the region lines only. */
enum err map_into_world(struct str text, struct world *w, struct refusal *why);
enum err map_regions_into_world(struct str text, struct world *w, struct refusal *why);

#endif
