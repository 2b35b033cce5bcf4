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

# waits_until COMMAND...: until it succeeds, which it will not once the program has ended.
waits_until() {
    until "$@"; do
        kill -0 "$watching" 2>/dev/null || {
            cat "$log" "$errors"
            wrong "it ended before: $*"
            finish
        }
        sleep 0.05
    done
}

# waits_for TEXT [COUNT]: until it was said so often.
# shellcheck disable=SC2317 # waits_until calls it
has_said() { [ "$(grep -cF "$1" "$log")" -ge "$2" ]; }
waits_for() { waits_until has_said "$1" "${2-1}"; }

# ends STATUS: stops it while it waits, as a batch system does. `stops`: or in a run that a late notice has begun.
stops() {
    kill -TERM "$watching"
    wait "$watching"
    got=$?
    watching=
    [ "$got" -eq 143 ] || [ "$got" -eq "$1" ] || wrong "exit status $got, not $1"
}
ends() {
    stops "$1"
    [ "$got" -ne 143 ] || wrong 'a signal has killed it'
}

# Whether the last run has drawn the tile from its ADT.
# shellcheck disable=SC2317 # waits_until calls it
is_whole() { tail -n 1 "$log" | grep -q ' unchanged$'; }

# puts FILE: as the tile's ADT, in one step: no run finds a part of it.
puts() {
    cp "$1" "$adt.new"
    mv "$adt.new" "$adt"
}

edit() { python3 "$here/edit_adt.py" "$maps" "$1" "$tile"; }
picture=$work/out/$map/tiles/$tile_png
adt=$maps/${map}_$tile.adt

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
cp "$adt" "$work/whole.adt"
head -c 3000 "$work/whole.adt" >"$work/half.adt"
puts "$work/half.adt"
waits_for '1 failed'
puts "$work/whole.adt"
waits_for "$work/out/$map: " 4
[ "$(wc -l <"$errors")" -eq 1 ] || wrong "a half-written file: $(cat "$errors")"

# Files of others, and of tiles of another map, are no reason to say anything.
echo x >"$maps/notes.txt"
mkdir -p "$world/World/Maps/Other"
cp "$adt" "$world/World/Maps/Other/Other_1_1.adt"
edit texture
waits_for "$work/out/$map: " 5
[ "$(grep -c "$work/out/$map: " "$log")" -eq 5 ] || wrong "it says more: $(cat "$log")"
cp "$adt" "$work/whole.adt"

# A folder that goes and comes is no reason to end. A run may be under way: what it says is not counted.
mv "$world" "$work/gone"
waits_until grep -q 'cannot read the directory' "$errors"
mv "$work/gone" "$world"
rm "$adt"
waits_for '1 from the WDL'
puts "$work/whole.adt"
waits_until is_whole

# A picture that cannot be written, as on a full disk, is written when it can be, though nothing is saved then.
until mkdir "$picture" 2>"$work/taken"; do rm -f "$picture"; done
edit texture
waits_until grep -qF "$tile_png" "$errors"
rmdir "$picture"
waits_until [ -f "$picture" ]
stops 0

# The status is that of the last run: this one lacks a tile.
puts "$work/half.adt"
starts render -d "$world" -m "$map" -o "$work/out" -s 32
ends 1
puts "$work/whole.adt"

# The first run must be possible, and --watch draws.
runs 2 render -d "$world" -m Nowhere -o "$work/out" --watch
says_one_line
runs 2 render -d "$world" -m "$map" -o "$work/out" --watch --check
says '--watch draws the whole map again and again: not with --check'
runs 2 render -d "$world" -m "$map" -o "$work/out" --watch --shard 1/2
says 'not with --shard'

# Rules for doodads are read again. With a mistake in them the picture stays until they are saved without it.
echo 'include *' >"$work/rules"
starts render -d "$world" -m "$map" -o "$work/out" -s 32 --doodad-rules "$work/rules"
echo 'includes *' >"$work/rules"
waits_until grep -qF "'$work/rules', line 1: must be" "$errors"
echo 'exclude *' >"$work/rules"
waits_for "$work/out/$map: " 2
[ "$(wc -l <"$errors")" -eq 1 ] || wrong "rules with a mistake: $(cat "$errors")"
ends 0
runs 0 render -d "$world" -m "$map" -o "$work/out" -s 32 --doodad-rules "$work/rules" --check
prints "0 tiles would change"

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
find "$world/Tileset" -iname '*.blp' -exec sh -c 'cp "$1" "$2.new" && mv "$2.new" "$2"' sh "$work/cobbles.blp" {} ';'
waits_for one.png 3
rm "$adt"
waits_until grep -q 'cannot open' "$errors"
count=$(grep -c one.png "$log")
puts "$work/whole.adt"
waits_for one.png $((count + 1))
stops 0
runs 0 tile "$adt" -o "$work/again.png" -s 32
same "$work/one.png" "$work/again.png"
starts tile "$adt" -o "$work/one.png" -s 32 --doodad-rules "$work/rules"
echo 'include *' >"$work/rules"
waits_for one.png 2
ends 0
runs 2 tile "$adt" -o - --watch
says '--watch reads and writes files again: not with -'
finish
