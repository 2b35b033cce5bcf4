#!/bin/sh
# tools/ci: the tiles that a commit changes, before and after; and the container, where there is an
# engine.
. "$(dirname "$0")/common.sh"
pick_tile
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)
command -v git >/dev/null || skip 'no git'
export ADTMAP
HOME=$work
export HOME GIT_CONFIG_NOSYSTEM=1

repository=$work/repository
git init -q "$repository" 2>/dev/null
git -C "$repository" config user.name Test
git -C "$repository" config user.email test@example.com
cp -r "$DEMO" "$repository/my client"
commit() { git -C "$repository" add -A && git -C "$repository" commit -qm "$1"; }
commit 'the world'
adt="my client/World/Maps/$map/${map}_$tile.adt"
python3 "$root/tests/cli/edit_adt.py" "$repository/my client/World/Maps/$map" texture "$tile"
rm "$repository/my client/World/Maps/$map/$(jq -r --arg map "$map" \
    '.maps[] | select(.name == $map) | "\($map)_\(.tiles[0]).adt"' "$work/maps")"
commit 'a texture, and a tile less'

# draws STATUS BASE OPTION...
draws() {
    wanted=$1
    base=$2
    shift 2
    rm -rf "$work/out"
    (cd "$repository" && "$root/tools/ci/changed-tiles" "$base" "$work/out" "$@") >"$out" 2>"$err"
    got=$?
    [ "$got" -eq "$wanted" ] || wrong "changed-tiles: exit status $got"
}
draws 0 HEAD~1 -s 64
grep -qxF "$adt" "$work/out/tiles.txt" || wrong 'the list of tiles'
[ "$(wc -l <"$work/out/tiles.txt")" -eq 2 ] || wrong 'the number of tiles'
prints '2 pictures: 0 the same, 1 different, 0 added, 1 removed, 0 unreadable'
is_file "$work/out/report/${adt%.adt}.diff.png"
is_file "$work/out/junit.xml"
[ "$(git -C "$repository" worktree list | wc -l)" -eq 1 ] || wrong 'a working tree is left'
draws 0 HEAD
prints 'no ADT differs'
draws 2 nowhere
says 'no such commit'
: >"$repository/$adt"
draws 2 HEAD -s 64

# The workflow calls what the container has.
workflow=$root/tools/ci/minimap.yml
grep -q 'changed-tiles "origin/' "$workflow" || wrong 'the workflow'
recipe=$root/tools/container/Containerfile
grep -q 'COPY tools/ci/changed-tiles' "$recipe" || wrong 'the container lacks changed-tiles'

engine=
for program in podman docker buildah; do
    "$program" info >/dev/null 2>&1 && engine=$program && break
done
if [ -z "$engine" ]; then
    echo 'not built: no container engine'
    finish
fi
"$engine" build -t adtmap-test -f "$recipe" "$root" >"$out" 2>"$err" || wrong 'building the container'
"$engine" run --rm -v "$DEMO:/maps:ro" adtmap-test adtmap maps -d /maps >"$out" 2>"$err" ||
    wrong 'running the container'
prints "$map "
"$engine" image rm adtmap-test >/dev/null 2>&1
finish
