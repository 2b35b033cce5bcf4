#!/bin/sh
# What geographic programs read: pictures and GeoJSON have one system of axes, and a place lies where each of them
# says. GDAL (gdal-bin) is the witness; what it finds is compared with what the game's files say.
. "$(dirname "$0")/../cli/common.sh"
for tool in gdalinfo gdallocationinfo gdal_translate ogrinfo ogr2ogr; do
    command -v "$tool" >/dev/null || skip 'gdal-bin is not installed'
done
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)
axes='Game map in yards: east = -Y, north = X'

runs 0 render -d "$DEMO" -m Demo -s 128 -o "$work/out" --stitch --world-files --areas --landmarks --objects --zones \
    --layer height,area,raster-dem
says_nothing
map=$work/out/Demo

# says_axes FILE: GDAL finds the axes in what it said of the file, east first.
says_axes() {
    grep -qF "ENGCRS[\"$axes\"" "$out" || wrong "$1: axes"
    tr -d '\n' <"$out" | grep -q 'AXIS\["easting",east, *ORDER\[1\], *LENGTHUNIT\["yard",0.9144\]\], *AXIS\["northing",north' ||
        wrong "$1: which axis is which"
}

# Rasters: tiles of the picture and of layers, all joined ones, zones.
rasters=0
for file in "$map"/*.png "$map"/tiles/*_3[01]_31.png "$map"/layers/*/*_3[01]_31.png "$map"/zones/*.png; do
    gdalinfo "$file" >"$out" 2>"$err" || wrong "$file: $(cat "$err")"
    says_axes "$file"
    grep -q '^Pixel Size = (4.1666666667[0-9]*,-4.1666666667[0-9]*)$' "$out" || wrong "$file: size of a pixel"
    rasters=$((rasters + 1))
done
[ "$rasters" -ge 14 ] || wrong "only $rasters rasters"
# Tile (30, 31) begins two tiles west of the middle of the map and one north of it.
gdalinfo "$map/tiles/Demo_30_31.png" >"$out"
grep -q '^Upper Left  ( *-1066.667, *533.333)' "$out" || wrong 'where a tile begins'
grep -q '^Lower Right ( *-533.333, *-\{0,1\}0.000)' "$out" || wrong 'where a tile ends'

# Vectors.
for layer in areas landmarks flights objects; do
    ogrinfo -so -al "$map/$layer.geojson" >"$out" 2>"$err" || wrong "$layer: $(cat "$err")"
    says_axes "$layer"
    [ "$(sed -n 's/^Feature Count: //p' "$out")" -gt 0 ] || wrong "$layer: nothing in it"
done

# Each landmark lies on its pixel: the height there, in the joined layer and in the tile, is that of the ground, and
# its area is that of the polygon around it, as `locate` has both from the files.
ogrinfo -q -al "$map/landmarks.geojson" | sed -n 's/^ *POINT (\(.*\) \(.*\))$/\1 \2/p' >"$work/points"
[ "$(wc -l <"$work/points")" -eq 6 ] || wrong 'landmarks'
awk 'BEGIN { print "x\ty" } { printf "%.6f\t%.6f\n", $2, -$1 }' "$work/points" >"$work/points.tsv"
runs 0 locate -d "$DEMO" -m Demo "$work/points.tsv"
awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { print $at["ground"], $at["tile"], $at["area_name"] }' "$out" >"$work/facts"
[ "$(cut -d ' ' -f 1 "$work/facts" | sort -u | wc -l)" -ge 5 ] || wrong 'heights that tell places from each other'
while read -r east north && read -r ground tile area <&3; do
    for picture in "$map/Demo.height.png" "$map/layers/height/Demo_$tile.png"; do
        grey=$(gdallocationinfo -valonly -geoloc "$picture" "$east" "$north")
        awk -v grey="$grey" -v ground="$ground" 'BEGIN { d = grey / 10 - 2000 - ground; exit !(d > -1.5 && d < 1.5) }' ||
            wrong "$picture: $grey at $east $north, where the ground is at $ground"
    done
    gdallocationinfo -valonly -geoloc "$map/Demo.raster-dem.png" "$east" "$north" | tr '\n' ' ' |
        awk -v ground="$ground" '{ d = $1 * 256 + $2 + $3 / 256 - 32768 - ground; exit !(d > -1.5 && d < 1.5) }' ||
        wrong "raster-dem at $east $north"
    ogrinfo -q -al -spat "$east" "$north" "$east" "$north" "$map/areas.geojson" >"$out"
    grep -q "^  name (String) = $area\$" "$out" || wrong "no area $area around $east $north"
done <"$work/points" 3<"$work/facts"

# The manual's line for large pictures: a tiled one with overviews, which keeps place and axes.
sed -n 's/^    \(gdal_translate .*\) Azeroth.png Azeroth.tif$/\1/p' "$root/docs/website.md" >"$work/line"
[ -s "$work/line" ] || wrong 'docs/website.md: the line for large pictures'
# shellcheck disable=SC2046 # words of the line
$(cat "$work/line") -q "$map/Demo.png" "$work/demo.tif" 2>"$err" || wrong "gdal_translate: $(cat "$err")"
gdalinfo "$work/demo.tif" >"$out"
prints 'LAYOUT=COG'
prints 'Block=512x512'
prints 'Overviews: 512x512'
grep -qF "ENGCRS[\"$axes\"" "$out" || wrong 'axes of the tiled picture'
grep -q '^Upper Left  ( *-2133.333, *2133.333)' "$out" || wrong 'place of the tiled picture'

# Markers come back from a geographic program as the manual says, and are where they were.
ogr2ogr "$work/marks.gpkg" "$map/landmarks.geojson" -nln marks 2>"$err" || wrong "ogr2ogr: $(cat "$err")"
sed -n '/^    ogr2ogr -f CSV /p' "$root/docs/website.md" >"$work/line"
[ -s "$work/line" ] || wrong 'docs/website.md: the line for markers'
(cd "$work" && sh line) 2>"$err" || wrong "ogr2ogr: $(cat "$err")"
runs 0 render -d "$DEMO" -m Demo -t 31_31 -s 16 -o "$work/back" --web --markers "$work/markers.csv"
says_nothing
places() { jq -c '[.features[] | [.properties.name, (.geometry.coordinates | map(. * 1000 | round))]] | sort' "$1"; }
[ "$(places "$work/back/Demo/markers.geojson")" = "$(places "$map/landmarks.geojson")" ] || wrong 'markers that came back'

# In the files themselves, so that they are markers again as they are.
cp "$map/landmarks.geojson" "$work/own.geojson"
runs 0 render -d "$DEMO" -m Demo -t 31_31 -s 16 -o "$work/own" --web --markers "$work/own.geojson"
[ "$(places "$work/own/Demo/markers.geojson")" = "$(places "$map/landmarks.geojson")" ] || wrong 'landmarks as markers'

# They go with the option, and with their picture; a run of some tiles leaves those of others.
runs 0 render -d "$DEMO" -m Demo -s 128 -o "$work/out" -t 31_31
[ -f "$map/tiles/Demo_30_31.pgw" ] || wrong 'a run of one tile took the files of another'
[ ! -f "$map/tiles/Demo_31_31.pgw" ] || wrong 'the file of a tile without the option'
runs 0 render -d "$DEMO" -m Demo -s 128 -o "$work/out"
[ -z "$(find "$map/tiles" "$map/layers" -name '*.pgw' -o -name '*.aux.xml')" ] || wrong 'files of tiles without the option'
is_file "$map/Demo.png.aux.xml"
finish
