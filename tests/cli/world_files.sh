#!/bin/sh
# World files and axes of tiles, of their joined picture and of zones go with their pictures: damaged ones are written
# again, those of a tile that fails are removed, and so are all of tiles and zones without the option.
. "$(dirname "$0")/common.sh"
cp -r "$DEMO" "$work/world"
adt=$(find "$work/world" -iname 'Demo_31_31.adt')
map=$work/out/Demo
png=$map/tiles/Demo_31_31.png

# draw STATUS OPTION...
draw() {
    status=$1
    shift
    runs "$status" render -d "$work/world" -m Demo -o "$work/out" -s 16 --zones "$@"
}
small_files() { find "$map" -name '*.pgw' -o -name '*.aux.xml' | sort; }

draw 0 --stitch --world-files
says_nothing
small_files >"$work/all"
[ "$(wc -l <"$work/all")" -eq "$(find "$map" -name '*.png' | awk 'END { print 2 * NR }')" ] ||
    wrong 'two small files for each picture'
mkdir "$work/whole"
cp -r "$map/." "$work/whole"

rm "$map/tiles/Demo_30_31.pgw" "$map/Demo.png.aux.xml"
: >"$png.aux.xml"
echo 1 >>"$map/Demo.pgw"
for zone in "$map"/zones/*.pgw; do
    rm "$zone"
done
draw 1 --stitch --world-files --check
prints 'world files would be written again'
draw 0 --stitch --world-files
prints ': 0 tiles'
small_files | while read -r file; do
    cmp "$file" "$work/whole${file#"$map"}" || echo "$file" >>"$work/different"
done
[ ! -e "$work/different" ] || wrong 'damaged files are not written again'
small_files | cmp - "$work/all" || wrong 'missing files are not written again'

cp "$adt" "$work/whole.adt"
head -c 100 "$work/whole.adt" >"$adt"
draw 1 --stitch --world-files
small_files | diff "$work/all" - | sed -n 's:^[<>] .*/::p' >"$out"
printf '%s\n' Demo_31_31.pgw Demo_31_31.png.aux.xml | cmp - "$out" || wrong 'files of a tile that failed'
cp "$work/whole.adt" "$adt"
draw 0 --stitch --world-files
small_files | cmp - "$work/all" || wrong 'files of a tile that is drawn again'

draw 0
small_files | sed 's:.*/::' >"$out"
printf '%s\n' Demo.pgw Demo.png.aux.xml | cmp - "$out" || wrong 'files that nobody asked for'
finish
