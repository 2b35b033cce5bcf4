#!/bin/sh
# Shadows that are cast and the light of the sky: a tile alone is that of the whole map. cli/light.sh tries the rest.
. "$(dirname "$0")/../cli/common.sh"
draw() {
    folder=$1
    shift
    runs 0 render -d "$DEMO" -m Demo -o "$work/$folder" -s 64 --shadows cast --sky 0.5 "$@"
}
draw four -t 31-32_31-32
draw one -t 32_32
same "$work/four/Demo/tiles/Demo_32_32.png" "$work/one/Demo/tiles/Demo_32_32.png"
finish
