#!/usr/bin/env python3
"""The authorization matrix: every command of every protocol and every endpoint
of the hall API, tried by everybody whom it is none of the business of.

    tests/attack/matrix.py build/meeple            all scenes
    tests/attack/matrix.py build/meeple catan -v   one of them, each cell told

The commands are read from the program's own tables: one without a row here
fails, so nobody adds a command without saying who may use it. In each scene Ann
is the victim: she sits at a table and it is her turn. A cell is one command, sent
by one of

    nobody          without any credential, or with one that was made up
    other account   somebody with an account and a table of their own
    other seat      whoever sits opposite Ann
    spectator       an account that watches
    left seat       somebody who sat there and left
    deleted account somebody who sat there and whose account is gone

It holds if, afterwards, all that Ann can see of herself and her table is as
before, and no secret of hers was told. Where a command is the sender's own right
(their chat, their resignation), the row says so; such cells must still tell no
secret. At the end Ann sends each command herself, or somebody whose right it is does: most must be
accepted, or the row proves nothing.

The last lines give the number of cells and "N passed, M failed".
"""

import argparse
import contextlib
import os
import re
import sys
import traceback

import kit

ROLES = ("nobody", "other account", "other seat", "spectator", "left seat", "deleted account")
ROOT = os.path.join(kit.HERE, "..", "..")


def source(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def names_in(path, begin, pattern, end="\n};"):
    """What `pattern` finds in the table that begins with `begin`."""
    text = source(path)
    start = text.index(begin)
    found = re.findall(pattern, text[start : text.index(end, start)])
    assert found, f"{path}: no table {begin!r} any more"
    return found


class Row:
    """How a command is sent. `send(scene, role)` gives all that was answered. `own`: the roles whose own right it is. `works`: Ann's own is accepted."""

    def __init__(self, send, own=(), works=True):
        self.send, self.own, self.works = send, own, works


class Scene:
    """One protocol with people in it. Subclasses give `commands()`, `rows`, `snapshot()`, `secrets`, and `accepted(answer)`."""

    options = ()

    def __init__(self, stage):
        self.stage, self.server = stage, stage.server(*self.options)
        self.secrets = []
        self.open()


def check_cell(scene, name, row, role, before):
    """What is wrong with a cell, or None; and the snapshot after it."""
    try:
        answer = row.send(scene, role)
        after = scene.snapshot()
    except Exception:
        return traceback.format_exc(), scene.snapshot(), ""
    told = [secret for secret in scene.secrets if secret in str(answer)]
    if told:
        return f"tells {told}", after, answer
    if role in row.own:
        return None, after, answer
    if after != before:
        changed = [f"{key}: {before.get(key)!s:.200} -> {after.get(key)!s:.200}" for key in {**before, **after} if before.get(key) != after.get(key)]
        return f"changes {changed}; the answer was {str(answer)[:200]}", after, answer
    return None, after, answer


def run_scene(kind, settings):
    stage = kit.Stage(settings.program)
    faults, cells, own, works = [], 0, 0, 0
    with stage.stack:
        scene = kind(stage)
        commands = list(dict.fromkeys(scene.commands()))
        faults += [f"{kind.__name__}: {name} has no row" for name in commands if name not in scene.rows]
        faults += [f"{kind.__name__}: the row {name} has no command" for name in scene.rows if name not in commands]
        before = scene.snapshot()
        for name, row in scene.rows.items():
            for role in ROLES:
                problem, before, answer = check_cell(scene, name, row, role, before)
                cells += 1
                own += role in row.own
                if problem:
                    faults.append(f"{kind.__name__}: {name} by {role}: {problem}")
                if settings.verbose:
                    print(f"  {name:40} {role:16} {str(answer)[:110]!r}")
        if not scene.server.is_up():
            faults.append(f"{kind.__name__}: the server is dead")
    with contextlib.ExitStack() as stack:
        stage.stack = stack
        scene = kind(stage)
        for name, row in scene.rows.items():
            if not row.works:
                continue
            answer = row.send(scene, "Ann")
            works += 1
            if not scene.accepted(answer):
                faults.append(f"{kind.__name__}: {name} by Ann herself is refused, so the row proves nothing: {str(answer)[:300]}")
            if settings.verbose:
                print(f"  {name:40} {'Ann':16} {str(answer)[:110]!r}")
    print(f"{kind.__name__:12} {len(commands):3} commands x {len(ROLES)} roles = {cells} cells, {own} of them a right of one's own; {works} accepted from Ann", flush=True)
    return cells, faults


def main():
    import scenes

    parser = argparse.ArgumentParser(description="Tries every command as everybody who may not use it.")
    parser.add_argument("program")
    parser.add_argument("scene", nargs="*")
    parser.add_argument("-v", "--verbose", action="store_true")
    settings = parser.parse_args()
    cells, faults, known, held = 0, [], set(), scenes.KNOWN
    for kind in scenes.ALL:
        if settings.scene and not any(word in kind.__name__.lower() for word in settings.scene):
            continue
        more, wrong = run_scene(kind, settings)
        cells += more
        for fault in wrong:
            excuse = next((words for words in held if fault.startswith(words)), None)
            if excuse:
                known.add(excuse)
                print(f"known and not closed yet: {fault[:300]}")
            else:
                faults.append(fault)
    if not settings.scene:
        faults += [f"{words}: stands among the known ones, but is closed: take it out" for words in held if words not in known]
    for fault in faults:
        print(fault)
    print(f"{cells} cells")
    print(f"{cells - len(faults)} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
