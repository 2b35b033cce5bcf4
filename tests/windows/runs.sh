#!/bin/sh
# The program for Windows under wine: later runs, one that was killed, two on one folder; a client that may only
# be read, a disk that fills; files and paths as Windows writes them. tools/everywhere runs it: $ADTMAP
# is the program, $DEMO the demo world.
. "$(dirname "$0")/../cli/common.sh"
small_world
pick_tile
o=$work/o

# renders STATUS OUT OPTION...: the map with what is put together from its tiles.
renders() {
    wanted_status=$1
    to=$2
    shift 2
    runs "$wanted_status" render -d "$DEMO" -m "$map" -o "$to" -s 32 --stitch --web --json "$@"
}
drew() { jq -e ".tiles == $1 and .unchanged == $2" "$out" >"$work/jq" || wrong "not $1 tiles drawn and $2 unchanged"; }
windows_path() { printf 'Z:%s' "$1" | sed 's|/|\\|g'; }
# with_cr FILE: its lines end as those of Windows.
with_cr() { sed -i 's/$/\r/' "$1"; }

# A client as it lies below "Program Files": nothing of it is written, not even a lock.
chmod -R a-w "$DEMO"
find "$DEMO" -printf '%p %s %t %m\n' | sort >"$work/before"
renders 0 "$o"
drew 16 0
find "$DEMO" -printf '%p %s %t %m\n' | sort | cmp -s - "$work/before" || wrong 'the client has changed'
chmod -R u+w "$DEMO"

# Later runs draw what has changed.
renders 0 "$o"
drew 0 16
adt=$DEMO/World/Maps/$map/${map}_$tile.adt
cp "$adt" "$work/adt"
python3 "$(dirname "$0")/../cli/edit_adt.py" "$DEMO/World/Maps/$map" height "$tile" || wrong 'the tile stays as it is'
renders 0 "$o"
jq -e '.tiles > 0 and .tiles < 16' "$out" >"$work/jq" || wrong 'a change draws all tiles or none'
renders 0 "$work/fresh"
same_tree "$work/fresh" "$o"
cp "$work/adt" "$adt"
renders 0 "$o"
same "$work/adt" "$adt"

# Killed in the midst of its work: the next run makes it whole.
rm -rf "$work/fresh"
renders 0 "$work/fresh" --force
"$ADTMAP" render -d "$DEMO" -m "$map" -o "$work/killed" -s 32 -j 1 --stitch --web -q 2>"$err" &
pid=$!
until [ -n "$(find "$work/killed" -name '*.png' 2>"$work/find" | head -n 1)" ] || ! kill -0 $pid 2>"$work/kill"; do sleep 0.01; done
kill -9 $pid
wait $pid 2>"$work/kill"
status=$?
[ $status -eq 137 ] || wrong "the run ended before it was killed: $status"
renders 0 "$work/killed"
[ "$(find "$work/killed" -name '*.tmp.*' | wc -l)" -eq 0 ] || wrong 'a killed run leaves half-written files'
same_tree "$work/fresh" "$work/killed"

# Two runs on one folder: the second goes away with one line, and what is held ends well.
"$ADTMAP" render -d "$DEMO" -m "$map" -o "$work/held" -s 512 -j 1 -q 2>"$work/held_err" &
held=$!
until [ -e "$work/held/$map/.adtmap/log" ] || ! kill -0 $held 2>"$work/kill"; do sleep 0.01; done
kill -STOP $held || wrong 'the run was over before it was held'
runs 2 render -d "$DEMO" -m "$map" -o "$work/held" -s 512 -q
says "$map: another run is writing there"
says_one_line
kill -CONT $held
wait $held || wrong 'the run that was there first fails'
runs 0 render -d "$DEMO" -m "$map" -o "$work/held" -s 512 --json
drew 0 16

# A disk that fills: the words of Linux, and the next run completes.
full=$work/full
mkdir "$full"
if mount -t tmpfs -o size=64k tmpfs "$full" 2>"$err"; then
    trap 'umount "$full"; cleanup' EXIT
    runs 2 render -d "$DEMO" -m "$map" -o "$full" -s 64 -q
    says 'No space left on device'
    mount -o remount,size=16m "$full" || exit 1
    runs 0 render -d "$DEMO" -m "$map" -o "$full" -s 64 -q
    runs 0 render -d "$DEMO" -m "$map" -o "$work/roomy" -s 64 -q
    same_tree "$work/roomy" "$full"
fi

# Lines that end with CR LF: a site's file, markers, points, a listfile.
mkdir "$work/lf" "$work/crlf"
cat >"$work/lf/site.yaml" <<END
version: 1
title: Maps of Windows
data: ["$DEMO", '$(windows_path "$DEMO")']
all:
  size: 16
maps:
  - name: $map
    title: "An island"
    markers: places.csv
END
printf 'map,name,x,y,text\n%s,A place,100,200,"two, with a comma"\n%s,Another,120,220,\n' "$map" "$map" >"$work/lf/places.csv"
printf '%s,100,200\n%s,120,220\n' "$map" "$map" >"$work/lf/points.csv"
printf '1;world/maps/demo/demo.wdt\n2;tileset/none.blp\n' >"$work/lf/listfile.csv"
cp "$work/lf/"* "$work/crlf/"
for file in "$work/crlf/"*; do
    with_cr "$file"
done
for kind in lf crlf; do
    runs 0 publish "$(windows_path "$work/$kind/site.yaml")" -q
    says_nothing
    runs 0 locate -d "$DEMO" --columns map,x,y "$work/$kind/points.csv"
    cp "$out" "$work/$kind/located"
    runs 0 ls -d "$DEMO" --listfile "$work/$kind/listfile.csv"
    cp "$out" "$work/$kind/listed"
done
grep -q 'A place' "$work/lf/site/minimap/$map/markers.geojson" || wrong 'the markers are missing'
same_tree "$work/lf/site" "$work/crlf/site"
tr -d '\r' <"$work/crlf/located" | cmp -s - "$work/lf/located" || wrong 'points differ by their line ends'
same "$work/lf/listed" "$work/crlf/listed"

# Drives and backslashes in options.
runs 0 render -d "$(windows_path "$DEMO")" -m "$map" -o "$(windows_path "$work/back")" -s 16 -q
runs 0 render -d "$DEMO" -m "$map" -o "$work/forth" -s 16 -q
same_tree "$work/forth" "$work/back"
runs 0 tile "$(windows_path "$adt")" -o "$(windows_path "$work/one.png")" -s 16
is_file "$work/one.png"
runs 0 compare "$(windows_path "$work/one.png")" "$work/forth/$map/tiles/$tile_png"

# Paths from the current folder of a drive, which nothing can be put behind; the root of a drive.
runs 2 publish Z:site.yaml -q
says "'Z:site.yaml' counts from the current folder of its drive"
runs 2 render -d Z: -m "$map" -o "$work/drive" -s 16 -q
says "--data: 'Z:' counts from the current folder of its drive"
printf 'version: 1\ntitle: A drive\ndata: ["Z:world"]\n' >"$work/drive.yaml"
runs 2 publish "$work/drive.yaml" -q
says "data: 'Z:world' counts from the current folder of its drive"
for root in "Z:\\" Z:/ /; do
    runs 2 render -d "$DEMO" -m "$map" -o "$root" -s 16 -q
    says 'is the root of all folders'
done

# Names that Windows keeps for devices, or drops the end of.
for name in nul aux.d 'end.' 'a?b'; do
    runs 2 render -d "$DEMO" -m "$map" -o "$work/$name" -s 16 -q
    says_one_line
    no_file "$work/$name"
done
finish
