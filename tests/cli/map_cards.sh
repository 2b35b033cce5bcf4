#!/bin/sh
# Lists of maps are made of a line of each map's log, its card. Whatever becomes of that line, the list
# is right, and the map's next run writes the line again, and draws again what a log with another sum tells of.
# shellcheck disable=SC2016 # damages are words for eval
. "$(dirname "$0")/common.sh"

mkdir "$work/leaflet"
echo 'script' >"$work/leaflet/leaflet.js"
echo 'style' >"$work/leaflet/leaflet.css"
o=$work/o
render() { # render STATUS MAP OPTION...
    wanted_status=$1
    shift
    runs "$wanted_status" render -d "$DEMO" -o "$o" -s 16 -j 1 --web --leaflet "$work/leaflet" -m "$@"
}
render 0 Demo -t 31_31
render 0 Hall --site-url https://maps.example
log=$o/Hall/.adtmap/log
card=$(sed -n 's/^fact.card.//p' "$log")
[ -n "$card" ] || wrong 'no card on record'
cp -r "$o" "$work/whole"

# The list of the other map's run has both maps as before.
lists() {
    rm "$o/index.html"
    render 0 Demo -t 31_31
    same "$work/whole/index.html" "$o/index.html"
    same "$work/whole/page-files/maps.js" "$o/page-files/maps.js"
}
# The list needs the facts alone: of a log of nothing else it is the same.
sed -n '1p; /^map/p; /^fact/p' "$work/whole/Hall/.adtmap/log" >"$log"
lists
says_nothing
damaged() {
    rm -rf "$o"
    cp -rp "$work/whole" "$o"
    eval "$1" || wrong "cannot do: $1"
    cmp -s "$work/whole/Hall/.adtmap/log" "$log" && wrong "no damage: $1"
    lists
    render 0 Hall --json
    [ "$(jq .tiles "$out")" -eq "$2" ] || wrong "$1: $(jq .tiles "$out") tiles are drawn"
    same_tree "$work/whole" "$o"
    [ "$(sed -n 's/^fact.card.//p' "$log")" = "$card" ] || wrong "$1: another card"
}
tiles=$(grep -c '^made.tiles/' "$work/whole/Hall/.adtmap/log")
damaged 'sed -i "/^fact.card/d; /^sum/d" "$log"' 0
damaged 'sed -i "/^fact.card/d" "$log"' "$tiles"
damaged 'sed -i "s/^\(fact.card.*\)..$/\1xx/" "$log"' "$tiles"
damaged 'sed -i "s/^\(fact.card.[0-9a-f]* \)[0-9]*/\17/" "$log"' "$tiles"
damaged 'sed -i "s/^\(fact.card.*\)\t.*/\1/" "$log"' "$tiles"
damaged 'sed -i "s/^\(fact.card\).*/\1/" "$log"' "$tiles"
damaged 'sed -i "s/^fact.card.*/fact\tcard\t0/" "$log"' "$tiles"
damaged 'sed -i "s/^fact.card.*/$(grep ^fact.card "$o/Demo/.adtmap/log")/" "$log"' "$tiles"
damaged 'sed -i "s/^\(fact.card.*\)/\1\n\1x/" "$log"' "$tiles"
damaged 'sed -i "s/^fact.card/fakt\tcard/" "$log"' "$tiles"
# The log of a run that was cut short before its end: the line was taken out when it began.
damaged 'sed -i "/^fact.card/d; /^made.areas.geojson/,\$d" "$log"' 0
# An older adtmap leaves the line, which it does not know, among the facts that it records.
cp "$work/whole/Hall/.adtmap/log" "$log"
sed -i 's/^\(fact.title.\).*/\1Older Hall/; /^sum/d' "$log"
render 0 Demo -t 31_31
grep -q 'Older Hall' "$o/page-files/maps.js" || wrong 'the card of earlier facts is listed'
# What is lost behind the facts is not seen where there is a card.
cp "$work/whole/Hall/.adtmap/log" "$log"
sed -i '/^made.web/d; /^sum/d' "$log"
lists
says_nothing
sed -i '/^fact.card/d' "$log"
render 0 Demo -t 31_31
says 'tells of no zoom levels'
! grep -q 'Hall/' "$o/index.html" || wrong 'a map without zoom levels on record is listed'
# A card whose map has no log that can be read leaves the list; with what the run of the map writes it comes back.
rm -rf "$o"
cp -rp "$work/whole" "$o"
sed -i '1s/3/2/' "$log"
render 0 Demo -t 31_31
says 'the map gets no page'
! grep -q 'Hall/' "$o/index.html" || wrong 'a map without a log is listed'
render 0 Hall --json --site-url https://maps.example
[ "$(jq .tiles "$out")" -eq "$tiles" ] || wrong 'tiles without a record are not drawn'
same_tree "$work/whole" "$o"

# A run that fails on its way leaves no card, so that the list goes by the records: it has more tiles.
rm -rf "$o"
render 0 Demo -t 31_31
render 0 Hall -t "$(jq -r '.tiles[0] | "\(.x)_\(.y)"' "$work/whole/Hall/map.json")"
rm "$o/Hall/map.js"
mkdir "$o/Hall/map.js"
render 2 Hall
! grep -q '^fact.card' "$log" || wrong 'the card of a run that has failed'
rmdir "$o/Hall/map.js"
render 0 Demo -t 31_31
says_nothing
cp "$o/page-files/maps.js" "$work/maps.js"
render 0 Hall
same "$work/maps.js" "$o/page-files/maps.js"
grep -q '^fact.card' "$log" || wrong 'no card after a whole run'

# Without pages there is no card.
rm -r "$o/Hall/web"
runs 0 render -d "$DEMO" -o "$o" -s 16 -j 1 -m Hall
! grep -q '^fact.card' "$log" || wrong 'the card of a map without pages'
render 0 Demo -t 31_31
! grep -q 'Hall/' "$o/index.html" || wrong 'a map without pages is listed'
finish
