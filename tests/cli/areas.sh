#!/bin/sh
# Outlines and names of areas: areas.geojson, and the same for pages.
. "$(dirname "$0")/common.sh"

le32() {
    for shift in 0 8 16 24; do
        # shellcheck disable=SC2059 # a byte
        printf "\\$(printf %03o $(($1 >> shift & 255)))"
    done
}
zeros() { dd if=/dev/zero bs=4 count="$1" status=none; }
# record ID PARENT NAME: 36 fields, as in 3.3
record() { le32 "$1" && le32 0 && le32 "$2" && zeros 8 && le32 "$3" && zeros 24; }
# names_areas NAME: an AreaTable.dbc where area 3, called NAME, is part of area 77
names_areas() {
    mkdir -p "$work/tables/DBFilesClient"
    {
        printf WDBC && le32 2 && le32 36 && le32 144 && le32 "$((${#1} + 12))"
        record 3 77 11
        record 77 0 1
        printf '\0The World\0%s\0' "$1"
    } >"$work/tables/DBFilesClient/AreaTable.dbc"
}

# render OUT OPTION...
render() {
    place=$1
    shift
    runs 0 render -d "$DEMO" -d "$work/tables" -m Demo -t 29-34_29-33 -s 16 -o "$work/$place" "$@"
}
areas=Demo/areas.geojson
script=Demo/areas.js

names_areas 'The Peaks'
render site --web
is_file "$work/site/Demo/index.html"
jq -e '.features | length > 5 and all(.geometry.type == "MultiPolygon")' "$work/site/$areas" >"$out" ||
    wrong 'areas.geojson'
[ "$(jq -c '.features[] | .properties | select(.id == 3) | [.name, .zone_id, .zone]' \
    "$work/site/$areas")" = '["The Peaks",77,"The World"]' ] || wrong 'names'
[ "$(jq -c '.features[] | .properties | select(.id == 2) | [.name, .zone_id, .zone]' \
    "$work/site/$areas")" = '[null,null,null]' ] || wrong 'areas that the table lacks'
[ "$(jq '[.features[].properties.chunks] | add' "$work/site/$areas")" -eq 7680 ] ||
    wrong 'chunks of 30 tiles'
grep -q '^\["The World",0,' "$work/site/$script" || wrong 'the zone in areas.js'

# Without pages only when asked for; then it goes again.
render plain
no_file "$work/plain/$areas"
render plain --areas
same "$work/plain/$areas" "$work/site/$areas"
no_file "$work/plain/$script"
render plain
no_file "$work/plain/$areas"

# Deleted and damaged files are written again; no tile is drawn for that.
cp -r "$work/site" "$work/before"
rm "$work/site/$areas"
echo >>"$work/site/$script"
render site --web
prints '0 tiles'
same_tree "$work/site" "$work/before"

# A table that changes changes the names.
names_areas 'The Hills'
render site --web
prints '0 tiles'
grep -q '"The Hills"' "$work/site/$areas" || wrong 'a new name'
grep -q '"The Hills"' "$work/site/$script" || wrong 'a new name on the page'
render fresh --web
same_tree "$work/site" "$work/fresh"

# Shards give the same.
render joined --shard 1/2
render joined --shard 2/2
render joined --web
prints '0 tiles'
same_tree "$work/joined" "$work/fresh"

# A table that cannot be read is named in one line, and areas go by their ids.
printf 'WDB2' >"$work/tables/DBFilesClient/AreaTable.dbc"
render nameless --web
says 'areas go by their ids'
says_one_line
jq -e '.features | all(.properties.name == null)' "$work/nameless/$areas" >"$out" || wrong 'no names'

finish
