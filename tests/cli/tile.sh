#!/bin/sh
# One ADT by its path: the tile that the whole map has.
. "$(dirname "$0")/common.sh"
pick_tile
file=$(find "$DEMO" -type f -iname "${map}_$tile.adt" | head -n 1)
runs 0 render -d "$DEMO" -m "$map" -o "$work/map" -s 64 -t "$tile"
runs 0 tile "$file" -o "$work/tile.png" -s 64
says_nothing
runs 0 compare "$work/map/$map/tiles/$tile_png" "$work/tile.png"

# Without -o: the ADT's name, in the current folder.
(cd "$work" && "$ADTMAP" tile "$file" -s 16 -q) || wrong 'tile without -o'
is_file "$work/$(basename "$file" .adt).png"

runs 2 tile "$work/none.adt"
says none.adt
: >"$work/empty_1_1.adt"
runs 2 tile "$work/empty_1_1.adt"
says empty_1_1.adt
finish
