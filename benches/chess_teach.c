/* Teaches the network of the chess evaluation.
 *
 *     bench_chess_teach LESSONS NETWORK [ROUNDS]
 *
 * LESSONS is what bench_chess_lessons wrote; NETWORK becomes
 * src/games/powerchess/network.bin. The network is taught how much more
 * stockfish's score is than FEATURES_PART quarters of what our features say. What
 * is minimised is the squared difference of expected results,
 * 1 / (1 + exp(-score / 174)), by Adam with a step that falls to nearly nothing.
 * Games whose numbers are divisible by 64 are held back and only examined. It is
 * all arithmetic, so it is worth building for the machine at hand:
 *
 *     gcc -O3 -march=native -ffast-math -Isrc -o teach benches/chess_teach.c -lm */
#include "base/rng.h"
#include "chess_lessons.h"
#include "games/powerchess/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS = NETWORK_INPUTS, WIDTH = NETWORK_WIDTH, PHASES = NETWORK_PHASES, BATCH = 2048, HELD = 64 };

#define UNIT (NETWORK_SCALE / 174.0f) /* what one unit of output is to the expected result */
#define RATE 0.001f
#define RATE_LAST 0.00001f
#define LIMIT ((float)NETWORK_WEIGHT_MOST / NETWORK_ONE)

struct network_float {
    float row[INPUTS][WIDTH];
    float bias[WIDTH];
    float out[PHASES][2][WIDTH];
    float out_bias[PHASES];
};
enum { WEIGHTS = sizeof(struct network_float) / sizeof(float) };

static struct network_float net, gradient, first, second;
static double               error; /* since it was last told */
static struct rng           dice;
static struct lesson       *lesson;
static uint32_t            *order; /* those held back come first */
static long                 lessons, held, steps;

/* ---- one lesson -------------------------------------------------------- */

struct inputs {
    int      n;
    uint16_t at[2][64]; /* seen by the side to move, and by the other */
};

static void read_lesson(const struct lesson *l, struct inputs *in)
{
    int king[2] = { 0 }, n = 0, square[64], what[64];

    for (uint64_t set = l->pieces; set; set &= set - 1, n++) {
        square[n] = __builtin_ctzll(set);
        what[n] = l->what[n / 2] >> (n & 1 ? 4 : 0) & 15;
        if ((what[n] & 7) == 0)
            king[what[n] >> 3] = square[n];
    }
    in->n = n;
    for (int i = 0; i < n; i++)
        for (int side = 0; side < 2; side++)
            in->at[side][i] = (uint16_t)network_input(side, king[side], what[i] >> 3, what[i] & 7, square[i]);
}

static void add(float *to, const float *row)
{
    for (int k = 0; k < WIDTH; k++)
        to[k] += row[k];
}

static float expected(float x)
{
    return 1 / (1 + expf(-x));
}

