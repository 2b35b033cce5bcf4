#!/bin/sh
# Shards that are merged give what one run gives, from one folder or many, on the first run and on
# later ones; what does not belong together is refused.
. "$(dirname "$0")/common.sh"
small_world
pick_tile
mkdir "$work/leaflet"
echo 'script' >"$work/leaflet/leaflet.js"
echo 'style' >"$work/leaflet/leaflet.css"

render() { # render STATUS OUT OPTION...
    wanted_status=$1
    to=$2
    shift 2
    runs "$wanted_status" render -d "$DEMO" -m "$map" -o "$to" -s 64 --hide '*barn*' --cut-height 400 "$@"
}
merge() { # merge STATUS OUT [FROM...]
    wanted_status=$1
    shift
    runs "$wanted_status" merge "$@" --stitch --web --leaflet "$work/leaflet"
}
# What a log says, but for keys of files, which are times and places, and for the order of inputs.
log_of() {
    sed -E 's/ [0-9a-f]{16} / KEY /g' "$1/$map/.adtmap/log" | awk -F '\t' '
        $1 == "input" { split($2, part, " "); name[part[1]] = part[2] " " part[4]; next }
        $1 == "fact" && $2 ~ /^joined/ || $1 == "sum" { next }
        $1 == "made" { count = split($4, number, ","); print $1, $2, $3, $5
            for (i = 1; i <= count; i++) print $2, name[number[i]]; next }
        { print }' | sort
}
same_log() {
    log_of "$1" >"$work/log1"
    log_of "$2" >"$work/log2"
    same "$work/log1" "$work/log2"
}
whole=$work/whole
render 0 "$whole" --stitch --web --leaflet "$work/leaflet"

# Into one folder, all at once: no tile twice, none left out, and nothing of shards remains.
for i in 1 2 3; do
    "$ADTMAP" render -d "$DEMO" -m "$map" -o "$work/shared" -s 64 --hide '*barn*' --cut-height 400 --shard $i/3 -q &
done
wait
drawn=$(cat "$work/shared/$map"/.adtmap/log.*-of-3 | grep -c '^made')
[ "$drawn" -eq "$(jq '.tiles | length' "$whole/$map/map.json")" ] || wrong "$drawn tiles in all shards"
merge 0 "$work/shared"
prints 'tiles joined'
same_tree "$whole" "$work/shared"
[ "$(find "$work/shared" -name 'log.*' | wc -l)" -eq 0 ] || wrong 'shards are left'

# What is merged is known to the next run, whole or in shards.
render 0 "$work/shared" --stitch --web --leaflet "$work/leaflet" --json
jq -e '.tiles == 0' "$out" >"$work/jq" || wrong 'a run after merging draws tiles'
render 0 "$work/shared" --shard 2/2 --json
jq -e '.tiles == 0 and .unchanged > 0' "$out" >"$work/jq" || wrong 'a shard after merging draws tiles'
merge 2 "$work/shared"
says '1 of 2 shards are missing: 1'
render 0 "$work/shared" --shard 1/2
merge 0 "$work/shared"
same_tree "$whole" "$work/shared"

# Into folders of their own; more shards than one folder; one shard is drawn twice.
for i in 1 2 3 4 5; do
    render 0 "$work/own$i" --shard $i/5
done
render 0 "$work/own6" --shard 2/5
merge 0 "$work/joined" "$work"/own[1-6]
same_tree "$whole" "$work/joined"
is_file "$work/own1/$map/.adtmap/log.1-of-5"

# What merging cannot make, since it has no client files, a run over the merged map makes.
for option in --objects "--client-minimap-interiors --client-minimap $work/client"; do
    # shellcheck disable=SC2086 # an option and its value
    render 2 "$work/refused" --shard 1/5 $option
    says "and are for 'adtmap render' after 'adtmap merge'"
    says_one_line
    no_file "$work/refused"
