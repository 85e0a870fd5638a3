"""docs/openapi.yaml, and the tables of the server that it describes."""

import glob
import os
import re

import plainyaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TYPES = {"string": str, "boolean": bool, "object": dict, "array": list, "null": type(None)}


def source(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


# ---- the document -----------------------------------------------------------


class Document:
    def __init__(self, text):
        self.tree = plainyaml.read(text)
        self.operations = {}
        for path, methods in self.tree["paths"].items():
            for method, operation in methods.items():
                self.operations[method.upper(), path] = operation

    def at(self, node):
        """The node itself, or what it refers to."""
        while isinstance(node, dict) and "$ref" in node:
            place = self.tree
            for part in node["$ref"].lstrip("#/").split("/"):
                place = place[part]
            node = place
        return node

    def schema(self, holder):
        """The JSON schema of a response or request body; None if it has none."""
        content = self.at(holder).get("content", {}).get("application/json")
        return self.at(content["schema"]) if content else None

    def body(self, key):
        holder = self.operations[key].get("requestBody")
        schema = self.schema(holder) if holder else None
        return schema["properties"] if schema else {}

    def query(self, key):
        parameters = map(self.at, self.operations[key].get("parameters", []))
        return {p["name"]: p["schema"] for p in parameters if p["in"] == "query"}


def properties(document, schema, seen):
    """All (schema, property) pairs below a schema."""
    schema = document.at(schema)
    if id(schema) in seen:
        return
    seen.add(id(schema))
    for name, below in schema.get("properties", {}).items():
        yield schema, name
        yield from properties(document, below, seen)
    if "items" in schema:
        yield from properties(document, schema["items"], seen)


# ---- the server's own tables ------------------------------------------------


def arguments(text):
    """Cuts at commas that stand in no brackets."""
    out, depth, last = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "({") - (c in ")}")
        if c == "," and depth == 0:
            out.append(text[last:i].strip())
            last = i + 1
    return out + [text[last:].strip()]


def field_names(text):
    return set(re.findall(r'(?:TEXT|INT|BOOL|OBJECT|LIST)\("(\w+)"', text.replace("INVITE", 'TEXT("invite"')))


def endpoints():
    """Method and path of each row of endpoints.c, with the names of its body's and query's fields."""
    text = source("src/api/endpoints.c")
    rows = re.findall(r"^    \{ (METHOD_\w+,.*?) \},$", text[text.index("api_endpoints[] = {") :], re.DOTALL | re.MULTILINE)
    out = {}
    for row in rows:
        method, path, _, body, query, _ = arguments(row)
        out[method.replace("METHOD_", ""), path.strip('"')] = (field_names(body), field_names(query))
    for path in glob.glob(os.path.join(ROOT, "src/games/*/dialect/*.c")):
        for where, methods in re.findall(r'\{ "/api/v1(/[^"]+)", ROUTE_HTTP, ([METHOD_A-Z| ]+),', source(path)):
            for method in re.findall(r"METHOD_([A-Z]+)", methods):
                out[method, where.replace("mine/*", "mine/{snake}").replace("*", "{id}")] = None  # its fields are the game's own
    return out
