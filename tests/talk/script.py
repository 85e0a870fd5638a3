"""Reads talk transcripts: joins indented lines, expands include, def, repeat
and for. What is left is a flat list of steps, each with the place it came
from."""

import os
import re
import shlex


class ScriptError(Exception):
    pass


BLOCKS = ("def", "repeat", "for")
ALONE = BLOCKS + ("end", "include", "server")  # lines that never go on


class Line:
    def __init__(self, where, text, indent=0):
        self.where, self.text, self.indent = where, text, indent
        self.words = text.split()


def read_lines(path):
    """The logical lines of a file: a line that is indented deeper goes on with the one before it."""
    lines = []
    with open(path, encoding="utf-8") as file:
        for number, raw in enumerate(file, 1):
            text = raw.strip()
            indent = len(raw) - len(raw.lstrip())
            if not text or text.startswith("#"):
                continue
            if lines and indent > lines[-1].indent and lines[-1].words[0] not in ALONE:
                lines[-1] = Line(lines[-1].where, lines[-1].text + " " + text, lines[-1].indent)
            else:
                lines.append(Line(f"{path}:{number}", text, indent))
    return lines


def put_arguments(lines, names, values):
    """Replaces @name by its value wherever it stands."""
    if not names:
        return lines
    regex = re.compile(r"@(" + "|".join(map(re.escape, names)) + r")(?!\w)")
    table = dict(zip(names, values))
    return [Line(line.where, regex.sub(lambda hit: table[hit.group(1)], line.text)) for line in lines]


class Script:
    """`options`: what stands behind `server`, or None. `steps`: flat list of Line."""

    def __init__(self, path):
        self.defs = {}
        self.options = None
        self.steps = []
        self.expand(read_lines(path), os.path.dirname(path), 0)

    def expand(self, lines, folder, depth):
        if depth > 30:
            raise ScriptError(f"{lines[0].where}: blocks call each other without end")
        at = 0
        while at < len(lines):
            line = lines[at]
            head = line.words[0]
            if head in BLOCKS:
                end = self.find_end(lines, at)
                self.block(line, lines[at + 1 : end], folder, depth)
                at = end
            elif head == "end":
                raise ScriptError(f"{line.where}: end without a block")
            elif head == "include":
                path = os.path.join(folder, line.words[1])
                self.expand(read_lines(path), os.path.dirname(path), depth + 1)
            elif head == "server":
                if self.options is not None or self.steps:
                    raise ScriptError(f"{line.where}: server must come first, and once")
                self.options = shlex.split(line.text)[1:]
            elif head in self.defs:
                self.call(line, folder, depth)
            else:
                self.steps.append(line)
            at += 1

    def find_end(self, lines, at):
        open_blocks = 0
        for i in range(at, len(lines)):
            if lines[i].words[0] in BLOCKS:
                open_blocks += 1
            elif lines[i].words[0] == "end":
                open_blocks -= 1
                if open_blocks == 0:
                    return i
        raise ScriptError(f"{lines[at].where}: {lines[at].words[0]} without end")

    def block(self, line, body, folder, depth):
        kind, *rest = line.words
        if kind == "def" and rest:
            self.defs[rest[0]] = (rest[1:], body)
        elif kind == "repeat" and len(rest) in (1, 3) and rest[0].isdigit() and rest[1:2] in ([], ["as"]):
            for i in range(1, int(rest[0]) + 1):
                self.expand(put_arguments(body, rest[2:], [str(i)]), folder, depth + 1)
        elif kind == "for" and len(rest) >= 3 and rest[1] == "in":
            for value in shlex.split(line.text)[3:]:
                self.expand(put_arguments(body, [rest[0]], [value]), folder, depth + 1)
        else:
            raise ScriptError(f"{line.where}: cannot read {line.text!r}")

    def call(self, line, folder, depth):
        name, *values = shlex.split(line.text)
        names, body = self.defs[name]
        if len(names) != len(values):
            raise ScriptError(f"{line.where}: {name} takes {len(names)} arguments, got {len(values)}")
        here = [Line(f"{inner.where} (called at {line.where})", inner.text) for inner in body]
        self.expand(put_arguments(here, names, values), folder, depth + 1)
