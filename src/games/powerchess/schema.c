/* JSON Schemas of the view and the board; words come from the tables that the
 * view uses. */
#include "game/schema.h"
#include "games/powerchess/powers.h"

/* clang-format off */
#define TIME_MAX INT64_C(9007199254740991)
#define SQUARE .max = 63

static const struct shape square = { .meaning = "a square", SQUARE };
static const struct shape square_name = { .meaning = "a square's name", .type = TEXT };
static const struct shape kind = { .meaning = "a kind of piece", .type = WORD, .words = kind_names };

static const struct shape piece_members[] = {
    { "square", "8 * row + column, a1 is 0", SQUARE },
    { "kind", "what it moves like", .type = WORD, .words = kind_names },
    { "colour", "whose it is", .type = WORD, .words = colour_names },
    { "invulnerable", "plies for which it cannot be captured", .min = 1, .max = 255, .flags = OPTIONAL },
    { "awake", "plies for which it is a queen", .min = 1, .max = 255, .flags = OPTIONAL },
    { "was", "what it is when they are over", .type = WORD, .words = kind_names, .flags = OPTIONAL },
    { "net", "returns home when it is captured", .type = BOOL, .flags = OPTIONAL },
    { 0 },
};
static const struct shape piece = { .meaning = "a piece", .type = OBJECT, .inside = piece_members };
static const struct shape box_members[] = {
    { "square", "where it lies", SQUARE },
    { "rarity", "which powers it may offer", .type = WORD, .words = rarity_names },
    { 0 },
};
static const struct shape box = { .meaning = "a box", .type = OBJECT, .inside = box_members };
static const struct shape hole_members[] = {
    { "square", "where nothing may stop", SQUARE },
    { "plies", "until it closes", .min = 1, .max = 255 },
    { 0 },
};
static const struct shape hole = { .meaning = "a black hole", .type = OBJECT, .inside = hole_members };
static const struct shape side_members[] = {
    { "colour", "which side", .type = WORD, .words = colour_names },
    { "clock", "milliseconds left at `since`", .max = TIME_MAX },
    { "energized", "plies for which its pawns run", .max = 255 },
    { "offers_draw", "its offer of a draw stands", .type = BOOL },
    { "lost", "its lost pieces, oldest first", .type = LIST, .inside = &kind },
    { 0 },
};
static const struct shape side = { .meaning = "a side", .type = OBJECT, .inside = side_members };
static const struct shape last_members[] = {
    { "from", "square that the latest moved piece left", SQUARE },
    { "to", "square where it arrived", SQUARE },
    { 0 },
};
static const struct shape option_members[] = {
    { "power", "its name", .type = WORD, .words = powerchess_power_names },
    { "text", "what it does", .type = TEXT },
    { "follow", "what the move has to name", .type = WORD, .words = follow_names },
    { "targets", "squares that may be named; none though something must follow: it does nothing", .type = LIST, .inside = &square },
    { 0 },
};
static const struct shape option = { .meaning = "a power to choose", .type = OBJECT, .inside = option_members };
static const struct shape select_members[] = {
    { "square", "where the piece stands that took the box", SQUARE },
    { "rarity", "of the box", .type = WORD, .words = rarity_names },
    { "options", "power 0 and power 1", .type = LIST, .inside = &option },
    { 0 },
};
static const struct shape view_members[] = {
    { "fen", "board, turn, castling rights and en passant square in Forsyth-Edwards notation", .type = TEXT },
    { "turn", "seat to act: 0 is White", .max = 1 },
    { "phase", "what it has to do", .type = WORD, .words = phase_names },
    { "powers", "boxes appear", .type = BOOL },
    { "draws", "repetition, fifty moves and dead material end the game", .type = BOOL },
    { "quiet", "plies without capture, pawn move or box; 100 of them are fifty moves", .max = DRAW_PLIES },
    { "check", "the side to act is in check", .type = BOOL },
    { "pieces", "by square", .type = LIST, .inside = &piece },
    { "boxes", "by square", .type = LIST, .inside = &box },
    { "holes", "by square", .type = LIST, .inside = &hole },
    { "sides", "White, then Black", .type = LIST, .inside = &side },
    { "increment", "milliseconds added for each action", .max = TIME_MAX },
    { "since", "when the clock of the side to act began to run, in milliseconds since 1970; 0: it does not", .max = TIME_MAX },
    { "last", "the latest move, if its piece still stands there", .type = OBJECT, .inside = last_members, .flags = OPTIONAL },
    { "select", "in phase select: the choice", .type = OBJECT, .inside = select_members, .flags = OPTIONAL },
    { "reason", "in phase over: why", .type = WORD, .words = reason_names, .flags = OPTIONAL },
    { "winner", "in phase over: the seat that won; absent: a draw", .max = 1, .flags = OPTIONAL },
    { 0 },
};
static const struct shape board_members[] = {
    { "side", "rows and columns", .min = 8, .max = 8 },
    { "squares", "their names: 8 * row + column, a1 is 0", .type = LIST, .inside = &square_name },
    { 0 },
};

const struct shapes powerchess_shapes = { .view = view_members, .board = board_members };
/* clang-format on */
