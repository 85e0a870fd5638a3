#!/bin/sh
# The parts of ./check that need node, and the bench of the client:
# check.sh types | unit | browser | bench, MEEPLE
#
#     types     the client against the types of a running server's schemas
#     unit      pure functions of the client, on node
#     browser   the browser tests, in Debian's chromium
#     bench     its budgets (benches/browser.mjs), with a number of rounds
set -eu
cd "$(dirname "$0")/../.."
what=$1 meeple=$2
shift 2

# The tests' own packages come on top of those of the build.
if [ ! -d web/node_modules/playwright-core ] || ! cmp -s web/package-lock.json web/node_modules/.meeple-lock; then
    (cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
    cp web/package-lock.json web/node_modules/.meeple-lock
fi

case $what in
types)
    ready=$(mktemp)
    "$meeple" serve --listen 127.0.0.1:0 --santorini 127.0.0.1:0 --store memory >"$ready" 2>&1 &
    server=$!
    trap 'kill $server 2>/dev/null; rm -f "$ready"' EXIT
    until grep -q '^ready ' "$ready"; do
        kill -0 $server 2>/dev/null || { cat "$ready" >&2; exit 1; }
        sleep 0.1
    done
    node web/types.mjs "http://$(sed -n 's/^ready http=\([^ ]*\).*/\1/p' "$ready")"
    (cd web && node_modules/.bin/tsc --noEmit)
    ;;
unit) node tests/web/unit.mjs ;;
bench) node benches/browser.mjs "$meeple" "$@" ;;
browser)
    # Two at once: a browser mostly waits.
    node tests/web/run.mjs --meeple "$meeple" --part 1/2 &
    status=0
    node tests/web/run.mjs --meeple "$meeple" --part 2/2 || status=1
    wait $! || status=1
    exit $status
    ;;
esac
