#!/usr/bin/env python3
"""A player for `meeple sim`: any legal move, of any game.

    meeple sim santorini --seats ./examples/bot.py,level:1 --rotate --games 20

docs/BOTS.md describes the lines. Make `choose` better, and you have a player.
"""
import json
import random
import sys


def choose(setup, turn, dice):
    """A move for this turn: one of turn["legal"], knowing turn["view"]."""
    return dice.choice(turn["legal"])


def main():
    setup, dice = None, None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "setup":
            setup, dice = message, random.Random(message["seed"])
        elif message["type"] == "turn":
            print(json.dumps({"move": choose(setup, message, dice)}), flush=True)
        elif message["type"] == "over":
            break


main()
