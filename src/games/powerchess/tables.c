/* Every word and number of Power Chess that others read: options, kinds of
 * moves, effects, refusals, names. */
#include "games/powerchess/powers.h"

const char *const kind_names[] = { "king", "queen", "rook", "bishop", "knight", "pawn", NULL };
const char *const colour_names[] = { "white", "black", NULL };
const char *const phase_names[] = { "move", "select", "over", NULL };
const char *const rarity_names[] = { [COMMON] = "common", [RARE] = "rare", [LEGENDARY] = "legendary", NULL };
const char *const follow_names[] = { [FOLLOW_NONE] = "none", [FOLLOW_SQUARE] = "square", [FOLLOW_MOVE] = "move", "move", NULL };
const char *const reason_names[] = {
    [REASON_MATE] = "mate",      [REASON_RESIGNATION] = "resignation", [REASON_TIME] = "time",
    [REASON_DRAW] = "agreement", [REASON_STALEMATE] = "stalemate",     [REASON_REPETITION] = "repetition",
    [REASON_FIFTY] = "fifty",    [REASON_MATERIAL] = "material",       NULL,
};
/* In the order of chess_powers, as a test checks. */
const char *const powerchess_power_names[] = {
    "Adjust",     "Rewind",    "Second Effort", "Shield", "Swap",  "Black Hole", "Energize", "Eye for an Eye",
    "Safety Net", "Send Away", "Armageddon",    "Awaken", "Clone", "Reanimate",  NULL,
};

/* ---- options ----------------------------------------------------------- */

static const char *const time_controls[] = { "quick", "standard", "slow", NULL };
static const char *const off_or_on[] = { "off", "on", NULL };

enum { CLOCK_MOST = 24 * 3600 * 1000 };

/* clang-format off */
const struct option powerchess_options[] = {
    [OPTION_TIME_CONTROL] = { .name = "time-control", .title = "Time control",
      .help = "5 minutes and 5 seconds an action, 15 and 15, or 45 and 45",
      .kind = OPTION_CHOICE, .max = 2, .default_value = 1, .words = time_controls },
    [OPTION_POWERS] = { .name = "powers", .title = "Powers", .help = "boxes with powers appear; without them it is plain chess",
      .kind = OPTION_FLAG, .max = 1, .default_value = 1, .words = off_or_on },
    [OPTION_DRAWS] = { .name = "draws", .late = true, .title = "Draws by rule",
      .help = "threefold repetition, fifty moves without progress and dead material end the game",
      .kind = OPTION_FLAG, .max = 1, .default_value = 1, .words = off_or_on, .rare = true },
    [OPTION_CLOCK] = { .name = "clock-ms", .title = "Time for each player", .help = "start of the clocks; 0: by the time control",
      .kind = OPTION_MILLIS, .max = CLOCK_MOST, .rare = true },
    [OPTION_INCREMENT] = { .name = "increment-ms", .title = "Time added for each action",
      .help = "in milliseconds; -1: by the time control",
      .kind = OPTION_NUMBER, .min = -1, .max = CLOCK_MOST, .default_value = -1, .rare = true },
    { 0 },
};
/* clang-format on */

/* ---- moves ------------------------------------------------------------- */

#define PROMOTION                                                                                                                  \
    {                                                                                                                              \
        "promotion", "what a pawn that arrives on its last row becomes: 1 queen, 2 rook, 3 bishop, 4 knight", QUEEN, KNIGHT        \
    }

static const struct move_arg move_args[] = {
    { "from", "square of the piece: 8 * row + column, a1 is 0", 0, 63 },
    { "to", "square it goes to; castling is the king's step of two", 0, 63 },
    PROMOTION,
    { 0 },
};
static const struct move_arg power_args[] = {
    { "which", "the first or the second power offered", 0, 1 },
    { "square", "the target; for a power that moves the piece, the square it leaves", 0, 63 },
    { "to", "where such a power moves the piece", 0, 63 },
    PROMOTION,
    { 0 },
};

const struct move_kind powerchess_kinds[] = {
    [DO_MOVE] = { "move", 2, 3, 0, "Moves a piece.", move_args },
    [DO_POWER] = { "power", 1, 4, 0, "Uses one of the two powers offered.", power_args },
    [DO_DRAW] = { "draw", 0, 0, 0, "Offers a draw, or accepts the opponent's offer.", NULL },
    [DO_RESIGN] = { "resign", 0, 0, 0, "Resigns the game.", NULL },
    [DO_TIME] = { "time", 0, 0, MOVE_BY_TABLE, "A client of the protocol admits that its flag fell.", NULL },
    [DO_FLAG] = { "flag", 0, 0, MOVE_BY_TABLE, "The flag fell.", NULL },
    { 0 },
};

/* ---- effects ----------------------------------------------------------- */

