#!/bin/sh
# Maps of zones: pictures with their bounds, and the files that a client's world map shows.
. "$(dirname "$0")/common.sh"

# render STATUS MAP OUT OPTION...
render() {
    status=$1 of=$2 place=$3
    shift 3
    runs "$status" render -d "$world" -m "$of" -s 16 -o "$work/$place" "$@"
}
# heals FILE: one that is gone, cut or changed is written again, and no tile is drawn for that.
heals() {
    for damage in rm 'truncate -s +3'; do
        $damage "$1"
        render 1 Demo out --zones --client-worldmap "$work/client" --check
        prints 'maps of zones would be made again'
        render 0 Demo out --zones --client-worldmap "$work/client"
        prints ': 0 tiles'
        same_tree "$work/out" "$work/before"
        same_tree "$work/client" "$work/client.before"
    done
}
copy_world
render 0 Demo out
cp -r "$work/out" "$work/plain"

render 0 Demo out --zones --client-worldmap "$work/client"
says_nothing
[ "$(ls "$work/out/Demo/zones")" = 'Greenmark.png
HighFells.png
Reedmire.png' ] || wrong 'pictures'
jq -e '.zones[0] == {name: "Greenmark", title: "Greenmark", area: 2, file: "zones/Greenmark.png",
        width: 90, height: 60, frame: {west: 1500, east: -1500, north: 1000, south: -1000},
        bounds: {west: 1500, east: -1500, north: 1000, south: -1000}} and
    .zones[2].frame.north == -693.75 and .zones[2].bounds.north == -700' \
    "$work/out/Demo/zones.json" >"$out" || wrong 'bounds'
