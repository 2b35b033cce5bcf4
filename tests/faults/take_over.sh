#!/bin/sh
# A run that takes over what shards have drawn is killed at each call that changes files: the next run draws no tile,
# and ends as one run alone does.
. "$(dirname "$0")/../cli/common.sh"
case $ADTMAP in /*) ;; *) skip 'ADTMAP is no absolute path' ;; esac
ln -s "$FAULTS_PRELOAD" "$work/preload.so" || exit 1 # the loader's list cannot have a path with a blank
tiles=31-32_31-32
render() { runs 0 render -d "$DEMO" -m Demo -t $tiles -s 16 -j 1 --no-sync --layer height --height-range -100,500 "$@"; }
for i in 1 2; do
    render -o "$work/seed" --shard $i/2
done
render -o "$work/one"
all=$(find "$work/one/Demo/tiles" "$work/one/Demo/layers" -name '*.png' | wc -l)

# killed SEED OPTION...: at call after call, until a run ends. $between: so often some files were taken over.
killed() {
    seed=$1
    shift
    at=0
    between=0
    ended=137
    while [ "$ended" -eq 137 ]; do
        at=$((at + 1))
        rm -rf "$work/o"
        mkdir "$work/o"
        [ -z "$seed" ] || cp -rp "$seed/." "$work/o"
        # shellcheck disable=SC2086 # the list of tiles has no blank
        OMP_NUM_THREADS=1 FAULT_KIND=kill FAULT_AT=$at LD_PRELOAD=$work/preload.so "$ADTMAP" render -d "$DEMO" -m Demo \
            -t $tiles -s 16 -j 1 --no-sync --layer height --height-range -100,500 -o "$work/o" "$@" >"$out" 2>"$err"
        ended=$?
        taken=$(find "$work/o/Demo" -name '*.png' 2>"$work/gone" | wc -l)
        [ "$taken" -eq 0 ] || [ "$taken" -ge "$all" ] || between=$((between + 1))
        render -o "$work/o" --json "$@"
        [ "$(jq .tiles "$out")" -eq 0 ] || wrong "killed at call $at: $(jq .tiles "$out") tiles are drawn"
        same_tree "$work/one" "$work/o"
        [ "$failures" -lt 5 ] || break
    done 2>"$work/died"
    [ "$ended" -eq 0 ] || wrong "the last run ended with $ended"
    [ "$between" -gt 2 ] || wrong "killed $at times, and only $between times while files were taken over"
}
# Shards in place, whose files are moved; those of another folder, which are copied and stay.
killed "$work/seed"
no_file "$work/o/.adtmap/shards"
killed '' --from "$work/seed"
for i in 1 2; do
    is_file "$work/seed/.adtmap/shards/$i-of-2/Demo/map.json"
done
finish
