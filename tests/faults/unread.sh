#!/bin/sh
# Each call for files fails in turn, in a run of a tile that is up to date and has a data layer that the run is not asked
# for: whatever cannot be read, the layer stays, and a run that ends well leaves what one without a fault does.
. "$(dirname "$0")/../cli/common.sh"
case $ADTMAP in /*) ;; *) skip 'ADTMAP is no absolute path' ;; esac
ln -s "$FAULTS_PRELOAD" "$work/preload.so" || exit 1 # the loader's list cannot have a path with a blank
pack "$work/data.mpq" "$DEMO"                        # fewer calls than in a folder
render() { runs 0 render -d "$work/data.mpq" -m Demo -t 31_31 -s 16 -j 1 --no-sync "$@"; }
render -o "$work/seed" --layer height
cp -rp "$work/seed" "$work/one"
render -o "$work/one"

# faults KIND: `look` are calls that ask what a path leads to.
faults() {
    at=0
    while
        at=$((at + 1))
        rm -rf "$work/o" "$work/failed"
        cp -rp "$work/seed" "$work/o" # its files have other stamps, so that they are read
        OMP_NUM_THREADS=1 FAULT_KIND=$1 FAULT_AT=$at FAULT_LOG=$work/failed LD_PRELOAD=$work/preload.so "$ADTMAP" render \
            -d "$work/data.mpq" -m Demo -t 31_31 -s 16 -j 1 --no-sync -o "$work/o" >"$out" 2>"$err"
        ended=$?
        [ -s "$work/failed" ] && [ "$failures" -lt 5 ]
    do
        is_file "$work/o/Demo/layers/height/Demo_31_31.png"
        [ "$ended" -ne 0 ] || same_tree "$work/one" "$work/o"
    done
    [ "$at" -gt 100 ] || wrong "there were only $at calls"
}
faults io
faults look
finish
