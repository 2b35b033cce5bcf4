#!/bin/sh
# adtmap diff at its shortest: equal worlds, and one height that changed.
. "$(dirname "$0")/../cli/common.sh"
small_world
pick_tile
runs 0 diff "$DEMO" "$DEMO"
copy_world
python3 "$(dirname "$0")/../cli/edit_adt.py" "$world/World/Maps/$map" height || wrong 'the edit'
runs 1 diff "$DEMO" "$world" -m "$map" --json
says_nothing
jq -e '.maps | length == 1 and (.[0] | .placements == [] and (.tiles | length) == 1 and
    (.tiles[0] | .state == "changed" and .changes == {height: {count: 1, chunks: 1, largest: 5}}))' "$out" >/dev/null ||
    wrong 'the height'
finish