done
cp -a "$work/joined" "$work/merged_objects"
render 0 "$work/merged_objects" --stitch --web --leaflet "$work/leaflet" --objects --json
jq -e '.tiles == 0' "$out" >"$work/jq" || wrong 'objects after merging draw tiles'
render 0 "$work/whole_objects" --objects
same "$work/merged_objects/$map/objects.geojson" "$work/whole_objects/$map/objects.geojson"

# Missing, of other numbers, of other settings, drawn differently, damaged: one line, nothing done.
merge 2 "$work/lacking" "$work/own1" "$work/own3" "$work/own5"
says '2 of 5 shards are missing: 2, 4'
says_one_line
no_file "$work/lacking"
render 0 "$work/other" --shard 1/2
merge 2 "$work/lacking" "$work"/own[1-4] "$work/other"
says 'there are 1 of 2 shards, and 4 of 5, and no way to tell which count'
says 'remove .adtmap/log.*-of-2 or .adtmap/log.*-of-5'
says_one_line
rm -r "$work/other"
render 0 "$work/other" --shard 1/5 --no-shadows
merge 2 "$work/lacking" "$work"/own[2-5] "$work/other"
says 'was drawn with other settings, or by another adtmap, than'
rm -r "$work/other"
render 0 "$work/other" --shard 1/5 -t "$tile"
merge 2 "$work/lacking" "$work"/own[2-5] "$work/other"
says 'was drawn of other tiles'
says_one_line
cp -r "$work/own1" "$work/forged"
forge() { # forge LOG: another content of every file, as of another drawing
    sed -i -E 's/^(made.* [0-9]+ [0-9a-f]{16}) [0-9a-f]{8}/\1 00000000/' "$1"
}
forge "$work/forged/$map/.adtmap/log.1-of-5"
merge 2 "$work/lacking" "$work"/own[1-5] "$work/forged"
says 'differs from that of'

# A log is damaged or gone, or pictures are.
cp "$work/own1/$map/.adtmap/log.1-of-5" "$work/log"
sed -i '/^fact.shard/d' "$work/own1/$map/.adtmap/log.1-of-5"
merge 2 "$work/lacking" "$work"/own[1-5]
says 'is damaged or of another shard'
cp "$work/log" "$work/own1/$map/.adtmap/log.1-of-5"
cp -r "$work/own2" "$work/bare"
rm "$work/bare/$map/tiles/"*.png
merge 2 "$work/lacking" "$work/own1" "$work"/own[3-5] "$work/bare"
says '.png: is missing or not as its shard has written it: draw the shard again'
says_one_line
no_file "$work/lacking"
runs 2 merge "$work/nothing"
says 'no shards'
mkdir "$work/empty"
runs 2 merge "$work/empty" -m "$map"
says 'no shards of the map are there'

# Folders that are none, or hold nothing to join, are not passed over.
merge 2 "$work/lacking" "$work"/own[3-5] "$work/typo"
says "$work/typo: no such folder"
says_one_line
merge 2 "$work/lacking" "$work"/own[3-5] "$work/leaflet/leaflet.js"
says "$work/leaflet/leaflet.js: no such folder"
merge 2 "$work/lacking" "$work"/own[3-5] "$work/empty"
says "$work/empty: no shards in this folder"
merge 2 "$work/lacking" "$work"/own[3-5] -m Nowhere
says 'no shards of the map are there'
says_one_line

# More shards than tiles: empty ones are fine.
for i in 1 2 3; do
    render 0 "$work/few" --shard $i/3 -t "$tile"
done
runs 0 merge "$work/few"
[ "$(jq '.tiles | length' "$work/few/$map/map.json")" -eq 1 ] || wrong 'one tile in three shards'

