#!/bin/sh
# Are all C files formatted, and does cppcheck find nothing? Run from the top of
# the tree. tools/cppcheck.txt lists its false positives.
set -u
status=0
git ls-files '*.c' '*.h' | xargs clang-format --dry-run -Werror || status=1
cppcheck --quiet --error-exitcode=1 --enable=warning,portability --std=c11 -j2 -Isrc -D_GNU_SOURCE \
    --suppressions-list=tools/cppcheck.txt src || status=1
# Files must stay short enough to read.
long=$(git ls-files 'src/*.c' 'src/*.h' 'tests/*.c' 'tests/*.h' 'web/src/*.ts' 'web/src/*.tsx' | xargs wc -l | awk '$2 != "total" && $1 > 600 { print $2 ": " $1 " lines" }')
if [ -n "$long" ]; then
    echo "longer than 600 lines:"
    echo "$long"
    status=1
fi
exit $status
