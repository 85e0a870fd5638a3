"""Reads the plain subset of YAML that docs/openapi.yaml keeps to.

Block mappings and sequences by indentation, flow mappings and sequences on one line, texts plain or in double quotes,
integers, true, false, null, comments on lines of their own. Everything else is an error, never a guess.
"""
import json
import re

KEY = re.compile(r'("(?:[^"\\]|\\.)*"|[^\s:#"{}\[\],][^:"]*?):(?:\s+(.*))?$')
PLAIN = re.compile(r"[^,{}\[\]\"]+?(?=\s*(?:[,}\]]|:\s|:$|$))")


class Bad(Exception):
    pass


def scalar(text):
    if text.startswith('"'):
        return json.loads(text)
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return {"true": True, "false": False, "null": None}.get(text, text)


class Flow:
    """A value written on one line."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def skip(self):
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1

    def take(self, mark):
        self.skip()
        if self.text.startswith(mark, self.at):
            self.at += len(mark)
            return True
        return False

    def word(self):
        self.skip()
        hit = re.compile(r'"(?:[^"\\]|\\.)*"').match(self.text, self.at) or PLAIN.match(self.text, self.at)
        if not hit:
            raise Bad(f"no value at {self.text[self.at:]!r}")
        self.at = hit.end()
        return hit.group()

    def value(self):
        if self.take("{"):
            out = {}
            while not self.take("}"):
                key = str(scalar(self.word()))
                if key in out or not self.take(":"):
                    raise Bad(f"key {key!r} in {self.text!r}")
                out[key] = self.value()
                if not self.take(",") and self.text[self.at : self.at + 1] != "}":
                    raise Bad(f"expected , or }} at {self.text[self.at:]!r}")
            return out
        if self.take("["):
            out = []
            while not self.take("]"):
                out.append(self.value())
                if not self.take(",") and self.text[self.at : self.at + 1] != "]":
                    raise Bad(f"expected , or ] at {self.text[self.at:]!r}")
            return out
        return scalar(self.word())


def one_line(text):
    if text[0] not in '{["':
        return scalar(text)
    flow = Flow(text)
    out = flow.value()
    flow.skip()
    if flow.at != len(text):
        raise Bad(f"too much: {text[flow.at:]!r}")
    return out


def block(lines, indent):
    """Takes the lines of one block off the front of `lines`: pairs of indentation and text."""
    if lines[0][1].startswith("- "):
        out = []
        while lines and lines[0][0] == indent:
            if not lines[0][1].startswith("- "):
                raise Bad(f"expected a - before {lines[0][1]!r}")
            rest = lines[0][1][2:]
            if KEY.match(rest) and rest[0] not in "{[":
                lines[0] = (indent + 2, rest)
                out.append(block(lines, indent + 2))
            else:
                lines.pop(0)
                out.append(one_line(rest))
        return out
    out = {}
    while lines and lines[0][0] == indent:
        hit = KEY.match(lines.pop(0)[1])
        if not hit:
            raise Bad("a line is no 'key: value'")
        key, rest = str(scalar(hit.group(1))), hit.group(2)
        if key in out:
            raise Bad(f"{key!r} stands twice")
        if rest:
            out[key] = one_line(rest)
        elif lines and lines[0][0] > indent:
            out[key] = block(lines, lines[0][0])
        else:
            raise Bad(f"{key!r} has no value")
    if lines and lines[0][0] > indent:
        raise Bad(f"wrong indentation of {lines[0][1]!r}")
    return out


def read(text):
    lines = [(len(line) - len(line.lstrip()), line.strip()) for line in text.splitlines()]
    return block([line for line in lines if line[1] and not line[1].startswith("#")], 0)
