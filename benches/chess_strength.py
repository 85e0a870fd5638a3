#!/usr/bin/env python3
"""How strong is our chess, beside stockfish at a limited strength?

usage: chess_strength.py BENCH_CHESS_ENGINE [--elo 2200] [--games 200] [--ours "movetime 100"]
                         [--theirs "movetime 100"] [--seed 1] [--stockfish PROGRAM] [--against ENGINE] [--sprt LOW,HIGH]

Every opening (some random moves, about equal by stockfish's own judgement) is
played twice with colours changed; such a pair is the unit of the statistics.
On a machine with other work, nodes instead of time keep it fair: give both
what they reach in 100 ms of a core of their own.

--against another build of our engine tells whether a change made it stronger;
--sprt 0,20 stops as soon as it is clear whether it gained 20 Elo or nothing."""
import argparse
import random
import subprocess

from stockfish import PROGRAM

PLIES_MOST = 400
DECIDED = 900  # when both sides see the same one so far ahead for DECIDED_PLIES, it has won
DECIDED_PLIES = 6


def score_of(lines):
    """The last score told, in hundredths of a pawn for the side to move."""
    score = 0
    for line in lines:
        if " score cp " in line:
            score = int(line.split(" score cp ")[1].split()[0])
        elif " score mate " in line:
            score = 10000 if int(line.split(" score mate ")[1].split()[0]) > 0 else -10000
    return score


class Engine:
    def __init__(self, program, options=()):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.tell("uci")
        for name, value in options:
            self.tell(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, until):
        """All lines up to the one that begins with `until`."""
        self.tell(line)
        lines = []
        for answer in self.process.stdout:
            lines.append(answer.strip())
            if answer.startswith(until):
                return lines
        raise SystemExit("an engine ended")

    def best(self, moves, limit):
        self.tell("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        return self.ask("go " + limit, "bestmove")

    def close(self):
        self.process.communicate("quit\n", timeout=10)


class Referee(Engine):
    """A full-strength stockfish that knows the rules."""

    def look(self, moves):
        """(legal moves, is in check, fen without counters, plies without progress)"""
        self.tell("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        lines = self.ask("d", "Checkers:")
        fen = next(line[5:] for line in lines if line.startswith("Fen: ")).split()
        legal = [line.split(":")[0] for line in self.ask("go perft 1", "Nodes searched") if ":" in line and line[0] in "abcdefgh"]
        return legal, lines[-1] != "Checkers:", " ".join(fen[:4]), int(fen[4])

    def judge(self, moves):
        return score_of(self.best(moves, "depth 9"))


def opening(referee, dice):
    while True:
        moves = []
        for _ in range(8):
            legal = referee.look(moves)[0]
            if not legal:
                break
            moves.append(dice.choice(legal))
        if len(moves) == 8 and referee.look(moves)[0] and abs(referee.judge(moves)) <= 60:
            return moves


def is_dead(fen):
    pieces = [c for c in fen.split()[0].lower() if c.isalpha() and c != "k"]
    return not pieces or (len(pieces) == 1 and pieces[0] in "bn")


def play(engines, limits, moves, referee):
    """The score of White: 1, 0.5 or 0. `engines` are White's and Black's."""
    moves, seen, decided = list(moves), {}, 0
    while len(moves) < PLIES_MOST:
        legal, check, fen, quiet = referee.look(moves)
        side = len(moves) % 2
        if not legal:
            return side if check else 0.5
        seen[fen] = seen.get(fen, 0) + 1
        if seen[fen] == 3 or quiet >= 100 or is_dead(fen):
            return 0.5
        lines = engines[side].best(moves, limits[side])
        move = lines[-1].split()[1]
        if move not in legal:
            raise SystemExit(f"illegal: {move} in {fen}")
        moves.append(move)
        score = score_of(lines) * (1 if side == 0 else -1)
        lasts = score * decided > 0
        decided = (decided if lasts else 0) + (score >= DECIDED) - (score <= -DECIDED) if abs(score) >= DECIDED else 0
        if abs(decided) >= DECIDED_PLIES:
            return 1 if decided > 0 else 0
    return 0.5


def interval(pairs):
    """Mean and half of the 95 % interval of the means of pairs."""
    n = len(pairs)
    mean = sum(pairs) / n
    variance = sum((p - mean) ** 2 for p in pairs) / max(n - 1, 1)
    return mean, 1.96 * (variance / n) ** 0.5


def likelihood(pairs, low, high):
    """The logarithm of how much better a gain of `high` Elo explains the pairs than one of `low`."""
    expected = [1 / (1 + 10 ** (-elo / 400)) for elo in (low, high)]
    mean = sum(pairs) / len(pairs)
    variance = sum((p - mean) ** 2 for p in pairs) / len(pairs) or 0.25 / len(pairs)
    return len(pairs) * (expected[1] - expected[0]) * (2 * mean - expected[0] - expected[1]) / (2 * variance)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("--elo", type=int, default=2200)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--ours", default="movetime 100")
    parser.add_argument("--theirs", default="movetime 100")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stockfish", default=PROGRAM)
    parser.add_argument("--against")
    parser.add_argument("--sprt", type=lambda text: [float(elo) for elo in text.split(",")])
    options = parser.parse_args()
    ours = Engine(options.engine)
    limited = [("UCI_LimitStrength", "true"), ("UCI_Elo", options.elo), ("Hash", 16)]
    theirs = Engine(options.against) if options.against else Engine(options.stockfish, limited)
    referee = Referee(options.stockfish, [("Hash", 16)])
    dice, pairs, counts = random.Random(options.seed), [], {1: 0, 0.5: 0, 0: 0}
    while 2 * len(pairs) < options.games:
        moves = opening(referee, dice)
        white = play((ours, theirs), (options.ours, options.theirs), moves, referee)
        black = 1 - play((theirs, ours), (options.theirs, options.ours), moves, referee)
        for score in (white, black):
            counts[score] += 1
        pairs.append((white + black) / 2)
        mean, half = interval(pairs)
        print("%4d games: +%d =%d -%d  %.1f %% +- %.1f" % (2 * len(pairs), counts[1], counts[0.5], counts[0], 100 * mean, 100 * half), flush=True)
        if options.sprt and len(pairs) >= 8 and abs(likelihood(pairs, *options.sprt)) >= 2.94:
            print("decided: %s" % ("stronger" if likelihood(pairs, *options.sprt) > 0 else "not stronger"))
            break
    for engine in (ours, theirs, referee):
        engine.close()
    mean, half = interval(pairs)
    print("against %s: %.1f %% +- %.1f of %d games" % (options.against or "UCI_Elo %d" % options.elo, 100 * mean, 100 * half, 2 * len(pairs)))


if __name__ == "__main__":
    main()
