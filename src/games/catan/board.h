/* The island: 19 tiles, 54 intersections ("vertices") and 72 edges, numbered in
 * rings from the middle as the protocol numbers them, as constant tables. The
 * same facts appear in several forms, each as some rule needs it;
 * tests/unit/catan/board.c proves that they agree. Unused places of a list hold
 * -1. A set of vertices is a 64-bit word, bit v for vertex v. */
#ifndef CATAN_BOARD_H
#define CATAN_BOARD_H

#include <stdint.h>

enum { TILES = 19, VERTICES = 54, EDGES = 72, HARBOURS = 9 };

#define VERTEX_BIT(v) (UINT64_C(1) << (v))
#define ALL_VERTICES (VERTEX_BIT(VERTICES) - 1)

extern const int8_t   catan_tile_vertex[TILES][6];       /* corners, clockwise from the top */
extern const uint64_t catan_tile_vertices[TILES];        /* the same as a set */
extern const uint32_t catan_tile_next[TILES];            /* set of neighbouring tiles */
extern const uint64_t catan_vertex_around[VERTICES];     /* set of neighbouring vertices */
extern const int8_t   catan_vertex_edge[VERTICES][3];    /* edges to them, -1 where there is none */
extern const int8_t   catan_vertex_tile[VERTICES][3];    /* tiles it touches */
extern const int8_t   catan_vertex_harbour[VERTICES];    /* harbour it belongs to, or -1 */
extern const int8_t   catan_edge_vertex[EDGES][2];       /* its two ends, the lower first */
extern const int8_t   catan_harbour_vertex[HARBOURS][2]; /* the two vertices it is used from */

extern const uint64_t catan_harbour_vertices; /* all of them as a set */

/* Where an edge leads from one of its ends. */
static inline int catan_along(int edge, int vertex)
{
    return catan_edge_vertex[edge][0] + catan_edge_vertex[edge][1] - vertex;
}

/* The edge between two vertices in either order; -1 if they are not neighbours,
 * or not vertices at all. */
int catan_edge_between(int a, int b);

#endif
