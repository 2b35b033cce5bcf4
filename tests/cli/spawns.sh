#!/bin/sh
# Markers from tables, in parts that pages load, and a file of players.
. "$(dirname "$0")/common.sh"

page=$work/site/Demo
draw() { runs 0 render -d "$DEMO" -m Demo -t 31_31 -s 16 -o "$work/site" --web "$@"; }
parts() { find "$page/points" -name '[0-9]*.js' 2>/dev/null | wc -l; }

# Few points are part of the page, many are loaded in parts; parts that are no longer needed go.
awk 'BEGIN { print "map\tposition_x\tposition_y\tname\tgroup\thidden"
    for (i = 0; i < 9000; i++) print i % 3 "\t" i * 7 % 2000 - 1000 "\t" i * 11 % 2000 - 1000 "\tWolf " i "\tWolves\t1" }' \
    >"$work/many.tsv"
head -n 301 "$work/many.tsv" >"$work/few.tsv"
draw --markers "$work/few.tsv"
says_nothing
[ "$(parts)" -eq 0 ] || wrong 'parts of few points'
[ "$(grep -c '"name": "Wolf' "$page/map.js")" -eq 100 ] || wrong 'points on the page'
draw --markers "$work/many.tsv"
count=$(parts)
[ "$count" -ge 3 ] || wrong "$count parts"
[ "$(cat "$page"/points/[0-9]*.js | grep -c 'Wolf')" -eq 3000 ] || wrong 'points in parts'
[ "$(grep -c 'Wolf' "$page/points/names.js")" -eq 3000 ] || wrong 'names for the search'
! grep -q 'Wolf 3"' "$page/map.js" || wrong 'points are on the page, too'
grep -q '"name":"Wolves".*"hidden":true,"count":3000' "$page/map.js" || wrong 'the group'

# More groups than a page lists are said once.
awk 'BEGIN { print "x,y,group"; for (i = 0; i < 1200; i++) print i ",5,Own " i % 300 }' >"$work/groups.csv"
draw --markers "$work/groups.csv"
[ "$(grep -c 'over 199 groups' "$err")" -eq 1 ] || wrong 'the warning of many groups'
grep -q '"name":"Others"' "$page/map.js" || wrong 'the rest of the groups'
draw --markers "$work/many.tsv"

# A part that is gone is written again; nothing to do is nothing done; the markers stay without the option.
rm "$page/points/0.js" "$page/points/names.js"
draw
is_file "$page/points/0.js"
is_file "$page/points/names.js"
draw
[ ! -s "$page/.adtmap/changed.txt" ] || wrong "changed: $(cat "$page/.adtmap/changed.txt")"
[ "$(parts)" -eq "$count" ] || wrong 'parts of the markers in the folder'
draw --markers "$work/few.tsv"
[ "$(parts)" -eq 0 ] || wrong 'parts stay'
[ ! -e "$page/points/names.js" ] || wrong 'names stay'

# A map of shards takes markers, also with layers alone.
head -n 2 "$work/few.tsv" >"$work/one.tsv"
runs 0 render -d "$DEMO" -m Demo -t 31_31 -s 16 -o "$work/joined" --shard 1/1
runs 0 render -d "$DEMO" -m Demo -t 31_31 -s 16 -o "$work/joined" --web --markers "$work/one.tsv"
prints ': 0 tiles'
says_nothing
has_marker() { grep -q '"Wolf 0"' "$work/joined/Demo/markers.geojson" || wrong "$1: the marker"; }
has_marker 'shards'
runs 0 render -d "$DEMO" -m Demo -t 31_31 -s 16 -o "$work/joined" --shard 1/1 --no-picture --layer area
runs 0 render -d "$DEMO" -m Demo -t 31_31 -s 16 -o "$work/joined" --no-picture --layer area
has_marker 'layers of shards alone'

# What the folder has is published after a change by hand.
printf '{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[0, 0], [9, 9]]}, "properties": {"name": "Way"}}]}' \
    >"$page/markers.geojson"
draw -q
[ "$(cat "$page/points/0.js")" = 'adtmap.points[0] = [
[0,"Way",[0,0,9,9],0]];' ] || wrong 'a line by hand'

# Lines that are wrong are named, and the others are shown.
printf 'x,y,name\n1,2,Fine\nforty,2,Wrong\n3,4\n99999,1,Off\n5,6,Last' >"$work/wrong.csv"
draw --markers "$work/wrong.csv" -v
says 'wrong.csv: line 3: X or Y is not a number; left out'
printf 'x;y;name\n1;2;Fine\n40,5;2;Wrong\n' >"$work/decimals.csv"
draw --markers "$work/decimals.csv"
says 'decimals.csv: line 3: X or Y is not a number: decimals stand behind a point, not a comma; left out'
draw --markers "$work/wrong.csv" -v
says 'wrong.csv: line 4: too few columns; left out'
says 'wrong.csv: line 5: off the grid; left out'
[ "$(jq -r '[.features[].properties.name] | join(" ")' "$page/markers.geojson")" = 'Fine Last' ] || wrong 'the others'
printf 'a,b\n1,2\n' >"$work/none.csv"
runs 2 render -d "$DEMO" -m Demo -t 31_31 -s 16 -o "$work/site" --web --markers "$work/none.csv"
says 'none.csv:1:1: '
runs 2 render -d "$DEMO" -m Demo -t 31_31 -s 16 -o "$work/site" --web --markers "$work/no such file"

# Icons and pictures of one's own are copied; one that is no picture, is too large or is missing is a line with its place.
mkdir "$work/pictures"
cp "$(dirname "$0")/../../src/output/web/touch-icon.png" "$work/pictures/inn.png"
echo 'no picture' >"$work/pictures/bad.png"
{ cat "$work/pictures/inn.png" && head -c 262144 /dev/zero; } >"$work/pictures/large.png"
printf 'x,y,name,icon,picture\n1,2,Inn,pictures/inn.png,pictures/inn.png\n3,4,Bad,pictures/bad.png,\n5,6,Again,pictures/bad.png,pictures/large.png\n7,8,Gone,,pictures/gone.webp\n9,9,Out,../x.png,\n' \
    >"$work/own.csv"
draw --markers "$work/own.csv"
says 'own.csv: line 3: pictures/bad.png is no PNG, JPEG or WebP; left out'
says 'own.csv: line 4: pictures/large.png is over 256 KiB; left out'
says 'own.csv: line 5: pictures/gone.webp cannot be read; left out'
says 'own.csv: line 6: its icon is neither'
[ "$(wc -l <"$err")" -eq 4 ] || wrong 'a line for each'
same "$page/pictures/inn.png" "$work/pictures/inn.png"
[ "$(jq -rc '[.features[].properties | .icon, .picture]' "$page/markers.geojson")" = \
    '["pictures/inn.png","pictures/inn.png","pin",null,"pin",null,"pin",null]' ] || wrong 'icons and pictures'
[ "$(ls "$page/pictures")" = inn.png ] || wrong "pictures: $(ls "$page/pictures")"
draw --markers "$work/own.csv" -q
[ ! -s "$page/.adtmap/changed.txt" ] || wrong "changed: $(cat "$page/.adtmap/changed.txt")"
printf ' ' >>"$work/pictures/inn.png"
draw --markers "$work/own.csv" -q
same "$page/pictures/inn.png" "$work/pictures/inn.png"

# The same run writes again what is gone, and nothing else; without the option a picture stays while it is named.
for file in pictures/inn.png markers.geojson; do
    cp "$page/$file" "$work/before"
    rm "$page/$file"
    draw --markers "$work/own.csv" -q
    same "$page/$file" "$work/before"
    ! grep -v "^$file\$" "$page/.adtmap/changed.txt" || wrong "written with $file"
done
draw -q
is_file "$page/pictures/inn.png"

# Without the option the file of markers and its pictures are the user's: one that was exchanged for a broken one stays.
cp "$page/pictures/inn.png" "$work/before"
echo 'no picture' >"$page/pictures/inn.png"
draw
says 'pictures/inn.png is no PNG, JPEG or WebP; left out'
grep -q 'no picture' "$page/pictures/inn.png" || wrong 'a picture of the user was removed'
cp "$work/before" "$page/pictures/inn.png"
cp "$work/pictures/inn.png" "$work/pictures/old.png"
printf 'x,y,name,picture\n1,2,Old,pictures/old.png\n' >"$work/old.csv"
draw --markers "$work/old.csv" --changed "$work/changed"
is_file "$page/pictures/old.png"
[ ! -e "$page/pictures/inn.png" ] || wrong 'a picture that no marker names stays'
grep -q '^# removed.*pictures/inn.png' "$work/changed" || wrong "changed: $(cat "$work/changed")"
rm "$page/markers.geojson"
draw -q
[ ! -e "$page/pictures/old.png" ] || wrong 'a picture of markers that were removed stays'
draw --markers "$work/own.csv" -q
rm "$page/pictures/inn.png"
draw
says 'markers.geojson: feature 1: pictures/inn.png cannot be read; left out'
grep -q '"icon": "pin"' "$page/map.js" || wrong 'a pin in the place of a picture that is gone'

# The address of the players is kept, changed and forgotten; the page knows the number of its map.
draw --live ../live/players.json
grep -q '"live": "../live/players.json"' "$page/map.js" || wrong '--live'
grep -q '"number": 0' "$page/map.js" || wrong 'the number of the map'
draw
grep -q '"live": "../live/players.json"' "$page/map.js" || wrong 'the address is kept'
draw --live https://play.example/players.json?map=0
grep -q '"live": "https://play.example/players.json?map=0"' "$page/map.js" || wrong 'an address of a host'
grep -q "connect-src 'self' file: https://play.example; " "$page/index.html" || wrong 'the host in the policy of the page'
draw --live ''
! grep -q '"live"' "$page/map.js" || wrong 'an address that was forgotten'
grep -q "connect-src 'self' file:; " "$page/index.html" || wrong 'a policy without a host'
for address in 'javascript:alert(1)' '//play.example/x' 'ftp://play.example/x' 'a b' 'a"b'; do
    runs 2 render -d "$DEMO" -m Demo -o "$work/site" --web --live "$address"
    says "--live: '$address' is no"
done
runs 2 render -d "$DEMO" -m Demo -o "$work/site" --web --live "$(printf 'https://a/\342\200\256b')"
says '--live: has the character U+202E'
runs 2 render -d "$DEMO" -m Demo -o "$work/site" --live x.json
says '--live goes with --web'
finish