[ "$(ls "$work/client/Interface/WorldMap")" = 'Demo
Greenmark
HighFells
Reedmire' ] || wrong 'zones of the client'
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    is_file "$work/client/Interface/WorldMap/Reedmire/Reedmire$i.blp"
done
runs 0 info "$work/client/Interface/WorldMap/Reedmire/Reedmire12.blp"
prints 'height: 256'
render 0 Demo out --zones --client-worldmap "$work/client" --check
prints '0 tiles would change'
cp -r "$work/out" "$work/before"
cp -r "$work/client" "$work/client.before"
heals "$work/out/Demo/zones/HighFells.png"
heals "$work/client/Interface/WorldMap/Reedmire/Reedmire7.blp"

# diff tells what is not the same of zones that two runs have written.
table=$world/DBFilesClient/WorldMapArea.dbc
cp "$table" "$work/frames"
cp -r "$work/before" "$work/shifted"
python3 - "$table" <<'EDIT' # the second row, Greenmark, lies farther west, the third, High Fells, reaches farther
import struct, sys
with open(sys.argv[1], 'r+b') as file:
    for row, *edges in (1, 1600, -1400), (2, 1900):
        file.seek(20 + 44 * row + 16)
        file.write(struct.pack(f'<{len(edges)}f', *edges))
EDIT
render 0 Demo shifted --zones
prints ': 0 tiles'
mv "$work/frames" "$table"
runs 0 diff "$work/out" "$work/before"
prints 'Demo: the same'
runs 1 diff "$work/plain" "$work/out"
prints 'Demo: 3 zones added'
prints '  zone HighFells added'
runs 1 diff "$work/before" "$work/shifted"
prints 'Demo: 2 zones changed'
grep -q '^  zone Greenmark changed: [0-9]* pixels by up to [0-9]*; frame west 1500, east -1500, north 1000, south -1000 becomes west 1600, east -1400, ' \
    "$out" || wrong 'the zone that was shifted'
grep -q '^  zone HighFells changed: [0-9]* x [0-9]* becomes [0-9]* x [0-9]* pixels; frame ' "$out" || wrong 'the zone that grew'
echo damaged >"$work/shifted/Demo/zones/HighFells.png"
runs 1 diff "$work/before" "$work/shifted"
prints '  zone HighFells unreadable'
rm "$work/shifted/Demo/zones/HighFells.png"
runs 1 diff "$work/before" "$work/shifted" --json
says_one_line
jq -e '.maps[0] | .state == "changed" and .tiles == [] and (.zones | map([.name, .state])) == [["Greenmark", "changed"], ["HighFells", "removed"]] and
    (.zones[0] | .differing_pixels > 100 and .frame.from.west == 1500 and .frame.to == {west: 1600, east: -1400, north: 1000, south: -1000})' \
    "$out" >/dev/null || wrong 'zones as JSON'

# A picture is made of its own tiles alone. Another folder gets all files, the first stays.
touch_tile="$work/out/Demo/tiles/Demo_28_28.png"
rm "$touch_tile"
render 0 Demo out --zones --client-worldmap "$work/client"
same_tree "$work/out" "$work/before"
mkdir -p "$work/other/interface/WORLDMAP"
render 0 Demo out --zones --client-worldmap "$work/other" --zone 'high fells' --zone Nowhere
says_one_line
says "no zone with a map of its own is called 'Nowhere'"
[ "$(ls "$work/out/Demo/zones" "$work/other/interface/WORLDMAP")" = "$work/other/interface/WORLDMAP:
HighFells

$work/out/Demo/zones:
HighFells.png" ] || wrong 'one zone'
same_tree "$work/client" "$work/client.before"

# Not asked for, they go; of a client's folder what is no zone any more.
render 0 Demo out --client-worldmap "$work/other" --zone Reedmire
[ "$(find "$work/other" -name '*.blp' | wc -l)" -eq 12 ] || wrong 'files of a zone that is not asked for'
[ "$(ls "$work/other/interface/WORLDMAP")" = Reedmire ] || wrong 'the folder of a zone that is not asked for'
# A misspelled name takes nothing away.
render 0 Demo out --client-worldmap "$work/other" --zone Reedmirre
[ "$(find "$work/other" -name '*.blp' | wc -l)" -eq 12 ] || wrong 'a misspelled zone took the files of another away'
is_file "$work/other/interface/WORLDMAP/Reedmire/Reedmire1.blp"
no_file "$work/out/Demo/zones/HighFells.png"
no_file "$work/out/Demo/zones.json"

# Zones beyond what is drawn, and a map without any: a line each.
render 0 Demo part -t 31-32_31 --zones
says_one_line
says '1 zone lies outside of what is drawn: Reedmire'
is_file "$work/part/Demo/zones/Greenmark.png"
mv "$world/DBFilesClient/WorldMapArea.dbc" "$work/frames"
render 0 Demo bare -t 31-32_31 --zones
says_one_line
says 'have no map of a zone here'
mv "$work/frames" "$world/DBFilesClient/WorldMapArea.dbc"

# Names that are taken, or no names of files, end with the area's number; a frame that is too large
# has no picture; the client's own spelling of a file is kept.
cp "$table" "$work/frames"
LC_ALL=C sed -i 's/HighFells/REEDMIRE\x00/; s/Greenmark/\xd0\x9b\xd0\x9b...../' "$table"
python3 - "$table" <<'EDIT' # Greenmark, the second row
import struct, sys
with open(sys.argv[1], 'r+b') as file:
    file.seek(20 + 44 + 16)
    file.write(struct.pack('<4f', 9e4, -9e4, 9e4, -9e4))
EDIT
mkdir -p "$work/names/Interface/WorldMap/reedmire"
echo >"$work/names/Interface/WorldMap/reedmire/REEDMIRE8.BLP"
runs 0 render -d "$world" -m Demo -o "$work/names.out" -s 256 -t 31_32-33 --zones --client-worldmap "$work/names"
says_one_line
says "no picture of the zone 'area2'"
[ "$(cd "$work" && ls names.out/Demo/zones names/Interface/WorldMap && find names -iname reedmire8.blp | wc -l)" = 'names.out/Demo/zones:
REEDMIRE.png
Reedmire-area8.png

names/Interface/WorldMap:
Demo
Reedmire-area8
area2
reedmire
1' ] || wrong 'names of zones'
mv "$work/frames" "$table"

# A zone of another map has the same name, and so the same files: a line says so.
cp "$table" "$work/frames"
python3 - "$table" <<'EDIT' # the third row, High Fells, becomes a zone of the map 1 with the name of the fourth
import struct, sys
with open(sys.argv[1], 'r+b') as file:
    file.seek(20 + 44 * 3 + 12)
    name = file.read(4)
    file.seek(20 + 44 * 2 + 4)
    file.write(struct.pack('<2I', 1, 0) + name)
EDIT
cp -r "$work/before" "$work/shared"
render 0 Demo shared --zones
says_nothing
prints ': 0 tiles'
render 0 Demo shared --client-worldmap "$work/shared.client"
says_one_line
says 'a zone has the name of one of another map, and with it the files of the client'
says 'give each map a folder: Reedmire (map 1)'
render 0 Demo shared --client-worldmap "$work/shared.client" --zone Greenmark
says_nothing
mv "$work/frames" "$table"

# A map has 1024 of them at most: of these rows the last is left out.
cp "$table" "$work/frames"
python3 - "$table" <<'EDIT'
import struct, sys
with open(sys.argv[1], 'wb') as file:
    rows = [struct.pack('<4I4f3I', i + 1, 0, i + 1, 1 + 6 * i, 900, -900, 900, -900, 0xFFFFFFFF, 0, 0xFFFFFFFF) for i in range(1025)]
    names = b'\0' + b''.join(b'Z%04d\0' % (i + 1) for i in range(1025))
    file.write(b'WDBC' + struct.pack('<4I', 1025, 11, 44, len(names)) + b''.join(rows) + names)
EDIT
render 0 Demo many -t 31-32_31 --zones --zone Z1024 --zone Z1025
says 'more than 1024 zones of the map; the rest left out'
says "no zone with a map of its own is called 'Z1025'"
[ "$(ls "$work/many/Demo/zones")" = Z1024.png ] || wrong 'the last zone that is known'
# A client's world map has 256 of them.
render 1 Demo many -t 31-32_31 --client-worldmap "$work/many.client" --check
says 'for the last 768 of 1024 zones: they are for 256; name some with --zone'
mv "$work/frames" "$table"

# A dungeon's box comes from its building.
render 0 Hall out --zones --client-worldmap "$work/client"
says_nothing
prints 'one could be: 5,1,0,"Hall",712.7,-712.7,480.1,-470.1'
is_file "$work/client/Interface/WorldMap/Hall/Hall12.blp"
jq -e '.zones[0].name == "Hall" and .zones[0].frame.west == 712.7' "$work/out/Hall/zones.json" \
    >"$out" || wrong 'the box'

# Shards give the same.
render 0 Demo joined --shard 1/2
render 0 Demo joined --shard 2/2
render 0 Demo joined --zones --client-worldmap "$work/merged"
prints ': 0 tiles'
same_tree "$work/joined/Demo" "$work/before/Demo"
same_tree "$work/merged/Interface/WorldMap/Greenmark" "$work/client.before/Interface/WorldMap/Greenmark"

render 2 Demo bad --zone Greenmark
says '--zone goes with --zones or --client-worldmap'
render 2 Demo bad --zones --no-picture --layer area
says '--zones shows the picture'
render 2 Demo bad --shard 1/2 --client-worldmap "$work/x"
exit "$failures"
