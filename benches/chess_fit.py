#!/usr/bin/env python3
"""Fits the weights of the chess evaluation to scores of positions.

usage: chess_fit.py FEATURES WEIGHTS_FITTED_HEADER [ROUNDS]

FEATURES is what bench_chess_fit prints:

    bench_chess_positions 30000 | chess_scores.py | bench_chess_fit > FEATURES

Each weight is a pair for the middle game and the endgame; what is minimised is
the squared difference of expected results, 1 / (1 + 10^(-score / 400)). So that
rare features stay tame, weights are pulled a little towards 0, squares towards
their neighbours, and rows of counts (mobility, danger of a king) towards a
straight line; counts that hardly occur are worth the same as the nearest one
that does. Needs numpy."""
import os
import re
import sys

import numpy as np

BATCH = 16384
RATE = 4.0
PULL = 2e-8
EVEN = 1e-7  # between neighbours
STRAIGHT = 4e-7  # along a row of counts
SEEN_LEAST = 50  # positions with a count


def indexes():
    """Where each group of weights begins, from weights.h."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../src/games/powerchess/weights.h")
    body = re.search(r"enum weight_index \{(.*?)\};", open(path).read(), re.S).group(1)
    names, following = {}, 0
    for item in re.sub(r"/\*.*?\*/", "", body, flags=re.S).split(","):
        name, _, value = (part.strip() for part in item.partition("="))
        if name:
            names[name] = eval(value, {}, names) if value else following
            following = names[name] + 1
    return names


def rows_of_counts(at):
    """(start, length) of each"""
    return [(at["W_MOBILITY"] + kind * 28, 28) for kind in range(1, 5)] + [(at["W_KING_DANGER"], 40)]


def ties(at):
    """(pairs of neighbours, triples along rows)"""
    pairs, triples = [], []
    for kind in range(6):
        for row in range(8):
            for col in range(4):
                one = at["W_SQUARE"] + kind * 32 + row * 4 + col
                if col < 3:
                    pairs.append((one, one + 1))
                if row < 7:
                    pairs.append((one, one + 4))
    rows = rows_of_counts(at) + [(at[name], 8) for name in ("W_PASSED_OWN_KING", "W_PASSED_ENEMY_KING", "W_PHALANX", "W_SUPPORTED", "W_STORM")]
    for start, n in rows:
        pairs += [(start + i, start + i + 1) for i in range(n - 1)]
        triples += [(start + i, start + i + 1, start + i + 2) for i in range(n - 2)]
    return np.array(pairs), np.array(triples)


def continue_rows(weights, features, at):
    """Counts that hardly occur get the worth of the nearest one that does."""
    seen = (features != 0).sum(axis=0)
    for start, n in rows_of_counts(at):
        often = [i for i in range(start, start + n) if seen[i] >= SEEN_LEAST]
        for i in range(start, start + n):
            weights[i] = weights[min(often, key=lambda k: abs(k - i))]


def pull(weights, pairs, triples):
    """The gradient of the ties."""
    gradient = PULL * weights
    step = weights[pairs[:, 1]] - weights[pairs[:, 0]]
    np.add.at(gradient, pairs[:, 1], EVEN * step)
    np.add.at(gradient, pairs[:, 0], -EVEN * step)
    bend = weights[triples[:, 0]] - 2 * weights[triples[:, 1]] + weights[triples[:, 2]]
    np.add.at(gradient, triples[:, 0], STRAIGHT * bend)
    np.add.at(gradient, triples[:, 1], -2 * STRAIGHT * bend)
    np.add.at(gradient, triples[:, 2], STRAIGHT * bend)
    return gradient


def load(path, count):
    scores, phases, rows, cols, values = [], [], [], [], []
    with open(path) as file:
        for n, line in enumerate(file):
            words = line.split()
            scores.append(int(words[0]))
            phases.append(int(words[1]))
            for word in words[2:]:
                index, value = word.split(":")
                rows.append(n)
                cols.append(int(index))
                values.append(int(value))
    features = np.zeros((len(scores), count), dtype=np.int8)
    features[rows, cols] = np.clip(values, -127, 127)
    return features, np.array(scores, dtype=np.float32), np.array(phases, dtype=np.float32) / 24


def expected(score):
    return 1 / (1 + np.exp(-score * (np.log(10) / 400)))


def start(count):
    weights = np.zeros((count, 2), dtype=np.float32)
    for kind, worth in enumerate([0, 950, 500, 330, 320, 90]):
        weights[kind] = worth
    return weights


def fit(features, scores, phases, rounds):
    weights, tied = start(features.shape[1]), ties(indexes())
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    goal = expected(scores)
    order, steps = np.arange(len(scores)), 0
    held = len(scores) // 20
    for round_ in range(rounds):
        np.random.default_rng(round_).shuffle(order[held:])
        rate = RATE * 0.5 ** (6 * round_ / rounds)
        for at in range(held, len(order), BATCH):
            pick = order[at:at + BATCH]
            x = features[pick].astype(np.float32)
            mix = np.stack([phases[pick], 1 - phases[pick]], axis=1)
            guess = expected(((x @ weights) * mix).sum(axis=1))
            slope = (guess - goal[pick]) * guess * (1 - guess)
            gradient = x.T @ (slope[:, None] * mix) / len(pick) + pull(weights, *tied)
            steps += 1
            first = 0.9 * first + 0.1 * gradient
            second = 0.999 * second + 0.001 * gradient ** 2
            weights -= rate * (first / (1 - 0.9 ** steps)) / (np.sqrt(second / (1 - 0.999 ** steps)) + 1e-9)
        x = features[order[:held]].astype(np.float32)
        mix = np.stack([phases[order[:held]], 1 - phases[order[:held]]], axis=1)
        error = ((expected(((x @ weights) * mix).sum(axis=1)) - goal[order[:held]]) ** 2).mean()
        print("round %d, error of positions held back %.6f" % (round_ + 1, error), flush=True)
    return weights


def main():
    features, scores, phases = load(sys.argv[1], indexes()["W_COUNT"])
    print("%d positions" % len(scores))
    weights = fit(features, scores, phases, int(sys.argv[3]) if len(sys.argv) > 3 else 60)
    continue_rows(weights, features, indexes())
    with open(sys.argv[2], "w") as out:
        out.write("/* Written by benches/chess_fit.py. */\n#include \"games/powerchess/weights.h\"\n\n")
        out.write("static const int32_t weight[W_COUNT] = {\n")
        for i in range(0, len(weights), 8):
            out.write("    " + " ".join("W(%d, %d)," % (round(float(a)), round(float(b))) for a, b in weights[i:i + 8]) + "\n")
        out.write("};\n")


main()
