#!/usr/bin/env python3
"""Which lines of src/games and src/net have run in a build with -Db_coverage=true,
by everything that was run in it since.

    tests/coverage.py build-check/coverage [--files]

Prints a line a folder (--files: a line a file, the least covered first).
"""

import collections
import gzip
import json
import os
import subprocess
import sys
import tempfile

FOLDERS = ("src/games/", "src/net/")


def lines_run(build):
    """{file: {line: has it run}} of all objects of the build that were ever run."""
    root, found = os.path.realpath(os.path.join(os.path.dirname(__file__), "..")), collections.defaultdict(dict)
    data = [os.path.abspath(os.path.join(folder, name)) for folder, _, names in os.walk(build) for name in names if name.endswith(".gcda")]
    with tempfile.TemporaryDirectory() as place:
        for k in range(0, len(data), 50):
            subprocess.run(["gcov", "--json-format", "--hash-filenames", *data[k : k + 50]], cwd=place, check=True, capture_output=True)
            for name in os.listdir(place):
                with gzip.open(os.path.join(place, name)) as file:
                    report = json.load(file)
                os.unlink(os.path.join(place, name))
                for part in report["files"]:
                    path = os.path.relpath(os.path.realpath(os.path.join(report["current_working_directory"], part["file"])), root)
                    for line in part["lines"] if path.startswith(FOLDERS) else ():
                        found[path][line["line_number"]] = found[path].get(line["line_number"], False) or line["count"] > 0
    return found


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    found, groups = lines_run(sys.argv[1]), collections.defaultdict(lambda: [0, 0])
    by_file = "--files" in sys.argv
    for path, lines in found.items():
        names = [path] if by_file else [os.path.dirname(path)] + [folder[:-1] for folder in FOLDERS if path.startswith(folder)]
        for name in set(names):
            groups[name][0] += sum(lines.values())
            groups[name][1] += len(lines)
    if not groups:
        sys.exit("nothing was ever run in this build, or it has no coverage")
    order = sorted(groups, key=lambda name: groups[name][0] / groups[name][1]) if by_file else sorted(groups)
    for name in order:
        run, all_ = groups[name]
        print(f"{name:50} {run:6} of {all_:6} lines  {100 * run / all_:5.1f} %")


if __name__ == "__main__":
    main()
