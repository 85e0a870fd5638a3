"""Expectations of talk transcripts: JSON with holes.

`match(pattern, text, vars)` says why `text` does not match, or None. Variables
that the pattern binds are added to `vars` only when all of it matched. The
language is described in README.md.
"""

import json
import re

TYPES = {
    "int": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "num": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "str": lambda v: isinstance(v, str),
    "bool": lambda v: isinstance(v, bool),
    "list": lambda v: isinstance(v, list),
    "obj": lambda v: isinstance(v, dict),
}
ABSENT = object()
SPACE = re.compile(r"\s*")
WORD = re.compile(r"[A-Za-z_]\w*")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?")
REGEX = re.compile(r"/((?:[^/\\]|\\.)*)/")
VARIABLE = re.compile(r"\$\{([\w.]+)\}|\$(\$|[A-Za-z_]\w*)")


class NotPattern(Exception):
    pass


class NotBound(Exception):
    pass


def lookup(path, vars):
    """The value of `name` or `name.member.0.member`."""
    name, *steps = path.split(".")
    if name not in vars:
        raise NotBound(f"${name} is not bound")
    value = vars[name]
    for step in steps:
        try:
            value = value[int(step)] if isinstance(value, list) else value[step]
        except (KeyError, IndexError, ValueError, TypeError):
            raise NotBound(f"${{{path}}}: no {step!r} in {json.dumps(value)[:200]}") from None
    return value


def substitute(text, vars):
    """Puts variables into a text: strings as they are, other values as JSON."""

    def put(hit):
        if hit.group(2) == "$":
            return "$"
        value = lookup(hit.group(1) or hit.group(2), vars)
        return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), ensure_ascii=False)

    return VARIABLE.sub(put, text)


