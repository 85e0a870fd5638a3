/* Each power on a drawn board: the board when the box has just been taken, and
 * beside it what the power leaves behind. */
#include "unit/powerchess/board.h"

/* White has taken a box on d4 in every picture. */
static const struct {
    const char *name;
    uint8_t     rarity, power;
    const char *follow; /* "", "d5" or "d4d5" */
    const char *rows;   /* sixteen words a row: before and after; eight: it is refused */
} cases[] = {
    { "Adjust goes to a neighbour, also backwards", COMMON, ADJUST, "d4c3",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  P  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  P  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  K  .  .  .\n" },
    { "Adjust does not go onto a box", COMMON, ADJUST, "d4e4",
      ".  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  N  ?c .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .\n" },
    { "Adjust does not go onto a hole", COMMON, ADJUST, "d4e4",
      ".  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  N  () .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .\n" },
    { "Adjust does not capture", COMMON, ADJUST, "d4e4",
      ".  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  N  p  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .\n" },
    { "Adjust does not go two squares", COMMON, ADJUST, "d4d6",
      ".  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  N  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .\n" },
    { "Adjust does not leave a pin", COMMON, ADJUST, "d4e5",
      ".  .  .  r  k  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  N  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  K  .  .  .  .\n" },
    { "Adjust moves the piece that took the box, no other", COMMON, ADJUST, "e1e2",
      ".  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  N  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .\n" },
    { "Adjust of a hemmed-in piece fizzles", COMMON, ADJUST, "",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  p  () ?c .  .  .    .  .  p  () ?c .  .  .\n"
      ".  .  P  N  p  .  .  .    .  .  P  N  p  .  .  .\n"
      ".  .  P  P  P  .  .  .    .  .  P  P  P  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  K  .  .  .\n" },
    { "Second Effort captures", COMMON, SECOND_EFFORT, "d4d7",
      ".  .  .  .  .  k  .  .    .  .  .  .  .  k  .  .\n"
      ".  .  .  p  .  .  .  .    .  .  .  R  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  R  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  K  .  .  .\n" },
    { "Second Effort does not capture the invulnerable", COMMON, SECOND_EFFORT, "d4d7",
      ".  .  .  .  .  k  .  .\n"
      ".  .  .  p+ .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  R  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .\n" },
    { "Second Effort of a blocked pawn fizzles", COMMON, SECOND_EFFORT, "",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  p  .  .  .  .    .  .  .  p  .  .  .  .\n"
      ".  .  .  P  .  .  .  .    .  .  .  P  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  K  .  .  .\n" },
    { "Second Effort ends the captor's invulnerability", COMMON, SECOND_EFFORT, "d4d7",
      ".  .  .  .  .  k  .  .    .  .  .  .  .  k  .  .\n"
      ".  .  .  p  .  .  .  .    .  .  .  R  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  R+ .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  K  .  .  .\n" },
    { "Shield", COMMON, SHIELD, "",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  N  .  .  .  .    .  .  .  N+ .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  K  .  .  .\n" },
    { "Swap: invulnerability goes with the piece", COMMON, SWAP, "a1",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  N+ .  .  .  .    .  .  .  R  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      "R  .  .  .  K  .  .  .    N+ .  .  .  K  .  .  .\n" },
    { "Swap puts a pawn on the last row: a queen", COMMON, SWAP, "h8",
      ".  k  .  .  .  .  .  N    .  k  .  .  .  .  .  Q\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  P  .  .  .  .    .  .  .  N  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  K  .  .  .\n" },
    { "Swap with itself", COMMON, SWAP, "d4",
      ".  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  N  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .\n" },
    { "Swap with an enemy", COMMON, SWAP, "a7",
      ".  .  .  .  k  .  .  .\n"
      "p  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  N  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .\n" },
    { "Swap of the king into an attack", COMMON, SWAP, "e1",
      ".  .  .  r  k  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  N  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      "R  .  .  .  K  .  .  .\n" },
    { "Swap of a lone king fizzles", COMMON, SWAP, "",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  K  .  .  .  .    .  .  .  K  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n" },
    { "Black Hole on a vacant square", RARE, BLACK_HOLE, "e5",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  () .  .  .\n"
      ".  .  .  N  .  .  .  .    .  .  .  N  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  K  .  .  .\n" },
    { "Black Hole on a box", RARE, BLACK_HOLE, "e5",
      ".  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  ?c .  .  .\n"
      ".  .  .  N  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .\n" },
    { "Energize is not seen", RARE, ENERGIZE, "",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  P  .  .  .  .    .  .  .  P  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  K  .  .  .\n" },
    { "Eye for an Eye on the same value; the own piece may be invulnerable", RARE, EYE_FOR_AN_EYE, "f7",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  b  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  N+ .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  K  .  .  .\n" },
    { "Eye for an Eye on more", RARE, EYE_FOR_AN_EYE, "f7",
      ".  .  .  .  k  .  .  .\n"
      ".  .  p  .  .  r  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  N  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .\n" },
    { "Eye for an Eye on the invulnerable", RARE, EYE_FOR_AN_EYE, "f7",
      ".  .  .  .  k  .  .  .\n"
      ".  .  p  .  .  b+ .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  N  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .\n" },
    { "Eye for an Eye does not open a line to the own king", RARE, EYE_FOR_AN_EYE, "f7",
      ".  .  .  r  k  .  .  .\n"
      ".  .  .  .  .  b  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  R  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  K  .  .  .  .\n" },
    { "Eye for an Eye of the only king fizzles", RARE, EYE_FOR_AN_EYE, "",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  b  .  .    .  .  .  .  .  b  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  K  .  .  .  .    .  .  .  K  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n" },
    { "Safety Net is not seen", RARE, SAFETY_NET, "",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  N  .  .  .  .    .  .  .  N  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  K  .  .  .\n" },
    { "Send Away to the only vacant square; it stays invulnerable", RARE, SEND_AWAY, "h4",
      "r  n  b  .  k  b  n  r    r  n  b  q+ k  b  n  r\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  N  .  .  .  q+   .  .  .  N  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  P  .  .  .  .    .  .  .  P  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  K  .  .  .\n" },
    { "Send Away has no vacant square for it", RARE, SEND_AWAY, "h4",
      "r  n  b  r  k  b  n  r\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  N  .  .  .  q\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .\n" },
    { "Send Away does not open a line to the own king", RARE, SEND_AWAY, "e5",
      "r  n  .  .  r  k  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  n  .  .  .\n"
      ".  .  .  N  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .\n" },
    { "Send Away of the own king keeps off attacked squares", RARE, SEND_AWAY, "e3",
      "r  r  r  .  k  r  r  r    r  r  r  .  k  r  r  r\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  N  .  .  .  .    .  .  .  N  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  N  .  .  .    .  .  .  K  N  .  .  .\n" },
    { "Armageddon: no pawns but the invulnerable, safe kings", LEGENDARY, ARMAGEDDON, "",
      ".  .  .  .  k  .  .  .    .  .  .  .  k+ .  .  .\n"
      "p  p+ .  .  .  .  .  .    .  p+ .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  P  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      "P  .  .  .  .  .  P+ .    .  .  .  .  .  .  P+ .\n"
      "R  .  .  .  K  .  .  .    R  .  .  .  K+ .  .  .\n" },
    { "Awaken a pawn", LEGENDARY, AWAKEN, "",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  P  .  .  .  .    .  .  .  Q+ .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  K  .  .  .\n" },
    { "Awaken a king: still a king", LEGENDARY, AWAKEN, "",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  K  .  .  .  .    .  .  .  K+ .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n" },
    { "Clone without the shield", LEGENDARY, CLONE, "",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  B+ .  .  .  .    .  .  .  B+ .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      "R  N  .  Q  K  B  N  R    R  N  B  Q  K  B  N  R\n" },
    { "Clone with a full back row fizzles", LEGENDARY, CLONE, "",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  B  .  .  .  .    .  .  .  B  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      "R  N  () Q  K  B  N  R    R  N  () Q  K  B  N  R\n" },
    { "Reanimate with nothing lost fizzles", LEGENDARY, REANIMATE, "",
      ".  .  .  .  k  .  .  .    .  .  .  .  k  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  B  .  .  .  .    .  .  .  B  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .\n"
      ".  .  .  .  K  .  .  .    .  .  .  .  K  .  .  .\n" },
};

/* Splits the rows of a picture with sixteen words a row in two. */
static bool split(const char *rows, char *before, char *after)
{
    int  n = 0;
    bool two;

    for (const char *at = rows; at[strspn(at, " \n")]; n++)
        next_word(&at);
    two = n == 128;
    assert_true(two || n == 64);
    *before = *after = '\0';
    for (int i = 0; i < n; i++) {
        struct str word = next_word(&rows);
        char      *to = two && i % 16 >= 8 ? after : before;

        sprintf(to + strlen(to), "%.*s ", STR_ARG(word));
    }
    return two;
}

static void every_picture(void **state)
{
    char before[512], after[512];

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        bool              accepted = split(cases[i].rows, before, after);
        struct powerchess g = drawn(before, WHITE), kept;

        offer(&g, "d4", cases[i].rarity, cases[i].power);
        kept = g;
        enum err err = use_to(&g, cases[i].follow, -1);
        if ((err == ERR_OK) != accepted)
            fail_msg("%s: %s", cases[i].name, err == ERR_OK ? "accepted" : "refused");
        if (accepted) {
            assert_looks(cases[i].name, &g, after);
            assert_int_equal(g.board.turn, BLACK);
            assert_int_equal(g.phase, PHASE_MOVE);
        } else {
            assert_memory_equal(&g, &kept, sizeof g);
        }
    }
}

/* Which of the pictures is missing? */
static void every_power_has_a_picture(void **state)
{
    (void)state;
    for (int rarity = 0; rarity < RARITIES; rarity++)
        for (int power = 0; power < chess_power_count[rarity]; power++) {
            bool drawn_once = rarity == COMMON && power == REWIND; /* needs a move before: powerchess_rewind.c */

            for (size_t i = 0; i < ARRAY_LEN(cases); i++)
                drawn_once |= cases[i].rarity == rarity && cases[i].power == power;
            if (!drawn_once)
                fail_msg("%s", chess_powers[rarity][power].name);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_picture),
        cmocka_unit_test(every_power_has_a_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
