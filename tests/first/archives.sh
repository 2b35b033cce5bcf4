#!/bin/sh
# A client's archives (MPQ) at their shortest: the tiles are those of the folder, also with an archive next to it that is
# broken, of which a line tells.
. "$(dirname "$0")/../cli/common.sh"
small_world
pick_tile
pack_client
runs 0 render -d "$DEMO" -m "$map" -o "$work/loose" -s 16 -q
runs 0 render -d "$client" -m "$map" -o "$work/packed" -s 16 -q
same_tree "$work/loose" "$work/packed"
# The other archives may be older.
head -c 1000 "$client/Data/patch-2.MPQ" >"$client/Data/patch-3.MPQ"
runs 1 render -d "$client" -m "$map" -o "$work/again" -s 16
says 'patch-3.MPQ: left out: '
same_tree "$work/loose" "$work/again"
finish
