#!/bin/sh
# A second run draws what has changed, and what is there then is what one run into an empty folder
# would have written: after edits of the data, of the output, partial runs and other settings.
. "$(dirname "$0")/common.sh"
small_world
pick_tile
copy_world
wdl=$(in_world "$map.wdl")
mv "$wdl" "$work/wdl" # for the end
# Twelve tiles are enough, and quickly drawn.
find "$world" -iname "${map}_*.adt" | while read -r file; do
    column=${file##*"${map}_"}
    column=${column%%_*}
    row=${file%.adt}
    row=${row##*_}
    x=${tile%_*}
    y=${tile#*_}
    if [ "$column" -lt $((x - 1)) ] || [ "$column" -gt $((x + 1)) ] ||
        [ "$row" -lt $((y - 1)) ] || [ "$row" -gt $((y + 2)) ]; then
        rm "$file"
    fi
done
o=$work/o
mkdir "$work/leaflet"
echo 'script' >"$work/leaflet/leaflet.js"
echo 'style' >"$work/leaflet/leaflet.css"

# renders STATUS OUT OPTION...: the whole map with everything that is put together from tiles.
renders() {
    wanted_status=$1
    to=$2
    shift 2
    runs "$wanted_status" render -d "$world" -m "$map" -o "$to" -s 64 --stitch --web \
        --leaflet "$work/leaflet" --json "$@"
}
drew() { jq -e ".tiles == $1 and .unchanged == $2" "$out" >"$work/jq" || wrong "not $1 tiles drawn and $2 unchanged"; }
because() { jq -e --arg t "$1" --arg r "$2" '.changes[] | select(.tile == $t) | .reason == $r' "$out" >"$work/jq" || wrong "tile $1 is not there because of $2"; }

# as_fresh OPTION...: the output equals that of a run into an empty folder.
as_fresh() {
    rm -rf "$work/fresh"
    renders "${fresh_status:-0}" "$work/fresh" "$@"
    same_tree "$work/fresh" "$o"
}

total=$(find "$world" -iname "${map}_*.adt" | wc -l)
adt=$(in_world "*_$tile.adt")

# Nothing to do; a file that was touched, or copied, and is the same.
renders 0 "$o"
drew "$total" 0
# One of the textures that the log says the tiles used.
texture=$(in_world "$(sed -n 's/^input.*\/\([^/]*\.blp\)$/\1/p' "$o/$map/.adtmap/log" | head -n 1)")
before=$(find "$o" -type f ! -path '*/.adtmap/*' -exec stat -c '%n %Y %i' {} + | sort | sha256sum)
renders 0 "$o"
drew 0 "$total"
touch "$adt"
cp "$texture" "$work/texture"
rm "$texture"
cp "$work/texture" "$texture"
renders 0 "$o"
drew 0 "$total"
renders 0 "$o" --check
after=$(find "$o" -type f ! -path '*/.adtmap/*' -exec stat -c '%n %Y %i' {} + | sort | sha256sum)
[ "$before" = "$after" ] || wrong 'a run without changes touches files'
# It once wrote its log again, which fails where the folder cannot be written to.
before=$(find "$o" -exec stat -c '%n %Y %Z %i' {} + | sort)
renders 0 "$o"
after=$(find "$o" -exec stat -c '%n %Y %Z %i' {} + | sort)
[ "$before" = "$after" ] || wrong "a run without changes writes: $after"

# A PNG that went, was cut short, was written over with as many bytes.
png=$o/$map/tiles/$tile_png
rm "$png"
renders 1 "$o" --check
because "$tile" output
no_file "$png"
renders 0 "$o"
drew 1 $((total - 1))
as_fresh
size=$(stat -c %s "$png")
truncate -s 10 "$png"
renders 0 "$o"
as_fresh
truncate -s 10 "$png"
truncate -s "$size" "$png"
renders 0 "$o"
because "$tile" output
as_fresh

# The stitched map and a picture of the zoom levels.
echo >>"$o/$map/$map.png"
renders 0 "$o"
drew 0 "$total"
as_fresh
rm -r "$o/$map/web"
renders 0 "$o"
drew 0 "$total"
as_fresh

# --check looks at what is put together, too.
runs 0 render -d "$world" -m "$map" -o "$work/bare" -s 64 -t "$tile"
runs 0 render -d "$world" -m "$map" -o "$work/bare" -s 64 -t "$tile" --check
renders 1 "$work/bare" -t "$tile" --check
jq -e '.products == ["stitched", "web", "world-files"] and .changes == []' "$out" >"$work/jq" || wrong 'what --check says of products'
runs 1 render -d "$world" -m "$map" -o "$work/bare" -s 64 -t "$tile" --check --stitch
prints 'the stitched map would be made again'
renders 0 "$work/bare" -t "$tile"
renders 0 "$work/bare" -t "$tile" --check

# --check writes nothing: no record of a new title, address or layer, no lock, no folder.
state() { find "$work/bare" "$work/leaflet" -exec stat -c '%n %s %y %z %i' {} + | sort >"$work/state.$1"; }
state before
renders 1 "$work/bare" --check --site-url https://maps.example/ --layer height,area --pmtiles \
    --areas --client-minimap "$work/minimap" --changed "$work/changed"
runs 1 render -d "$world" -m "$map" -o "$work/unmade" -s 64 --check
state after
same "$work/state.before" "$work/state.after"
no_file "$work/minimap"
no_file "$work/changed"
no_file "$work/unmade"

# A stitched map and a web map that are there stay in step with the tiles, asked for or not.
plain() { # plain STATUS OUT OPTION...
    wanted_status=$1
    to=$2
    shift 2
    runs "$wanted_status" render -d "$world" -m "$map" -o "$to" "$@"
}
before=$(find "$o" -type f ! -path '*/.adtmap/*' -exec stat -c '%n %Y %i' {} + | sort | sha256sum)
plain 0 "$o" -s 64
after=$(find "$o" -type f ! -path '*/.adtmap/*' -exec stat -c '%n %Y %i' {} + | sort | sha256sum)
[ "$before" = "$after" ] || wrong 'a run without changes touches products that nobody asked for'
cp "$adt" "$work/adt"
cp "$(find "$world" -iname "${map}_*.adt" ! -iname "*_$tile.adt" | sort | head -n 1)" "$adt"
plain 1 "$o" -s 64 --check
prints 'the stitched map would be made again'
prints 'zoom levels and pages would be made again'
plain 0 "$o" -s 64
as_fresh
cp "$work/adt" "$adt"
plain 0 "$o" -s 64 --shard 1/1
plain 0 "$o" -s 64
prints ': 0 tiles'
as_fresh
plain 2 "$o" -s 128
says 'holds the map in tiles of 64 px'
plain 0 "$work/grid" -s 16 -t "$tile" --stitch --full-grid
cp "$work/grid/$map/$map.png" "$work/grid.png"
plain 0 "$work/grid" -s 16 -t "$tile" --force
same "$work/grid.png" "$work/grid/$map/$map.png"

# A texture that goes and comes back, an override from a later -d, which goes again.
rm "$texture"
renders 0 "$o"
jq -e '.tiles > 0 and all(.changes[]; .reason == "input")' "$out" >"$work/jq" || wrong 'a missing texture changes tiles'
as_fresh
cp "$work/texture" "$texture"
renders 0 "$o"
as_fresh
other=$(find "$world" -ipath '*tileset*' -iname '*.blp' | sort | tail -n 1)
name=${texture#"$world/"}
mkdir -p "$work/patch/$(dirname "$name")"
cp "$other" "$work/patch/$name"
renders 0 "$o" -d "$work/patch"
jq -e '.tiles > 0' "$out" >"$work/jq" || wrong 'an override changes tiles'
as_fresh -d "$work/patch"
cp "$work/texture" "$work/patch/$name"
renders 0 "$o" -d "$work/patch"
renders 0 "$o"
drew 0 "$total"
as_fresh

# Terrain is its own tile's alone; what an ADT places is the tiles' around it, too.
at_chunk() { LC_ALL=C grep -abo "$2" "$1" | head -n 1 | cut -d : -f 1; } # ids are stored backwards
overwrite() {                                                             # overwrite FILE ID AT BYTES
    printf %b "$4" | dd of="$1" bs=1 seek=$(($(at_chunk "$1" "$2") + 8 + $3)) conv=notrunc status=none
}
find "$world" -iname "${map}_*.adt" | sort | while read -r file; do
    [ "$(od -An -tu4 -j $(($(at_chunk "$file" FDOM) + 4)) -N 4 "$file")" -eq 0 ] || echo "$file"
done >"$work/placing"
placing=$(head -n 1 "$work/placing")
[ -n "$placing" ] || wrong 'no ADT of these places buildings'
cp "$placing" "$work/adt"
overwrite "$placing" RNCM 0 '\177\000\000'
renders 0 "$o"
drew 1 $((total - 1))
as_fresh
overwrite "$placing" FDOM 24 '\000\000\070\102' # turned to 46 degrees
renders 0 "$o"
jq -e '.tiles > 3' "$out" >"$work/jq" || wrong 'a building that was turned changes the tiles around'
as_fresh
cp "$work/adt" "$placing"
renders 0 "$o"
as_fresh

# An ADT that cannot be read, then one that is gone, then both as they were.
cp "$adt" "$work/adt"
head -c 5 "$work/adt" >"$adt"
fresh_status=1
renders 1 "$o"
no_file "$png"
as_fresh
fresh_status=0
rm "$adt"
renders 1 "$o" --check
renders 0 "$o"
as_fresh
cp "$work/adt" "$adt"
renders 0 "$o"
as_fresh

# A tile that is gone from the map takes its picture along, and nobody else's.
rm "$adt"
touch "$o/$map/tiles/mine.png"
renders 1 "$o" --check
because "$tile" gone
is_file "$png"
renders 0 "$o"
because "$tile" gone
no_file "$png"
is_file "$o/$map/tiles/mine.png"
rm "$o/$map/tiles/mine.png"
cp "$work/adt" "$adt"
renders 0 "$o"
as_fresh

# One that cannot be removed is a failure, stops nothing, and is not forgotten. It stopped the map,
# in every run.
rm "$adt" "$png"
mkdir "$png"
renders 1 "$o"
drew "$((total - 1))" 0
because "$tile" gone
says 'is a folder; it is not removed'
jq -e '.not_removed | length == 1' "$out" >"$work/jq" || wrong "the folder is not in the list"
renders 1 "$o"
drew 0 "$((total - 1))"
says 'is a folder; it is not removed'
jq -e '.failed[0].reason == "is a folder; it is not removed"' "$o/$map/map.json" >"$work/jq" ||
    wrong "map.json does not say that the tile is stuck"
rmdir "$png"
ln -s "$work/adt" "$png"
renders 1 "$o"
says 'is a link; it is not removed'
is_file "$work/adt"
rm "$png"
touch "$png"
renders 0 "$o"
no_file "$png"
cp "$work/adt" "$adt"
renders 0 "$o"
as_fresh

# --force draws all.
renders 0 "$o" --force
drew "$total" 0
as_fresh
renders 1 "$o" --force --check
because "$tile" forced

# Runs of some tiles add up; the manifest keeps the others.
rm -rf "$o"
renders 0 "$o" -t "$tile"
drew 1 0
x=${tile%_*}
renders 0 "$o" -t "0-${x}_0-63"
renders 0 "$o" -t "$((x + 1))-63_0-63"
as_fresh
renders 0 "$o"
drew 0 "$total"

# A manifest, a page or their data that is gone or damaged is written again, and --check tells.
for file in map.json map.js tiles.js tilejson.json index.html; do
    renders 0 "$o" --check
    cp "$o/$map/$file" "$work/whole"
    echo 'adtmap nonsense' >"$o/$map/$file"
    renders 1 "$o" --check
    rm "$o/$map/$file"
    renders 1 "$o" --check
    renders 0 "$o"
    drew 0 "$total"
    same "$work/whole" "$o/$map/$file"
done

# So is a picture of the zoom levels; a damaged one does not spread when a tile changes.
zoom=$o/$map/web/color/2/1/1.png
rm "$zoom"
renders 1 "$o" --check
renders 0 "$o"
drew 0 "$total"
is_file "$zoom"
echo damage >"$zoom"
renders 1 "$o" --check
rm "$png"
renders 0 "$o"
as_fresh

# Records that are lost cost a full render, and nothing else: a tile that has left the data goes.
cp "$adt" "$work/adt"
rm -r "$o/$map/.adtmap"
rm "$adt"
renders 0 "$o"
no_file "$png"
as_fresh
cp "$work/adt" "$adt"
renders 0 "$o"
as_fresh
cp "$work/whole" "$o/$map/tiles/${map}_00_00.png"
renders 1 "$o" --check
renders 0 "$o"
no_file "$o/$map/tiles/${map}_00_00.png"
# An archive goes without its website.
runs 0 render -d "$world" -m "$map" -o "$work/pictures" -s 16
echo 'of another run' >"$work/pictures/$map/$map.pmtiles"
runs 1 render -d "$world" -m "$map" -o "$work/pictures" -s 16 --check
runs 0 render -d "$world" -m "$map" -o "$work/pictures" -s 16
no_file "$work/pictures/$map/$map.pmtiles"

# --check of some tiles next to one that failed.
head -c 5 "$work/adt" >"$adt"
renders 1 "$o"
other=$(basename "$(find "$world" -iname "${map}_*.adt" ! -iname "*_$tile.adt" | sort | head -n 1)" .adt)
renders 0 "$o" -t "${other#*_}" --check
cp "$work/adt" "$adt"
renders 0 "$o"
as_fresh

# Other settings: all tiles; for some tiles only, the others count no longer, and come back.
renders 1 "$o" --check --no-liquid
because "$tile" settings
renders 0 "$o" --light unlit -t "$tile"
says "$((total - 1)) tiles of earlier runs were drawn with other settings"
[ "$(jq '.tiles | length' "$o/$map/map.json")" -eq 1 ] || wrong 'tiles of other settings are in the manifest'
grep -q '^adtmap.contents = "[0-9a-f]\{8\}";' "$o/$map/tiles.js" || wrong 'the page and map.json disagree'
[ "$(find "$o/$map/web" -name '*.png' | wc -l)" -eq 5 ] || wrong 'zoom levels show tiles of other settings'
renders 0 "$o" -t "$tile"
as_fresh
renders 0 "$o"
drew 0 "$total"

# --strict does not take a tile for done that was drawn with stand-ins.
rm "$texture"
renders 0 "$o"
renders 1 "$o" --strict
fresh_status=1
as_fresh --strict
fresh_status=0
cp "$work/texture" "$texture"
renders 0 "$o"
as_fresh

# A log that is damaged, cut off or gone costs time only.
log=$o/$map/.adtmap/log
truncate -s $(($(stat -c %s "$log") / 2)) "$log"
renders 0 "$o"
as_fresh
echo 'something else' >"$log"
renders 0 "$o"
says 'all tiles are drawn again'
drew "$total" 0
sed -i 's/^input\t3 .*/input\t3 nonsense/' "$log"
renders 0 "$o"
as_fresh
for line in 'gone' 'made tiles' 'failed' 'lost a b' 'tile 1 2'; do
    echo "$line" >>"$log"
done
renders 0 "$o"
says '5 lines are no records'
drew 0 "$total"

# The list of what changed: with it a mirror stays equal. What a run cut short had changed is in the
# list of the next.
mirror=$work/mirror
list=$o/$map/.adtmap/changed.txt
rm -rf "$o"
renders 0 "$o"
mkdir "$mirror"
upload() {
    grep -v '^#' "$1" | while read -r path; do
        mkdir -p "$mirror/$(dirname "$path")"
        cp "$o/$path" "$mirror/$path"
    done
    sed -n 's/^# removed //p' "$1" | while read -r path; do rm "$mirror/$path"; done
    same_tree "$o" "$mirror"
}
upload "$list"
left=$o/$map/web/color/0/0/0.png.tmp.0123456789abcdef
touch "$left"
renders 0 "$o" --changed "$work/list"
no_file "$left"
[ ! -s "$work/list" ] || wrong 'a run without changes lists some'
rm "$adt"
renders 0 "$o"
grep -qx "# removed $map/tiles/$tile_png" "$list" || wrong 'the list lacks a removed tile'
grep -qx "$map/web/color/0/0/0.png" "$list" || wrong 'the list lacks a picture of the zoom levels'
upload "$list"
cp "$work/adt" "$adt"
# Killed once it has begun to write: one thread has more than enough left to do then.
"$ADTMAP" render -d "$world" -m "$map" -o "$o" -s 64 --force -j 1 --png small --stitch --web \
    --leaflet "$work/leaflet" >"$out" 2>"$err" &
pid=$!
until [ -e "$o/$map/tiles/$tile_png" ] || ! kill -0 $pid 2>"$work/kill"; do :; done
kill -9 $pid
wait $pid 2>"$work/kill"
status=$?
[ $status -eq 137 ] || wrong "the run ended before it was killed: $status"
renders 0 "$o"
upload "$list"
[ "$(find "$o" -name '*.tmp.*' | wc -l)" -eq 0 ] || wrong 'a killed run leaves half-written files'
as_fresh

# Random edits, from a printed seed.
seed=${SEED:-$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')}
state=$seed
dice() { # dice N: a number below N in $roll
    state=$(((state * 1103515245 + 12345) % 2147483648))
    roll=$((state / 65536 % $1))
}
find "$world" -iname '*.adt' | sort >"$work/adts"
find "$world" -iname '*.blp' | sort >"$work/blps"
find "$world" -iname '*.wmo' | sort >"$work/wmos"
# any LIST: one of its files in $file, another in $second
any() {
    dice "$(wc -l <"$1")"
    file=$(sed -n "$((roll + 1))p" "$1")
    dice "$(wc -l <"$1")"
    second=$DEMO/$(sed -n "$((roll + 1))p" "$1" | cut -c $((${#world} + 2))-)
}
edit() {
    dice 9
    case $roll in
    0) any "$work/adts" && cp "$second" "$file" ;;
    1) any "$work/blps" && cp "$second" "$file" ;;
    2) any "$work/blps" && rm -f "$file" ;;
    3) any "$work/wmos" && cp "$second" "$file" ;;
    4) any "$work/wmos" && rm -f "$file" ;;
    5) any "$work/adts" && rm -f "$file" ;;
    6) any "$work/adts" && cp "$DEMO/${file#"$world/"}" "$file" ;;
    7) find "$o/$map/tiles" -type f | sort | head -n 3 | tail -n 1 | xargs rm -f ;;
    8) "$ADTMAP" render -d "$world" -m "$map" -o "$o" -s 64 -t "$tile" >"$out" 2>"$err" ;;
    esac
}
round=0
while [ $round -lt 8 ]; do
    round=$((round + 1))
    edit
    edit
    "$ADTMAP" render -d "$world" -m "$map" -o "$o" -s 64 --stitch --web --leaflet "$work/leaflet" >"$out" 2>"$err"
    first=$?
    rm -rf "$work/fresh"
    runs $first render -d "$world" -m "$map" -o "$work/fresh" -s 64 --stitch --web --leaflet "$work/leaflet"
    same_tree "$work/fresh" "$o"
    [ $failures -eq 0 ] || break
