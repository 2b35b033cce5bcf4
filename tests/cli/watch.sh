#!/bin/sh
# adtmap render --watch and tile --watch: draws again what a saved file changes, says nothing else, and ends when it is told to.
. "$(dirname "$0")/common.sh"
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
small_world
pick_tile
world=$work/my\ world
cp -r "$DEMO" "$world"
maps=$world/World/Maps/$map
log=$work/said
errors=$work/errors

# starts COMMAND...: in the background, until it waits. Its end is part of the script's.
watching=
starts() {
    : >"$log"
    "$ADTMAP" "$@" --watch >"$log" 2>"$errors" &
    watching=$!
    waits_for 'watching for changes'
}
trap '[ -z "$watching" ] || kill "$watching" 2>/dev/null; cleanup' EXIT

# waits_for TEXT [COUNT]: until it was said so often. A program that ends will not say it.
waits_for() {
    until [ "$(grep -cF "$1" "$log")" -ge "${2-1}" ]; do
        kill -0 "$watching" 2>/dev/null || {
            cat "$log" "$errors"
            wrong "it ended before it said '$1'"
            finish
        }
        sleep 0.05
    done
}

# ends STATUS: stops it, as a batch system does.
ends() {
    kill -TERM "$watching"
    wait "$watching"
    got=$?
    watching=
    [ "$got" -eq "$1" ] || wrong "exit status $got, not $1"
}

edit() { python3 "$here/edit_adt.py" "$maps" "$1" "$tile"; }
picture=$work/out/$map/tiles/$tile_png

starts render -d "$world" -m "$map" -o "$work/out" -s 32
count=$(find "$work/out/$map/tiles" -name '*.png' | wc -l)
cp "$picture" "$work/before.png"
edit texture
waits_for "$work/out/$map: " 2
grep -q "out/$map: [0-9]* tiles* in [0-9.]* s, [0-9]* unchanged\$" "$log" || wrong 'the line of a second run'
cmp -s "$work/before.png" "$picture" && wrong 'the picture is the old one'
drawn=$(sed -n "\$s|.*/$map: \([0-9]*\) tiles* in .*|\1|p" "$log")
[ "$drawn" -lt "$count" ] || wrong "$drawn of $count tiles are drawn for a change of one"

# What is drawn is what an ordinary run draws, and that has nothing left to do.
runs 0 render -d "$world" -m "$map" -o "$work/out" -s 32 --check
prints "0 tiles would change"

# A half-written file fails once, in one line, and is drawn when it is whole, though nobody saves another.
adt=$maps/${map}_$tile.adt
cp "$adt" "$work/whole.adt"
head -c 3000 "$work/whole.adt" >"$adt"
waits_for '1 failed'
cat "$work/whole.adt" >"$adt"
waits_for "$work/out/$map: " 4
[ "$(wc -l <"$errors")" -eq 1 ] || wrong "a half-written file: $(cat "$errors")"

# Files of others, and of tiles of another map, are no reason to say anything; a folder that goes and comes is none to end.
echo x >"$maps/notes.txt"
mkdir -p "$world/World/Maps/Other"
cp "$adt" "$world/World/Maps/Other/Other_1_1.adt"
mv "$world" "$work/gone"
until grep -q 'cannot read the directory' "$errors"; do sleep 0.05; done
mv "$work/gone" "$world"
rm "$adt"
waits_for "$work/out/$map: " 5
cp "$work/whole.adt" "$adt"
waits_for "$work/out/$map: " 6
[ "$(grep -c "$work/out/$map: " "$log")" -eq 6 ] || wrong "it says more: $(cat "$log")"

# A picture that cannot be written, as on a full disk, is written when it can be, though nothing is saved then.
rm "$picture"
mkdir "$picture"
edit texture
until grep -qF "$tile_png" "$errors"; do sleep 0.05; done
rmdir "$picture"
waits_for "$work/out/$map: " 7
is_file "$picture"
ends 0

# The status is that of the last run: this one lacks a tile.
head -c 3000 "$work/whole.adt" >"$adt"
starts render -d "$world" -m "$map" -o "$work/out" -s 32
ends 1
cp "$work/whole.adt" "$adt"

# The first run must be possible, and --watch draws.
runs 2 render -d "$world" -m Nowhere -o "$work/out" --watch
says_one_line
runs 2 render -d "$world" -m "$map" -o "$work/out" --watch --check
says '--watch draws the whole map again and again: not with --check'
runs 2 render -d "$world" -m "$map" -o "$work/out" --watch --shard 1/2
says 'not with --shard'

# With --json a result for each run that changes something, and nothing else.
: >"$log"
"$ADTMAP" render -d "$world" -m "$map" -o "$work/out" -s 32 --watch --json >"$log" 2>"$errors" &
watching=$!
waits_for '"peak_bytes"'
edit texture
waits_for '"peak_bytes"' 2
ends 0
jq -se 'length == 2 and all(.tiles > 0)' "$log" >"$out" || wrong 'the JSON results'

# A single tile is drawn again if its ADT changes, or a file that it is drawn with, and for no other file. What
# comes last is waited for: what was drawn before it would have been said before.
other=$(jq -r --arg map "$map" --arg tile "$tile" '.maps[] | select(.name == $map) | .tiles[] | select(. != $tile)' "$work/maps" | tail -n 1)
starts tile "$adt" -o "$work/one.png" -s 32
python3 "$here/edit_adt.py" "$maps" texture "$other"
edit texture
waits_for one.png 2
cp "$(find "$world" -iname 'democobbles.blp')" "$work/cobbles.blp"
find "$world/Tileset" -iname '*.blp' -exec cp "$work/cobbles.blp" {} ';'
waits_for one.png 3
rm "$adt"
until grep -q 'cannot open' "$errors"; do sleep 0.05; done
cp "$work/whole.adt" "$adt"
count=$(grep -c one.png "$log")
waits_for one.png $((count + 1))
ends 0
runs 0 tile "$adt" -o "$work/again.png" -s 32
same "$work/one.png" "$work/again.png"
runs 2 tile "$adt" -o - --watch
says '--watch reads and writes files again: not with -'
finish
