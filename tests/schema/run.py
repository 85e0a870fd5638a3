#!/usr/bin/python3
"""Do games say what their schemas promise? run.py --documents build/schema_documents

Validates every document that the program prints (views, boards, forms, effects and moves of games played by chance) against the JSON
Schemas that the server tells at /games/NAME, with Debian's python3-jsonschema. The schemas themselves must be strict, so that drift
shows: every object says what is required and takes nothing else. And each must be able to fail: with a part that occurs taken out of
it, some document must be refused.
"""
import argparse
import collections
import copy
import json
import subprocess
import sys

import jsonschema

KINDS = ("view", "board", "effects", "forms", "moves")
OPTIONAL = ("board", "forms")  # a game may have none


def read(program, games, moves):
    """Schemas and documents by game; equal documents count once."""
    schemas, documents = {}, collections.defaultdict(lambda: collections.defaultdict(dict))
    run = subprocess.Popen([program, str(games), str(moves)], stdout=subprocess.PIPE, text=True)
    for line in run.stdout:
        entry = json.loads(line)
        if entry["kind"] == "schemas":
            schemas[entry["game"]] = entry["doc"]
        else:
            documents[entry["game"]][entry["kind"]].setdefault(json.dumps(entry["doc"]), entry["doc"])
    if run.wait() != 0:
        sys.exit(f"{program} failed")
    return schemas, {game: {kind: list(docs.values()) for kind, docs in kinds.items()} for game, kinds in documents.items()}


def loose(node, path="$"):
    """Places where a schema would not notice a new or missing member."""
    if isinstance(node, dict):
        if "properties" in node:
            if node.get("additionalProperties", True) is not False:
                yield f"{path}: takes members that it does not name"
            if "required" not in node:
                yield f"{path}: does not say what is required"
        for key, below in node.items():
            yield from loose(below, f"{path}.{key}")
    elif isinstance(node, list):
        for i, below in enumerate(node):
            yield from loose(below, f"{path}[{i}]")


def failing(schema, docs):
    """The first document that a schema refuses, with the reason; None: it takes all."""
    validator = jsonschema.Draft202012Validator(schema)
    for doc in docs:
        error = jsonschema.exceptions.best_match(validator.iter_errors(doc))
        if error:
            return doc, error
    return None


def mutants(kind, schema, docs):
    """Copies of a schema, each without something that occurs in the documents."""
    if kind in ("view", "board"):
        for name in docs[0] or {}:
            mutant = copy.deepcopy(schema)
            if name in mutant.get("properties", {}):
                del mutant["properties"][name]
                yield f"without {name}", mutant
    else:
        word = {"effects": "what", "forms": "name"}.get(kind)
        seen = {doc[0] for doc in docs} if kind == "moves" else {item[word] for doc in docs for item in doc}
        for name in sorted(seen):
            mutant = copy.deepcopy(schema)
            if drop_branch(mutant, name) or drop_word(mutant, name):
                yield f"without {name}", mutant


def drop_branch(node, name):
    """Takes the alternative out that stands for `name`: the smallest one that holds it as a constant."""
    if isinstance(node, dict):
        for key, below in node.items():
            if key == "oneOf" and not any(drop_branch(branch, name) for branch in below):
                branches = [branch for branch in below if holds(branch, name)]
                for branch in branches:
                    below.remove(branch)
                if branches:
                    if not below:
                        below.append(False)
                    return True
            elif key != "oneOf" and drop_branch(below, name):
                return True
    elif isinstance(node, list):
        return any(drop_branch(below, name) for below in node)
    return False


def drop_word(node, name):
    """Takes a word out of all enumerations."""
    found = False
    if isinstance(node, dict):
        if name in node.get("enum", []):
            node["enum"] = [word for word in node["enum"] if word != name] or [None]
            found = True
        for below in node.values():
            found |= drop_word(below, name)
    elif isinstance(node, list):
        for below in node:
            found |= drop_word(below, name)
    return found


def holds(branch, name):
    return f'"const": {json.dumps(name)}' in json.dumps(branch)


def check(game, kind, schema, docs):
    """Yields what is wrong."""
    try:
        jsonschema.Draft202012Validator.check_schema(schema)
    except jsonschema.SchemaError as error:
        yield f"{game} {kind}: is no schema: {error.message}"
        return
    for place in loose(schema):
        yield f"{game} {kind}: {place}"
    found = failing(schema, docs)
    if found:
        doc, error = found
        where = "/".join(map(str, error.absolute_path))
        yield f"{game} {kind}: {error.message[:300]} at {where or 'the top'} of {json.dumps(doc)[:300]}"
        return
    tried = 0
    for what, mutant in mutants(kind, schema, docs):
        tried += 1
        if not failing(mutant, docs):
            yield f"{game} {kind}: a schema {what} takes all documents"
    if not tried and docs and any(docs):
        yield f"{game} {kind}: nothing in this schema can be taken out"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", required=True, help="the program that prints them")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--moves", type=int, default=120)
    options = parser.parse_args()
    schemas, documents = read(options.documents, options.games, options.moves)
    problems, total = [], 0
    for game, kinds in schemas.items():
        counts = []
        for kind in KINDS:
            docs = documents[game].get(kind, [])
            if kind in kinds:
                total += len(docs)
                counts.append(f"{len(docs)} {kind}")
                problems += check(game, kind, kinds[kind], docs)
            elif docs or kind not in OPTIONAL:
                problems.append(f"{game} {kind}: there is no schema, but {len(docs)} documents")
        print(f"{game}: {', '.join(counts)}")
    for problem in problems:
        print(problem)
    print(f"{total} documents, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
