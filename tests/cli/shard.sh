#!/bin/sh
# Shards, and then one run of the whole map, give what one run alone gives: from one folder or many;
# what they lack, or cannot give, is drawn.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/shard_common.sh"

# Into one folder, all at once: no tile twice, none left out; the whole map takes over each tile, as
# --check says, which writes nothing, and nothing of shards remains.
for i in 1 2 3; do
    "$ADTMAP" render -d "$DEMO" -m "$map" -o "$work/shared" -s 64 --hide '*barn*' --cut-height 400 --shard $i/3 -q &
done
wait
drawn=$(cat "$work/shared/.adtmap/shards/"*-of-3/"$map"/.adtmap/log | grep -c '^made.tiles')
[ "$drawn" -eq "$all" ] || wrong "$drawn tiles in all shards"
find "$work/shared" -type f -exec cksum {} + | sort >"$work/before"
render 1 "$work/shared" --stitch --web --leaflet "$work/leaflet" --json --check
jq -e '(.changes | length) == 0 and (.products | length) > 0' "$out" >"$work/jq" || wrong 'a check does not look at shards'
find "$work/shared" -type f -exec cksum {} + | sort >"$work/after"
same "$work/before" "$work/after"
whole "$work/shared"
draws 0
says_nothing
jq -e --argjson all "$all" '.taken_over == $all and .unchanged == $all' "$out" >"$work/jq" || wrong 'not all tiles are taken over'
same_tree "$one" "$work/shared"
same_log "$one" "$work/shared"
same "$one/$map/.adtmap/changed.txt" "$work/shared/$map/.adtmap/changed.txt"
no_shards "$work/shared"

# What is there is known to the next run, whole or in shards.
whole "$work/shared"
draws 0
for i in 1 2; do
    render 0 "$work/shared" --shard $i/2 --json
    jq -e '.tiles == 0 and .unchanged > 0' "$out" >"$work/jq" || wrong 'a shard draws what the map has'
done
whole "$work/shared"
draws 0
same_tree "$one" "$work/shared"
no_shards "$work/shared"

# From folders of their own, which stay; one shard is there twice, and one is missing: it is drawn.
for i in 1 2 3 4 5; do
    render 0 "$work/own$i" --shard $i/5
done
render 0 "$work/own6" --shard 2/5
whole "$work/joined" --from "$work/own1" --from "$work/own2" --from "$work/own3" --from "$work/own4" \
    --from "$work/own5" --from "$work/own6"
draws 0
same_tree "$one" "$work/joined"
same_log "$one" "$work/joined"
is_file "$work/own1/.adtmap/shards/1-of-5/$map/.adtmap/log"
whole "$work/lacking" --from "$work/own1" --from "$work/own3" --from "$work/own5"
draws_some
says 'of 5 shards, 2 are missing (2, 4)'
says_one_line
same_tree "$one" "$work/lacking"
# A whole map in another folder is taken over like a shard.
render 1 "$work/copied" --from "$one" --check
prints "$work/copied/$map: 0 tiles would change, $all would not; $all files would be taken over"
render 1 "$work/copied" --from "$one" --check -t "$tile"
prints '; 1 file would be taken over'
whole "$work/copied" --from "$one"
draws 0
same_tree "$one" "$work/copied"

# The output folder itself, or a folder twice: one line, or none.
whole "$work/copied" --from "$work/copied"
draws 0
says "$work/copied: --from names the output folder itself, whose tiles count anyway: passed over"
says_one_line
whole "$work/twice" --from "$one" --from "$work/own1" --from "$one/." --from "$work/own1"
draws 0
says_nothing
same_tree "$one" "$work/twice"

# Files of shards in place are moved: none has a second name. One that has, or that nobody may write, is copied.
for i in 1 2; do
    render 0 "$work/moved" --shard $i/2
done
tile_of_shard() { find "$work/moved/.adtmap/shards/$1-of-2/$map/tiles" -name '*.png' | sort | tail -n 1; }
linked=$(tile_of_shard 1)
hidden=$(tile_of_shard 2)
ln "$linked" "$work/second_name"
chmod 400 "$hidden"
find "$work/moved" -name '*.png' -exec ls -i {} + | awk '{ sub(".*/", "", $2); print $1, $2 }' | sort >"$work/inodes"
whole "$work/moved"
draws 0
no_shards "$work/moved"
find "$work/moved/$map/tiles" -name '*.png' -exec ls -i {} + | awk '{ sub(".*/", "", $2); print $1, $2 }' | sort >"$work/inodes_now"
[ "$(comm -12 "$work/inodes" "$work/inodes_now" | wc -l)" -eq $((all - 3)) ] || wrong 'files of shards are not moved'
[ -z "$(find "$work/moved/$map/tiles" -type f -links +1)" ] || wrong 'a tile has two names'
[ "$(find "$work/moved/$map/tiles" -type f -exec stat -c %a {} + | sort -u | wc -l)" -eq 1 ] || wrong 'tiles have different rights'
echo >>"$work/moved/$map/tiles/${linked##*/}"
same "$work/second_name" "$one/$map/tiles/${linked##*/}"
whole "$work/moved"
draws 1
same_tree "$one" "$work/moved"

