#!/bin/sh
# Data layers: with the picture or alone, of a map or of one ADT.
. "$(dirname "$0")/common.sh"

every=height,normal,shadow,holes,area,layers,alpha:0,alpha:1,albedo,vertex-color,impassable
names='height normal shadow holes area layers alpha-0 alpha-1 albedo vertex-color impassable'
some="-m Demo -t 31-32_30-31 -s 99"

# render OUT OPTION...: some tiles of the world
render() {
    place=$1
    shift
    # shellcheck disable=SC2086 # words
    runs 0 render -d "$DEMO" $some -o "$work/$place" "$@"
}

# All at once: files, manifest, and the picture as it is without them.
render plain --stitch
render all --stitch --layer "$every"
says_nothing
same_tree "$work/plain/Demo/tiles" "$work/all/Demo/tiles"
same "$work/plain/Demo/Demo.png" "$work/all/Demo/Demo.png"
for name in $names; do
    is_file "$work/all/Demo/layers/$name/Demo_31_30.png"
    is_file "$work/all/Demo/Demo.$name.png"
    [ "$(wc -l <"$work/all/Demo/Demo.$name.pgw")" -eq 6 ] || wrong "$name: no world file"
done
manifest=$work/all/Demo/map.json
[ "$(jq -r '[.layers[].name] | join(" ")' "$manifest")" = "$names" ] || wrong 'layers of map.json'
[ "$(jq '.layer_tiles | length' "$manifest")" -eq 44 ] || wrong 'layer_tiles of map.json'
[ "$(jq -c '.layers[0].range_yd' "$manifest")" = '[-2000,4553.5]' ] || wrong 'range of map.json'
jq -e '[.layer_tiles[] | .hash | length == 32] | all' "$manifest" >"$out" || wrong 'hashes'
jq -e '[.areas[] | (.color | test("^#[0-9a-f]{6}$")) and .name != null] | all' "$manifest" \
    >"$out" || wrong 'areas'
jq -e '(.areas | length) > 2' "$manifest" >"$out" || wrong 'areas of map.json'
jq -e 'has("layers") | not' "$work/plain/Demo/map.json" >"$out" || wrong 'layers that nobody drew'
grep -aq 'Height-Range-Yards.-2000 4553.5' "$work/all/Demo/layers/height/Demo_31_30.png" ||
    wrong 'the range in the file'

# A tile of the stitched layer is the tile; any number of threads; asked for twice is once.
runs 0 render -d "$DEMO" -m Demo -t 31_30 -s 99 -o "$work/one" --stitch --layer height,normal,holes
for name in height normal holes; do
    runs 0 compare "$work/one/Demo/Demo.$name.png" "$work/all/Demo/layers/$name/Demo_31_30.png"
done
render again --stitch --layer "$every" --layer height,area -j 1
same_tree "$work/all" "$work/again"

# The name of earlier versions is taken, and said.
render surface --layer surface --no-picture
says_nothing
render floor --layer floor,surface --no-picture
says "the layer 'floor' is called 'surface' now"
says_one_line
same_tree "$work/surface" "$work/floor"

# What is drawn, and in which light, is nothing to them.
render dressed --layer "$every" --no-shadows --no-vertex-colors --no-wmo --no-liquid --cut-height 3 \
    --light noggit --background '#ff00ff'
same_tree "$work/all/Demo/layers" "$work/dressed/Demo/layers"

# Alone they are the same, and need neither buildings nor, but for the albedo, textures.
render alone --layer "$every" --no-picture
same_tree "$work/all/Demo/layers" "$work/alone/Demo/layers"
no_file "$work/alone/Demo/tiles"
[ "$(jq '.tiles | length' "$work/alone/Demo/map.json")" -eq 0 ] || wrong 'pictures nobody drew'
copy_world
find "$world" \( -iname '*.blp' -o -iname '*.wmo' \) -delete
runs 0 render -d "$world" -m Demo -t 31_30 -o "$work/bare" --layer height,normal --no-picture --strict
says_nothing
runs 1 render -d "$world" -m Demo -t 31_30 -o "$work/bare" --layer albedo --no-picture --strict