#define AT(name)                                                                                                                   \
    {                                                                                                                              \
        name, NULL                                                                                                                 \
    }
#define KIND                                                                                                                       \
    {                                                                                                                              \
        "kind", kind_names                                                                                                         \
    }
#define RARITY                                                                                                                     \
    {                                                                                                                              \
        "rarity", rarity_names                                                                                                     \
    }

/* clang-format off */
const struct effect_kind powerchess_effects[] = {
    [EFFECT_MOVE] =         { "move", "the ply: a piece moves", { AT("from"), AT("to"), KIND }, 0 },
    [EFFECT_CASTLED] =      { "castled", "the rook moves in castling", { AT("from"), AT("to") }, 0 },
    [EFFECT_CAPTURED] =     { "captured", "a piece of the seat is captured", { AT("square"), KIND }, 0 },
    [EFFECT_PROMOTED] =     { "promoted", "a pawn is promoted", { AT("square"), KIND }, 0 },
    [EFFECT_BOX_TAKEN] =    { "box_taken", "a piece landed on a box", { AT("square"), RARITY }, 0 },
    [EFFECT_OPTIONS] =      { "options", "the seat chooses between two powers", { { "power1", powerchess_power_names }, { "power2", powerchess_power_names } }, 0 },
    [EFFECT_POWER] =        { "power", "a power is used; fizzled is 1 if it does nothing", { { "power", powerchess_power_names }, RARITY, AT("fizzled") }, 0 },
    [EFFECT_RELOCATED] =    { "relocated", "a power puts a piece of the seat elsewhere", { AT("from"), AT("to"), KIND }, 0 },
    [EFFECT_SWAPPED] =      { "swapped", "two pieces change places", { AT("from"), AT("to") }, 0 },
    [EFFECT_BOX] =          { "box", "a box appears", { AT("square"), RARITY }, 0 },
    [EFFECT_HOLE] =         { "hole", "a black hole opens for a number of plies", { AT("square"), AT("plies") }, 0 },
    [EFFECT_HOLE_CLOSED] =  { "hole_closed", "a black hole closes", { AT("square") }, 0 },
    [EFFECT_SHIELDED] =     { "shielded", "a piece of the seat cannot be captured for a number of plies", { AT("square"), AT("plies") }, 0 },
    [EFFECT_SHIELD_OVER] =  { "shield_over", "a piece of the seat can be captured again", { AT("square") }, 0 },
    [EFFECT_AWAKENED] =     { "awakened", "a piece is a queen for a while", { AT("square"), { "was", kind_names } }, 0 },
    [EFFECT_ASLEEP] =       { "asleep", "an awakened piece is what it was before", { AT("square"), KIND }, 0 },
    [EFFECT_NET] =          { "net", "a piece has a safety net", { AT("square") }, 0 },
    [EFFECT_ENERGIZED] =    { "energized", "the pawns of the seat are energized for a number of plies", { AT("plies") }, 0 },
    [EFFECT_ENERGY_OVER] =  { "energy_over", "the pawns of the seat are ordinary pawns again", { { 0 } }, 0 },
    [EFFECT_CLONED] =       { "cloned", "a copy of a piece appears", { AT("from"), AT("to"), KIND }, 0 },
    [EFFECT_REANIMATED] =   { "reanimated", "a lost piece is back", { AT("square"), KIND }, 0 },
    [EFFECT_DESTROYED] =    { "destroyed", "a power destroys a piece of the seat", { AT("square"), KIND }, 0 },
    [EFFECT_CHECK] =        { "check", "the seat is in check", { { 0 } }, 0 },
    [EFFECT_DRAW_OFFERED] = { "draw_offered", "the seat offers a draw", { { 0 } }, 0 },
    [EFFECT_TURN] =         { "turn", "it is the seat's turn", { { 0 } }, 0 },
    [EFFECT_OVER] =         { "over", "the seat has won; null: a draw", { { "reason", reason_names } }, 0 },
    [EFFECT_WIRE_MOVE] =    { "wire_move", "", { { 0 } }, EFFECT_INSIDE },
    [EFFECT_WIRE_POWER] =   { "wire_power", "", { { 0 } }, EFFECT_INSIDE },
    [EFFECT_WIRE_FOLLOW] =  { "wire_follow", "", { { 0 } }, EFFECT_INSIDE },
    [EFFECT_WIRE_SQUARE] =  { "wire_square", "", { { 0 } }, EFFECT_INSIDE },
    { 0 },
};

/* ---- refusals ---------------------------------------------------------- */

