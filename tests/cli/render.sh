#!/bin/sh
# Rendering a map: which files are written, and the same bytes for every run and thread count.
. "$(dirname "$0")/common.sh"
pick_tile

runs 0 render -d "$DEMO" -m "$map" -o "$work/one" -s 32 --stitch -j 1
says_nothing
is_file "$work/one/$map/tiles/$tile_png"
is_file "$work/one/$map/$map.png"
is_file "$work/one/$map/map.json"
# The world file places the middle of the pixel at the upper left, in yards: easting is -Y, northing X.
"$ADTMAP" maps -d "$DEMO" --json | jq -r --arg map "$map" '.maps[] | select(.name == $map).tiles | map(split("_") | map(tonumber)) |
    (1600 / 3) as $tile | ($tile / 32), 0, 0, (-$tile / 32), ((map(.[0]) | min) - 32) * $tile + $tile / 64,
    (32 - (map(.[1]) | min)) * $tile - $tile / 64 | . * 1000 | round' >"$work/world"
awk '{ printf "%.0f\n", $1 * 1000 }' "$work/one/$map/$map.pgw" | sed 's/^-0$/0/' >"$work/pgw"
same "$work/pgw" "$work/world"
wanted=$("$ADTMAP" maps -d "$DEMO" --json | jq --arg map "$map" '.maps[] | select(.name == $map).tiles | length')
drawn=$(find "$work/one/$map/tiles" -name '*.png' | wc -l)
[ "$drawn" -eq "$wanted" ] || wrong "$drawn tiles, wanted $wanted"

for threads in 1 2 7; do
    runs 0 render -d "$DEMO" -m "$map" -o "$work/again" -s 32 --stitch -j "$threads"
    same_tree "$work/one/$map/tiles" "$work/again/$map/tiles"
    same "$work/one/$map/$map.png" "$work/again/$map/$map.png"
    rm -rf "$work/again"
done

# Options change the picture, and a single tile equals that of the whole map.
runs 0 render -d "$DEMO" -m "$map" -o "$work/tile" -s 32 -t "$tile"
same "$work/one/$map/tiles/$tile_png" "$work/tile/$map/tiles/$tile_png"
[ "$(find "$work/tile/$map/tiles" -name '*.png' | wc -l)" -eq 1 ] || wrong 'one tile was asked for'
for option in '--light unlit' '--ambient 0.1' '--sun 90,20' '--background #ff0000 --no-shadows'; do
    # shellcheck disable=SC2086 # words of options
    runs 0 render -d "$DEMO" -m "$map" -o "$work/o" -s 32 -t "$tile" $option
    is_file "$work/o/$map/tiles/$tile_png"
done
runs 1 compare "$work/one/$map/tiles/$tile_png" "$work/o/$map/tiles/$tile_png" --max-diff 0 ||
    true

# Map names are found in any case; output files have the map's own spelling.
runs 0 render -d "$DEMO" -m "$(printf '%s' "$map" | tr '[:lower:]' '[:upper:]')" -o "$work/upper" \
    -s 16 -t "$tile"
[ "$(find "$work/upper" -iname "$tile_png" | wc -l)" -eq 1 ] || wrong 'upper-case map name'

runs 0 render -d "$DEMO" -m "$map" -o "$work/json" -s 16 -t "$tile" --json
jq -e --arg map "$map" '.map == $map and .tiles == 1 and (.failed | length) == 0' "$out" \
    >/dev/null || wrong 'the JSON result'
finish
