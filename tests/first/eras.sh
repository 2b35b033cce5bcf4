#!/bin/sh
# Files of the oldest and of a late client at their shortest: they give the picture of those between.
. "$(dirname "$0")/../cli/common.sh"
# draw DATA NAME OPTION...
draw() {
    data=$1
    name=$2
    shift 2
    runs 0 render -d "$data" -m Demo -o "$work/$name" -t 31_31 -s 128 -q "$@"
}
# alike NAME NAME DIFFERENCE
alike() { runs 0 compare "$work/$1/Demo/tiles/Demo_31_31.png" "$work/$2/Demo/tiles/Demo_31_31.png" --max-diff "$3"; }

draw "$DEMO" wotlk
draw "$DEMO" colourless --no-vertex-colors
shared_world legion
draw "$shared" legion
alike wotlk legion 0
# It has no vertex colours, and maps have 16 steps and 63 texels.
shared_world alpha
draw "$shared" alpha
alike colourless alpha 48
finish
