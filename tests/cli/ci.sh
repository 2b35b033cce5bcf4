#!/bin/sh
# tools/ci: the tiles that a commit changes, before and after; and the container, where there is an
# engine.
. "$(dirname "$0")/common.sh"
small_world
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
    [ -n "${keep_out-}" ] || rm -rf "$work/out"
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
grep -qF "$(basename "${adt%.adt}" | sed 's/_/\&#95;/g').png" "$work/out/summary.md" || wrong 'the Markdown summary'
[ "$(head -n 1 "$work/out/summary.md")" = '**2 of 2 pictures differ**: 1 different, 1 removed' ] ||
    wrong 'the first line of the summary'
# A second run into the same folder shows nothing of the first.
keep_out=yes
draws 0 HEAD
prints 'no ADT differs'
[ "$(cat "$work/out/summary.md")" = 'no ADT differs' ] || wrong 'the summary of no change'
for stale in before after report junit.xml; do
    no_file "$work/out/$stale"
done
keep_out=
mkdir -p "$work/mine/report"
(cd "$repository" && "$root/tools/ci/changed-tiles" HEAD "$work/mine") >"$out" 2>"$err" &&
    wrong 'a folder of somebody else is taken'
says "$work/mine/report is not from an earlier run"
[ -d "$work/mine/report" ] || wrong 'a folder of somebody else is removed'
draws 2 nowhere
says 'no such commit: nowhere'
says_one_line
(cd "$work" && GIT_CEILING_DIRECTORIES=$work "$root/tools/ci/changed-tiles" HEAD "$work/out") >"$out" 2>"$err" &&
    wrong 'a folder without a repository'
says 'this folder is in no git repository'
says_one_line

# A texture, a model or a building that changes selects the ADTs that are drawn with it, and no others.
# selects PATTERN OTHER: makes a file look like another one, and compares with who reads it.
selects() {
    find "$repository/my client" -iname "$1" | while read -r file; do
        cp "$(find "$repository/my client" -iname "$2" | head -n 1)" "$file"
    done
    runs 0 render -d "$DEMO" -m "$map" -o "$work/all" -s 16 --doodads all -q
    runs 1 diff "$work/all" "$repository/my client" -m "$map"
    sed -n "s|^  \([0-9_]*\) changed: .*|my client/World/Maps/$map/${map}_\1.adt|p" "$out" | sort >"$work/readers"
    [ -s "$work/readers" ] || wrong "nobody reads $1"
    draws 0 HEAD -s 32
    sort "$work/out/tiles.txt" | diff "$work/readers" - >"$out" || wrong "the ADTs of $1"
    git -C "$repository" checkout -q .
}
git -C "$repository" checkout -q HEAD~1
selects democobbles.blp demosand.blp
[ "$(wc -l <"$work/readers")" -lt 20 ] || wrong 'a texture of few tiles selects many'
selects demofence.m2 demoboulder.m2
selects castle_000.wmo cottagered_000.wmo
# A search that fails is no "no ADT differs".
: >"$(find "$repository/my client" -iname democobbles.blp | head -n 1)"
# shellcheck disable=SC2016 # the script expands it
printf '#!/bin/sh\n[ "$1" != render ] || exit 2\nexec "%s" "$@"\n' "$ADTMAP" >"$work/no-render"
chmod +x "$work/no-render"
program=$ADTMAP
ADTMAP=$work/no-render
draws 2 HEAD
says "cannot draw $map of HEAD"
ADTMAP=$program
git -C "$repository" checkout -q .
# A file of a folder that is no data root changes nothing.
mkdir "$repository/notes"
echo x >"$repository/notes/x.blp"
draws 0 HEAD
prints 'no ADT differs'
rm -r "$repository/notes"
git -C "$repository" checkout -q -
: >"$repository/$adt"
draws 2 HEAD -s 64

