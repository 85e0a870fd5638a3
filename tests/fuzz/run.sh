#!/bin/sh
# Runs every fuzz target of a build for some seconds over its corpus, as many at
# once as there are cores.
#
#     tests/fuzz/run.sh BUILD [SECONDS] [TARGET...]
#
# Leaks are not looked for: the hall that many inputs share keeps memory after most
# of them, and looking through all of it took two thirds of the time and could hang;
# the other tests look for them when a program ends.
#
# New finds go to BUILD/corpus/<target>, crashes to BUILD/crashes; what is worth
# keeping is moved to tests/fuzz/corpus by hand.
set -u
build=$1
seconds=${2:-10}
here=$(dirname "$0")
[ $# -gt 2 ] && shift 2 || set --
[ $# -gt 0 ] || set -- $(cd "$here" && ls fuzz_*.c | sed 's/^fuzz_\(.*\)\.c$/\1/')

passed=0
failed=0
begun=0
mkdir -p "$build/crashes"
for target in "$@"; do
    mkdir -p "$build/corpus/$target" "$here/corpus/$target"
    {
        "$build/fuzz_$target" -max_total_time="$seconds" -timeout=25 -rss_limit_mb=4096 -detect_leaks=0 -print_final_stats=1 -max_len=16384 \
            -artifact_prefix="$build/crashes/$target-" "$build/corpus/$target" "$here/corpus/$target" >"$build/crashes/$target.log" 2>&1
        echo $? >"$build/crashes/$target.status"
    } &
    begun=$((begun + 1))
    [ $((begun % $(nproc))) -eq 0 ] && wait
done
wait
for target in "$@"; do
    if [ "$(cat "$build/crashes/$target.status")" -eq 0 ]; then
        passed=$((passed + 1))
        printf '%-12s %s\n' "$target" "$(grep -o 'number_of_executed_units: *[0-9]*' "$build/crashes/$target.log")"
    else
        failed=$((failed + 1))
        echo "$target failed:"
        tail -n 40 "$build/crashes/$target.log"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
