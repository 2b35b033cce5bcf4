#!/bin/sh
# Low-resolution terrain (WDL): in place of missing tiles, and as an overview of the whole map.
. "$(dirname "$0")/common.sh"
pick_tile
other=$(jq -r '.maps[0].tiles[0]' "$work/maps")
count=$(jq -r '.maps[0].tiles | length' "$work/maps")
wdl=World/Maps/$map/$map.wdl
is_file "$DEMO/$wdl"

# from_wdl DIRECTORY: the tiles that map.json says come from the WDL, one a line.
from_wdl() { jq -r '.tiles[] | select(.source == "wdl") | "\(.x)_\(.y)"' "$1/$map/map.json"; }

# The overview: all tiles without reading an ADT; the same for any number of threads.
mkdir -p "$work/alone/World/Maps/$map"
cp "$DEMO/$wdl" "$DEMO/World/Maps/$map/$map.wdt" "$work/alone/World/Maps/$map"
runs 0 render -d "$work/alone" -m "$map" -o "$work/far" --wdl -s 16 --stitch -j 1
says_nothing
prints "$count from the WDL"
[ "$(from_wdl "$work/far" | wc -l)" -eq "$count" ] || wrong 'not all tiles are marked'
jq -e '.settings.far == "only"' "$work/far/$map/map.json" >/dev/null || wrong 'map.json on --wdl'
runs 0 render -d "$DEMO" -m "$map" -o "$work/again" --wdl -s 16 --stitch -j 3 --json
jq -e --argjson count "$count" '.from_wdl == $count and .tiles == $count' "$out" >/dev/null ||
    wrong 'the JSON result'
same_tree "$work/far" "$work/again"

# Without a WDT the WDL lists the tiles.
rm "$work/alone/World/Maps/$map/$map.wdt"
runs 0 render -d "$work/alone" -m "$map" -o "$work/again" --wdl -s 16 -t "$tile"
runs 2 render -d "$work/alone" -m "$map" -o "$work/again" -s 16
says "$map: the data holds neither WDT nor ADT"
says_one_line
runs 2 render -d "$work/alone" -m "$map" -o "$work/again" --wdl -s 16 -t 0_0
says 'none of the tiles asked for'

# A website of the overview.
runs 0 render -d "$DEMO" -m "$map" -o "$work/site" --wdl -s 16 --web -q
is_file "$work/site/$map/index.html"

# A missing tile is drawn from the WDL, marked and counted; the others are unchanged.
copy_world
rm "$(in_world "${map}_$tile.adt")"
runs 0 render -d "$world" -m "$map" -o "$work/part" -s 16 -t "$tile,$other"
says '1 of 2 tiles have no ADT in the data; drawn from the WDL'
says_one_line
prints '2 tiles in'
prints '1 from the WDL'
[ "$(from_wdl "$work/part")" = "$tile" ] || wrong 'another tile than the missing one is marked'
same "$work/part/$map/tiles/$tile_png" "$work/far/$map/tiles/$tile_png"
runs 0 render -d "$DEMO" -m "$map" -o "$work/whole" -s 16 -t "$other"
whole=$(printf '%s_%02d_%02d.png' "$map" "${other%_*}" "${other#*_}")
same "$work/part/$map/tiles/$whole" "$work/whole/$map/tiles/$whole"

# --no-wdl leaves it out.
runs 1 render -d "$world" -m "$map" -o "$work/none" -s 16 -t "$tile,$other" --no-wdl
prints '1 listed without a file'
no_file "$work/none/$map/tiles/$tile_png"
[ -z "$(from_wdl "$work/none")" ] || wrong 'a tile is marked with --no-wdl'

# Data layers come from ADTs.
runs 0 render -d "$world" -m "$map" -o "$work/layer" -s 16 -t "$tile,$other" --layer height --stitch
prints '1 from the WDL'
is_file "$work/layer/$map/tiles/$tile_png"
is_file "$work/layer/$map/layers/height/$whole"
no_file "$work/layer/$map/layers/height/$tile_png"
runs 1 render -d "$world" -m "$map" -o "$work/none" -s 16 -t "$tile,$other" --layer height --no-picture
prints '1 listed without a file'
runs 2 render -d "$world" -m "$map" -o "$work/none" -s 16 --wdl --layer height
says 'a WDL has none'

# The WDL in an archive of its own, as in the first clients.
if [ -x "${PACK_MPQ-}" ]; then
    mkdir "$work/single"
    cp "$world/$wdl" "$work/single/$map.wdl"
    pack "$world/$wdl.MPQ" "$work/single"
    rm "$world/$wdl"
    runs 0 render -d "$world" -m "$map" -o "$work/packed" -s 16 -t "$tile"
    same "$work/packed/$map/tiles/$tile_png" "$work/far/$map/tiles/$tile_png"
    rm "$world/$wdl.MPQ"
fi

# A damaged or missing WDL does not stop a run.
for keep in 0 11 12 100 20000 50000; do
    head -c "$keep" "$DEMO/$wdl" >"$world/$wdl"
    "$ADTMAP" render -d "$world" -m "$map" -o "$work/cut" -s 16 -t "$tile,$other" >"$out" 2>"$err"
    status=$?
    [ "$status" -le 1 ] || wrong "a WDL of $keep bytes: status $status"
    says "$map.wdl"
    is_file "$work/cut/$map/tiles/$whole"
    rm -rf "$work/cut"
done
rm "$world/$wdl"
runs 1 render -d "$world" -m "$map" -o "$work/cut" -s 16 -t "$tile,$other"
prints '1 listed without a file'
runs 2 render -d "$world" -m "$map" -o "$work/cut" --wdl
says 'no WDL of the map'
finish
