/* Moves in words for lists of choices, and in notation for the log. */
#include "games/powerchess/powers.h"

static const char letters[] = "KQRBNP";

static void write_square(struct buf *out, int square)
{
    buf_printf(out, "%c%c", 'a' + square % 8, '1' + square / 8);
}

/* A ply, made as a move or as a Second Effort. */
struct going {
    int       from, to;
    enum kind kind, promotion;
    bool      takes, en_passant, promotes;
    int       castles; /* 1 on the king's side, -1 on the queen's, 0: no */
};

static struct going going_of(const struct powerchess *g, int from, int to, int promotion)
{
    enum kind    kind = chess_kind_at(&g->board, from);
    struct going going = { .from = from, .to = to, .kind = kind, .promotion = (enum kind)promotion };

    going.promotes = chess_promotes(&g->board, from, to);
    going.en_passant = kind == PAWN && to == g->board.skipped && (from ^ to) & 7;
    going.takes = going.en_passant || (chess_pieces(&g->board) & bit(to));
    if (kind == KING && from % 8 == 4 && (to - from == 2 || from - to == 2))
        going.castles = to > from ? 1 : -1;
    return going;
}

static struct going ply_of(const struct powerchess *g, const struct move *m)
{
    return going_of(g, m->arg[0], m->arg[1], m->n > 2 ? m->arg[2] : QUEEN);
}

static int target_of(const struct move *m)
{
    return m->arg[m->n > 2 ? 2 : 1];
}

/* A Second Effort neither castles nor takes en passant. */
static struct going effort_of(const struct powerchess *g, const struct move *m)
{
    struct going going = going_of(g, g->box_square, target_of(m), m->n > 3 ? m->arg[3] : QUEEN);

    going.castles = 0;
    going.en_passant = false;
    going.takes = (chess_pieces(&g->board) & bit(going.to)) != 0;
    return going;
}

/* ---- words ------------------------------------------------------------- */

static void say_piece(const struct powerchess *g, int square, struct buf *out)
{
    buf_printf(out, "%s ", kind_names[chess_kind_at(&g->board, square)]);
    write_square(out, square);
}

static void say_going(const struct powerchess *g, const struct going *going, struct buf *out)
{
    if (going->castles) {
        buf_text(out, going->castles > 0 ? "castles king's side" : "castles queen's side");
        return;
    }
    say_piece(g, going->from, out);
    buf_text(out, going->takes ? " takes " : " to ");
    write_square(out, going->to);
    if (going->en_passant)
        buf_text(out, " en passant");
    if (going->promotes)
        buf_printf(out, ", becomes a %s", kind_names[going->promotion]);
    if (g->board.boxes & bit(going->to))
        buf_printf(out, ", takes a %s box", rarity_names[g->box[going->to]]);
}

static void say_power(const struct powerchess *g, const struct move *m, struct buf *out)
{
    const struct power *power = option_power(g, m->arg[0]);

    buf_text(out, power->name);
    if (!power->targets)
        return;
    if (m->n < 2) {
        buf_text(out, ", without effect");
        return;
    }
    buf_text(out, power->link);
    if (power->follow == FOLLOW_PLY) {
        struct going going = effort_of(g, m);

        say_going(g, &going, out);
    } else if (chess_pieces(&g->board) & bit(target_of(m))) {
        say_piece(g, target_of(m), out);
    } else {
        write_square(out, target_of(m));
    }
}

/* Only legal moves can be put into words. */
static bool is_sound(const struct powerchess *g, const struct move *m)
{
    struct powerchess trial = *g;

    return powerchess_game.apply(&trial, m, NULL, NULL) == ERR_OK;
}

/* One of the two ways to put a move: in words, or in notation. */
struct manner {
    void (*go)(const struct powerchess *g, const struct going *going, struct buf *out);
    void (*use)(const struct powerchess *g, const struct move *m, struct buf *out);
    const char *takes_draw, *others[DO_FLAG + 1];
};

static void put(const struct manner *how, const struct powerchess *g, const struct move *m, struct buf *out)
{
    if (!is_sound(g, m)) {
        move_write(&powerchess_game, m, out);
    } else if (m->kind == DO_MOVE) {
        struct going going = ply_of(g, m);

        how->go(g, &going, out);
    } else if (m->kind == DO_POWER) {
        how->use(g, m, out);
    } else {
        buf_text(out, m->kind == DO_DRAW && (g->offers & 1u << !m->seat) ? how->takes_draw : how->others[m->kind]);
    }
}

