#!/bin/sh
# Load: a map of 4096 tiles within its memory bound, bounds that are too small, and many renders.
. "$(dirname "$0")/common.sh"
[ -n "${MAKE_MAP-}" ] || skip 'no program to make large maps with'
maps=$DEMO/World/Maps/Demo

# peak_below MIB: the last run, with --json, used no more memory than this. Not checked under
# sanitizers, which keep freed memory.
peak_below() {
    [ -z "${SANITIZED-}" ] || return 0
    peak=$(jq '.peak_bytes / 1048576 | floor' "$out")
    [ "$peak" -lt "$1" ] || wrong "$peak MiB of memory, wanted less than $1"
}

# A full grid, stitched and with zoom levels: what these take, without objects.
"$MAKE_MAP" "$maps" "$work/load" Load 4096 --link || exit 1
runs 0 render -d "$DEMO" -d "$work/load" -m Load -o "$work/o" -s 32 --stitch --web \
    --no-wmo --doodads none --no-liquid --memory 40M --json
[ "$(jq .tiles "$out")" -eq 4096 ] || wrong 'not all tiles were drawn'
peak_below 128
runs 0 compare "$work/o/Load/Load.png" "$work/o/Load/Load.png" --json
jq -e '.a.width == 2048 and .a.height == 2048' "$out" >/dev/null || wrong 'the stitched map is no 2048 x 2048'
[ "$(find "$work/o/Load/tiles" -name '*.png' | wc -l)" -eq 4096 ] || wrong 'tiles are missing'
is_file "$work/o/Load/web/color/0/0/0.png"
rm -rf "$work/o"

# The same map with its doodads: what is recorded of 4096 tiles grows with what they are made of.
runs 0 render -d "$DEMO" -d "$work/load" -m Load -o "$work/o" -s 32 --no-wmo --no-liquid \
    --memory 40M --json
peak_below 112
rm -rf "$work/o"

# A smaller bound gives the same files, whether all textures fit or not.
runs 0 render -d "$DEMO" -m Demo -o "$work/plenty" -s 64 --stitch -t 30-33_30-33
says_nothing
runs 0 render -d "$DEMO" -m Demo -o "$work/few" -s 64 --stitch -t 30-33_30-33 --memory 40M -j 2
same_tree "$work/plenty" "$work/few"

# A bound too small for a tile, a row or the program is an error before anything is written.
for memory in 1 1K 64M 200M; do
    runs 2 render -d "$DEMO" -m Demo -o "$work/none" -s 4096 --stitch --memory "$memory"
    says 'of memory are too little: one tile takes 212'
    says_one_line
done
no_file "$work/none/Demo/Demo.png"
runs 2 tile "$maps/Demo_31_31.adt" -o "$work/none.png" -s 2048 --memory 60M
says 'of memory are too little: one tile takes 56'
says_one_line
no_file "$work/none.png"
runs 2 render -d "$DEMO" -m Demo -o "$work/none" --memory plenty
says "--memory: 'plenty' is not a size"

# A tile or two at a time: the same picture.
runs 0 tile "$maps/Demo_31_31.adt" -o "$work/a.png" -s 1024
runs 0 tile "$maps/Demo_31_31.adt" -o "$work/b.png" -s 1024 --memory 34M
same "$work/a.png" "$work/b.png"

# One heap: threads that meet at the lock of theirs are given another, which is no leak.
[ -n "${SANITIZED-}" ] || MALLOC_ARENA_MAX=1 "$RENDER_LOOP" "$DEMO" Demo 240 31_31 30_32 33_31 >"$out" 2>"$err" ||
    wrong 'a process that draws over and over grows'
finish
