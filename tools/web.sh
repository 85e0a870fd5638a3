#!/bin/sh
# Builds the browser client for meson: web.sh WEB OUT STAMP DEPFILE
#
# Packages are fetched only when the lock file has changed since they were;
# the lock keeps builds of several folders at once from fetching twice.
set -eu
web=$1 out=$2 stamp=$3 depfile=$4

exec 9>"$web/.building"
if command -v flock >/dev/null; then flock 9; fi
if ! cmp -s "$web/package-lock.json" "$web/node_modules/.meeple-lock" 2>/dev/null; then
    (cd "$web" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error) >&2
    cp "$web/package-lock.json" "$web/node_modules/.meeple-lock"
fi
node "$web/build.mjs" "$out" --depfile "$depfile" --target "$(basename "$stamp")"
touch "$stamp"
