#!/bin/sh
# Lists the C files below a folder of the source tree, main.c left out, for
# meson.build.
set -eu
cd "${MESON_SOURCE_ROOT:-.}"
[ -d "$1" ] || exit 0
find "$1" -name '*.c' ! -path '*/cli/main.c' | LC_ALL=C sort
