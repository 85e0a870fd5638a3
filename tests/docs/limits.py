#!/usr/bin/env python3
"""Compares the table of limits in docs/SECURITY.md with `meeple limits`; --write puts it in."""
import argparse
import pathlib
import subprocess
import sys

BEGIN, END = "<!-- meeple limits -->\n", "<!-- end -->\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--meeple", required=True)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "SECURITY.md"
    text = page.read_text()
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit(f"{page}: the marks of the table are missing")
    table = subprocess.run([args.meeple, "limits"], check=True, capture_output=True, text=True).stdout
    before, rest = text.split(BEGIN)
    kept, after = rest.split(END)
    if args.write:
        page.write_text(before + BEGIN + table + END + after)
    elif kept != table:
        differ = sorted(set(kept.splitlines()) ^ set(table.splitlines()))
        sys.exit("docs/SECURITY.md tells other limits; tests/docs/limits.py --write renews it:\n" + "\n".join(differ))
    print(f"{len(table.splitlines()) - 2} limits")


main()
