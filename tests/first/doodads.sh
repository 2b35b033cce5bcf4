#!/bin/sh
# Doodads at their shortest: one that comes changes its tile, and the picture without doodads stays as it is.
. "$(dirname "$0")/../cli/common.sh"
small_world
pick_tile
copy_world
draw() { runs 0 render -d "$world" -m "$map" -o "$work/$1" -s 64 -q --doodads "$2"; }
texture=$(find "$world" -ipath '*tileset*' -iname '*.blp' | LC_ALL=C sort | head -n 1)
python3 "$(dirname "$0")/../cli/make_m2.py" "$world/World/Demo/Tree.m2" "${texture#"$world/"}" 100 0 || wrong 'the model'
draw all all
draw none none
python3 "$(dirname "$0")/../cli/edit_adt.py" "$world/World/Maps/$map" doodad-add || wrong 'the edit'
draw all-after all
draw none-after none
diff -rq -x .adtmap "$work/all/$map/tiles" "$work/all-after/$map/tiles" | wc -l >"$out"
[ "$(cat "$out")" -ge 1 ] || wrong 'a doodad that came is not seen'
same_tree "$work/none/$map/tiles" "$work/none-after/$map/tiles"
finish
