#!/bin/sh
# What files hold: of every file of the demo world, and of files that are nothing.
. "$(dirname "$0")/common.sh"
pick_tile
for file in "$map.wdt" "${map}_$tile.adt"; do
    path=$(find "$DEMO" -type f -iname "$file" | head -n 1)
    runs 0 info "$path"
    runs 0 info "$path" --json
    jq -e . "$out" >/dev/null || wrong "$file: the JSON result"
done
texture=$(find "$DEMO" -type f -iname '*.blp' | head -n 1)
runs 0 info "$texture"
building=$(find "$DEMO" -type f -name Inn.wmo)
runs 0 info "$building" --json
jq -e '.files[0].materials > 0' "$out" >/dev/null || wrong "$building: the JSON result"
jq -e '.files[0].warnings == []' "$out" >/dev/null || wrong "$building: warnings"

# Chunks with what is in them; what is suspect stands in the result as well.
copy_world
path=$(in_world "${map}_$tile.adt")
runs 0 info "$path" --json
jq -e '.files[0] | .era and (.chunk_tree[] | select(.id == "MCNK").chunks[] | select(.id == "MCVT").count) == 256' \
    "$out" >/dev/null || wrong 'the chunk tree'
truncate -s -5000 "$path"
runs 0 info "$path" --json
jq -e '.files[0].warnings | length > 0' "$out" >/dev/null || wrong 'no warnings of a cut file'

# What is not there, is a directory or a group of a building says so.
runs 2 info "$work/nofile"
grep -qi 'no such file\|not found' "$err" || wrong 'a file that is not there'
says_one_line
runs 2 info "$work"
says 'is a directory'
says_one_line
runs 2 info "${building%.wmo}_000.wmo"
says "is a group of the building $building: ask for that"
says_one_line
echo text >"$work/text"
runs 2 info "$work/text"
says 'is of no kind that is read'

: >"$work/empty.adt"
runs 1 info "$work/empty.adt" "$texture"
says empty.adt
head -c 300 /dev/zero >"$work/zeros.blp"
runs 2 info "$work/zeros.blp"
says zeros.blp
finish
