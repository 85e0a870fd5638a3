#include "game/game.h"

enum err refuse(struct refusal *why, const struct refusal_kind *kinds, int code)
{
    return refuse_args(why, kinds, code, 0, 0, 0);
}

enum err refuse_args(struct refusal *why, const struct refusal_kind *kinds, int code, int a, int b, int c)
{
    if (why)
        *why = (struct refusal){ .code = code,
                                 .word = kinds[code].word,
                                 .text = kinds[code].text,
                                 .arg = { a, b, c },
                                 .names = kinds[code].arg,
                                 .words = kinds[code].words };
    return ERR_REFUSED;
}

enum err refuse_text(struct refusal *why, const char *text)
{
    if (why)
        *why = (struct refusal){ .code = -1, .word = "refused", .text = text };
    return ERR_REFUSED;
}

void refusal_write(const struct refusal *why, struct buf *out)
{
    for (const char *at = why->text ? why->text : ""; *at; at++) {
        if (at[0] == '{' && at[1] >= '0' && at[1] < '0' + (int)ARRAY_LEN(why->arg) && at[2] == '}') {
            int i = at[1] - '0';

            if (i == 0 && why->words)
                buf_text(out, why->words[why->arg[0]]);
            else
                buf_int(out, why->arg[i]);
            at += 2;
        } else {
            buf_char(out, *at);
        }
    }
}