# Folders that are none, or hold nothing of the map.
for from in "$work/typo" "$work/leaflet/leaflet.js"; do
    render 2 "$work/no" --from "$from"
    says "$from: no such folder"
    says_one_line
done
mkdir "$work/empty"
whole "$work/alone" --from "$work/empty" -t "$tile"
draws 1
says "$work/empty: holds no tiles of the map $map"
says_one_line

# A shard draws tiles: what is made of all of them, or of all data, is for the whole map.
for option in --stitch --web --areas --landmarks --zones "--client-minimap $work/client" --objects \
    "--client-minimap-interiors --client-minimap $work/client" "--changed $work/list"; do
    # shellcheck disable=SC2086 # an option and its value
    render 2 "$work/no" --shard 1/5 $option
    says '--shard'
    says_one_line
    no_file "$work/no"
done
whole "$work/joined" --objects
draws 0
render 0 "$work/one_objects" --objects
same "$work/joined/$map/objects.geojson" "$work/one_objects/$map/objects.geojson"

# More shards than tiles: empty ones are fine. A list of missing ones ends.
for i in 1 2 3; do
    render 0 "$work/few" --shard $i/3 -t "$tile"
done
whole "$work/few" -t "$tile"
draws 0
says_nothing
[ "$(jq '.tiles | length' "$work/few/$map/map.json")" -eq 1 ] || wrong 'one tile in three shards'
no_shards "$work/few"
render 0 "$work/few" --shard 1/300
whole "$work/few"
says 'of 300 shards, 299 are missing (2, 3, 4, 5, 6, 7, 8, 9, ...)'
says_one_line

# Shards of other maps stay when one map is complete.
runs 0 render -d "$DEMO" -m Hall -o "$work/maps2" -s 16 --shard 1/1
render 0 "$work/maps2" --shard 1/1
render 0 "$work/maps2"
[ "$(ls "$work/maps2/.adtmap/shards/1-of-1")" = Hall ] || wrong 'the shard of another map is gone'
runs 0 render -d "$DEMO" -m Hall -o "$work/maps2" -s 16 --json
jq -e '.tiles == 0' "$out" >"$work/jq" || wrong 'the shard of another map is not taken over'
no_shards "$work/maps2"

# A list of changed files that cannot be written is found out before anything is taken over, or drawn.
for i in 1 2; do
    render 0 "$work/listed" --shard $i/2
done
for list in "$work/nowhere/list" "$work/leaflet"; do
    render 2 "$work/listed" --changed "$list"
    says "$list: "
    says_one_line
    [ -z "$(find "$work/listed/$map" -name '*.png')" ] || wrong 'tiles are there before the list was tried'
done
whole "$work/listed" --changed "$work/listed/list"
draws 0
grep -q "^$map/map.json$" "$work/listed/list" || wrong 'the list lacks map.json'
grep -q "^$map/tiles/$tile_png$" "$work/listed/list" || wrong 'the list lacks a tile that was taken over'

# Commands of versions before say what to call.
runs 2 merge "$work/listed" --stitch
says "'merge' is no command any more: 'adtmap render'"
says_one_line
runs 2 web "$work/listed"
says "'web' is no command any more: 'adtmap render --web'"
says_one_line
runs 2 help merge
says_one_line

# Numbers out of range, and where auto looks.
for shard in 0/4 5/4 1/0 1 a/b 1/2/3 -1/2 1/5000 ''; do
    runs 2 render -d "$DEMO" -m "$map" -o "$work/no" --shard "$shard"
    says '--shard'
    says_one_line
done
runs 2 render -d "$DEMO" -m "$map" -o "$work/no" --shard auto
says 'neither a task of a Slurm array nor a pod of a Kubernetes Indexed Job'
export SLURM_ARRAY_TASK_ID=6 SLURM_ARRAY_TASK_MIN=2 SLURM_ARRAY_TASK_MAX=8 SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=4
render 0 "$work/slurm" --shard auto
is_file "$work/slurm/.adtmap/shards/3-of-4/$map/.adtmap/log"
SLURM_ARRAY_TASK_COUNT=3
render 2 "$work/slurm" --shard auto
says 'no even array'
unset SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_MIN SLURM_ARRAY_TASK_MAX SLURM_ARRAY_TASK_STEP SLURM_ARRAY_TASK_COUNT
export JOB_COMPLETION_INDEX=0
render 2 "$work/kube" --shard auto
says 'ADTMAP_SHARDS is not set'
export ADTMAP_SHARDS=9
render 0 "$work/kube" --shard auto
is_file "$work/kube/.adtmap/shards/1-of-9/$map/.adtmap/log"
JOB_COMPLETION_INDEX=9
render 2 "$work/kube" --shard auto
says 'there is no shard 10 of 9'
no_file "$work/no"
finish