void powerchess_describe(const void *before, const struct move *m, const struct names *names, struct buf *out)
{
    static const struct manner in_words = {
        .go = say_going,
        .use = say_power,
        .takes_draw = "takes the draw",
        .others = { [DO_DRAW] = "offers a draw",
                    [DO_RESIGN] = "resigns",
                    [DO_TIME] = "loses on time",
                    [DO_FLAG] = "loses on time" },
    };

    (void)names;
    put(&in_words, before, m, out);
}

/* ---- notation ---------------------------------------------------------- */

/* Adds file, rank or both if other pieces of the kind could go there, too. */
static void note_origin(const struct powerchess *g, enum kind kind, int from, int to, struct buf *out)
{
    uint64_t       rivals = 0;
    struct reaches all;

    chess_legal(&g->board, &all);
    for (int i = 0; i < all.n; i++)
        if (all.at[i].kind == kind && all.at[i].from != from && (all.at[i].to & bit(to)))
            rivals |= bit(all.at[i].from);
    if (!rivals)
        return;

    bool file = false, rank = false;
    while (rivals) {
        int rival = take_lowest(&rivals);

        file |= rival % 8 == from % 8;
        rank |= rival / 8 == from / 8;
    }
    if (!file || rank)
        buf_char(out, (char)('a' + from % 8));
    if (file)
        buf_char(out, (char)('1' + from / 8));
}

static void note_going(const struct powerchess *g, const struct going *going, struct buf *out)
{
    if (going->castles) {
        buf_text(out, going->castles > 0 ? "O-O" : "O-O-O");
        return;
    }
    if (going->kind != PAWN) {
        buf_char(out, letters[going->kind]);
        note_origin(g, going->kind, going->from, going->to, out);
    } else if ((going->from ^ going->to) & 7) {
        buf_char(out, (char)('a' + going->from % 8));
    }
    if (going->takes)
        buf_char(out, 'x');
    write_square(out, going->to);
    if (going->promotes)
        buf_printf(out, "=%c", letters[going->promotion]);
}

/* A power in braces: "{Swap a1}", "{Adjust d5}"; one that fizzles "{Swap -}". */
static void note_power(const struct powerchess *g, const struct move *m, struct buf *out)
{
    const struct power *power = option_power(g, m->arg[0]);

    buf_printf(out, "{%s", power->name);
    if (power->targets && m->n < 2) {
        buf_text(out, " -");
    } else if (power->follow == FOLLOW_PLY) {
        struct going going = effort_of(g, m);

        buf_char(out, ' ');
        note_going(g, &going, out);
    } else if (power->targets) {
        buf_char(out, ' ');
        write_square(out, target_of(m));
    }
    buf_char(out, '}');
}

/* Algebraic notation, with "{rare box}" behind a ply that takes one. */
static void note_ply(const struct powerchess *g, const struct going *going, struct buf *out)
{
    note_going(g, going, out);
    if (g->board.boxes & bit(going->to))
        buf_printf(out, " {%s box}", rarity_names[g->box[going->to]]);
}

void powerchess_notate(const void *before, const struct move *m, const struct names *names, struct buf *out)
{
    static const struct manner in_notation = {
        .go = note_ply,
        .use = note_power,
        .takes_draw = "draw",
        .others = { [DO_DRAW] = "draw?", [DO_RESIGN] = "resigns", [DO_TIME] = "time", [DO_FLAG] = "time" },
    };

    (void)names;
    put(&in_notation, before, m, out);
}

/* Check and mate are read from the result of the move: where a net puts a piece
 * and where a box appears may cause or prevent either. */
void powerchess_outcome(const void *after, const struct move *m, const struct names *names, struct buf *out)
{
    const struct powerchess *g = after;

    (void)names;
    if (m->kind != DO_MOVE && m->kind != DO_POWER)
        return;
    if (g->phase == PHASE_OVER && g->reason == REASON_MATE)
        buf_char(out, '#');
    else if (g->phase == PHASE_MOVE && chess_exposed(&g->board, g->board.turn))
        buf_char(out, '+');
}
