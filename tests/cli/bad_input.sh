#!/bin/sh
# Damaged and missing inputs: named, and the rest of the map is drawn.
. "$(dirname "$0")/common.sh"
pick_tile
adt=${map}_${tile}.adt

runs 2 render -d "$work/nowhere" -m "$map" -o "$work/o"
says "$work/nowhere"
runs 2 render -d "$DEMO" -m "x$map" -o "$work/o"
says "$map"
runs 2 render -d "$DEMO" -m '../../etc' -o "$work/o"
no_file "$work/o/../../etc"

# Without a WDT the ADT files are the map; without either the map is unknown.
copy_world
rm "$(in_world "$map.wdt")"
runs 0 render -d "$world" -m "$map" -o "$work/no-wdt" -s 16 -t "$tile"
grep -qi "$map.wdt: missing" "$err" || wrong 'the missing WDT is not named'
is_file "$work/no-wdt/$map/tiles/$tile_png"
rm "$world"/World/Maps/*/*.adt
runs 2 render -d "$world" -m "$map" -o "$work/o"
says "$map"

# A file that is not a WDT, or is cut short: one warning, every tile is drawn, no tile is deleted.
copy_world
file=$(in_world "$map.wdt")
tiles=$(jq '.maps[0].tiles | length' "$work/maps")
runs 0 render -d "$world" -m "$map" -o "$work/cut-wdt" -s 16 -q
for keep in 0 3 12 40 60 70 5000 16800; do
    head -c "$keep" "$DEMO/${file#"$world/"}" >"$file"
    runs 0 render -d "$world" -m "$map" -o "$work/cut-wdt" -s 16
    grep -qi "$map.wdt" "$err" || wrong "a WDT of $keep bytes is not named"
    [ "$(grep -c 'the ADT files there are' "$err")" -eq 1 ] || wrong "a WDT of $keep bytes: no line of it"
    [ "$(find "$work/cut-wdt/$map/tiles" -name '*.png' | wc -l)" -eq "$tiles" ] ||
        wrong "a WDT of $keep bytes: tiles are lost"
    runs 0 maps -d "$world" --json
    jq -e --arg map "$map" --argjson tiles "$tiles" \
        '.maps[] | select(.name == $map) | .tile_count == $tiles' "$out" >/dev/null ||
        wrong "maps: a WDT of $keep bytes"
    runs 0 tile "$(in_world "$adt")" -o "$work/cut-wdt.png" -s 16
    grep -qi "$map.wdt" "$err" || wrong "tile: a WDT of $keep bytes is not named"
done
rm "$world"/World/Maps/*/*.adt "$world"/World/Maps/*/*.wdl
: >"$file"
runs 2 render -d "$world" -m "$map" -o "$work/o"
says 'not a WDT'
says_one_line

# A truncated ADT: one tile fails or is patched up, the others are drawn.
copy_world
file=$(in_world "$adt")
size=$(wc -c <"$file")
for keep in 0 1 11 100 $((size / 2)) $((size - size / 20)); do
    head -c "$keep" "$file" >"$work/cut"
    cp "$work/cut" "$file"
    "$ADTMAP" render -d "$world" -m "$map" -o "$work/cut$keep" -s 16 >"$out" 2>"$err"
    status=$?
    [ "$status" -le 1 ] || wrong "an ADT of $keep bytes: status $status"
    says "$adt"
    others=$(find "$work/cut$keep" -name '*.png' ! -name "$tile_png" | wc -l)
    [ "$others" -gt 0 ] || wrong "an ADT of $keep bytes stopped the other tiles"
    cp "$DEMO/${file#"$world/"}" "$file"
done

# A tile in the WDT whose ADT is missing: fails only if it was asked for.
rm "$file"
runs 0 render -d "$world" -m "$map" -o "$work/gone" -s 16 --no-wdl
other=$(jq -r '.maps[0].tiles[0]' "$work/maps")
runs 1 render -d "$world" -m "$map" -o "$work/gone" -s 16 -t "$tile,$other" --no-wdl
prints '1 listed without a file'
runs 1 render -d "$world" -m "$map" -o "$work/gone" -s 16 -t "$tile" --no-wdl

# Tiles that the map does not have: the others are drawn. Each tile named as X_Y is an error; the
# tiles that a range misses are one line.
runs 1 render -d "$world" -m "$map" -o "$work/gone" -s 16 -t "$other,0_0,63_63" -q
says "$map: 0_0 is not a tile of the map"
says "$map: 63_63 is not a tile of the map"
[ "$(wc -l <"$err")" -eq 2 ] || wrong 'not one line for each tile'
is_file "$work/gone/$map/tiles/$(printf '%s_%02d_%02d.png' "$map" "${other%_*}" "${other#*_}")"
runs 1 render -d "$world" -m "$map" -o "$work/gone" -s 16 -t "$other,0_0" --check
runs 1 render -d "$world" -m "$map" -o "$work/gone" -s 16 -t "0-9_0,$other" -t 63_63
says '10 of the 12 tiles asked for are not in the map: 0_0, 1_0, 2_0'
says "$map: 63_63 is not a tile of the map"
for i in 1 2; do
    runs $((2 - i)) render -d "$world" -m "$map" -o "$work/gone" -s 16 -t "$other,0_0" --shard $i/2
done
runs 0 render -d "$world" -m "$map" -o "$work/gone" -s 16 -t "$other,0-9_0"
says '0_0, 1_0, 2_0, 3_0, 4_0, 5_0, 6_0, 7_0, ...'
runs 1 render -d "$world" -m "$map" -o "$work/gone" -s 16 -t 0_0
says_one_line

# A missing texture is reported once and drawn in a fallback colour; --strict makes it a failure.
copy_world
texture=$(find "$world" -iname '*.blp' -ipath '*tileset*' | sort | head -n 1)
rm "$texture"
runs 0 render -d "$world" -m "$map" -o "$work/t" -s 16
[ "$(grep -ciF "$(basename "$texture")" "$err")" -eq 1 ] || wrong "$texture is not named once"
runs 1 render -d "$world" -m "$map" -o "$work/t" -s 16 --strict

# With --strict a missing building fails the tiles that it stands in, four at most, not their neighbours.
copy_world
runs 0 render -d "$world" -m "$map" -o "$work/t" -s 16 --strict
rm "$(in_world lighthouse.wmo)"
runs 1 render -d "$world" -m "$map" -o "$work/t" -s 16 --strict --json
[ "$(jq '.failed | length' "$out")" -le 4 ] || wrong 'tiles without the lighthouse fail'

# A BLP whose sizes promise more bytes than it has.
copy_world
texture=$(find "$world" -iname '*.blp' -ipath '*tileset*' | sort | head -n 1)
head -c 200 "$texture" >"$work/cut"
cp "$work/cut" "$texture"
"$ADTMAP" render -d "$world" -m "$map" -o "$work/lie" -s 16 >"$out" 2>"$err"
[ $? -le 1 ] || wrong 'a cut BLP stops the run'
grep -qi "$(basename "$texture")" "$err" || wrong 'a cut BLP is not named'
finish