# A tile that fails in its shard fails in the whole.
copy_world
head -c 5 "$(in_world "*_$tile.adt")" >"$work/short"
cp "$work/short" "$(in_world "*_$tile.adt")"
"$ADTMAP" render -d "$world" -m "$map" -o "$work/bad" -s 64 --shard 1/1 >"$out" 2>"$err"
merge 1 "$work/bad"
[ "$(jq '.failed | length' "$work/bad/$map/map.json")" -eq 1 ] || wrong 'one tile failed'
runs 1 render -d "$world" -m "$map" -o "$work/bad_whole" -s 64 --stitch --web --leaflet "$work/leaflet"
same_tree "$work/bad_whole" "$work/bad"

# Shards of different data, though no tile is in both: a file that all know is another, or is not there.
render 0 "$work/data1" --shard 1/2
render 0 "$work/data2" --shard 2/2
texture=$(sed -n 's/^input.* \(tileset.*\.blp\)$/\1/p' "$work"/data[12]/"$map"/.adtmap/log.* | sort | uniq -d | head -n 1)
for change in 'printf x >>' 'rm'; do
    copy_world
    eval "$change" '"$(in_world "$(basename "$texture")")"'
    "$ADTMAP" render -d "$world" -m "$map" -o "$work/data2" -s 64 --hide '*barn*' --cut-height 400 --shard 2/2 -q 2>"$err"
    merge 2 "$work/unlike" "$work/data1" "$work/data2"
    says_one_line
    says "$texture: was not the same file for"
    says "$work/data1/$map/.adtmap/log.1-of-2 and for $work/data2/$map/.adtmap/log.2-of-2"
done
no_file "$work/unlike"

# Shards of two numbers in one folder: those that are all there are joined, and none is left.
rm -rf "$work/numbers"
render 0 "$work/numbers" --shard 2/3
merge 2 "$work/numbers"
for i in 1 2; do
    render 0 "$work/numbers" --shard $i/2
done
merge 0 "$work/numbers"
says 'the 2 shards of 2 are complete and are joined'
same_tree "$whole" "$work/numbers"
[ "$(find "$work/numbers" -name 'log.*' | wc -l)" -eq 0 ] || wrong 'shards are left'
for i in 1/2 2/2 1/1; do
    render 0 "$work/numbers" --shard $i
done
merge 2 "$work/numbers"
says 'there are 1 of 1 shards, and 2 of 2'

# A run of some tiles leaves shards to be merged; after one of all of them they are out of date.
render 0 "$work/numbers" -t "$tile"
is_file "$work/numbers/$map/.adtmap/log.1-of-1"
render 0 "$work/numbers"
[ "$(find "$work/numbers" -name 'log.*' | wc -l)" -eq 0 ] || wrong 'shards are left'
same_tree "$whole" "$work/numbers"

# What is joined may be put together later, once more, as often as wanted.
rm -rf "$work/later"
for i in 1 2; do
    render 0 "$work/later" --shard $i/2 --png fast
done
runs 0 merge "$work/later"
runs 2 merge "$work/later"
says 'no shards'
runs 0 merge "$work/later" --stitch
says "no shards are there: put together of the $drawn tiles joined before"
prints "$drawn tiles joined"
is_file "$work/later/$map/$map.png"
[ "$(grep -c . "$work/later/$map/.adtmap/changed.txt")" -eq 2 ] || wrong 'a stitched map changes more than itself and map.json'
merge 0 "$work/later" -m "$map"
render 0 "$work/later_whole" --png fast --stitch --web --leaflet "$work/leaflet"
same_tree "$work/later_whole" "$work/later"
same_log "$work/later_whole" "$work/later"
merge 2 "$work/later" "$work/own1"
rm "$work/later/$map/$map.png" "$work/later/$map/tiles/$tile_png"
runs 2 merge "$work/later" --stitch
says "$tile_png: is missing or not as it was drawn, and no shards are there"
says_one_line
no_file "$work/later/$map/$map.png"
merge 2 "$work/empty" -m "$map"
says 'no shards of the map are there, nor tiles that were joined before'

# A list of changed files that cannot be written is found out before anything is joined, or drawn; one
# list is of one map.
for i in 1 2; do
    render 0 "$work/listed" --shard $i/2
