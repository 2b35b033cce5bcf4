#!/bin/sh
# A building that one ADT lists and that reaches beyond the tiles next to it shows on each tile that
# it covers, whatever draws the tile; when it moves, these tiles are drawn again.
. "$(dirname "$0")/common.sh"
small_world
edit() { python3 "$(dirname "$0")/edit_adt.py" "$DEMO/World/Maps/Demo" "far-$1" 30_31 || exit 1; }
draw() {
    folder=$1
    shift
    runs 0 render -d "$DEMO" -m Demo -o "$work/$folder" -s 64 --layer doodads "$@"
}
far=Demo/tiles/Demo_32_31.png

draw without
edit add
draw whole -j 1
cmp -s "$work/without/$far" "$work/whole/$far" && wrong 'the castle does not reach the third tile'

draw many -j 4 --memory 32M
same_tree "$work/whole" "$work/many"
draw one -t 32_31
same "$work/one/$far" "$work/whole/$far"
joins_shards draw whole

# Nothing to do, then a move that no neighbour of the third tile tells of.
draw whole --json
jq -e '.tiles == 0' "$out" >"$work/jq" || wrong 'tiles are drawn again'
edit move
draw whole --json
jq -e '.changes[] | select(.tile == "32_31") | .reason == "map"' "$out" >"$work/jq" ||
    wrong 'the far tile is not drawn again'
draw fresh
same_tree "$work/whole" "$work/fresh"

# The lists are bounded.
edit crowd
draw crowd
says '64 buildings reach beyond the tiles next to this one'
[ "$(grep -c 'reach beyond' "$err")" -eq 1 ] || wrong 'the bound is said more than once'
finish
