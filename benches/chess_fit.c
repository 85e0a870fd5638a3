/* Counts the features of the evaluation in positions, for benches/chess_fit.py.
 *
 *     bench_chess_fit < POSITIONS > FEATURES
 *
 * A line in is FEN;SCORE with the score for White in hundredths of a pawn; a
 * line out is SCORE PHASE and then INDEX:COUNT for each feature that counts. */
#define TRACE_FEATURES
int trace_features[1024];

#include "games/powerchess/evaluate.c"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char line[256];

    while (fgets(line, sizeof line, stdin)) {
        char        *score = strchr(line, ';');
        struct chess b;

        if (!score)
            continue;
        *score++ = '\0';
        if (!chess_read_fen(&b, str_of(line), NULL))
            continue;
        memset(trace_features, 0, sizeof trace_features);
        judge(&b);
        printf("%d %d", atoi(score), phase_of(&b));
        for (int i = 0; i < W_COUNT; i++)
            if (trace_features[i])
                printf(" %d:%d", i, trace_features[i]);
        putchar('\n');
    }
    return 0;
}