done
for list in "$work/nowhere/list" "$work/leaflet"; do
    merge 2 "$work/listed" --changed "$list"
    says "$list: "
    says_one_line
    no_file "$work/listed/$map/map.json"
    render 2 "$work/unlisted" --changed "$list"
    says "$list: "
    says_one_line
    [ -z "$(find "$work/unlisted" -name '*.png')" ] || wrong 'tiles were drawn before the list was tried'
done
cp -r "$work/listed/$map" "$work/listed/Other"
merge 2 "$work/listed" --changed "$work/list"
says '--changed names the list of one map, and 2 have shards: say which with -m'
merge 0 "$work/listed" --changed "$work/listed/list" -m "$map"
grep -q "^$map/map.json$" "$work/listed/list" || wrong 'the list lacks map.json'
rm -r "$work/listed/Other"

# One run at a time writes to a map, or shards, each once; what a killed run leaves stops nobody.
hold() { # hold LOG OPTION...: a run that stands still in the midst of its work, as $held
    rm -rf "$work/held"
    records=$work/held/$map/.adtmap/$1
    shift
    "$ADTMAP" render -d "$DEMO" -m "$map" -o "$work/held" -s 2048 -j 1 -q "$@" 2>"$work/held_err" &
    held=$!
    while [ ! -e "$records" ] && kill -0 $held; do sleep 0.02; done
    kill -STOP $held || wrong 'the run was over before it was held'
}
let_die() {
    kill -KILL $held
    wait $held
}
refused() {
    says "$work/held/$map: another run is writing there"
    says_one_line
}
hold log
render 2 "$work/held"
refused
render 2 "$work/held" --shard 1/2
refused
merge 2 "$work/held"
refused
render 1 "$work/held" --check
let_die 2>"$work/died"
hold log.1-of-2 --shard 1/2
render 0 "$work/held" --shard 2/2
render 0 "$work/held" --shard 1/3
render 2 "$work/held" --shard 1/2
refused
render 2 "$work/held"
refused
merge 2 "$work/held"
refused
let_die 2>"$work/died"
render 0 "$work/held" --stitch --web --leaflet "$work/leaflet"
same_tree "$whole" "$work/held"
rm "$work/held/$map/.adtmap/lock"
mkdir "$work/held/$map/.adtmap/lock"
render 0 "$work/held"
says '.adtmap/lock: cannot open'
says_one_line

