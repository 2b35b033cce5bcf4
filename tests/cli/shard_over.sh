#!/bin/sh
# Shards over older maps, shards that are under way, killed, of other settings or of other data: the run
# of the whole map gives what one run alone gives, says why it draws what shards have, and loses nothing.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/shard_common.sh"

# One run at a time writes to a map, or shards, each once; what a killed run leaves stops nobody.
hold() { # hold LOG OPTION...: a run that stands still in the midst of its work, as $held
    rm -rf "$work/held"
    records=$work/held/$1
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
hold "$map/.adtmap/log"
render 2 "$work/held"
refused
render 0 "$work/held" --shard 1/2 # into a folder of its own
render 1 "$work/held" --check
let_die 2>"$work/died"
shard_log=.adtmap/shards/1-of-2/$map/.adtmap/log
hold "$shard_log" --shard 1/2
render 0 "$work/held" --shard 2/2
render 0 "$work/held" --shard 1/3
render 2 "$work/held" --shard 1/2
says "$work/held/.adtmap/shards/1-of-2/$map: another run is writing there"
says_one_line
# A check counts the tiles of a shard that is being written as the run does.
render 1 "$work/held" --stitch --web --leaflet "$work/leaflet" --check --json
planned=$(jq '.changes | length' "$out")
says "$work/held/.adtmap/shards/1-of-2/$map: a run is writing there: its tiles are drawn here"
whole "$work/held"
draws_some
draws "$planned"
says "$work/held/.adtmap/shards/1-of-2/$map: a run is writing there: its tiles are drawn here"
same_tree "$one" "$work/held"
is_file "$work/held/$shard_log"
let_die 2>"$work/died"
whole "$work/held"
draws 0
same_tree "$one" "$work/held"

# Folders of --from are read by many at a time, and nothing is made in them.
rm -rf "$work/read" "$work/held"
cp -r "$one" "$work/read"
rm "$work/read/$map/.adtmap/lock"
whole "$work/reader0" --from "$work/read"
no_file "$work/read/$map/.adtmap/lock"
rm -rf "$work/reader0"
: >"$work/read/$map/.adtmap/lock"
hold "$map/.adtmap/log" --from "$work/read"
whole "$work/reader1" --from "$work/read"
draws 0
says_nothing
render 0 "$work/read" --force
let_die 2>"$work/died"
same_tree "$one" "$work/reader1"

# A killed shard: what it has drawn of these settings is taken over, and the rest drawn.
rm -rf "$work/killed"
"$ADTMAP" render -d "$DEMO" -m "$map" -o "$work/killed" -s 256 -j 1 --shard 1/1 -q &
run=$!
while ! grep -q '^made.tiles' "$work/killed/.adtmap/shards/1-of-1/$map/.adtmap/log" 2>"$work/gone" && kill -0 $run; do sleep 0.01; done
kill -9 $run
wait $run 2>"$work/gone"
runs 0 render -d "$DEMO" -m "$map" -o "$work/killed" -s 256 --json
jq -e --argjson all "$all" '.tiles < $all and .taken_over > 0' "$out" >"$work/jq" || wrong 'nothing of a killed shard is taken over'
says "1-of-1/$map: its run was cut short: tiles that it lacks are drawn here"
runs 0 render -d "$DEMO" -m "$map" -o "$work/killed_one" -s 256
same_tree "$work/killed_one" "$work/killed"
no_shards "$work/killed"
# A whole run that is killed as it takes over goes on.
for i in 1 2; do
    render 0 "$work/again" --shard $i/2
done
cp -r "$work/again" "$work/again_shards"
whole "$work/again"
cp -r "$work/again_shards/.adtmap" "$work/again"
rm "$work/again/$map/tiles/$tile_png" "$work/again/$map/$map.png"
grep -v '^sum' "$work/again/$map/.adtmap/log" | head -n 20 >"$work/log" && cp "$work/log" "$work/again/$map/.adtmap/log"
whole "$work/again"
draws 0
same_tree "$one" "$work/again"
no_shards "$work/again"

# What runs left that were killed while they removed shards goes with the next one; what holds something stays.
shards=$work/again/.adtmap/shards
mkdir -p "$shards/2-of-2" "$shards/.gone-0/tiles" "$shards/.gone-7" "$shards/1-of-3/Other"
echo >"$shards/.gone-0/tiles/x.png"
echo >"$shards/1-of-3/Other/x"
render 0 "$work/again" --check --stitch --web --leaflet "$work/leaflet"
[ -d "$shards/.gone-0" ] || wrong 'a check removes something'
whole "$work/again"
draws 0
[ "$(ls -A "$shards")" = 1-of-3 ] || wrong "of shards there are $(ls -A "$shards")"
is_file "$shards/1-of-3/Other/x"
rm -r "$shards/1-of-3"
whole "$work/again"
no_shards "$work/again"
# A shard is put aside as a whole: what cannot be removed of it is not in the way of the next one.
if [ "$(id -u)" -ne 0 ]; then
    render 0 "$work/again" --shard 1/2
    mkdir "$shards/1-of-2/$map/more"
    echo >"$shards/1-of-2/$map/more/x"
    chmod 500 "$shards/1-of-2/$map/more"
    whole "$work/again"
    chmod 700 "$shards"/.gone-*/"more"
    [ "$(ls -A "$shards")" = .gone-0 ] || wrong "a shard is not put aside: $(ls -A "$shards")"
    whole "$work/again"
    no_shards "$work/again"
fi

# Nothing but other settings: all is drawn, shards stay, and their own settings still get them.
for i in 1 2; do
    render 0 "$work/settings" --shard $i/2 --no-shadows
done
whole "$work/settings"
draws "$all"
says "1-of-2/$map: "
says 'made with other settings or by another version of adtmap; the folder stays'
[ "$(wc -l <"$err")" -eq 2 ] || wrong 'not one line a shard'
same_tree "$one" "$work/settings"
whole "$work/settings" --no-shadows
draws 0
no_shards "$work/settings"
# With --force all is drawn again.
render 0 "$work/force" --shard 1/1
whole "$work/force" --force
draws "$all"
says_nothing
same_tree "$one" "$work/force"
no_shards "$work/force"
# A layer that the run is not asked for is not lost.
render 0 "$work/layer" --shard 1/1 --layer height --height-range -100,500
whole "$work/layer"
draws 0
[ -d "$work/layer/.adtmap/shards/1-of-1/$map/layers" ] || wrong 'the layer of a shard is gone'
whole "$work/layer" --layer height --height-range -100,500
draws 0
no_shards "$work/layer"
# A run of some tiles takes these, and leaves the rest to others.
for i in 1 2; do
    render 0 "$work/some" --shard $i/2
done
whole "$work/some" -t "$tile"
draws 0
[ -d "$work/some/.adtmap/shards" ] || wrong 'the rest of the shards is gone'
whole "$work/some"
draws 0
same_tree "$one" "$work/some"
no_shards "$work/some"

# Shards of different data: what has read another file is drawn, whether it changed, came or went.
for i in 1 2; do
    render 0 "$work/data" --shard $i/2
done
texture=$(sed -n 's/^input.* \(tileset.*\.blp\)$/\1/p' "$work/data/.adtmap/shards/2-of-2/$map/.adtmap/log" | head -n 1)
for change in 'printf x >>' 'rm'; do
    copy_world
    eval "$change" '"$(in_world "$(basename "$texture")")"'
    rm -rf "$work/unlike"
    cp -r "$work/data" "$work/unlike"
    rm -r "$work/unlike/.adtmap/shards/2-of-2"
    "$ADTMAP" render -d "$world" -m "$map" -o "$work/unlike" -s 64 --hide '*barn*' --cut-height 400 --shard 2/2 -q 2>"$err"
    whole "$work/unlike"
    draws_some
    says "made of other data ($texture)"
    says_one_line
    same_tree "$one" "$work/unlike"
done
# Of another WDT, though no tile's own place in it differs.
copy_world
printf '\001' | dd of="$(in_world "$map.wdt")" bs=1 seek=64 conv=notrunc 2>"$work/gone"
render 0 "$work/wdts" --shard 1/2
"$ADTMAP" render -d "$world" -m "$map" -o "$work/wdts" -s 64 --hide '*barn*' --cut-height 400 --shard 2/2 -q ||
    wrong 'the world with another WDT is not drawn'
whole "$work/wdts"
same_tree "$one" "$work/wdts"

# A tile that fails in its shard fails in the whole.
copy_world
head -c 5 "$(in_world "*_$tile.adt")" >"$work/short"
cp "$work/short" "$(in_world "*_$tile.adt")"
"$ADTMAP" render -d "$world" -m "$map" -o "$work/bad" -s 64 --shard 1/1 >"$out" 2>"$err"
runs 1 render -d "$world" -m "$map" -o "$work/bad" -s 64 --stitch --web --leaflet "$work/leaflet"
[ "$(jq '.failed | length' "$work/bad/$map/map.json")" -eq 1 ] || wrong 'one tile failed'
runs 1 render -d "$world" -m "$map" -o "$work/bad_whole" -s 64 --stitch --web --leaflet "$work/leaflet"
same_tree "$work/bad_whole" "$work/bad"

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
# The tile that fails is tried again by each run, and no other is drawn.
took() { jq -e '.tiles == 0 and (.failed | length) == 1' "$out" >"$work/jq" || wrong "$1: tiles of shards are drawn again"; }
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
    runs 1 render -d "$world" -m "$map" -o "$work/from" -s 64 --no-wdl --from "$work/part1" --from "$work/part2" "$@" --json
    took from
    runs 1 render -d "$world" -m "$map" -o "$work/within" -s 64 --no-wdl "$@" --json
    took within
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

# Layers of an older map stay where all tiles are drawn of the WDL for once, as in one run.
for to in one two; do
    render 0 "$work/layers_$to" --layer height
done
render 0 "$work/layers_one" --wdl
for i in 1 2; do
    render 0 "$work/layers_two" --wdl --shard $i/2
done
render 0 "$work/layers_two" --wdl
same_tree "$work/layers_one" "$work/layers_two"

# The records of a shard stand though those of the map cannot be read.
render 0 "$work/kept" --shard 1/2
mkdir -p "$work/kept/$map/.adtmap"
echo nonsense >"$work/kept/$map/.adtmap/log"
render 0 "$work/kept" --shard 1/2 --json
says 'is no build log of this adtmap'
jq -e '.tiles == 0 and .unchanged > 0' "$out" >"$work/jq" || wrong 'a shard lost its own records'
render 0 "$work/kept" --shard 2/2
whole "$work/kept"
draws 0
same_tree "$one" "$work/kept"

# A shard's picture may have as many bytes as the map's older one and show something else.
equal=0
tiny() { # tiny OUT AZIMUTH,ELEVATION OPTION...
    to=$1
    sun=$2
    shift 2
    runs 0 render -d "$DEMO" -m "$map" -o "$to" -s 16 --sun "$sun" -q "$@"
}
tiny "$work/low" 45,30
tiny "$work/over_low" 45,30
for sun in 45,31 45,33 45,35 45,38 45,42 45,46; do
    rm -rf "$work/fresh" "$work/over_low/.adtmap"
    tiny "$work/fresh" "$sun"
    for picture in "$work/fresh/$map/tiles/"*; do
        older=$work/over_low/$map/tiles/${picture##*/}
        cmp -s "$picture" "$older" || [ "$(wc -c <"$picture")" -ne "$(wc -c <"$older")" ] || equal=$((equal + 1))
    done
    for i in 1 2; do
        tiny "$work/over_low" "$sun" --shard $i/2
    done
    tiny "$work/over_low" "$sun"
    same_tree "$work/fresh" "$work/over_low"
done
[ "$equal" -gt 0 ] || wrong 'no two pictures of a tile have the same size: nothing was tried'

# Shards of other settings stay, also when all is drawn anew; so does one that nobody can read, until it is drawn again.
for i in 1 2; do
    tiny "$work/over_low" 45,60 --shard $i/2
done
tiny "$work/over_low" 45,30 --force
same_tree "$work/low" "$work/over_low"
tiny "$work/over_low" 45,60 -t "$tile"
echo nonsense >>"$work/over_low/.adtmap/shards/1-of-2/$map/.adtmap/log"
tiny "$work/over_low" 45,60 -t "$tile"
for i in 1 2; do
    [ -d "$work/over_low/.adtmap/shards/$i-of-2/$map/tiles" ] || wrong "shard $i is gone"
done
tiny "$work/over_low" 45,60
no_file "$work/over_low/.adtmap/shards/2-of-2"
rm -rf "$work/fresh"
for log in "echo nonsense >>" "rm"; do
    tiny "$work/over_low" 45,50 --shard 1/2 --force
    cp -r "$work/over_low/.adtmap/shards/1-of-2" "$work/fresh"
    eval "$log" '"$work/over_low/.adtmap/shards/1-of-2/$map/.adtmap/log"'
    runs 0 render -d "$DEMO" -m "$map" -o "$work/over_low" -s 16 --sun 45,60
    says 'its tiles are drawn here; the folder stays until it is removed, or its shard drawn again'
    says_one_line
    diff -r "$work/fresh/$map/tiles" "$work/over_low/.adtmap/shards/1-of-2/$map/tiles" >"$work/diff" ||
        wrong "$log: a shard of other settings is gone"
    rm -rf "$work/fresh"
done
tiny "$work/over_low" 45,60 --shard 1/2
tiny "$work/over_low" 45,60
no_shards "$work/over_low"

# Links lead neither shards nor the whole map anywhere else.
mkdir "$work/elsewhere" "$work/linked"
ln -s "$work/elsewhere" "$work/linked/.adtmap"
render 2 "$work/linked" --shard 1/2
says "$work/linked/.adtmap: is a link: shards go to a real folder"
says_one_line
[ -z "$(ls "$work/elsewhere")" ] || wrong 'a shard went through a link'
finish
