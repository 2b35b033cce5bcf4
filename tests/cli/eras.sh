#!/bin/sh
# The same world as files of every era gives the same picture, as far as their precision goes.
. "$(dirname "$0")/common.sh"

# draw ERA OPTION...: tile 31_31 of the era's world as $work/ERA.png.
draw() {
    era=$1
    shift
    [ -e "$work/$era" ] || runs 0 demo "$work/$era" --era "$era" -q
    rm -rf "$work/out"
    runs 0 render -d "$work/$era" -m Demo -o "$work/out" -t 31_31 -s 128 "$@"
    mv "$work/out/Demo/tiles/Demo_31_31.png" "$work/$era.png"
}

# alike ERA ERA DIFFERENCE, unlike ERA ERA DIFFERENCE
alike() { runs 0 compare "$work/$1.png" "$work/$2.png" --max-diff "$3"; }
unlike() { runs 1 compare "$work/$1.png" "$work/$2.png" --max-diff "$3"; }

ln -s "$DEMO" "$work/wotlk"
draw wotlk
for era in cata mop legion; do
    draw "$era"
    says_nothing
    alike wotlk "$era" 0
    [ "$era" = legion ] || rm -rf "${work:?}/$era"
done

cp "$work/wotlk.png" "$work/plain.png"

# Heights count where the map says so, or where they are asked for.
draw legion --blend height
says_nothing
unlike wotlk legion 8
cp "$work/legion.png" "$work/asked.png"
printf '\206' | dd of="$work/legion/World/Maps/Demo/Demo.wdt" bs=1 seek=20 conv=notrunc status=none
draw legion
alike legion asked 0
draw legion --blend weighted
alike wotlk legion 0
rm -rf "$work/legion"

# Before Wrath there are no vertex colours, and maps have 16 steps and 63 texels.
draw vanilla
draw beta
alike vanilla beta 0
draw alpha
says_nothing
alike vanilla alpha 0
draw wotlk --no-vertex-colors
alike wotlk alpha 48

# Files by their ids: with a name in the listfile, and without one.
runs 0 demo "$work/bfa" --era bfa -q
draw bfa --listfile "$work/bfa/listfile.csv"
says_nothing
alike plain bfa 0
mkdir "$work/bfa/unknown"
grep 'demo_31_31' "$work/bfa/listfile.csv" | while IFS=';' read -r id name; do
    mv "$work/bfa/World/Maps/Demo/D${name#world/maps/demo/d}" "$work/bfa/unknown/$id.adt"
done
grep -v 'demo_31_31' "$work/bfa/listfile.csv" >"$work/listfile"
draw bfa --listfile "$work/listfile"
alike plain bfa 0
draw bfa
says 'id:1000'
rm -rf "$work/bfa"

# A tile alone: its other files are found beside it; without them it is drawn and said so.
draw cata
world=$work/cata/World/Maps/Demo
runs 0 tile "$world/Demo_31_31.adt" -o "$work/tile.png" -s 128
says_nothing
alike cata tile 0
rm "$world/Demo_31_31_tex0.adt" "$world/Demo_31_31_obj1.adt"
runs 0 tile "$world/Demo_31_31.adt" -o "$work/tile.png" -s 128
says 'no _tex0 file'
says 'no _obj1 file'
unlike cata tile 8
finish
