#!/bin/sh
# The website of a render: its files, the same bytes for every thread count, and no loss by a wrong
# OUT or a bad file. tests/web/ tests the website in a browser.
. "$(dirname "$0")/common.sh"
pick_tile

# render STATUS OUT SIZE OPTION...
render() {
    wanted_status=$1
    to=$2
    size=$3
    shift 3
    runs "$wanted_status" render -d "$DEMO" -m "$map" -o "$to" -s "$size" \
        --leaflet "$work/leaflet" "$@"
}

mkdir "$work/leaflet"
echo '/* Leaflet */' >"$work/leaflet/leaflet.js"
echo '.leaflet-pane {}' >"$work/leaflet/leaflet.css"

# The files; thread counts and a second run do not change them.
render 0 "$work/one" 256 --web --stitch --pmtiles -j 1
says_nothing
for file in index.html page-files/page.js page-files/page.css page-files/maps.js \
    page-files/favicon.svg page-files/leaflet.js page-files/leaflet.css "$map/index.html" \
    "$map/map.js" "$map/tilejson.json" "$map/$map.pgw" "$map/$map.pmtiles" "$map/web/color/0/0/0.png"; do
    is_file "$work/one/$file"
done
[ "$(wc -l <"$work/one/$map/$map.pgw")" -eq 6 ] || wrong 'a world file has six lines'
jq -e '.tilejson == "3.0.0" and .maxzoom == 6' "$work/one/$map/tilejson.json" >"$out" || wrong 'TileJSON'
tiles=$(find "$work/one/$map/tiles" -name '*.png' | wc -l)
[ "$(find "$work/one/$map/web/color/6" -name '*.png' | wc -l)" -eq "$tiles" ] || wrong 'a picture a tile at zoom 6'
for threads in 2 7; do
    render 0 "$work/again" 256 --web --stitch --pmtiles -j "$threads"
    same_tree "$work/one" "$work/again"
done
render 0 "$work/again" 256 --web --stitch --pmtiles
same_tree "$work/one" "$work/again"
cp -r "$work/one" "$work/pages"
rm "$work/pages/index.html" "$work/pages/$map/index.html" "$work/pages/$map/map.js" "$work/pages/$map/$map.pmtiles"
rm -r "$work/pages/page-files"
render 0 "$work/pages" 256 --web --pmtiles
prints ': 0 tiles'
same_tree "$work/one" "$work/pages"

# A page that an earlier program made, by another recipe, is made again.
recipe_of_page() { sed -n 's/^made.index\.html.\([0-9a-f]*\) .*/\1/p' "$work/pages/$map/.adtmap/log"; }
recipe=$(recipe_of_page)
earlier=0123456789abcdef0123456789abcdef
sed "s/^\(made.index\.html.\)$recipe/\1$earlier/; /^sum/d" "$work/pages/$map/.adtmap/log" >"$work/log"
cp "$work/log" "$work/pages/$map/.adtmap/log"
[ "$(recipe_of_page)" = "$earlier" ] || wrong 'the record of an earlier page'
render 0 "$work/pages" 256 --web --pmtiles
prints ': 0 tiles'
[ "$(recipe_of_page)" = "$recipe" ] || wrong 'a page of an earlier program stayed'
same_tree "$work/one" "$work/pages"

# Zoom 6 is the tile itself at 256 px.
runs 0 compare "$work/one/$map/tiles/$tile_png" "$work/one/$map/web/color/6/${tile%_*}/${tile#*_}.png"

# Drawing one tile again keeps the others on the page and in the levels.
render 0 "$work/again" 256 --web -t "$tile"
same_tree "$work/one/$map/web" "$work/again/$map/web"
same "$work/one/$map/map.js" "$work/again/$map/map.js"

# Sizes that are not a power of two times 256 px are averaged, with a message.
render 0 "$work/odd" 300 --web -t "$tile"
says 'zoom levels have 256 px a tile, averaged from 300 px'

