/* Forsyth-Edwards notation: reads start positions, writes any position. What it
 * cannot express (boxes, holes, powers) is left out. */
#include "games/powerchess/state.h"

static const char letters[] = "KQRBNPkqrbnp"; /* colour * KINDS + kind */

static bool read_board(struct chess *p, struct str text)
{
    for (int row = 7; row >= 0; row--) {
        struct str rank = str_cut(&text, '/');
        int        col = 0;

        for (size_t i = 0; i < rank.len; i++) {
            const char *letter = memchr(letters, rank.at[i], sizeof letters - 1);

            if (rank.at[i] >= '1' && rank.at[i] <= '8') {
                col += rank.at[i] - '0';
            } else if (letter && col < 8) {
                int piece = (int)(letter - letters);

                chess_put(p, row * 8 + col++, piece / KINDS, (enum kind)(piece % KINDS));
            } else {
                return false;
            }
        }
        if (col != 8 || (row > 0) != (text.at != NULL))
            return false;
    }
    return true;
}

static bool read_castling(struct chess *p, struct str text)
{
    static const struct {
        char    letter;
        uint8_t right, king, rook, colour;
    } rights[] = {
        { 'K', WHITE_SHORT, 4, 7, WHITE },
        { 'Q', WHITE_LONG, 4, 0, WHITE },
        { 'k', BLACK_SHORT, 60, 63, BLACK },
        { 'q', BLACK_LONG, 60, 56, BLACK },
    };

    if (str_is(text, "-"))
        return true;
    for (size_t i = 0; i < text.len; i++) {
        int r = 0;

        while (r < 4 && rights[r].letter != text.at[i])
            r++;
        if (r == 4 || (p->castling & rights[r].right))
            return false;
        if (!(chess_kings(p, rights[r].colour) & bit(rights[r].king)) ||
            !(p->side[rights[r].colour] & p->kind[ROOK] & bit(rights[r].rook)))
            return false;
        p->castling |= rights[r].right;
    }
    return text.len > 0;
}

/* The skipped square must be behind a pawn that may just have made a double
 * step. */
static bool read_skipped(struct chess *p, struct str text)
{
    if (str_is(text, "-"))
        return true;
    if (text.len != 2 || text.at[0] < 'a' || text.at[0] > 'h' || text.at[1] != (p->turn == WHITE ? '6' : '3'))
        return false;

    int forward = p->turn == WHITE ? -8 : 8;
    int square = (text.at[1] - '1') * 8 + text.at[0] - 'a';
    if (!(p->side[!p->turn] & p->kind[PAWN] & bit(square + forward)) || !(chess_vacant(p) & bit(square)) ||
        !(chess_vacant(p) & bit(square - forward)))
        return false;
    p->skipped = (uint8_t)square;
    return true;
}

static bool read_counter(struct str *rest)
{
    struct str word = str_cut(rest, ' ');
    int64_t    value;

    return !word.at || (str_int(word, &value) && value >= 0 && value <= 9999);
}

bool chess_read_fen(struct chess *p, struct str fen, struct refusal *why)
{
    struct chess read = { .skipped = NO_SQUARE };
    struct str   rest = str_trim(fen);

    if (!read_board(&read, str_cut(&rest, ' ')))
        return refuse(why, powerchess_refusals, REFUSE_BAD_POSITION), false;

    struct str turn = str_cut(&rest, ' ');
    if (!str_is(turn, "w") && !str_is(turn, "b"))
        return refuse(why, powerchess_refusals, REFUSE_NO_TURN), false;
    read.turn = str_is(turn, "w") ? WHITE : BLACK;
    if (!chess_kings(&read, WHITE) || !chess_kings(&read, BLACK))
        return refuse(why, powerchess_refusals, REFUSE_NO_KING), false;
    if ((read.side[WHITE] & read.kind[PAWN] & row_of(7)) || (read.side[BLACK] & read.kind[PAWN] & row_of(0)))
        return refuse(why, powerchess_refusals, REFUSE_PAWN_ON_LAST_ROW), false;
    if (!read_castling(&read, str_cut(&rest, ' ')))
        return refuse(why, powerchess_refusals, REFUSE_BAD_CASTLING), false;
    if (!read_skipped(&read, str_cut(&rest, ' ')))
        return refuse(why, powerchess_refusals, REFUSE_BAD_EN_PASSANT), false;
    if (!read_counter(&rest) || !read_counter(&rest) || rest.at)
        return refuse(why, powerchess_refusals, REFUSE_BAD_END), false;
    *p = read;
    return true;
}

void chess_write_fen(const struct chess *p, struct buf *out)
{
    for (int row = 7; row >= 0; row--) {
        int gap = 0;

        for (int col = 0; col < 8; col++) {
            int       square = row * 8 + col;
            enum kind kind = chess_kind_at(p, square);

            if (kind == KINDS) {
                gap++;
                continue;
            }
            if (gap)
                buf_int(out, gap);
            gap = 0;
            buf_char(out, letters[chess_colour_at(p, square) * KINDS + kind]);
        }
        if (gap)
            buf_int(out, gap);
        buf_char(out, row ? '/' : ' ');
    }
    buf_text(out, p->turn == WHITE ? "w " : "b ");
    for (int i = 0; i < 4; i++)
        if (p->castling & 1 << i)
            buf_char(out, "KQkq"[i]);
    if (!p->castling)
        buf_char(out, '-');
    buf_char(out, ' ');
    if (p->skipped == NO_SQUARE)
        buf_char(out, '-');
    else
        buf_printf(out, "%c%c", 'a' + p->skipped % 8, '1' + p->skipped / 8);
}