# The commands of the workflow of golden pictures, before and after a change.
sed -n 's/^ *run: \(adtmap .*\)/\1/p; /^ *mkdir -p "[$]GOLDEN"/,/--pictures-at/p' "$root/tools/ci/golden.yml" >"$work/commands"
[ "$(wc -l <"$work/commands")" -eq 4 ] || wrong 'the commands of golden.yml'
golden() {
    mkdir -p "$work/job" && cd "$work/job" || exit 1
    (
        # shellcheck disable=SC2317 # called by the commands
        adtmap() { "$ADTMAP" "$@"; }
        PATH=$root/tools/ci:$PATH
        export DATA="$1" MAP="$map" GOLDEN="$2" GITHUB_SERVER_URL=https://example.org GITHUB_REPOSITORY=me/maps \
            GITHUB_RUN_ID=1 GITHUB_RUN_ATTEMPT=1 PULL_REQUEST=2
        # shellcheck disable=SC1091
        set -e && . "$work/commands"
    ) >"$out" 2>"$err"
    got=$?
    cd "$work" || exit 1
}
golden "$DEMO" "$work/none-yet"
[ "$got" -eq 1 ] || wrong 'the first golden pictures'
grep -qFx '**16 of 16 pictures differ**: 16 added' "$work/job/summary.md" || wrong 'the summary of the first golden pictures'
rm -r "$work/job"
runs 0 render -d "$DEMO" -m "$map" -o "$work/golden" -s 256 -q
golden "$DEMO" "$work/golden"
[ "$got" -eq 0 ] || wrong 'golden pictures that are the same'
cp "$(find "$work/golden" -name '*.png' | head -n 1)" "$work/golden/$map/tiles/$tile_png"
golden "$DEMO" "$work/golden"
[ "$got" -eq 1 ] || wrong 'golden pictures that differ'
grep -qE 'pictures differs?' "$work/job/summary.md" || wrong 'the summary of golden pictures'
grep -qF "src=\"https://example.org/me/maps/raw/adtmap-pictures/2/golden/1-1/$map/tiles/" "$work/job/summary.md" ||
    wrong 'the pictures of golden pictures'
recipe=$root/tools/container/Containerfile
# What the recipe copies is all that the build, the installation and the package read.
context=$work/context
mkdir "$context"
sed -n 's|^COPY \([^-].*\) /adtmap/.*|\1|p' "$recipe" | tr ' ' '\n' >"$work/files"
while read -r path; do
    (cd "$root" && cp -r --parents "$path" "$context/") || wrong "the recipe copies $path"
done <"$work/files"
cmake -S "$context" -B "$work/recipe" -G Ninja -DADTMAP_TESTS=OFF >"$out" 2>"$err" ||
    wrong 'configuring what the recipe copies'
cmake --build "$work/recipe" -- -n >"$out" 2>"$err" || wrong 'planning to build what the recipe copies'
grep -rhoF "$context" "$work/recipe" --include=cmake_install.cmake >"$work/installed"
[ -s "$work/installed" ] || wrong 'nothing is installed from the sources'
grep -rhoE "\"$context/[^\"]*\"" "$work/recipe" --include=cmake_install.cmake | tr -d '"' >"$work/files"
while read -r file; do
    [ -e "$file" ] || wrong "the recipe does not copy $file"
done <"$work/files"
# shellcheck disable=SC2016 # the dollar is grep's
grep -oE '\$root/[A-Za-z/_.]+' "$root/tools/packaging/deb" | sed 's|^$root/||' >"$work/files"
while read -r file; do
    [ -e "$context/$file" ] || wrong "the recipe does not copy $file, which tools/packaging/deb reads"
done <"$work/files"

engine=
for program in podman docker; do
    "$program" info >/dev/null 2>&1 && engine=$program && break
done
if [ -z "$engine" ]; then
    echo 'not built: no container engine'
    finish
fi
"$engine" build -t adtmap-test -f "$recipe" "$root" >"$out" 2>"$err" || wrong 'building the container'
# Its user is another one than that of the files.
chmod -R a+rX "$DEMO"
in_container() { "$engine" run --rm -v "$DEMO:/maps:ro" adtmap-test "$@"; }
in_container maps -d /maps >"$out" 2>"$err" || wrong 'running the container'
prints "$map "
picture=World/Maps/$map/${map}_$tile.adt
in_container tile "$picture" -s 64 -o - >"$work/inside.png" 2>"$err" || wrong 'a tile that the container draws'
runs 0 tile "$DEMO/$picture" -s 64 -o "$work/outside.png" -q
runs 0 compare "$work/inside.png" "$work/outside.png"
[ "$("$engine" run --rm --entrypoint id adtmap-test -u 2>"$err")" = 1000 ] || wrong 'the user of the container'
"$engine" image rm adtmap-test >/dev/null 2>&1
finish
