#!/bin/sh
# adtmap tile: one ADT by its path equals the tile of the whole map.
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

# --strict: a missing texture gives exit status 1, and the picture is written all the same.
runs 0 tile "$file" -o "$work/strict.png" -s 16 --strict
copy_world
rm "$(find "$world" -iname '*.blp' -ipath '*tileset*grass*' | LC_ALL=C sort | head -n 1)"
rm "$work/strict.png"
runs 1 tile "$world/${file#"$DEMO/"}" -o "$work/strict.png" -s 16 --strict
says 'are missing'
is_file "$work/strict.png"
runs 0 tile "$world/${file#"$DEMO/"}" -o "$work/lenient.png" -s 16
same "$work/strict.png" "$work/lenient.png"
rm -rf "$world"

# Several tiles into a folder, which is made; one that fails does not stop the others.
find "$DEMO" -type f -iname "${map}_*.adt" | LC_ALL=C sort | head -n 2 >"$work/two"
first=$(head -n 1 "$work/two")
second=$(tail -n 1 "$work/two")
runs 0 tile "$first" "$second" -o "$work/several" -s 16
is_file "$work/several/$(basename "$first" .adt).png"
is_file "$work/several/$(basename "$second" .adt).png"
runs 1 tile "$work/nothing.adt" "$second" -o "$work/others/" -s 16
says nothing.adt
is_file "$work/others/$(basename "$second" .adt).png"
runs 2 tile "$first" "$first" -o "$work/several" -s 16
says 'two files have the name'
runs 2 tile "$first" "$second" -o - -s 16
says '-o - takes one tile'
(mkdir "$work/dash" && cd "$work/dash" && mkdir ./- && "$ADTMAP" tile "$first" -o - -s 16 -q >../dash.png) ||
    wrong 'a folder named - takes the place of standard output'
same "$work/dash.png" "$work/several/$(basename "$first" .adt).png"

# A tile in a WDT of the first clients: as the whole map has it.
alpha=$work/alpha
shared_world alpha
cp -r "$shared" "$alpha"
wdt=$alpha/World/Maps/Demo/Demo.wdt
runs 0 render -d "$alpha" -m Demo -o "$work/map" -s 64 -t "$tile"
runs 0 tile "$wdt" --tile "$tile" -o "$work/held.png" -s 64
says_nothing
runs 0 compare "$work/map/$map/tiles/$tile_png" "$work/held.png"
(cd "$work" && "$ADTMAP" tile "$wdt" -t "$tile" -s 16 -q) || wrong 'a tile of a WDT without -o'
is_file "$work/$tile_png"

# A world of another era in the same folder is refused and nothing is written.
copy_world
runs 2 demo "$world" --era alpha
says 'holds a demo world of another era'
says_one_line
same_tree "$world" "$DEMO"

# --alpha-edge decides how the edges of its maps are read, except where the file needs no fixing.
runs 0 tile "$wdt" --tile "$tile" -o "$work/edge.png" -s 64 --alpha-edge fix
runs 0 compare "$work/edge.png" "$work/held.png"
runs 0 tile "$wdt" --tile "$tile" -o "$work/edge.png" -s 64 --alpha-edge keep
runs 1 compare "$work/edge.png" "$work/held.png"
runs 2 tile "$wdt" --tile "$tile" --alpha-edge sharp
runs 0 render -d "$alpha" -m Demo -o "$work/edges" -s 64 -t "$tile" --alpha-edge keep
runs 0 compare "$work/edge.png" "$work/edges/$map/tiles/$tile_png"
jq -e '.settings.edge == "keep"' "$work/edges/$map/map.json" >/dev/null || wrong 'edge in map.json'

# The message names the tiles of the WDT if none, several or a missing one is asked for.
for wanted in '' '-t 30-31_30' "-t $tile,30_30"; do
    # shellcheck disable=SC2086 # an option and its value
    runs 2 tile "$wdt" $wanted -o "$work/no.png"
    says 'has 64 tiles in it, 28-35_28-35; --tile X_Y selects one'
    says_one_line
done
runs 2 tile "$wdt" --tile 1_1 -o "$work/no.png"
says 'has no tile 1_1; it has 64 tiles'
runs 2 tile "${file%/*}/$map.wdt" --tile "$tile" -o "$work/no.png"
says 'has no tiles in it'
runs 2 tile "$file" --tile "$tile" -o "$work/no.png"
says '--tile goes with a WDT'
no_file "$work/no.png"

# info prints how the reader decided what the documents leave open.
runs 0 info "$wdt"
prints 'normals: 81 + 64, north, west, up: '
prints 'alpha map edges: last row and column like the ones before; stored ones differ'
runs 0 info "$wdt" --json
jq -e '.files[0] | (.normals | length) > 0 and (.alpha_map_edges | length) > 0' "$out" \
    >/dev/null || wrong 'what was settled, in JSON'

# The WDT in an archive of its own.
if [ -x "${PACK_MPQ-}" ]; then
    mkdir "$work/single"
    cp "$wdt" "$work/single/Demo.wdt"
    pack "$wdt.MPQ" "$work/single"
    rm "$wdt"
    runs 0 tile "$wdt.MPQ" --tile "$tile" -o "$work/packed.png" -s 64
    runs 0 compare "$work/packed.png" "$work/held.png"
    runs 2 tile "$wdt.MPQ"
    says 'has 64 tiles in it'
    : >"$wdt.MPQ"
    runs 2 tile "$wdt.MPQ" --tile "$tile"
    says "$wdt.MPQ"
fi

# Other files have messages that name their kind.
mkdir "$work/parts"
for part in _tex0 _obj0 _obj1 _lod; do
    cp "$file" "$work/parts/look_1_1$part.adt"
    runs 2 tile "$work/parts/look_1_1$part.adt" -o "$work/parts/no.png"
    says "is a part of $work/parts/look_1_1.adt; draw that"
    says_one_line
done
runs 2 tile "${file%/*}/$map.wdl" -o "$work/no.png"
says 'adtmap render --wdl draws it'
says_one_line
no_file "$work/no.png"

runs 2 tile "$work/none.adt"
says none.adt
: >"$work/empty_1_1.adt"
runs 2 tile "$work/empty_1_1.adt"
says empty_1_1.adt
finish
