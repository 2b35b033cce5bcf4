#!/bin/sh
# Damaged files at their shortest: named, and the other tiles are drawn.
. "$(dirname "$0")/../cli/common.sh"
small_world
pick_tile
copy_world
file=$(in_world "${map}_$tile.adt")
for keep in 0 11 $(($(wc -c <"$file") / 2)); do
    head -c "$keep" "$DEMO/${file#"$world/"}" >"$file"
    "$ADTMAP" render -d "$world" -m "$map" -o "$work/cut$keep" -s 16 >"$out" 2>"$err"
    [ $? -le 1 ] || wrong "an ADT of $keep bytes"
    says "${map}_$tile.adt"
    [ "$(find "$work/cut$keep" -name '*.png' ! -name "$tile_png" | wc -l)" -eq 15 ] ||
        wrong "an ADT of $keep bytes stopped other tiles"
done
cp "$DEMO/${file#"$world/"}" "$file"
head -c 40 "$DEMO/World/Maps/$map/$map.wdt" >"$(in_world "$map.wdt")"
runs 0 render -d "$world" -m "$map" -o "$work/cut-wdt" -s 16
says "$map.wdt"
runs 2 render -d "$work/nowhere" -m "$map" -o "$work/o"
says "$work/nowhere"
finish