const struct refusal_kind powerchess_refusals[] = {
    [REFUSE_GAME_OVER] =        { "game_over", "The game is over.", { 0 } },
    [REFUSE_NOT_YOUR_TURN] =    { "not_your_turn", "It is not your turn.", { 0 } },
    [REFUSE_NO_SUCH_SEAT] =     { "no_such_seat", "Only two play this game.", { 0 } },
    [REFUSE_POWER_FIRST] =      { "choose_power", "You took a box: choose one of its two powers first.", { 0 } },
    [REFUSE_NO_POWER] =         { "no_power", "You have no power to use: take a box first.", { 0 } },
    [REFUSE_NO_SUCH_SQUARE] =   { "no_such_square", "Squares are numbered from 0 (a1) to 63 (h8).", { 0 } },
    [REFUSE_NOT_YOUR_PIECE] =   { "not_your_piece", "You have no piece on that square.", { 0 } },
    [REFUSE_CANNOT_GO] =        { "cannot_go", "That piece does not move like that.", { 0 } },
    [REFUSE_BLOCKED] =          { "blocked", "Something on its way or on the target square blocks that piece.", { 0 } },
    [REFUSE_LEAVES_KING] =      { "leaves_king", "That would leave your king in check.", { 0 } },
    [REFUSE_PROMOTION_NEEDED] = { "promotion_needed", "A pawn on its last row becomes a queen (1), rook (2), bishop (3) or knight (4): say which.", { 0 } },
    [REFUSE_NO_PROMOTION] =     { "no_promotion", "Only a pawn that reaches its last row is promoted.", { 0 } },
    [REFUSE_NO_SUCH_OPTION] =   { "no_such_option", "There are two powers to choose from: 0 and 1.", { 0 } },
    [REFUSE_NEEDS_SQUARE] =     { "needs_square", "This power needs a target: a square, or for one that moves the piece the squares it leaves and reaches.", { 0 } },
    [REFUSE_NEEDS_NOTHING] =    { "needs_nothing", "This power takes no target here.", { 0 } },
    [REFUSE_NOT_BOX_PIECE] =    { "not_box_piece", "Only the piece that took the box may move by this power.", { 0 } },
    [REFUSE_NO_TARGET] =        { "no_target", "This power cannot be used on that square.", { 0 } },
    [REFUSE_NOT_FLAGGED] =      { "not_flagged", "The other player's clock is running.", { 0 } },
    [REFUSE_BAD_POSITION] =     { "bad_position", "The position is not eight rows of eight squares.", { 0 } },
    [REFUSE_NO_TURN] =          { "no_turn", "The position does not say whose turn it is.", { 0 } },
    [REFUSE_NO_KING] =          { "no_king", "A side has no king in this position.", { 0 } },
    [REFUSE_PAWN_ON_LAST_ROW] = { "pawn_on_last_row", "A pawn is on its last row in this position.", { 0 } },
    [REFUSE_BAD_CASTLING] =     { "bad_castling", "The castling rights do not fit the position.", { 0 } },
    [REFUSE_BAD_EN_PASSANT] =   { "bad_en_passant", "The en passant square does not fit the position.", { 0 } },
    [REFUSE_BAD_END] =          { "bad_end", "There is unknown text at the end of the position.", { 0 } },
    [REFUSE_NO_MOVE] =          { "no_move", "The side to move has no legal move in this position.", { 0 } },
    { 0 },
};
/* clang-format on */

/* ---- names ------------------------------------------------------------- */

static void name_out(struct jout *out, const char *name, const char *text)
{
    jout_open_object(out);
    jout_field_text(out, "name", name);
    jout_field_text(out, "text", text);
}

static void names_of(struct jout *out, const char *key, const char *const *names, const char *const *texts)
{
    jout_field_array(out, key);
    for (int i = 0; names[i]; i++) {
        name_out(out, names[i], texts[i]);
        jout_close_object(out);
    }
    jout_close_array(out);
}

void powerchess_names(struct jout *out)
{
    static const char *const rarity_texts[] = {
        "Seven of ten boxes.",
        "A quarter of the boxes.",
        "One box in twenty.",
    };
    static const char *const piece_texts[] = {
        "One square any way; when it is attacked it must be saved, and castling moves it beside a rook.",
        "Any number of squares along rows, columns and diagonals.",
        "Any number of squares along rows and columns.",
        "Any number of squares along diagonals.",
        "Two squares straight and one aside, over everything.",
        "Straight ahead, two squares from its starting row; captures diagonally, and becomes another piece on the last row.",
    };

    jout_field_array(out, "powers");
    for (int rarity = COMMON; rarity < RARITIES; rarity++)
        for (int i = 0; i < chess_power_count[rarity]; i++) {
            name_out(out, chess_powers[rarity][i].name, chess_powers[rarity][i].text);
            jout_field_text(out, "rarity", rarity_names[rarity]);
            jout_close_object(out);
        }
    jout_close_array(out);
    names_of(out, "rarities", rarity_names, rarity_texts);
    names_of(out, "pieces", kind_names, piece_texts);
}
