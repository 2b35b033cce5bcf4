#!/bin/sh
# The cluster examples: the Kubernetes Job has one number of shards in both places, and the command
# lines of the Job and of the Slurm script are valid.
. "$(dirname "$0")/../cli/common.sh"
pick_tile
examples=$(dirname "$0")/../../tools/cluster
manifest=$examples/adtmap-job.yaml

completions=$(sed -n 's/^  completions: //p' "$manifest")
shards=$(sed -n '/name: ADTMAP_SHARDS/{n;s/.*"\(.*\)"/\1/p}' "$manifest")
[ "${shards:-none}" = "$completions" ] || wrong "ADTMAP_SHARDS $shards, completions $completions"
grep -q '^  completionMode: Indexed' "$manifest" || wrong 'the Job is not Indexed'

# The command, with this test's paths and map.
words=$(sed -n '/command: \[/,/\]/p' "$manifest" | tr -d '\n' | sed 's/.*\[adtmap, *//; s/\].*//; s/[",]/ /g')
set --
for word in $words; do
    case $word in
    /maps/client) word=$DEMO ;;
    /maps/out) word=$work/o ;;
    Azeroth) word=$map ;;
    esac
    set -- "$@" "$word"
done
export JOB_COMPLETION_INDEX=$((completions - 1)) ADTMAP_SHARDS="$shards"
runs 0 "$@" -s 64
is_file "$work/o/.adtmap/shards/$completions-of-$completions/$map/.adtmap/log"
unset JOB_COMPLETION_INDEX ADTMAP_SHARDS

export ADTMAP SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=15 SLURM_ARRAY_TASK_COUNT=16
sh "$examples/adtmap.sbatch" -d "$DEMO" -m "$map" -o "$work/o" -s 64 >"$out" 2>"$err" || wrong 'the Slurm script'
is_file "$work/o/.adtmap/shards/1-of-16/$map/.adtmap/log"

# The command of the whole map, as both examples give it, takes over what is there and draws the rest.
for example in "$manifest" "$examples/adtmap.sbatch"; do
    grep -q '^#.*adtmap render .*--stitch --web' "$example" || wrong "$example does not say how the map becomes whole"
done
runs 0 render -d "$DEMO" -m "$map" -o "$work/o" -s 64 --json
jq -e '.taken_over > 0 and .unchanged > 0' "$out" >"$work/jq" || wrong 'nothing is taken over'
finish
