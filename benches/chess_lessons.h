/* What benches/chess_lessons.c writes and benches/chess_teach.c reads. */
#ifndef CHESS_LESSONS_H
#define CHESS_LESSONS_H

#include <stdint.h>

/* A position seen by the side to move: its own home row is row 0. */
struct lesson {
    uint64_t pieces;   /* squares */
    uint8_t  what[16]; /* half a byte a piece, by square: its kind, 8 more if it is the opponent's */
    int16_t  score;    /* for the side to move, in hundredths of a pawn */
    int16_t  features; /* what our features say, likewise */
    uint32_t match;    /* of which game */
};

#endif
