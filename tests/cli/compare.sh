#!/bin/sh
# adtmap compare: exit status 0 for equal pictures, 1 for different ones, 2 for unreadable ones.
. "$(dirname "$0")/common.sh"
pick_tile
for light in neutral unlit; do
    runs 0 render -d "$DEMO" -m "$map" -o "$work/$light" -s 64 -t "$tile" --light "$light"
done
a=$work/neutral/$map/tiles/$tile_png
b=$work/unlit/$map/tiles/$tile_png

runs 0 compare "$a" "$a"
runs 1 compare "$a" "$b" --diff "$work/diff.png"
is_file "$work/diff.png"
runs 0 compare "$a" "$b" --max-diff 255
runs 1 compare "$a" "$b" --min-psnr 90
runs 1 compare "$a" "$b" --json
jq -e '.same == false and .max_diff > 0 and .psnr_db > 0 and .ssim < 1' "$out" >/dev/null || wrong 'the JSON result'
runs 0 compare "$a" "$a" --json
jq -e '.same == true and .max_diff == 0' "$out" >/dev/null || wrong 'the JSON result'
runs 0 render -d "$DEMO" -m "$map" -o "$work/small" -s 32 -t "$tile"
runs 1 compare "$a" "$work/small/$map/tiles/$tile_png" --diff "$work/none.png"
prints 'sizes differ, 64x64 and 32x32'
no_file "$work/none.png"
runs 2 compare "$a" "$work/none.png"
says none.png
head -c 100 "$a" >"$work/cut.png"
runs 2 compare "$a" "$work/cut.png"
says cut.png
finish
