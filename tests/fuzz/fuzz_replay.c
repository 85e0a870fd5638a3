/* A hostile journal: the first line names a game and its setup, the others are
 * moves. Whatever can be read must be refused without a trace or applied; what
 * was applied must leave a state that can be looked at. */
#include "game/text.h"

#include <stdint.h>
#include <stdlib.h>

enum { LINES_MOST = 200 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct game *game_of(struct str name)
{
    return str_is(name, template_game.name) ? &template_game : game_by_name(name);
}

static void look(const struct game *game, const void *state, int seats)
{
    struct move_list list = { 0 };
    struct buf       text = { 0 };
    void            *seen = malloc(game->state_size);
    struct result    result;

    if (!seen)
        BUG("out of memory");
    game->result(state, &result);
    if (result.over != (game->to_act(state) == 0))
        BUG("over, but somebody owes a move; or the other way round");
    for (int seat = SEAT_NOBODY; seat < seats; seat++) {
        struct jout j = jout_to(&text);

        game_seen_by(game, state, seat, seen);
        buf_clear(&text);
        game_view(game, seen, seat, &j);
        if (game->draw)
            game->draw(seen, &text);
        list.n = 0;
        if (seat >= 0)
            game->legal(state, seat, &list);
    }
    move_list_release(&list);
    free(seen);
    buf_release(&text);
}

static void make_moves(const struct game *game, void *state, struct str rest)
{
    void          *before = malloc(game->state_size);
    struct buf     text = { 0 };
    struct refusal why = { 0 };

    if (!before)
        BUG("out of memory");
    for (int i = 0; rest.at && i < LINES_MOST; i++) {
        struct str  line = str_cut(&rest, '\n');
        struct move m = { 0 };

        if (line_read(game, line, &m) != ERR_OK)
            continue;
        memcpy(before, state, game->state_size);
        why = (struct refusal){ 0 };
        enum err err = game->apply(state, &m, NULL, &why);
        if (err != ERR_OK && (!why.text || memcmp(before, state, game->state_size) != 0))
            BUG("a refusal leaves a trace or has no reason");
        if (err == ERR_OK && game->describe) {
            buf_clear(&text);
            game->describe(before, &m, NULL, &text);
            if (game->outcome)
                game->outcome(state, &m, NULL, &text);
        }
    }
    buf_release(&text);
    free(before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str         rest = { (const char *)data, size };
    struct str         line = str_cut(&rest, '\n');
    const struct game *game = game_of(str_cut(&line, ' '));
    struct buf         extra = { 0 };
    struct setup       setup;
    struct refusal     why = { 0 };

    if (!game || !line.at)
        return 0;
    void *state = malloc(game->state_size);
    if (!state)
        BUG("out of memory");
    if (setup_read(game, line, &setup, &extra) == ERR_OK && game_setup(game, state, &setup, &why) == ERR_OK) {
        make_moves(game, state, rest);
        look(game, state, setup.seats);
    }
    free(state);
    buf_release(&extra);
    return 0;
}