done
[ $failures -eq 0 ] || echo "seed $seed, round $round"

# Tiles without an ADT come from the WDL when there is one, again when it changes, and go with it.
cp "$work/wdl" "$wdl"
"$ADTMAP" render -d "$world" -m "$map" -o "$o" -s 64 --stitch --web --leaflet "$work/leaflet" --json >"$out"
far=$(jq .from_wdl "$out")
[ "$far" -gt 0 ] || wrong 'no tile comes from the WDL'
[ "$(jq .tiles "$out")" -eq "$far" ] || wrong 'a WDL that appears does not draw its tiles'
size=$(wc -c <"$wdl")
printf '\377\1' | dd of="$wdl" bs=1 seek=$((size / 2)) conv=notrunc 2>"$err"
"$ADTMAP" render -d "$world" -m "$map" -o "$o" -s 64 --stitch --web --leaflet "$work/leaflet" --json >"$out"
[ "$(jq .tiles "$out")" -eq "$far" ] || wrong 'a changed WDL does not draw its tiles'
rm "$wdl"
"$ADTMAP" render -d "$world" -m "$map" -o "$o" -s 64 --stitch --web --leaflet "$work/leaflet" --json >"$out" 2>"$err"
status=$?
[ "$(jq .from_wdl "$out")" -eq 0 ] || wrong 'tiles of a WDL that is gone stay'
fresh_status=$status as_fresh
finish
