#!/bin/sh
# --watch of the program for Windows under wine: what a saved file changes is drawn, also after a folder was away,
# and Ctrl-C ends it. tools/everywhere runs it: $ADTMAP is the program, $DEMO the demo world.
. "$(dirname "$0")/../cli/common.sh"
small_world
pick_tile
maps=$DEMO/World/Maps/$map
adt=$maps/${map}_$tile.adt
log=$work/said
watching=
trap '[ -z "$watching" ] || kill -9 "$watching" 2>/dev/null; cleanup' EXIT

starts() {
    : >"$log"
    "$ADTMAP" "$@" --watch >"$log" 2>"$err" &
    watching=$!
    waits_until grep -q 'watching for changes' "$log"
}
# waits_until COMMAND...: until it succeeds, which it will not once the program has ended.
waits_until() {
    until "$@"; do
        kill -0 "$watching" 2>/dev/null || {
            cat "$log" "$err"
            wrong "it ended before: $*"
            finish
        }
        sleep 0.05
    done
}
# Ctrl-C, which wine makes of the signal.
ends() {
    kill -INT "$watching"
    wait "$watching"
    got=$?
    watching=
    [ "$got" -eq "$1" ] || wrong "exit status $got, not $1"
}
edit() { python3 "$(dirname "$0")/../cli/edit_adt.py" "$maps" texture "$tile"; }
# shellcheck disable=SC2317 # waits_until calls it
has_said() { [ "$(grep -cF "$1" "$log")" -ge "$2" ]; }

starts render -d "$DEMO" -m "$map" -o "$work/out" -s 32
edit
waits_until has_said "$map: " 2
mv "$DEMO" "$work/away"
waits_until grep -q 'cannot' "$err"
mv "$work/away" "$DEMO"
edit
waits_until has_said ' unchanged' 2
ends 0
runs 0 render -d "$DEMO" -m "$map" -o "$work/out" -s 32 --check
prints '0 tiles would change'

starts tile "$adt" -o "$work/one.png" -s 32
edit
waits_until has_said one.png 2
ends 0
runs 0 tile "$adt" -o "$work/again.png" -s 32 -q
same "$work/one.png" "$work/again.png"
finish
