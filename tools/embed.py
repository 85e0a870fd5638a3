#!/usr/bin/env python3
"""Puts files into the program, as C.

    embed.py folder FOLDER OUT.c DEPFILE [BROTLI]
        The pages, favicon.* and everything in assets/ become rows of all_assets
        (src/net/assets.h) with their gzip and brotli forms, where those are
        smaller. index.html is served as "/". A missing folder has no files.
    embed.py text FILE OUT.c HEADER NAME
        The file becomes `const struct str NAME`, which HEADER declares.
    embed.py numbers FILE OUT.h NAME
        The file, 16-bit integers with the lowest byte first, becomes
        `static const int16_t NAME[]`.
"""
import gzip
import hashlib
import os
import re
import struct
import subprocess
import sys

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".map": "application/json; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
SERVED = re.compile(r"[a-z]+\.html$|favicon(-[a-z]+)?\.[a-z]+$|assets/")
HASHED = re.compile(r"[-.][0-9A-Za-z]{8,}\.[a-z0-9]+$")  # app-3F9A01BC.js
ESCAPES = {ord('"'): '\\"', ord("\\"): "\\\\", ord("\n"): "\\n"}


def literal(data):
    """A C string literal; octal escapes have three digits, so none swallows the digit after it."""
    out = []
    for i in range(0, len(data), 64):
        part = "".join(
            ESCAPES.get(b) or (chr(b) if 32 <= b < 127 and b != ord("?") else f"\\{b:03o}") for b in data[i : i + 64]
        )
        out.append(f'    "{part}"')
    return "\n".join(out)


def compressed(data, brotli):
    forms = {"plain": data, "gzip": gzip.compress(data, 9, mtime=0), "brotli": b""}
    if brotli:
        forms["brotli"] = subprocess.run([brotli, "-c", "-q", "11"], input=data, stdout=subprocess.PIPE, check=True).stdout
    return {name: form if name == "plain" or len(form) < len(data) else b"" for name, form in forms.items()}


def folders_of(folder):
    return [folder] * os.path.isdir(folder) + [root for root, _, _ in os.walk(os.path.join(folder, "assets"))]


def files_of(folder):
    for root in folders_of(folder):
        for name in os.listdir(root):
            full = os.path.join(root, name)
            path = os.path.relpath(full, folder).replace(os.sep, "/")
            if os.path.isfile(full) and SERVED.match(path):
                yield full, "/" if path == "index.html" else "/" + path


def dependencies(folder, found):
    """The files, and the folders, whose time changes when a file comes or goes."""
    return (folders_of(folder) or [os.path.dirname(folder)]) + [full for full, _ in found]


def embed_folder(folder, out, depfile, brotli=None):
    found = sorted(files_of(folder), key=lambda pair: pair[1].encode())
    text = ['#include "net/assets.h"', ""]
    rows = []
    for i, (full, path) in enumerate(found):
        with open(full, "rb") as file:
            data = file.read()
        etag = hashlib.sha256(data).hexdigest()[:16]
        kind = TYPES.get(os.path.splitext(full)[1], "application/octet-stream")
        slices = []
        for name, form in compressed(data, brotli).items():
            if form:
                text.append(f"static const char {name}_{i}[] =\n{literal(form)};\n")
                slices.append(f".{name} = {{ {name}_{i}, {len(form)} }}")
        immutable = "true" if HASHED.search(path) else "false"
        rows.append(f'    {{ .path = "{path}", .type = "{kind}", .etag = "\\"{etag}\\"", .immutable = {immutable}, {", ".join(slices)} }},')
    text += ["const struct asset all_assets[] = {", *(rows or ["    { .path = 0 },"]), "};", f"const int all_assets_count = {len(rows)};", ""]
    with open(out, "w") as file:
        file.write("\n".join(text))
    with open(depfile, "w") as file:
        file.write(f"{out}: {' '.join(name.replace(' ', chr(92) + ' ') for name in dependencies(folder, found))}\n")


def embed_text(file, out, header, name):
    with open(file, "rb") as source:
        data = source.read()
    with open(out, "w") as target:
        target.write(f'#include "{header}"\n\nstatic const char text[] =\n{literal(data)};\n\n')
        target.write(f"const struct str {name} = {{ text, sizeof text - 1 }};\n")


def embed_numbers(file, out, name):
    with open(file, "rb") as source:
        data = source.read()
    numbers = [str(number) for (number,) in struct.iter_unpack("<h", data)]
    with open(out, "w") as target:
        target.write(f"static const int16_t {name}[{len(numbers)}] = {{\n")
        for i in range(0, len(numbers), 32):
            target.write("    " + ", ".join(numbers[i : i + 32]) + ",\n")
        target.write("};\n")


{"folder": embed_folder, "text": embed_text, "numbers": embed_numbers}[sys.argv[1]](*sys.argv[2:])
