#!/usr/bin/env python3
"""Turns one text file into a C string: embed.py FILE OUT.c HEADER NAME"""
import sys

ESCAPES = {"\\": "\\\\", '"': '\\"', "?": "\\?"}


def main(file, out, header, name):
    with open(file, encoding="ascii") as source:
        lines = source.read().splitlines()
    with open(out, "w", encoding="ascii") as target:
        target.write(f'#include "{header}"\n\nstatic const char text[] =\n')
        for line in lines:
            target.write('    "' + "".join(ESCAPES.get(c, c) for c in line) + '\\n"\n')
        target.write(f"    ;\n\nconst struct str {name} = {{ text, sizeof text - 1 }};\n")


main(*sys.argv[1:])
