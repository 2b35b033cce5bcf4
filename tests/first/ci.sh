#!/bin/sh
# tools/ci/changed-tiles at its shortest: the one tile that a commit changes.
. "$(dirname "$0")/../cli/common.sh"
small_world
pick_tile
command -v git >/dev/null || skip 'no git'
HOME=$work
export ADTMAP HOME GIT_CONFIG_NOSYSTEM=1
repository=$work/repository
tools=$(CDPATH='' cd -- "$(dirname "$0")/../../tools" && pwd)
edit=$(CDPATH='' cd -- "$(dirname "$0")/../cli" && pwd)/edit_adt.py
git init -q "$repository" 2>"$err"
git -C "$repository" config user.name Test
git -C "$repository" config user.email test@example.com
cp -r "$DEMO/." "$repository"
git -C "$repository" add -A
git -C "$repository" commit -qm before
python3 "$edit" "$repository/World/Maps/$map" texture "$tile"
export PICTURES_AT=https://example.org/p
(cd "$repository" && "$tools/ci/changed-tiles" HEAD "$work/out" -s 32) >"$out" 2>"$err" || wrong 'changed-tiles'
prints '1 picture: 0 the same, 1 different, 0 added, 0 removed, 0 unreadable'
grep -qxF "World/Maps/$map/${map}_$tile.adt" "$work/out/tiles.txt" || wrong 'the list of tiles'
grep -qF "src=\"https://example.org/p/World/Maps/$map/${map}_$tile.after.png\"" "$work/out/summary.md" || wrong 'the pictures'
finish
