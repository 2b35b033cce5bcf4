#!/bin/sh
# Landmarks of the client's tables: landmarks.geojson, and the same on pages.
. "$(dirname "$0")/common.sh"

# render OUT OPTION...
render() {
    place=$1
    shift
    runs 0 render -d "$world" -m Demo -t 30-32_30-32 -s 16 -o "$work/$place" "$@"
}
copy_world
tables=$world/DBFilesClient
file=Demo/landmarks.geojson
names() { jq -r '.features[].properties | "\(.group): \(.name)"' "$work/$1/$file"; }

render site --web
says_nothing
[ "$(names site)" = 'Flight masters: Millbrook, Greenmark
Flight masters: North Landing, High Fells
Graveyards: Greenmark, Hamlet
Graveyards: Greenmark, Castle Gate
Graveyards: Reedmire, Edge
Dungeons and raids: Hall' ] || wrong 'names'
jq -e '.features[5].geometry.coordinates[1] == -384' "$work/site/$file" >"$out" || wrong 'a place'
grep -q '\["Hall",-384,' "$work/site/Demo/map.js" || wrong 'the entrance on the page'

# Flights between two masters of the map, once for both directions, along their course.
flights=Demo/flights.geojson
jq -e '(.features | length) == 1 and .features[0].geometry.type == "LineString"' \
    "$work/site/$flights" >"$out" || wrong 'flights'
[ "$(jq -r '.features[0].properties | .name, .from, .to' "$work/site/$flights")" = \
    'Millbrook, Greenmark – North Landing, High Fells
Millbrook, Greenmark
North Landing, High Fells' ] || wrong 'ends of a flight'
jq -e '.features[0].geometry.coordinates == [[27,-384],[160,-469],[757,117],[-133,1376]]' \
    "$work/site/$flights" >"$out" || wrong 'the course of a flight'
jq -e '.features[0].geometry.coordinates[0] == (input.features[0].geometry.coordinates | map(round))' \
    "$work/site/$flights" "$work/site/$file" >"$out" || wrong 'the course begins at its flight master'
grep -q '"flights": 1$' "$work/site/Demo/map.js" || wrong 'the number of flights on the page'
grep -q '^\["Millbrook, Greenmark","North Landing, High Fells",\[-384,-27,-85,-133,' \
    "$work/site/Demo/flights.js" || wrong 'flights of the page'

# Without pages only when asked for; then it goes again.
render plain
no_file "$work/plain/$file"
no_file "$work/plain/$flights"
render plain --landmarks
same "$work/plain/$file" "$work/site/$file"
same "$work/plain/$flights" "$work/site/$flights"
no_file "$work/plain/Demo/flights.js"
render plain
no_file "$work/plain/$file"
no_file "$work/plain/$flights"

# Deleted, damaged and cut files are written again; no tile is drawn for that.
cp -r "$work/site" "$work/before"
for damage in 'rm' 'truncate -s 40' 'truncate -s +3'; do
    $damage "$work/site/$file"
    $damage "$work/site/Demo/map.js"
    $damage "$work/site/$flights"
    $damage "$work/site/Demo/flights.js"
    render site --web
    prints '0 tiles'
    same_tree "$work/site" "$work/before"
done

# The file is one of markers.
render marked --web --markers "$work/site/$file"
grep -q '"name": "Hall", .*"group": "Dungeons and raids"' "$work/marked/Demo/map.js" ||
    wrong 'landmarks as markers'

# Shards give the same.
render joined --shard 1/2
render joined --shard 2/2
render joined --web
prints '0 tiles'
same_tree "$work/joined" "$work/site"

# What the tables say is also in a private file, for programs without the data. If it is gone or damaged,
# the next run writes it again and draws no tile for that.
cp -r "$work/site" "$work/kept"
private=.adtmap/places
for damage in 'rm' 'truncate -s -9' 'sed -i s/Hamlet/Helmet/'; do
    $damage "$work/site/Demo/$private"
    render site --web
    says_nothing
    prints '0 tiles'
    same "$work/site/Demo/$private" "$work/kept/Demo/$private"
    same_tree "$work/site" "$work/kept"
done

# A table that changes changes the pages.
sed -i 's/Millbrook, G/Brookmill, G/' "$tables/TaxiNodes.dbc"
render site --web
prints '0 tiles'
grep -q 'Brookmill' "$work/site/$file" || wrong 'a new name'
grep -q 'Brookmill' "$work/site/Demo/map.js" || wrong 'a new name on the page'
render fresh --web
same_tree "$work/site" "$work/fresh"

# Without its course a flight is a straight line; without paths there is none.
printf 'WDBC' >"$tables/TaxiPathNode.dbc"
render site --web
says 'flight paths are straight lines'
says_one_line
prints '0 tiles'
jq -e '.features[0].geometry.coordinates == [[27,-384],[-133,1376]]' "$work/site/$flights" >"$out" ||
    wrong 'a straight flight'
rm "$tables/TaxiPath.dbc"
render site --web
says_nothing
jq -e '.features == []' "$work/site/$flights" >"$out" || wrong 'no flights'
grep -q '"flights": 0$' "$work/site/Demo/map.js" || wrong 'no flights on the page'

# A damaged table costs its landmarks and one line; without tables there are no landmarks.
printf 'WDBC' >"$tables/TaxiNodes.dbc"
render site --web
says 'flight masters are not marked'
says_one_line
prints '0 tiles'
[ "$(names site | wc -l)" -eq 4 ] || wrong 'landmarks of other tables'
render plain
says_nothing # about what nobody asked for
rm "$tables/TaxiNodes.dbc" "$tables/WorldSafeLocs.dbc" "$tables/Map.dbc"
render site --web
says_nothing
jq -e '.features == []' "$work/site/$file" >"$out" || wrong 'no landmarks'
render bare --landmarks
says 'mark no flight master, graveyard or entrance'
says_one_line

finish