# A map that lies there already: what is no more, what fails now and what was drawn again ends as one
# run would have left it, and so does the list of what changed, wherever the shards lie.
copy_world
old=$work/old
"$ADTMAP" render -d "$world" -m "$map" -o "$old" -s 64 --stitch --web --leaflet "$work/leaflet" -q --layer height
old_tile() { jq -r ".maps[0].tiles[$1]" "$work/maps"; }
rm "$(in_world "*_$(old_tile 0).adt")"
cp "$work/short" "$(in_world "*_$tile.adt")"
cp "$(in_world "*_$(old_tile 3).adt")" "$(in_world "*_$(old_tile 2).adt")"
unlist() { # of the WDT's MAIN, 8 bytes a tile behind MVER and MPHD
    wdt=$(in_world "$map.wdt")
    main=$(LC_ALL=C grep -obUa NIAM "$wdt" | head -n 1)
    dd if=/dev/zero of="$wdt" bs=1 count=8 conv=notrunc \
        seek=$((${main%%:*} + 8 + 8 * (64 * ${1#*_} + ${1%_*}))) 2>"$err"
}
unlist "$(old_tile 1)"
rm "$(in_world "*_$(old_tile 1).adt")"
over() { # over OPTION...: the old map drawn over in one run, from folders of their own and in its own
    for way in single from within; do
        rm -rf "${work:?}/$way"
        cp -a "$old" "$work/$way"
    done
    rm -rf "$work"/part[12]
    runs 1 render -d "$world" -m "$map" -o "$work/single" -s 64 --no-wdl "$@"
    for i in 1 2; do
        "$ADTMAP" render -d "$world" -m "$map" -o "$work/part$i" -s 64 --no-wdl --shard $i/2 -q "$@" 2>"$err"
        "$ADTMAP" render -d "$world" -m "$map" -o "$work/within" -s 64 --no-wdl --shard $i/2 -q "$@" 2>"$err"
    done
    runs 1 merge "$work/from" "$work/part1" "$work/part2"
    runs 1 merge "$work/within"
    for way in from within; do
        same_tree "$work/single" "$work/$way"
        same "$work/single/$map/.adtmap/changed.txt" "$work/$way/$map/.adtmap/changed.txt"
    done
    same_log "$work/single" "$work/from"
    same_log "$work/single" "$work/within"
}
over
for gone in "$(old_tile 0)" "$(old_tile 1)" "$tile"; do
    grep -q "# removed $map/tiles/$(printf '%s_%02d_%02d.png' "$map" "${gone%_*}" "${gone#*_}")" \
        "$work/from/$map/.adtmap/changed.txt" || wrong "the removal of $gone is not in the list"
done
over -t "$(old_tile 0),$(old_tile 1),$(old_tile 2),$tile,$(old_tile 5)"
[ "$(jq -r .stitched.file "$work/from/$map/map.json")" = "$map.png" ] || wrong 'the stitched map is forgotten'
rm -r "${old:?}/$map/web" "$old/$map/index.html"
"$ADTMAP" render -d "$DEMO" -m "$map" -o "$old" -s 64 --stitch --full-grid -q
over
[ "$(jq .stitched.width "$work/from/$map/map.json")" -eq 4096 ] || wrong 'the stitched map is cropped'
rm "$old/$map/$map.png"
over
[ "$(jq .stitched "$work/from/$map/map.json")" = null ] || wrong 'a stitched map that is gone is listed'
no_file "$work/from/$map/$map.png"

# A shard begun once more and cut short is none, whatever it left of the earlier one.
for i in 1 2; do
    render 0 "$work/cut" --shard $i/2
done
"$ADTMAP" render -d "$DEMO" -m "$map" -o "$work/cut" -s 512 --shard 2/2 -q &
run=$!
while grep -q 'shard done' "$work/cut/$map/.adtmap/log.2-of-2" && kill -0 $run 2>"$work/gone"; do :; done
kill -9 $run
wait $run 2>"$work/gone"
merge 2 "$work/cut"
says '1 of 2 shards are missing: 2'

# Shards that are joined are not missed where removing their logs was cut short.
for i in 1 2; do
    render 0 "$work/joined" --shard $i/2
done
cp "$work/joined/$map/.adtmap/log.2-of-2" "$work/log2"
merge 0 "$work/joined"
cp "$work/log2" "$work/joined/$map/.adtmap/log.2-of-2"
merge 0 "$work/joined"
says 'no shards are there'
same_tree "$whole" "$work/joined"
[ "$(find "$work/joined" -name 'log.*' | wc -l)" -eq 0 ] || wrong 'shards are left'
cp "$work/log2" "$work/joined/$map/.adtmap/log.2-of-2"
runs 0 merge "$work/joined"
says 'no shards are there'
same_tree "$whole" "$work/joined"

# A shard that came since stays.
render 0 "$work/joined" --shard 2/2
merge 2 "$work/joined"
says '1 of 2 shards are missing: 1'
is_file "$work/joined/$map/.adtmap/log.2-of-2"

# The records of a shard stand though those of the map cannot be read.
render 0 "$work/kept" --shard 1/2
echo nonsense >"$work/kept/$map/.adtmap/log"
render 0 "$work/kept" --shard 1/2 --json
says 'passed over'
jq -e '.tiles == 0 and .unchanged > 0' "$out" >"$work/jq" || wrong 'a shard lost its own records'
render 0 "$work/kept" --shard 2/2
merge 0 "$work/kept"
same_tree "$whole" "$work/kept"

# A list of missing shards that does not fit says that it goes on.
render 0 "$work/few" --shard 1/300
merge 2 "$work/few"
says '299 of 300 shards are missing: 2, 3, 4, '
says ', ...'
says_one_line

# Shards of two WDTs, though neither has a tile whose own place in it differs.
copy_world
printf '\001' | dd of="$(in_world "$map.wdt")" bs=1 seek=64 conv=notrunc 2>"$work/gone"
render 0 "$work/wdts" --shard 1/2
"$ADTMAP" render -d "$world" -m "$map" -o "$work/wdts" -s 64 --hide '*barn*' --cut-height 400 --shard 2/2 -q ||
    wrong 'the world with another WDT is not drawn'
merge 2 "$work/wdts"
says 'from other data'

# Layers of an older map stay where all tiles are drawn of the WDL for once, as in one run.
for to in one two; do
    render 0 "$work/layers_$to" --layer height
done
render 0 "$work/layers_one" --wdl
for i in 1 2; do
    render 0 "$work/layers_two" --wdl --shard $i/2
done
runs 0 merge "$work/layers_two"
same_tree "$work/layers_one" "$work/layers_two"

# A tile that failed in an earlier run is no failure of shards that had others to draw.
printf 'no ADT' >"$(in_world "${tile_png%.png}.adt")"
in_broken() { # in_broken STATUS OPTION...
    wanted_status=$1
    shift
    runs "$wanted_status" render -d "$world" -m "$map" -o "$work/failed" -s 64 "$@"
}
in_broken 1
other=$(jq -r '.maps[0].tiles[0]' "$work/maps")
for i in 1 2; do
    in_broken 0 -t "$other" --shard $i/2
done
runs 0 merge "$work/failed"
[ "$(jq '.failed | length' "$work/failed/$map/map.json")" -eq 1 ] || wrong 'the tile that failed is forgotten'

# With no picture of any tile a stitched map is made all the same.
in_broken 1 -t "$tile" --force
rm -rf "$work/failed"
in_broken 1 -t "$tile" --shard 1/1
runs 1 merge "$work/failed" --stitch
is_file "$work/failed/$map/$map.png"

# Numbers out of range, and where auto looks.
for shard in 0/4 5/4 1/0 1 a/b 1/2/3 -1/2 1/5000 ''; do
    runs 2 render -d "$DEMO" -m "$map" -o "$work/no" --shard "$shard"
    says '--shard'
    says_one_line
done
runs 2 render -d "$DEMO" -m "$map" -o "$work/no" --shard 1/2 --stitch
says "is for 'adtmap merge'"
runs 2 render -d "$DEMO" -m "$map" -o "$work/no" --shard 1/2 --changed "$work/list"
says "--changed is for 'adtmap merge'"
says_one_line
no_file "$work/list"
runs 2 render -d "$DEMO" -m "$map" -o "$work/no" --shard auto
says 'neither a task of a Slurm array nor a pod of a Kubernetes Indexed Job'
export SLURM_ARRAY_TASK_ID=6 SLURM_ARRAY_TASK_MIN=2 SLURM_ARRAY_TASK_MAX=8 SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=4
render 0 "$work/slurm" --shard auto
is_file "$work/slurm/$map/.adtmap/log.3-of-4"
SLURM_ARRAY_TASK_COUNT=3
render 2 "$work/slurm" --shard auto
says 'no even array'
unset SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_MIN SLURM_ARRAY_TASK_MAX SLURM_ARRAY_TASK_STEP SLURM_ARRAY_TASK_COUNT
export JOB_COMPLETION_INDEX=0
render 2 "$work/kube" --shard auto
says 'ADTMAP_SHARDS is not set'
export ADTMAP_SHARDS=9
render 0 "$work/kube" --shard auto
is_file "$work/kube/$map/.adtmap/log.1-of-9"
JOB_COMPLETION_INDEX=9
render 2 "$work/kube" --shard auto
says 'there is no shard 10 of 9'
no_file "$work/no"
finish
