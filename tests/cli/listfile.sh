#!/bin/sh
# --listfile: names for files that are stored under their ids, and files that are not lists.
. "$(dirname "$0")/common.sh"
pick_tile
copy_world
mkdir "$work/ids"
id=100
find "$DEMO" -type f | LC_ALL=C sort | while read -r file; do
    id=$((id + 1))
    cp "$file" "$work/ids/$id.${file##*.}"
    echo "$id;${file#"$DEMO/"}"
done >"$work/list.csv"

# The world stored by ids gives the same picture as the world stored by names.
runs 0 render -d "$DEMO" -m "$map" -o "$work/names" -s 32 -t "$tile"
runs 0 render -d "$work/ids" -m "$map" --listfile "$work/list.csv" -o "$work/by-id" -s 32 -t "$tile"
runs 0 compare "$work/names/$map/tiles/$tile_png" "$(find "$work/by-id" -iname "$tile_png")"
runs 0 maps -d "$work/ids" --listfile "$work/list.csv" --check
grep -qi "^$map " "$out" || wrong 'a map by ids is not listed by its name'
runs 0 ls -d "$work/ids" --listfile "$work/list.csv" -l 101
prints "  101  $work/ids/101."
runs 0 cat -d "$work/ids" --listfile "$work/list.csv" "World/Maps/$map/$map.wdt"
same "$out" "$(in_world "$map.wdt")"
echo '900;world/gone.wmo' >>"$work/list.csv"
runs 1 ls -d "$work/ids" --listfile "$work/list.csv" world/gone.wmo
says 'its id in the listfile is 900'

# Files that are not lists: one line with the path, exit status 2.
: >"$work/empty"
texture=$(find "$DEMO" -iname '*.blp' | head -n 1)
mkdir "$work/folder"
for bad in "$work/empty" "$texture" "$work/folder" "$work/none"; do
    for command in maps ls 'cat a' "render -m $map -o $work/o"; do
        # shellcheck disable=SC2086 # a command and its arguments
        runs 2 $command -d "$DEMO" --listfile "$bad"
        says "$bad"
        says_one_line
    done
done
runs 2 tile "$(in_world "${map}_$tile.adt")" -o "$work/t.png" --listfile "$work/none"
says "$work/none"

# Invalid lines are counted; names that lead outside the data are not followed.
printf '101;good/name.blp\nx;y\n12;..\\..\\etc\\passwd\n13;/etc/passwd\n' >"$work/odd.csv"
runs 0 ls -d "$work/ids" --listfile "$work/odd.csv" good/name.blp
runs 1 cat -d "$work/ids" --listfile "$work/odd.csv" 12

# Two million lines: the time is printed, not tested.
awk 'BEGIN { for (i = 1; i <= 2000000; i++) printf "%d;world/maps/some/some_%d.adt\n", i, i }' \
    >"$work/large.csv"
begun=$(date +%s%N)
runs 0 ls -d "$work/ids" --listfile "$work/large.csv" 101
echo "2 million lines: $((($(date +%s%N) - begun) / 1000000)) ms"
prints 'world/maps/some/some_101.adt'
finish