# Another size, other pages, a bad file, no Leaflet: refused before anything is written.
cp -r "$work/one" "$work/kept"
render 2 "$work/kept" 128 --web
says 'draw it at size 256, choose another output folder, or remove this one first'
says_one_line
same_tree "$work/one" "$work/kept"
render 2 "$work/kept" 256 --web --web-format webp
says_one_line
same_tree "$work/one" "$work/kept"
mkdir "$work/theirs"
echo '<h1>My page</h1>' >"$work/theirs/index.html"
render 2 "$work/theirs" 256 --web
says 'was not written by adtmap and would be lost'
[ "$(find "$work/theirs" -type f | wc -l)" -eq 1 ] || wrong 'files were written next to a page that is not ours'
# Every file that maps share is checked, Leaflet's too: a script of somebody else was overwritten.
for file in leaflet.js leaflet.css leaflet-license.txt page.js page-more.js page-points.js page.css list.css maps.js site.js; do
    rm -rf "$work/theirs"
    mkdir -p "$work/theirs/page-files"
    echo 'mine' >"$work/theirs/page-files/$file"
    render 2 "$work/theirs" 256 --web
    says "page-files/$file: was not written by adtmap and would be lost"
    [ "$(find "$work/theirs" -type f | wc -l)" -eq 1 ] || wrong "files were written next to a $file that is not ours"
done
# A map has no place where the site has a file or a folder; nothing is drawn for it.
for name in index.html Page-Files site-logo.png; do
    mkdir -p "$work/named/World/Maps/$name"
    for file in "$DEMO/World/Maps/$map/$map.wdt" "$DEMO/World/Maps/$map/${map}_$tile.adt"; do
        base=$(basename "$file")
        cp "$file" "$work/named/World/Maps/$name/$name${base#"$map"}"
    done
    runs 2 render -d "$DEMO" -d "$work/named" -m "$name" -s 16 -o "$work/nothing" --web
    says "a map of this name has no place on a website, which has a file or a folder '$name' of its own"
    no_file "$work/nothing"
done
# A Leaflet without its notices is known by its bytes.
cp -r "$work/leaflet" "$work/bare"
echo 'script' >"$work/bare/leaflet.js"
for _ in first second; do
    runs 0 render -d "$DEMO" -m "$map" -s 256 -o "$work/bare_site" --web --leaflet "$work/bare" -t "$tile"
    says_nothing
done
# In a folder of our own, what was changed or is blank after a crash of the machine is made again.
for file in leaflet.js leaflet.css page.js page-more.js page-points.js page.css list.css maps.js site.js; do
    for change in 'mine' ''; do
        cp -r "$work/one" "$work/changed"
        printf '%s' "$change" >"$work/changed/page-files/$file"
        render 0 "$work/changed" 256 --web
        same_tree "$work/one" "$work/changed"
        rm -r "$work/changed"
    done
done
# So is what was changed behind the mark by which a file is known.
for file in page.js site.js; do
    cp -r "$work/one" "$work/changed"
    echo '/* mine */' >>"$work/changed/page-files/$file"
    render 0 "$work/changed" 256 --web
    same_tree "$work/one" "$work/changed"
    rm -r "$work/changed"
done
# After a crash of the machine pages may be empty, or of zeros: nothing of anybody's is lost.
cp -r "$work/one" "$work/blank"
: >"$work/blank/index.html"
truncate -s 0 "$work/blank/$map/index.html"
truncate -s 500 "$work/blank/$map/index.html"
render 0 "$work/blank" 256 --web
same_tree "$work/one" "$work/blank"
printf 'name,x,y\nFar,9000,9000\nFarther,9100,9000\n' >"$work/far.csv"
render 0 "$work/blank" 256 --web --markers "$work/far.csv"
says "far.csv: none of its 2 markers lies on a tile of $map"
echo '{"type": "FeatureCollection", "features": [{"geometry": {"type": "Point"}}]}' >"$work/bad.geojson"
render 2 "$work/bad" 256 --web --markers "$work/bad.geojson"
says 'bad.geojson: feature 1: its coordinates are not [X, Y]'
no_file "$work/bad"
render 2 "$work/bad" 256 --web --markers "$work/none.geojson"
says 'none.geojson'
no_file "$work/bad"
runs 2 render -d "$DEMO" -m "$map" -o "$work/bad" --web --leaflet "$work/theirs"
says 'install the package libjs-leaflet'
no_file "$work/bad"
runs 2 render -d "$DEMO" -m "$map" -o "$work/bad" --markers "$work/bad.geojson"
says 'adtmap render: --markers goes with --web'
runs 2 render -d "$DEMO" -m "$map" -o "$work/bad" --web-format webp
says 'adtmap render: --web-format goes with --web'

