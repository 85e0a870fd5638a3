/* Steps, builds, wins and eliminations as they are for everybody, in drawn
 * positions. */
#include "unit/santorini_drawn.h"

/* clang-format off */
static const struct drawn cases[] = {
    /* ---- steps, builds and wins without gods ---- */
    { "where nobody may step", { MORTAL, MORTAL },
      { ".. .. .. .. ..",
        ".. 2. .^ .. ..",
        ".. .A .a .b ..",
        ".. .. 1. .. ..",
        ".. .. .. .. .B" },
      "b>D4! a>C4! a>B4! a>B3! a>D3! a>C3! a>C5! a>E3! a+C2! a^C2! a~D3! a=C3! a>F3! a>C6! a>C2 a>C3! A+B2! a+C3", NULL, { 0 } },
    { "where nobody may build", { MORTAL, MORTAL },
      { "3. .. .. .. ..",
        ".. 3. .^ 2. ..",
        ".. .A .. .b ..",
        ".. .. .a 3^ ..",
        ".. .. .. .. .B" },
      "a>C3 a^A5! a^D2! a+D2! a+B3! a+D3! a+C3! a+C4! a^C4! a+B4! a^D4! a+C5! a+C1! a^B4", NULL, { 0 } },
    { "climbing to level 3 wins", { MORTAL, MORTAL },
      { ".. .. .. .. ..",
        ".. .. .. 3. ..",
        ".. .A 2a .b ..",
        ".. .. .. .. ..",
        ".. .. .. .. .B" },
      "a>D4 b>D2! a+D5!", "C3-D4 win:a", { 0 } },
    { "going from level 3 to level 3 does not win", { MORTAL, MORTAL },
      { ".. .. .. .. ..",
        ".. .. .. 3. ..",
        ".. .A 3a .b ..",
        ".. .. .. .. ..",
        ".. .. .. .. .B" },
      "a>D4", "C3-D4 ready:a:BD", { 0 } },

    /* ---- eliminations ---- */
    { "stuck at the start of the turn: the other wins", { MORTAL, MORTAL },
      { ".. .. .. .. ..",
        ".. .. .. .. ..",
        ".. .. .. .. ..",
        "2. 2. 2. .. ..",
        ".b .B 1. .a .A" },
      "a>D2 a+C1", "D1-D2 ready:a:BD C1=2 turn:b1 ready:b:M out:b win:a",
      { ".. .. .. .. ..",
        ".. .. .. .. ..",
        ".. .. .. .. ..",
        "2. 2. 2. .a ..",
        ".. .. 2. .. .A" } },
    { "of three the stuck one leaves; turn numbers go on; cells he left can be built on", { MORTAL, MORTAL, MORTAL },
      { ".. .. .. .. .C",
        ".. .. .. .. ..",
        "1c .. .. .. ..",
        "2. 2. 2. .. ..",
        ".b .B 1. .a .A" },
      "a>D2 a+C1 b>B1! c>A2 c+A1 b>A2!",
      "D1-D2 ready:a:BD C1=2 turn:b1 ready:b:M out:b turn:c2 ready:c:M A3-A2 ready:c:BD A1=1 turn:a3 ready:a:M", { 0 } },
    { "two stuck one after the other", { MORTAL, MORTAL, MORTAL },
      { ".c .C 2. .. ..",
        "2. 2. 2. .. ..",
        ".. .. .. .. ..",
        "2. 2. 2. .. ..",
        ".b .B 1. .a .A" },
      "a>D2 a+C1", "D1-D2 ready:a:BD C1=2 turn:b1 ready:b:M out:b turn:c2 ready:c:M out:c win:a", { 0 } },
    { "the mover cannot build: the other wins", { APOLLO, MORTAL },
      { ".. .. .. .. ..",
        ".. .. .. .. ..",
        ".. .. .. .. ..",
        ".^ .a .. .. ..",
        ".b .^ .. .A .B" },
      "a>A1", "B2-A1 out:a win:b", { 0 } },
    { "the mover cannot build, three players: the next one's turn", { APOLLO, MORTAL, MORTAL },
      { ".c .C .. .. ..",
        ".. .. .. .. ..",
        ".. .. .. .. ..",
        ".^ .a .. .. ..",
        ".b .^ .. .A .B" },
      "a>A1 c>A4! b>B3", "B2-A1 out:a turn:b1 ready:b:M B2-B3 ready:b:BD", { 0 } },
    { "the last in order leaves, the first goes on", { MORTAL, MORTAL, APOLLO },
      { ".a .A .. .. ..",
        ".. .. .. .. ..",
        ".. .. .. .. .B",
        ".^ .c .. .. ..",
        ".b .^ .. .C .." },
      "a>A4 a+A5 B>E4 B+E5 c>A1",
      "A5-A4 ready:a:BD A5=1 turn:b1 ready:b:M E3-E4 ready:b:BD E5=1 turn:c2 ready:c:M B2-A1 out:c turn:a3 ready:a:M", { 0 } },
    { "alone and stuck: over without a winner", { PROMETHEUS },
      { ".. .. .. .. ..",
        ".. .. .. .. ..",
        ".. .. .. .. ..",
        "2. 2. .. .. ..",
        ".a .. .A .. .." },
      "a+B1 a>B1!", "B1=1 out:a", { 0 } },
    { "alone: no ban outlives the turn, and a climb wins", { ATHENA },
      { ".. .. .. .. ..",
        ".. .. 3. .. ..",
        ".. 1. 2. .. ..",
        ".. .a .. .. ..",
        ".. .. .A .. .." },
      "a>B3 a+B2 a>C3 a+B3 a>C4",
      "B2-B3 ready:a:BD B2=1 turn:a1 ready:a:M B3-C3 ready:a:BD B3=2 turn:a2 ready:a:M C3-C4 win:a", { 0 } },
};
/* clang-format on */

static void positions(void **state)
{
    (void)state;
    assert_drawn(cases, ARRAY_LEN(cases));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