static float cut(float x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static float score_of(int phase, float sum[2][WIDTH])
{
    float out = net.out_bias[phase];

    for (int side = 0; side < 2; side++)
        for (int k = 0; k < WIDTH; k++)
            out += cut(sum[side][k]) * cut(sum[side][k]) * net.out[phase][side][k];
    return out;
}

/* How the error changes with the second layer and with `sum`, which becomes
 * that. */
static void look_back(int phase, float sum[2][WIDTH], float back)
{
    gradient.out_bias[phase] += back;
    for (int side = 0; side < 2; side++) {
        float *s = sum[side], *row = gradient.out[phase][side], *weight = net.out[phase][side];

        for (int k = 0; k < WIDTH; k++) {
            float c = cut(s[k]);

            row[k] += back * c * c;
            s[k] = s[k] > 0 && s[k] < 1 ? back * 2 * c * weight[k] : 0;
        }
    }
}

static void take(const struct lesson *l, bool learn)
{
    struct inputs in;
    float         sum[2][WIDTH];

    read_lesson(l, &in);
    for (int side = 0; side < 2; side++) {
        memcpy(sum[side], net.bias, sizeof net.bias);
        for (int i = 0; i < in.n; i++)
            add(sum[side], net.row[in.at[side][i]]);
    }
    int   phase = network_phase(in.n);
    float known = (float)l->features * (FEATURES_PART / 4.0f) / 174.0f;
    float guess = expected(score_of(phase, sum) * UNIT + known), miss = guess - expected((float)l->score / 174.0f);
    error += (double)(miss * miss);
    if (!learn)
        return;
    look_back(phase, sum, miss * guess * (1 - guess));
    for (int side = 0; side < 2; side++) {
        add(gradient.bias, sum[side]);
        for (int i = 0; i < in.n; i++)
            add(gradient.row[in.at[side][i]], sum[side]);
    }
}

/* ---- Adam -------------------------------------------------------------- */

static void improve(float part, float rate)
{
    float *w = (float *)&net, *g = (float *)&gradient, *m = (float *)&first, *v = (float *)&second;

    steps++;
    float m_scale = 1 / (1 - powf(0.9f, (float)steps)), v_scale = 1 / (1 - powf(0.999f, (float)steps));
    for (long i = 0; i < WEIGHTS; i++) {
        float slope = g[i] * part;

        g[i] = 0;
        m[i] += 0.1f * (slope - m[i]);
        v[i] += 0.001f * (slope * slope - v[i]);
        w[i] -= rate * m[i] * m_scale / (sqrtf(v[i] * v_scale) + 1e-8f);
        w[i] = w[i] > LIMIT ? LIMIT : w[i] < -LIMIT ? -LIMIT : w[i];
    }
}

static double error_of(long n)
{
    double mean = error / (double)n;

    error = 0;
    return mean;
}

/* ---- in and out -------------------------------------------------------- */

static void swap(long a, long b)
{
    uint32_t was = order[a];

    order[a] = order[b];
    order[b] = was;
}

static void load(const char *path)
{
    FILE *file = fopen(path, "rb");

    if (!file || fseek(file, 0, SEEK_END))
        exit(1);
    lessons = ftell(file) / (long)sizeof *lesson;
    rewind(file);
    lesson = malloc((size_t)lessons * sizeof *lesson);
    order = malloc((size_t)lessons * sizeof *order);
    if (fread(lesson, sizeof *lesson, (size_t)lessons, file) != (size_t)lessons)
        exit(1);
    fclose(file);
    for (long i = 0; i < lessons; i++) {
        order[i] = (uint32_t)i;
        if (lesson[i].match % HELD == 0)
            swap(i, held++);
    }
}

static void begin(void)
{
    float *w = (float *)&net;

    for (long i = 0; i < WEIGHTS; i++)
        w[i] = ((float)(rng_next(&dice) >> 40) / (1 << 24) - 0.5f) * 0.15f;
    memset(net.out_bias, 0, sizeof net.out_bias);
}

/* In chess no pawn stands on its own first row, but powers may put one there:
 * it is worth what it is on the next one. */
static void fill_in(void)
{
    for (int col = 0; col < 8; col++) {
        memcpy(net.row[PAWN * 64 + col], net.row[PAWN * 64 + 8 + col], sizeof net.row[0]);
        memcpy(net.row[(KINDS + PAWN) * 64 + 56 + col], net.row[(KINDS + PAWN) * 64 + 48 + col], sizeof net.row[0]);
    }
}

static void put(FILE *file, float value, float one, int most)
{
    long    number = lroundf(value * one);
    int16_t out = (int16_t)(number > most ? most : number < -most ? -most : number);

    fwrite(&out, sizeof out, 1, file);
}

static void save(const char *path)
{
    FILE *file = fopen(path, "wb");

    fill_in();
    for (int i = 0; i < INPUTS; i++)
        for (int k = 0; k < WIDTH; k++)
            put(file, net.row[i][k], NETWORK_ONE, NETWORK_WEIGHT_MOST);
    for (int k = 0; k < WIDTH; k++)
        put(file, net.bias[k], NETWORK_ONE, NETWORK_WEIGHT_MOST);
    for (int p = 0; p < PHASES; p++)
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < WIDTH; k++)
                put(file, net.out[p][side][k], NETWORK_OUT_ONE, NETWORK_OUT_MOST);
    for (int p = 0; p < PHASES; p++)
        put(file, net.out_bias[p], NETWORK_SCALE, 32767);
    fclose(file);
}

/* ---- rounds ------------------------------------------------------------ */

static void shuffle(void)
{
    for (long i = lessons - 1; i > held; i--)
        swap(i, held + (long)rng_below(&dice, (uint64_t)(i - held + 1)));
}

static void teach(int rounds, const char *path)
{
    for (int round = 0; round < rounds; round++) {
        shuffle();
        for (long at = held; at < lessons; at += BATCH) {
            long  end = at + BATCH < lessons ? at + BATCH : lessons;
            float done = ((float)round + (float)(at - held) / (float)(lessons - held)) / (float)rounds;

            for (long i = at; i < end; i++)
                take(&lesson[order[i]], true);
            improve(1 / (float)(end - at), RATE_LAST + (RATE - RATE_LAST) * 0.5f * (1 + cosf(3.14159265f * done)));
        }
        printf("round %d: error %.6f, ", round + 1, error_of(lessons - held));
        for (long i = 0; i < held; i++)
            take(&lesson[order[i]], false);
        printf("held back %.6f\n", error_of(held));
        fflush(stdout);
        save(path);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    dice = rng_seeded(1);
    load(argv[1]);
    printf("%ld lessons, %ld held back\n", lessons, held);
    begin();
    teach(argc > 3 ? atoi(argv[3]) : 7, argv[2]);
    return 0;
}