# A damaged map next to a good one: it leaves the list, with a line.
cp -r "$work/kept/$map" "$work/kept/Broken"
render 0 "$work/kept" 256 --web
says "a map's folder must bear its name"
echo '{' >"$work/kept/Broken/.adtmap/log"
render 0 "$work/kept" 256 --web
says 'Broken/.adtmap/log'
same "$work/one/index.html" "$work/kept/index.html"

# Maps that are rendered into one folder at the same time are all on its index.
copy_world
maps=$(dirname "$(in_world "$map.wdt")")
for name in Twin Other; do
    cp -r "$maps" "$world/World/Maps/$name"
    for file in "$world/World/Maps/$name/$map"*; do
        mv "$file" "$world/World/Maps/$name/$name${file##*/"$map"}"
    done
done
for name in "$map" Twin Other; do
    "$ADTMAP" render -d "$world" -m "$name" -o "$work/both" -s 16 -t "$tile" --web \
        --leaflet "$work/leaflet" -q &
done
wait
for name in "$map" Twin Other; do
    grep -q "\"$name\"" "$work/both/page-files/maps.js" || wrong "$name is not on the index"
done
# Titles from Map.dbc (layout of 6.2.4): title_maps FOLDER TITLE...
title_maps() {
    mkdir -p "$work/titles/DBFilesClient"
    python3 - "$work/titles/DBFilesClient/Map.dbc" "$@" <<'END'
import struct, sys
strings = b'\0'
records = b''
for number, (folder, title) in enumerate(zip(sys.argv[2::2], sys.argv[3::2])):
    record = [number] + 21 * [0]
    for field, text in ((1, folder), (6, title)):
        record[field] = len(strings)
        strings += text.encode() + b'\0'
    records += struct.pack('<22I', *record)
with open(sys.argv[1], 'wb') as table:
    table.write(b'WDBC' + struct.pack('<4I', len(records) // 88, 22, 88, len(strings)) + records + strings)
END
}

# titled OUT MAP OPTION...
titled() {
    to=$1
    name=$2
    shift 2
    runs 0 render -d "$world" -d "$work/titles" -m "$name" -s 16 -o "$work/$to" "$@"
}

# Pages show the title, as text. The last of several shards knows it, too; a new one changes pages alone.
title_maps "$map" 'Isle <b>10</b> & Co' Twin 'isle 9' Other 'Isle 11'
titled whole "$map" --web --leaflet "$work/leaflet"
for file in index.html "$map/index.html"; do
    grep -q 'Isle &lt;b&gt;10&lt;/b&gt; &amp; Co' "$work/whole/$file" || wrong "$file has no title"
done
titled halves "$map" --shard 1/2
titled halves "$map" --shard 2/2
titled halves "$map" --web --leaflet "$work/leaflet"
prints ': 0 tiles'
same "$work/whole/$map/index.html" "$work/halves/$map/index.html"
title_maps "$map" 'New name' Twin 'isle 9' Other 'Isle 10'
titled whole "$map" --web --leaflet "$work/leaflet"
grep -q '<title>New name</title>' "$work/whole/$map/index.html" || wrong 'the old title stays'
! grep -E 'tiles/|web/' "$work/whole/$map/.adtmap/changed.txt" || wrong 'pictures were drawn again'

# Nine comes before ten, whatever capitals they have.
titled whole Other --web -t "$tile"
titled whole Twin --web -t "$tile"
sed -n 's/.*"title": "\([^"]*\)".*/\1/p' "$work/whole/page-files/maps.js" | paste -sd, >"$out"
prints 'isle 9,Isle 10,New name'
finish