# Data layers and the picture do not know of each other: a run of either keeps the other's part of
# the manifest, and its files, as long as they are true.
copy_world
both() { # both OPTION...: two tiles that lie apart
    runs 0 render -d "$world" -m Demo -t 31_30,34_30 -s 99 -o "$work/both" "$@"
}
part() { jq -c "$1" "$work/both/Demo/map.json"; }
picture='[.tile_size, .bounds, .stitched, .settings, .tiles]'
data='[.layers, .layer_tiles, .areas]'
both --stitch
before=$(part "$picture")
both --no-picture --layer height,area --light noggit --stitch
[ "$(part "$picture")" = "$before" ] || wrong 'layers alone change the picture in map.json'
[ "$(part '.layer_tiles | length')" -eq 4 ] || wrong 'layers with the picture in map.json'
layers=$(part "$data")
both --stitch --light unlit
[ "$(part "$data")" = "$layers" ] || wrong 'a picture changes the layers in map.json'
is_file "$work/both/Demo/Demo.height.png"
both --stitch --force --layer normal
[ "$(part '.layer_tiles | length')" -eq 6 ] || wrong 'a layer more in map.json'
runs 0 render -d "$world" -m Demo -t 31_30 -s 16 -o "$work/both" --no-picture --layer normal
[ "$(part '.layers[0].tile_size')" -eq 16 ] || wrong 'the size of a layer in map.json'
[ "$(part '.tile_size')" -eq 99 ] || wrong 'the size of the picture in map.json'
for alone in '' --no-picture; do
    # shellcheck disable=SC2086 # none or one
    runs 1 render -d "$world" -m Demo -t 31_30 -s 99 -o "$work/both" --layer normal --check $alone
    prints '31_30: was drawn with other settings'
    runs 0 render -d "$world" -m Demo -t 31_30 -s 16 -o "$work/both" --no-picture --layer normal --check
done
cp "$(in_world Demo_32_31.adt)" "$(in_world Demo_31_30.adt)"
runs 1 render -d "$world" -m Demo -t 31_30,34_30 -s 99 -o "$work/both" --stitch --light unlit --check
prints 'files that the map no longer has would be removed'
both --stitch --light unlit
says '12 files of data layers of earlier runs no longer show the map: removed'
[ "$(part '[.layer_tiles[] | select(.x == 31 and .y == 30)] | length')" -eq 0 ] ||
    wrong 'layers of a changed tile in map.json'
no_file "$work/both/Demo/layers/height/Demo_31_30.png"
no_file "$work/both/Demo/Demo.height.png"
is_file "$work/both/Demo/layers/height/Demo_34_30.png"
[ "$(part '[.layers[] | [.name, .stitched]]')" = '[["height",null],["area",null]]' ] ||
    wrong 'layers that are left in map.json'
# One that cannot be removed does not count as removed.
cp "$(in_world Demo_32_31.adt)" "$(in_world Demo_34_30.adt)"
rm "$work/both/Demo/layers/height/Demo_34_30.png"
mkdir "$work/both/Demo/layers/height/Demo_34_30.png"
runs 1 render -d "$world" -m Demo -t 31_30,34_30 -s 99 -o "$work/both" --stitch --light unlit
says 'Demo_34_30.png: is a folder; it is not removed'
says '2 files of data layers of earlier runs no longer show the map: removed'

# One ADT, with the picture.
adt=$(in_world Demo_31_30.adt)
runs 0 tile "$DEMO/${adt#"$world"/}" -s 99 -o "$work/look.png" --layer height,alpha:1,albedo
prints look.alpha-1.png
for name in height alpha-1 albedo; do
    runs 0 compare "$work/look.$name.png" "$work/all/Demo/layers/$name/Demo_31_30.png"
done
runs 0 tile "$DEMO/${adt#"$world"/}" -s 99 -o "$work/only.png" --layer normal --no-picture
no_file "$work/only.png"
is_file "$work/only.normal.png"

# Ranges: clamped is said once; tiles may have their own.
render clamped --layer height --height-range 0,20
says 'beyond the range'
says_one_line
render own --layer height --height-range tile
says_nothing
jq -e '.layers[0].range_yd == null and
    ([.layer_tiles[] | .range_yd == .ground_yd] | all)' "$work/own/Demo/map.json" >"$out" ||
    wrong 'ranges of tiles'

# The legend takes the names of AreaTable.dbc.
le32() {
    for shift in 0 8 16 24; do
        # shellcheck disable=SC2059 # a byte
        printf "\\$(printf %03o $(($1 >> shift & 255)))"
    done
}
zeros() { dd if=/dev/zero bs=4 count="$1" status=none; }
# record ID PARENT NAME: 36 fields, as in 3.3
record() { le32 "$1" && le32 0 && le32 "$2" && zeros 8 && le32 "$3" && zeros 24; }
mkdir -p "$work/tables/DBFilesClient"
{
    printf WDBC && le32 2 && le32 36 && le32 144 && le32 20
    record 3 2 1
    record 2 0 11
    printf '\0The Peaks\0Lowlands\0'
} >"$work/tables/DBFilesClient/AreaTable.dbc"
runs 0 render -d "$DEMO" -d "$work/tables" -m Demo -t 31_30 -s 16 -o "$work/named" --layer area \
    --no-picture
says_nothing
[ "$(jq -c '.areas[] | select(.id == 3) | [.name, .zone]' "$work/named/Demo/map.json")" = \
    '["The Peaks","Lowlands"]' ] || wrong 'names of areas'
printf 'WDB2' >"$work/tables/DBFilesClient/AreaTable.dbc"
runs 0 render -d "$DEMO" -d "$work/tables" -m Demo -t 31_30 -s 16 -o "$work/named" --layer area \
    --no-picture
