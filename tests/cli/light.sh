#!/bin/sh
# Shadows that are cast and the light of the sky come from what stands on other tiles, too: pictures
# are the same whatever else is drawn, in whatever order, and tiles are drawn again when something
# near their edges changes on a neighbour, whoever lists it.
. "$(dirname "$0")/common.sh"
small_world
edit() { python3 "$(dirname "$0")/edit_adt.py" "$DEMO/World/Maps/Demo" "$@" || exit 1; }
draw() {
    folder=$1
    shift
    runs 0 render -d "$DEMO" -m Demo -o "$work/$folder" -s 64 --doodads all "$@"
}
light='--shadows cast --sky 0.5'
tile=Demo/tiles/Demo_31_31.png

# Three names of one thing, and the last word on it.
draw none --shadows none
draw no --no-shadows
same_tree "$work/none" "$work/no"
draw no --shadows cast --no-shadows
same_tree "$work/none" "$work/no"
draw baked
cmp -s "$work/none/$tile" "$work/baked/$tile" && wrong 'there are no baked shadows'

# A map that is one building has no shadows, and one line says so.
runs 0 render -d "$DEMO" -m Hall -o "$work/hall" -s 128
runs 0 render -d "$DEMO" -m Hall -o "$work/hall_cast" -s 128 --shadows cast
says_one_line
says 'Hall: no cast shadows: the map is one building'
same "$work/hall/Hall/tiles/Hall_31_31.png" "$work/hall_cast/Hall/tiles/Hall_31_31.png"

# shellcheck disable=SC2086 # words of options
lit() {
    folder=$1
    shift
    draw "$folder" $light "$@"
}
edit next-add 29_31
lit whole -j 1
for other in baked none; do
    cmp -s "$work/$other/$tile" "$work/whole/$tile" && wrong "$other shadows are those that are cast"
done
lit many -j 4 --memory 40M --cpu plain
same_tree "$work/whole" "$work/many"
lit alone -t 31_31
same "$work/alone/$tile" "$work/whole/$tile"
# Of a tile's neighbours the edges of one are held at a time: a bound that a tile fits is enough for them.
runs 0 render -d "$DEMO" -m Demo -o "$work/large" -s 1024 -t 31_31 -j 1 --memory 78M --shadows cast --sky 0.5
grep -q 'tiles under way used' "$err" && wrong 'the edges of all neighbours are held'
# The light of a layer without liquids is found with them, whatever else its run draws.
lit both --layer no-liquid
lit later
lit later --layer no-liquid --json
jq -e '.tiles == 16' "$out" >"$work/jq" || wrong 'the layer is not drawn alone'
same_tree "$work/both" "$work/later"
joins_shards lit whole

# draws_again TILE: what is drawn now is what a fresh run draws, and TILE is another than before.
draws_again() {
    cp "$work/whole/Demo/tiles/Demo_$1.png" "$work/before.png"
    lit whole --json
    cp "$out" "$work/changes"
    rm -rf "$work/fresh"
    lit fresh
    same_tree "$work/whole" "$work/fresh"
    cmp -s "$work/whole/Demo/tiles/Demo_$1.png" "$work/before.png" && wrong "$1 is as before"
    jq -e --arg tile "$1" '.changes | any(.tile == $tile)' "$work/changes" >"$work/jq" || wrong "$1 is no change"
    jq -e '.tiles < 16' "$work/changes" >"$work/jq" || wrong 'all tiles are drawn again'
}
lit whole --json
jq -e '.tiles == 0' "$out" >"$work/jq" || wrong 'tiles are drawn again'
# The tree stands on 30_31, and its shadow falls on 31_31; neither lists it.
edit next-move 29_31
draws_again 31_31
# The ground under the shadows of a neighbour: chunk 0 of 30_30 counts for the sky of 29_29.
edit height 30_30
draws_again 30_30

# A neighbour that cannot be read: its own failure, and one line of each tile that lacks its shadow.
adt=$DEMO/World/Maps/Demo/Demo_30_31.adt
cp "$adt" "$work/kept.adt"
head -c 1000 "$work/kept.adt" >"$adt"
runs 0 render -d "$DEMO" -m Demo -o "$work/torn" -s 64 --doodads all --shadows cast -t 31_31
says 'casts no shadow on the tiles next to it'
[ "$(grep -c 'casts no shadow' "$err")" -eq 1 ] || wrong 'it is said more than once'
runs 0 render -d "$DEMO" -m Demo -o "$work/torn-sky" -s 64 --sky 0.5 -t 31_31
says 'hides no sky from the tiles next to it'
runs 0 render -d "$DEMO" -m Demo -o "$work/torn-both" -s 64 --sky 0.5 --shadows cast -t 31_31
says 'casts no shadow on the tiles next to it, and hides no sky from them'
cmp -s "$work/torn/$tile" "$work/alone/$tile" && wrong 'the tree casts a shadow'
runs 1 render -d "$DEMO" -m Demo -o "$work/torn" -s 64 --doodads all --shadows cast
cp "$work/kept.adt" "$adt"
runs 0 render -d "$DEMO" -m Demo -o "$work/torn" -s 64 --doodads all --shadows cast
draw mended --shadows cast
same_tree "$work/torn" "$work/mended"

# One that is not there is one line, too.
rm "$adt"
runs 0 render -d "$DEMO" -m Demo -o "$work/gone" -s 64 --doodads all --shadows cast -t 31_31,31_32
says 'Demo: tiles next to those drawn have no ADT in the data; what stands there casts no shadow'
says_one_line
cp "$work/kept.adt" "$adt"

# Where there are no baked shadows a line says what would draw some, once.
edit unshadowed
draw unshadowed
says 'Demo: none of the tiles drawn has baked shadows; --shadows cast draws those'
[ "$(grep -c 'baked shadows' "$err")" -eq 1 ] || wrong 'it is said more than once'
draw unshadowed --shadows cast
grep -q 'baked shadows' "$err" && wrong 'it is said with cast shadows'

# The map of a relief has no use for alpha maps; layers of its run do.
runs 0 render -d "$DEMO" -m Demo -o "$work/maps" -s 128 -t 31_31 --layer alpha:1,layers
runs 0 render -d "$DEMO" -m Demo -o "$work/relief_maps" -s 128 -t 31_31 --layer alpha:1,layers --style relief
same_tree "$work/maps/Demo/layers" "$work/relief_maps/Demo/layers"

# A relief map needs no texture, and with lines by the map's heights a WDL that rises more draws all of it again.
relief() {
    runs 0 render -d "$DEMO" -m Demo -o "$work/$1" -s 128 --style relief --json
    cp "$out" "$work/$1.json"
}
relief relief
find "$DEMO" -iname '*.blp' -exec rm {} +
relief bare
grep -q warning "$err" && wrong 'textures are missed'
same_tree "$work/relief" "$work/bare"
relief relief
jq -e '.tiles == 0' "$work/relief.json" >"$work/jq" || wrong 'textures were read'
python3 - "$DEMO/World/Maps/Demo/Demo.wdl" <<'END' || exit 1
import struct, sys
data = bytearray(open(sys.argv[1], 'rb').read())
at = data.find(b'ERAM')
while at >= 0:
    heights = struct.unpack_from('<545h', data, at + 8)
    struct.pack_into('<545h', data, at + 8, *[min(5 * height, 32767) for height in heights])
    at = data.find(b'ERAM', at + 8)
open(sys.argv[1], 'wb').write(data)
END
relief relief
jq -e '.tiles == 16' "$work/relief.json" >"$work/jq" || wrong 'the step of lines is not a part of the recipe'
finish