def same(a, b):
    """Equality of JSON values: true is not 1, and 1.0 is not 1."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b


def show(value):
    text = "nothing" if value is ABSENT else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 300 else text[:300] + "..."


# Every node has match(value, path, vars): None, or a sentence that says where
# and why not.


class Any:
    def match(self, value, path, vars):
        return f"{path}: expected a value, got nothing" if value is ABSENT else None


class Absent:
    def match(self, value, path, vars):
        return None if value is ABSENT else f"{path}: expected no such member, got {show(value)}"


class Literal:
    def __init__(self, value):
        self.value = value

    def match(self, value, path, vars):
        want = substitute(self.value, vars) if isinstance(self.value, str) else self.value
        return None if same(want, value) else f"{path}: expected {show(want)}, got {show(value)}"


class Type:
    def __init__(self, word):
        self.word = word

    def match(self, value, path, vars):
        return None if TYPES[self.word](value) else f"{path}: expected {self.word}, got {show(value)}"


class Variable:
    def __init__(self, path):
        self.path = path

    def match(self, value, path, vars):
        if value is ABSENT:
            return f"{path}: expected ${self.path}, got nothing"
        if "." not in self.path and self.path not in vars:
            vars[self.path] = value
            return None
        want = lookup(self.path, vars)
        return None if same(want, value) else f"{path}: expected ${self.path} = {show(want)}, got {show(value)}"


class Regex:
    def __init__(self, source):
        self.source = source.replace("\\/", "/")

    def match(self, value, path, vars):
        braces = re.compile(r"\$\{([\w.]+)\}")
        regex = braces.sub(lambda hit: re.escape(str(lookup(hit.group(1), vars))), self.source)
        text = value if isinstance(value, str) else "" if value is ABSENT else json.dumps(value)
        if value is not ABSENT and re.fullmatch(regex, text, re.DOTALL):
            return None
        return f"{path}: expected /{regex}/, got {show(value)}"


class Array:
    def __init__(self, items, more, ordered):
        self.items, self.more, self.ordered = items, more, ordered

    def match(self, value, path, vars):
        if not isinstance(value, list):
            return f"{path}: expected an array, got {show(value)}"
        if len(value) < len(self.items) or (len(value) > len(self.items) and not self.more):
            least = "at least " if self.more else ""
            return f"{path}: expected {least}{len(self.items)} elements, got {len(value)}: {show(value)}"
        if not self.ordered:
            return self.match_set(value, path, vars)
        for i, item in enumerate(self.items):
            why = item.match(value[i], f"{path}[{i}]", vars)
            if why:
                return why
        return None

    def match_set(self, value, path, vars):
        left = list(value)
        for i, item in enumerate(self.items):
            for candidate in left:
                trial = dict(vars)
                if item.match(candidate, path, trial) is None:
                    vars.update(trial)
                    left.remove(candidate)
                    break
            else:
                return f"{path}: element {i} of the set has no partner in {show(value)}"
        return None


class Object:
    def __init__(self, members, more):
        self.members, self.more = members, more

    def match(self, value, path, vars):
        if not isinstance(value, dict):
            return f"{path}: expected an object, got {show(value)}"
        for key, node in self.members.items():
            why = node.match(value.get(key, ABSENT), f"{path}.{key}", vars)
            if why:
                return why
        extra = [key for key in value if key not in self.members]
        if extra and not self.more:
            return f"{path}: unexpected member {extra[0]!r}: {show(value[extra[0]])}"
        return None


class Either:
    def __init__(self, nodes):
        self.nodes = nodes

    def match(self, value, path, vars):
        reasons = []
        for node in self.nodes:
            trial = dict(vars)
            why = node.match(value, path, trial)
            if why is None:
                vars.update(trial)
                return None
            reasons.append(why)
        return " / ".join(reasons)


class Parser:
    def __init__(self, text):
        self.text, self.at = text, 0

    def peek(self, token):
        self.at = SPACE.match(self.text, self.at).end()
        return self.text.startswith(token, self.at)

    def take(self, token):
        if self.peek(token):
            self.at += len(token)
            return True
        return False

    def need(self, token):
        if not self.take(token):
            raise NotPattern(f"expected {token!r} at column {self.at + 1}")

    def token(self, regex):
        hit = regex.match(self.text, self.at)
        if hit:
            self.at = hit.end()
        return hit

    def all(self):
        node = self.either()
        self.peek("")
        if self.at != len(self.text):
            raise NotPattern(f"something follows at column {self.at + 1}")
        return node

    def either(self):
        nodes = [self.value()]
        while self.take("|"):
            nodes.append(self.value())
        return nodes[0] if len(nodes) == 1 else Either(nodes)

    def value(self):
        if self.take("{"):
            return self.object()
        if self.take("set["):
            return self.array(False)
        if self.take("["):
            return self.array(True)
        if self.take("*"):
            return Any()
        for regex, make in (
            (STRING, lambda hit: Literal(json.loads(hit.group(0)))),
            (NUMBER, lambda hit: Literal(json.loads(hit.group(0)))),
            (REGEX, lambda hit: Regex(hit.group(1))),
            (VARIABLE, lambda hit: Variable(hit.group(1) or hit.group(2))),
        ):
            hit = self.token(regex)
            if hit:
                try:
                    return make(hit)
                except ValueError as error:
                    raise NotPattern(str(error)) from None
        return self.word()

    def word(self):
        hit = self.token(WORD)
        word = hit.group(0) if hit else ""
        if word in TYPES:
            return Type(word)
        if word == "absent":
            return Absent()
        if word in ("true", "false", "null"):
            return Literal(json.loads(word))
        raise NotPattern(f"no value at column {self.at + 1}")

    def array(self, ordered):
        items = []
        while not self.take("]"):
            if self.take("..."):
                self.need("]")
                return Array(items, True, ordered)
            items.append(self.either())
            if not self.peek("]"):
                self.need(",")
        return Array(items, False, ordered)

    def object(self):
        members = {}
        while not self.take("}"):
            if self.take("..."):
                self.need("}")
                return Object(members, True)
            self.peek("")
            hit = self.token(STRING)
            if not hit:
                raise NotPattern(f"no member at column {self.at + 1}")
            self.need(":")
            members[json.loads(hit.group(0))] = self.either()
            if not self.peek("}"):
                self.need(",")
        return Object(members, False)


def unique(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key stands twice")
    return members


def read_json(text):
    """The value of strict JSON text, or ValueError; a key that stands twice is an error."""

    def refuse(word):
        raise ValueError(f"{word} is no JSON")

    return json.loads(text, object_pairs_hook=unique, parse_constant=refuse)


def match(pattern, text, vars):
    """None if `text` matches `pattern`, else a sentence why not."""
    trial = dict(vars)
    try:
        node = Parser(pattern).all()
    except NotPattern as problem:
        want = substitute(pattern, vars)
        return None if want == text else f"expected the text {want!r} ({problem}, so it is no JSON pattern), got {text[:600]!r}"
    if isinstance(node, Regex):
        why = node.match(text, "$", trial)
    else:
        try:
            value = read_json(text)
        except ValueError as error:
            if not isinstance(node, (Any, Variable)):
                return f"expected {pattern}, got no JSON ({error}): {text[:600]!r}"
            value = text
        why = node.match(value, "$", trial)
        if why:
            why += f"; all of it: {text[:600]}"
    if why is None:
        vars.update(trial)
    return why
