#!/bin/sh
# Shadows that are cast and the light of the sky, and what styles draw: a tile alone is that of the whole map.
# cli/light.sh tries the rest.
. "$(dirname "$0")/../cli/common.sh"
draw() {
    folder=$1
    shift
    runs 0 render -d "$DEMO" -m Demo -o "$work/$folder" -s 64 --style "$@"
}
for style in vivid relief; do
    draw four-$style $style -t 31-32_31-32
    draw one-$style $style -t 32_32 --cpu plain -j 1
    same "$work/four-$style/Demo/tiles/Demo_32_32.png" "$work/one-$style/Demo/tiles/Demo_32_32.png"
done
finish
