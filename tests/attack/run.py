#!/usr/bin/env python3
"""Attacks a server the way a stranger with time on their hands would.

    tests/attack/run.py build/meeple                   every attack in its short form
    tests/attack/run.py build/meeple memory_kill ...   those whose names contain one of these words
    tests/attack/run.py build/meeple --long            at full strength
    tests/attack/run.py build/meeple --list            what there is

Each attack gets servers of its own, in normal mode with default settings. It
prints one line: held or BROKEN, with what was measured. Many of them measure how
long others wait, which a machine that stands still for a moment spoils: one that
is BROKEN is tried once more with fresh servers and marked FLAKY? with what went
wrong the first time; if it is BROKEN again, a line FAIL says what went wrong.
Holes that are known and not closed yet stand in open.txt: an attack named there
may succeed, and fails the run once it does not any more, so that the list never
outlives the hole. The last line is "N passed, M failed".
"""

import argparse
import concurrent.futures
import os
import sys
import time
import traceback

import kit

import costly  # noqa: F401  each file adds its attacks to the list
import crowds  # noqa: F401
import disguise  # noqa: F401
import faults  # noqa: F401
import files  # noqa: F401
import growth  # noqa: F401
import guesses  # noqa: F401
import honest  # noqa: F401
import identity  # noqa: F401
import secrets_kept  # noqa: F401
import space  # noqa: F401
import thinking  # noqa: F401

HERE = os.path.dirname(os.path.abspath(__file__))


def known_open():
    with open(os.path.join(HERE, "open.txt")) as lines:
        return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def run(attack, settings):
    """(what went wrong or None, what to print)"""
    stage, begun = kit.Stage(settings.program, settings.long), time.monotonic()
    try:
        with stage.stack:
            figures, problem = attack.run(stage), None
    except AssertionError as broken:
        figures, problem = None, str(broken) or "an assertion failed"
    except Exception:
        figures, problem = None, traceback.format_exc()
    line = f"{'held  ' if problem is None else 'BROKEN'} {attack.name:28} {time.monotonic() - begun:5.1f} s"
    if attack.holes:
        line += f"  hole {', '.join(map(str, attack.holes))}"
    if figures:
        line += "  " + ", ".join(f"{name} {value}" for name, value in figures.items())
    return problem, line + (f"\n       {problem}" if problem else "")


def last_line(problem):
    """One line, whatever the problem's text looks like: its last line says most."""
    return problem.strip().splitlines()[-1][:500]


def fail(name, problem):
    print(f"FAIL {name}: {last_line(problem)}", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Attacks a server and tells what held.")
    parser.add_argument("program")
    parser.add_argument("name", nargs="*")
    parser.add_argument("--long", action="store_true", help="at full strength")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--workers", type=int, default=1, help="attacks at a time (their figures disturb each other)")
    settings = parser.parse_args()
    chosen = [a for a in kit.attacks if not settings.name or any(word in a.name for word in settings.name)]
    if settings.list:
        for attack in chosen:
            print(f"{attack.name:28} {attack.title}")
        return 0
    passed, failed, expected = 0, 0, known_open()
    for unknown in expected - {a.name for a in kit.attacks}:
        fail(unknown, "open.txt names it, but it is no attack")
        failed += 1
    with concurrent.futures.ThreadPoolExecutor(settings.workers) as pool:
        for attack, (problem, line) in zip(chosen, pool.map(lambda a: run(a, settings), chosen)):
            print(line, flush=True)
            if problem and attack.name not in expected:
                print(f"FLAKY? {attack.name}: {last_line(problem)}", flush=True)
                problem, line = run(attack, settings)
                print(line, flush=True)
            if problem and attack.name in expected:
                print("       known and not closed yet (open.txt)")
                problem = None
            elif attack.name in expected:
                problem = "it stands in open.txt, but the hole is closed: take it out"
            if problem:
                fail(attack.name, problem)
                failed += 1
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
