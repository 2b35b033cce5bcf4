#!/bin/sh
# Faults in one command: faults.sh CASE. Allocations, then calls for files and threads fail, and the
# program is killed, at call sites that tests/faults/faults.c chooses, which also says what
# $FAULTS_TRIED is; with FAULTS=all at all of them.
. "$(dirname "$0")/../cli/common.sh"
case $ADTMAP in /*) ;; *) skip 'ADTMAP is no absolute path' ;; esac
# The system's loader takes a list, which no path with a blank can be in.
ln -s "$FAULTS_PRELOAD" "$work/preload.so" || exit 1
FAULTS_PRELOAD=$work/preload.so
export FAULTS_PRELOAD
sources=$(CDPATH='' cd -- "$(dirname "$0")/../../src" && pwd)
cd "$(dirname "$FAULTS_PROGRAM")" || exit 1

# Leaks and invalid accesses end a run with their own exit status.
ASAN_OPTIONS=verify_asan_link_order=0:exitcode=99:$ASAN_OPTIONS
LSAN_OPTIONS=exitcode=98:$LSAN_OPTIONS
UBSAN_OPTIONS=exitcode=97:$UBSAN_OPTIONS
export ASAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS

# The number of faults for a command that is tried closely, for quick ones, for slow ones, and for the demo
# world, which takes seconds: some of the call sites; or all of them and some of their later calls.
many='--most 120'
some='--most 20'
heavy_some='--most 8'
few='--most 4'
demo_some='--most 1'
kills='--most 5'
heavy_kills='--most 20'
if [ "${FAULTS-}" = all ]; then
    many=--all
    some=--all
    heavy_some=--all
    few=--all
    demo_some='--most 6'
    kills=--all
    heavy_kills='--most 60'
fi

# try KIND OPTION... -- ARGUMENT...; $how contains further options.
try() {
    kind=$1
    shift
    # shellcheck disable=SC2086 # options
    "$FAULTS_PROGRAM" "$kind" $how "$@" || failures=$((failures + 1))
}

# try_faults and try_kills HOW OPTION... -- ARGUMENT...
try_faults() {
    how=$1
    shift
    try memory "$@"
    try io "$@"
}
try_kills() {
    how=$1
    shift
    try kill "$@"
}

# Quick commands, slow ones, and variants of them.
try_quick() { try_faults "$some" "$@" && try_kills "$kills" "$@"; }
try_some() { try_faults "$few" "$@" && try_kills "$kills" "$@"; }
try_heavy() { try_faults "$heavy_some" "$@" && try_kills "$heavy_kills" "$@"; }

tile=$(find "$DEMO" -name 'Demo_31_31.adt')
wmo=$(find "$DEMO" -name '*.wmo' | sort | head -n 1)
blp=$(find "$DEMO" -name '*.blp' | sort | head -n 1)
case $1 in
tile_of_map) try_quick -- render -d "$DEMO" -m Demo -t 31_31 -s 16 -j 1 -o @OUT ;;
village) try_some -- render -d "$DEMO" -m Demo -t 32_32 -s 16 -j 1 -o @OUT ;;
website)
    printf '%s' '{"type": "FeatureCollection", "features": [{"type": "Feature",
        "geometry": {"type": "Point", "coordinates": [1, 2]}, "properties": {"name": "A", "icon": "pictures/a.png", "picture": "pictures/a.png"}}]}' \
        >"$work/markers.geojson"
    mkdir "$work/pictures"
    cp "$sources/output/web/touch-icon.png" "$work/pictures/a.png"
    try_heavy -- render -d "$DEMO" -m Demo -t 31-32_31 -s 16 -j 1 --stitch --pmtiles \
        --markers "$work/markers.geojson" -o @OUT
    ;;
threads)
    # Which tile is lost is a matter of time. Whatever is left without the last of them is whole.
    copy_world
    for status in 0 1; do
        runs $status render -d "$world" -m Demo -t 30-31_30-31 -s 16 --stitch --web -o "$work/out$status"
        echo damaged >"$(in_world 'Demo_31_31.adt')"
    done
    "$FAULTS_PROGRAM" whole "$work/out1" "$work/out0" >"$out" || wrong 'a run without the last tile counts as torn'
    try_heavy -- render -d "$DEMO" -m Demo -t 30-31_30-31 -s 16 -j 3 --stitch --web -o @OUT
    ;;
archive)
    pack "$work/data.mpq" "$DEMO"
    try_some -- render -d "$work/data.mpq" -m Demo -t 31_31 -s 16 -j 1 -o @OUT
    ;;
again)
    # A second run, for which one tile is gone and another has changed, so that data layers of theirs
    # go; one of a single tile.
    copy_world
    render() { runs 0 render -d "$world" -m Demo -s 16 --stitch --web "$@"; }
    render -t 31-32_30-31 --layer height -o "$work/seed"
    rm "$(in_world 'Demo_32_30.adt')"
    cp "$(in_world 'Demo_33_33.adt')" "$(in_world 'Demo_31_30.adt')"
    try_some --seed "$work/seed" -- render -d "$world" -m Demo -t 31-32_30-31 -s 16 -j 1 \
        --stitch --web -o @OUT
    try_some --seed "$work/seed" -- render -d "$world" -m Demo -t 31_30 -s 16 -j 1 -o @OUT
    ;;
shard)
    for i in 1 2; do
        runs 0 render -d "$DEMO" -m Demo -t 31-32_31 -s 16 --shard $i/2 -o "$work/own$i"
        runs 0 render -d "$DEMO" -m Demo -t 31-32_31 -s 16 --shard $i/2 -o "$work/seed"
    done
    try_some -- render -d "$DEMO" -m Demo -t 31-32_31 -s 16 -j 1 --shard 1/2 -o @OUT
    try_some -- render -d "$DEMO" -m Demo -t 31-32_31 -s 16 -j 1 -o @OUT --stitch --web --from "$work/own1" --from "$work/own2"
    # In place the shards are gone when all is done; what was cut short goes on.
    try_kills "$kills" --once --seed "$work/seed" -- render -d "$DEMO" -m Demo -t 31-32_31 -s 16 -j 1 -o @OUT --stitch --web
    try_faults "$few" --once --seed "$work/seed" -- render -d "$DEMO" -m Demo -t 31-32_31 -s 16 -j 1 -o @OUT --stitch --web
    ;;
layer)
    # What failed is drawn alone by the next run, and its record is that of a layer drawn with the others.
    try_some -- render -d "$DEMO" -m Demo -t 31_30-31 -s 16 -j 1 --stitch \
        --layer height,area,albedo,alpha:1 -o @OUT
    ;;
tile)
    mkdir "$work/seed"
    try_quick --seed "$work/seed" -- tile "$tile" -s 16 -o @OUT/tile.png
    ;;
info) try_faults "$some" --stdout -- info --json "$tile" "$wmo" "$blp" "${tile%_31_31.adt}.wdt" ;;
compare)
    runs 0 tile "$tile" -s 32 -o "$work/a.png"
    runs 0 tile "$tile" -s 32 -o "$work/b.png" --light unlit
    mkdir "$work/seed"
    try_quick --stdout --seed "$work/seed" -- compare "$work/a.png" "$work/b.png" \
        --diff @OUT/diff.png
    ;;
diff)
    # What runs out of memory, or cannot be read, is no answer. One tile and one thread: calls come
    # from the same places again, which most of those are that open data.
    small_world
    python3 "$sources/../tests/cli/edit_adt.py" "$DEMO/World/Maps/Demo" keep 32-32_32-32 || exit 1
    copy_world
    cp "$(in_world DemoRock.blp)" "$(in_world DemoGrass.blp)"
    for part in .m2 00.skin; do
        cp "$(in_world DemoBirch$part)" "$(in_world DemoOak$part)"
    done
    OMP_NUM_THREADS=1
    export OMP_NUM_THREADS
    try_faults "$many" --stdout -- diff "$DEMO" "$world" -m Demo
    ;;
heightmap) try_quick -- heightmap -d "$DEMO" -m Demo -t 31_30-31 -o @OUT --format raw16 ;;
maps) try_faults "$some" --stdout -- maps -d "$DEMO" --check --json ;;
cat) try_quick -- cat -d "$DEMO" 'World/Maps/Demo/Demo_31*' --into @OUT ;;
web)
    runs 0 render -d "$DEMO" -m Demo -t 31-32_31 -s 16 --stitch --web -o "$work/seed"
    try_heavy --seed "$work/seed" -- render -d "$DEMO" -m Demo -t 31-32_31 -s 16 -o @OUT --web --pmtiles
    ;;
publish)
    mkdir "$work/seed"
    cat >"$work/seed/site.yaml" <<END
version: 1
data: ["$DEMO"]
address: https://maps.example
groups: [Land]
all: {size: 16, tiles: "31_31"}
renderings: [{name: minimap}, {name: open, roofs: false}]
maps: [{name: Demo, title: Isle, group: Land}]
END
    # Kills: tests/cli/publish_faults.sh.
    try_faults "$few" --seed "$work/seed" -- publish @OUT/site.yaml -j 1
    ;;
init)
    mkdir "$work/seed"
    # What cannot be read is left out with a warning.
    how=$some
    try memory --seed "$work/seed" -- init "$DEMO" -o @OUT/site.yaml --force
    try_kills "$kills" --seed "$work/seed" -- init "$DEMO" -o @OUT/site.yaml --force
    ;;
demo)
    # Its runs take longest: that memory or a call for files fails is left to those who try all.
    [ "${FAULTS-}" != all ] || try_faults "$demo_some" -- demo @OUT
    try_kills "$demo_some" -- demo @OUT
    ;;
*) wrong "no case $1" ;;
esac
finish
