#!/usr/bin/env python3
"""Writes the man page: man.py MEEPLE TEMPLATE DOCDIR OUT

The commands and options are those that the program's help shows, so that they are described once."""
import re
import subprocess
import sys


def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def escaped(text):
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def options(text):
    """(option, meaning) of the help's list; a meaning may go on in further lines."""
    for hit in re.finditer(r"^  (--\S+(?: \S+)*?)(?:  +|\n {30})(.+(?:\n {30}.+)*)", text, re.MULTILINE):
        yield hit.group(1), re.sub(r"\s+", " ", hit.group(2))


def about(text):
    """The paragraphs of a description; lines that begin with blanks are an example."""
    for paragraph in text.strip("\n").split("\n\n"):
        if paragraph.startswith(" "):
            yield ".PP\n.nf\n" + escaped(paragraph) + "\n.fi"
        else:
            yield ".PP\n" + escaped(paragraph)


def command_page(name, text):
    usage, rest = text.split("\n\n", 1)
    described, _, listed = rest.partition("\noptions:\n")
    lines = [f".SS {escaped(usage.replace('usage: ', ''))}", *about(described)]
    for option, meaning in options(listed.split("\n\n", 1)[0]):
        lines += [".TP", f".B {escaped(option)}", escaped(meaning)]
    return "\n".join(lines)


def main(meeple, template, docdir, out):
    names = re.findall(r"^  meeple (\w+)", said(meeple, "--help"), re.MULTILINE)
    commands = "\n".join(command_page(name, said(meeple, name, "--help")) for name in names)
    with open(template, encoding="utf-8") as file:
        text = file.read()
    text = text.replace("@COMMANDS@", commands).replace("@DOCDIR@", docdir).replace("@VERSION@", said(meeple, "--version").split()[1])
    with open(out, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
