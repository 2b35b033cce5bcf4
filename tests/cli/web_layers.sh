#!/bin/sh
# Data layers on a website: their zoom levels are made, healed and removed with their tiles.
. "$(dirname "$0")/common.sh"
copy_world
site=$work/site
layers=height,area,impassable,holes,liquid
draw() { runs 0 render -d "$world" -m Demo -o "$site" -s 64 -q "$@"; }
whole() { same_tree "$work/first" "$site"; }
web=$site/Demo/web

draw --web --layer "$layers"
says_nothing
for layer in height area impassable; do
    is_file "$web/$layer/0/0/0.png"
    grep -q "\"id\": \"$layer\"" "$site/Demo/map.js" || wrong "map.js lacks $layer"
done
pictures() { (cd "$web/$1" && find . -name '*.png' | sort); }
same_levels() { [ "$(pictures "$1")" = "$(pictures "$2")" ]; }
same_levels color height || wrong 'the relief is not where the map is'
same_levels color impassable && wrong 'impassable chunks are everywhere'
[ "$(find "$web/height/values" -name '*.js' | wc -l)" -eq "$(find "$site/Demo/layers/height" -name '*.png' | wc -l)" ] ||
    wrong 'not every tile of heights has its values'
same_names() { [ -d "$1" ] && [ "$(ls "$1")" = "$(ls "$2")" ]; }
same_names "$web/height/values" "$web/liquid/values" || wrong 'not every tile has the values of liquids'
grep -q "^adtmap.heights\['liquid/34_34'\] = .*" "$web/liquid/values/34_34.js" || wrong 'the values of liquids'
cp -r "$site" "$work/first"

# A run that does not ask for them leaves them; one that asks heals them.
draw
whole
rm "$web/height/3/4/4.png"
: >"$web/area/4/8/8.png"
head -c 40 "$work/first/Demo/web/impassable/0/0/0.png" >"$web/impassable/0/0/0.png"
head -c 90 "$work/first/Demo/web/height/values/31_31.js" >"$web/height/values/31_31.js"
rm "$web/height/values/32_32.js" "$web/liquid/values/34_34.js"
draw --layer "$layers"
whole
rm -r "$web/height"
draw --layer height --no-picture
whole
rm -r "$web/height" "$site/Demo/layers/height"
draw --layer height
whole

# What does not show the map any more goes, in runs that do not make it too.
rm "$web/height/3/4/4.png"
: >"$web/height/values/32_31.js"
draw
no_file "$web/height/3/4/4.png"
is_file "$web/height/4/8/8.png"
no_file "$web/height/values/32_31.js"
is_file "$web/height/values/31_31.js"
# The page asks for values where there are some: bit 32 of row 31.
values() { sed -n '/"id": "height"/,/"missing"/p' "$site/Demo/map.js" | sed -n '/"values"/,$p' | grep -o '"[0-9a-f]*"' | tr -d '"' | sed -n 32p; }
before=$(values)
draw --layer height
whole
[ $((0x$before ^ 0x100000000)) -eq $((0x$(values))) ] || wrong 'map.js names other values than those that are there'
adt=$(find "$world" -iname 'demo_31_31.adt')
cp "$adt" "$work/adt"
rm "$adt"
draw
no_file "$web/height/0/0/0.png"
no_file "$web/height/values/31_31.js"
is_file "$web/height/values/32_31.js"
is_file "$web/color/0/0/0.png"
grep -q '"0/0/0"' "$site/Demo/map.js" || wrong 'map.js does not say that a picture is missing'
cp "$work/adt" "$adt"
draw --layer "$layers"
whole

# Another range of heights gives another relief; heights without a common range give none.
draw --layer height --height-range -100,500
cmp -s "$web/height/0/0/0.png" "$work/first/Demo/web/height/0/0/0.png" &&
    [ "$(cmp -l "$web/height/4/8/8.png" "$work/first/Demo/web/height/4/8/8.png" | wc -l)" -eq 0 ] &&
    wrong 'the relief does not follow the range'
draw --layer height --height-range tile
no_file "$web/height/0/0/0.png"
no_file "$web/height/values/31_31.js"
grep -q '"id": "height"' "$site/Demo/map.js" && wrong 'map.js has a layer without pictures'

# From shards and from one run the same. JPEG has no transparency: layers over such a map are PNG.
runs 0 render -d "$world" -m Demo -o "$work/one" -s 64 -q --web --web-format jpg --layer "$layers"
is_file "$work/one/Demo/web/color/0/0/0.jpg"
is_file "$work/one/Demo/web/height/0/0/0.png"
same "$work/one/Demo/web/impassable/0/0/0.png" "$work/first/Demo/web/impassable/0/0/0.png"
for shard in 1/3 2/3 3/3; do
    runs 0 render -d "$world" -m Demo -o "$work/parts" -s 64 -q --layer "$layers" --shard "$shard"
done
runs 0 render -d "$world" -m Demo -o "$work/parts" -s 64 --web --web-format jpg --layer "$layers"
prints ': 0 tiles'
same_tree "$work/one" "$work/parts"
finish
