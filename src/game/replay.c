#include "game/replay.h"

#include "base/mem.h"
#include "game/text.h"

#include <stdlib.h>

void replay_begin(struct replay *r, const struct game *game)
{
    *r = (struct replay){ .game = game, .eyes = SEAT_NOBODY };
}

void replay_release(struct replay *r)
{
    free(r->state);
    free(r->before);
    free(r->after);
    buf_release(&r->extra);
    buf_release(&r->words);
}

const void *seen_with(const struct game *game, const void *state, int eyes, void *seen)
{
    return eyes == EYES_ALL ? memcpy(seen, state, game->state_size) : game_seen_by(game, state, eyes, seen);
}

void move_words(const struct game *game, const struct move *m, const void *before, const void *after, const struct names *names,
                struct buf *out)
{
    if (game->notate)
        game->notate(before, m, names, out);
    else if (game->describe)
        game->describe(before, m, names, out);
    else
        move_write(game, m, out);
    if (game->outcome)
        game->outcome(after, m, names, out);
}

static const char *start(struct replay *r, struct str text)
{
    struct refusal why = { 0 };

    if (r->state)
        return "the game starts twice";
    if (setup_read(r->game, text, &r->setup, &r->extra) != ERR_OK)
        return "the setup cannot be read";
    r->state = mem_new(r->game->state_size);
    if (game_setup(r->game, r->state, &r->setup, &why) == ERR_OK)
        return NULL;
    free(r->state);
    r->state = NULL;
    return why.text ? why.text : "the setup is refused";
}

static const char *move(struct replay *r, int seat, int64_t at, struct str text, bool told)
{
    const struct game *game = r->game;
    struct refusal     why = { 0 };

    if (!r->state)
        return "a move comes before the start";
    r->move.at = at;
    r->move.seat = (uint8_t)seat;
    if (move_read(game, text, &r->move) != ERR_OK)
        return "not a move of this game";
    if (told) {
        if (!r->before) {
            r->before = mem_new(game->state_size);
            r->after = mem_new(game->state_size);
        }
        seen_with(game, r->state, r->eyes, r->before);
    }
    r->effects.n = 0;
    if (game->apply(r->state, &r->move, told ? &r->effects : NULL, &why) != ERR_OK)
        return why.text ? why.text : "the rules refuse the move";
    if (told)
        move_words(game, &r->move, r->before, seen_with(game, r->state, r->eyes, r->after), &r->names, &r->words);
    return NULL;
}

bool replay_take(struct replay *r, uint32_t seq, char kind, int seat, int64_t at, struct str text, enum replay_telling telling,
                 const char **fault)
{
    buf_clear(&r->words);
    *fault = seq != r->next           ? "an event is missing"
             : kind == REPLAY_STARTED ? start(r, text)
             : kind == REPLAY_MOVED   ? move(r, seat, at, text, telling == REPLAY_TOLD)
                                      : NULL;
    if (*fault)
        return false;
    r->next++;
    return true;
}
