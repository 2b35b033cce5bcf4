#!/bin/sh
# Faults in one command: faults.sh CASE. Every allocation, then every call for files and threads is
# made to fail, and the program is killed, at places that tests/faults/faults.c chooses: some, or all
# with $FAULTS=all.
. "$(dirname "$0")/../cli/common.sh"
case $ADTMAP in /*) ;; *) skip 'ADTMAP is no absolute path' ;; esac
cd "$(dirname "$FAULTS_PROGRAM")" || exit 1

# What is leaked, read or written where it should not be ends a run with a status of its own.
ASAN_OPTIONS=verify_asan_link_order=0:exitcode=99:$ASAN_OPTIONS
LSAN_OPTIONS=exitcode=98:$LSAN_OPTIONS
UBSAN_OPTIONS=exitcode=97:$UBSAN_OPTIONS
export ASAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS

# try MOST KIND OPTION... -- ARGUMENT...: MOST is the number of places when not all are tried.
try() {
    most=$1
    kind=$2
    shift 2
    before=
    while [ "$1" != -- ]; do
        before="$before $1"
        shift
    done
    shift
    every=
    if [ "${FAULTS-}" != all ]; then
        every="--most $most"
    elif [ "$most" -gt 10 ]; then
        every=--all
    fi
    # shellcheck disable=SC2086 # options
    "$FAULTS_PROGRAM" "$kind" $every $before -- "$FAULTS_PRELOAD" "$ADTMAP" "$@" ||
        failures=$((failures + 1))
}

# try_reading OPTION... -- ARGUMENT..., try_writing likewise: with the kinds that make sense.
try_reading() {
    try 40 memory "$@"
    try 40 io "$@"
}
try_writing() {
    try_reading "$@"
    try 20 kill "$@"
}

tile=$(find "$DEMO" -name 'Demo_31_31.adt')
wmo=$(find "$DEMO" -name '*.wmo' | sort | head -n 1)
blp=$(find "$DEMO" -name '*.blp' | sort | head -n 1)
case $1 in
tile_of_map) try_writing -- render -d "$DEMO" -m Demo -t 31_31 -s 16 -j 1 -o @OUT ;;
village) try_writing -- render -d "$DEMO" -m Demo -t 32_32 -s 16 -j 1 -o @OUT ;;
website)
    printf '%s' '{"type": "FeatureCollection", "features": [{"type": "Feature",
        "geometry": {"type": "Point", "coordinates": [1, 2]}, "properties": {"name": "A"}}]}' \
        >"$work/markers.geojson"
    try_writing -- render -d "$DEMO" -m Demo -t 31-32_31 -s 16 -j 1 --stitch --pmtiles \
        --markers "$work/markers.geojson" -o @OUT
    ;;
threads) try_writing -- render -d "$DEMO" -m Demo -t 30-31_30-31 -s 16 -j 3 --stitch --web -o @OUT ;;
archive)
    pack "$work/data.mpq" "$DEMO"
    try_writing -- render -d "$work/data.mpq" -m Demo -t 31_31 -s 16 -j 1 -o @OUT
    ;;
tile) try_writing -- tile "$tile" -s 16 -o @OUT.png ;;
info) try_reading --stdout -- info --json "$tile" "$wmo" "$blp" "${tile%_31_31.adt}.wdt" ;;
compare)
    runs 0 tile "$tile" -s 32 -o "$work/a.png"
    runs 0 tile "$tile" -s 32 -o "$work/b.png" --light unlit
    mkdir "$work/seed"
    try_writing --stdout --seed "$work/seed" -- compare "$work/a.png" "$work/b.png" \
        --diff @OUT/diff.png
    ;;
maps) try_reading --stdout -- maps -d "$DEMO" --check --json ;;
cat) try_writing -- cat -d "$DEMO" 'World/Maps/Demo/Demo_31*' --into @OUT ;;
web)
    runs 0 render -d "$DEMO" -m Demo -t 31-32_31 -s 16 --stitch --web -o "$work/seed"
    try_writing --seed "$work/seed" -- web @OUT --pmtiles
    ;;
demo)
    try 2 memory -- demo @OUT
    try 2 io -- demo @OUT
    try 2 kill -- demo @OUT
    ;;
*) wrong "no case $1" ;;
esac
finish