says 'areas go by their ids'
says_one_line

# What makes no sense.
refused() {
    # shellcheck disable=SC2086 # words
    runs 2 render -d "$DEMO" $some -o "$work/never" "$@"
    says_one_line
    no_file "$work/never"
}
refused --layer heigth
says heigth
refused --layer height,
refused --layer ''
refused --layer alpha
refused --layer alpha:8
refused --no-picture
says '--layer adds layers'
refused --layer normal --height-range 0,1
says 'height, liquid-height and surface'
refused --layer height --height-range 5,5
refused --layer height --height-range 5
refused --layer height --height-range 0,nan
refused --layer height --height-range -1e30,1e30
refused --layer height --height-range tile --stitch
says 'give MIN,MAX'
refused --layer height --no-picture --web
# Some tiles leave the stitched layer of the whole map as it is.
pick_tile
runs 0 render -d "$DEMO" -m "$map" -o "$work/some" -s 16 --layer height --no-picture --stitch
cp "$work/some/$map/$map.height.png" "$work/whole.png"
runs 0 render -d "$DEMO" -m "$map" -o "$work/some" -s 16 --layer height --no-picture --stitch -t "$tile"
says_nothing
same "$work/whole.png" "$work/some/$map/$map.height.png"
# Those tiles alone do, and so they do where a run was cut short and left a stitched layer.
cut=$work/cut/$map/$map.height.png
runs 0 render -d "$DEMO" -m "$map" -o "$work/cut" -s 16 --layer height --no-picture --stitch -t "$tile"
cp "$cut" "$work/tile.png"
echo 'half a picture' >"$cut"
runs 0 render -d "$DEMO" -m "$map" -o "$work/cut" -s 16 --layer height --no-picture --stitch -t "$tile"
same "$work/tile.png" "$cut"
rm "$work/cut/$map/map.json" "$work/cut/$map/$map.height.pgw"
cp "$work/whole.png" "$cut"
runs 0 render -d "$DEMO" -m "$map" -o "$work/cut" -s 16 --layer height --no-picture --stitch -t "$tile"
same "$work/tile.png" "$cut"
is_file "$work/cut/$map/$map.height.pgw"

# Layers are incremental, and a layer that cannot be written costs neither the picture of its tile nor
# another layer: the stitched map shows what the tiles are.
inc=$work/incremental/Demo
incremental() { # incremental STATUS OPTION...
    wanted_status=$1
    shift
    runs "$wanted_status" render -d "$DEMO" -m Demo -t 31-32_30-31 -s 64 -o "$work/incremental" \
        --stitch --layer height,normal --json "$@"
}
incremental 0
incremental 0
jq -e '.tiles == 0 and .unchanged == 4' "$out" >"$work/jq" || wrong 'layers are drawn again'
incremental 0 --check
rm "$inc/layers/normal/Demo_31_30.png"
incremental 1 --check
incremental 0
jq -e '.tiles == 1 and .changes[0].reason == "output"' "$out" >"$work/jq" || wrong 'a layer that is gone'
cp -r "$work/incremental" "$work/complete"
rm "$inc/layers/normal/Demo_32_31.png"
mkdir "$inc/layers/normal/Demo_32_31.png"
incremental 1
rmdir "$inc/layers/normal/Demo_32_31.png"
is_file "$inc/tiles/Demo_32_31.png"
incremental 0
same_tree "$work/complete" "$work/incremental"

# A layer's file that somebody removed is not listed by a run that does not draw it.
cp -r "$work/incremental" "$work/picture"
rm "$work/picture/Demo/layers/normal/Demo_31_30.png"
runs 0 render -d "$DEMO" -m Demo -t 31-32_30-31 -s 64 -o "$work/picture" --stitch
[ "$(jq '[.layer_tiles[] | select(.layer == "normal")] | length' "$work/picture/Demo/map.json")" -eq 3 ] ||
    wrong 'a layer whose file is gone is listed'

# Another --alpha-edge draws a layer again; what -t leaves out is not shown with it.
edge() { runs 0 render -d "$DEMO" -m Demo -s 16 -o "$work/edge" --no-picture --layer alpha:1 "$@"; }
edge -t 31-32_30
edge -t 31_30 --alpha-edge keep
[ "$(jq '.layer_tiles | length' "$work/edge/Demo/map.json")" -eq 1 ] || wrong 'layers of two edges'

# Shards draw layers, too.
for i in 1 2; do
    runs 0 render -d "$DEMO" -m Demo -t 31-32_30-31 -s 64 -o "$work/sharded" --layer height,normal --shard $i/2
done
runs 0 render -d "$DEMO" -m Demo -t 31-32_30-31 -s 64 -o "$work/sharded" --layer height,normal --stitch
prints ': 0 tiles'
same_tree "$work/complete" "$work/sharded"

finish
