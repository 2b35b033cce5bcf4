#!/bin/sh
# The examples of docs/website.md for OpenLayers and MapLibre in Chromium, which draws WebGL in software. With SHOTS=yes
# screenshots stay in BUILD/web_examples/screenshots.
#     examples.sh BUILD
. "$(dirname "$0")/../../cli/common.sh"
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
CHROMIUM=$(find_chromium) || skip 'chromium is not installed'
npm_modules "$1/web_examples" "$here/package.json"
export CHROMIUM MODULES

runs 0 render -d "$DEMO" -m Demo -s 256 -o "$work/site" --web --site-url http://maps.example --layer raster-dem
says_nothing
# Heights of the ground, away from water and edges of cliffs.
printf '%s\n' '100,-200' '-384,-26.6' '-1000,300' >"$work/points"
runs 0 locate -d "$DEMO" -m Demo --columns x,y --input csv --output jsonl "$work/points"
HEIGHTS=$(jq -c -s 'map([.x, .y, .ground])' "$out")
export HEIGHTS
node "$here/examples.mjs" "$work/site" "$1/web_examples/screenshots" || failures=$((failures + 1))
finish
