#!/bin/sh
# Spawns from databases of servers, through the queries of tools/spawns, to published maps, and to
# facts about them.
. "$(dirname "$0")/mariadb.sh"
tools=$(CDPATH='' cd -- "$(dirname "$0")/../../tools" && pwd)

# The same spawns in the columns of three schemas.
echo 'CREATE DATABASE azerothcore' | sql mysql || exit 1
sql azerothcore <"$(dirname "$0")/azerothcore.sql" || exit 1
sql mysql <<'END' || exit 1
CREATE DATABASE trinitycore; USE trinitycore;
CREATE TABLE creature (guid bigint unsigned PRIMARY KEY, id int unsigned, map smallint unsigned, position_x float, position_y float, position_z float);
INSERT INTO creature SELECT guid, id1, map, position_x, position_y, position_z FROM azerothcore.creature;
CREATE TABLE creature_template AS SELECT entry, name FROM azerothcore.creature_template;
CREATE TABLE creature_addon AS SELECT guid, path_id AS PathId FROM azerothcore.creature_addon;
CREATE TABLE gameobject AS SELECT * FROM azerothcore.gameobject;
CREATE TABLE gameobject_template AS SELECT * FROM azerothcore.gameobject_template;
CREATE TABLE waypoint_path_node AS SELECT id AS PathId, point AS NodeId, position_x AS PositionX, position_y AS PositionY, position_z AS PositionZ
    FROM azerothcore.waypoint_data;
CREATE DATABASE cmangos; USE cmangos;
CREATE TABLE creature AS SELECT * FROM trinitycore.creature;
CREATE TABLE creature_template AS SELECT entry AS Entry, name AS Name FROM azerothcore.creature_template;
CREATE TABLE gameobject AS SELECT * FROM azerothcore.gameobject;
CREATE TABLE gameobject_template AS SELECT * FROM azerothcore.gameobject_template;
CREATE TABLE creature_movement AS SELECT 2 AS Id, point AS Point, position_x AS PositionX, position_y AS PositionY FROM azerothcore.waypoint_data;
END

# Each query gives the same map: three points, and a line in the order of its points.
for core in azerothcore trinitycore cmangos; do
    sql "$core" <"$tools/spawns/$core.sql" >"$work/$core.tsv" 2>"$err" || wrong "$core: $(cat "$err")"
    runs 0 render -d "$DEMO" -m Demo -t 31_31 -s 16 -o "$work/$core" --web --markers "$work/$core.tsv"
    says_nothing
    jq -e '[.features[] | select(.geometry.type == "Point") | .properties.name] | sort ==
        ["Battered Chest", "Timber Wolf", "Timber Wolf"]' "$work/$core/Demo/markers.geojson" >/dev/null || wrong "$core: points"
    jq -e '[.features[] | select(.geometry.type == "LineString")] | length == 1 and .[0].properties.hidden and
        .[0].geometry.coordinates == [[-80, 120], [-90, 130], [-110, 150]]' "$work/$core/Demo/markers.geojson" >/dev/null ||
        wrong "$core: the path"
    [ -f "$work/$core/Demo/points/0.js" ] || wrong "$core: the path is not on the page"
done

# The same file serves another map; a site file takes it, too.
cat >"$work/site.yaml" <<END
version: 1
out: site
data: ["$DEMO"]
all: {size: 16, markers: azerothcore.tsv}
maps:
  - name: Demo
  - name: Hall
END
runs 0 publish "$work/site.yaml"
jq -e '.features | length == 1 and .[0].properties.name == "Guard \"Öl\"\tBrass"' "$work/site/minimap/Hall/markers.geojson" >/dev/null ||
    wrong 'the guard of the hall'
jq -e '.features | length == 4' "$work/site/minimap/Demo/markers.geojson" >/dev/null || wrong 'markers of a site file'

# Facts about the spawns, and a check whose statements the database takes.
echo 'SELECT guid, map, position_x, position_y, position_z, zoneId, areaId FROM creature' | sql azerothcore >"$work/creature.tsv"
runs 0 locate -d "$DEMO" "$work/creature.tsv"
[ "$(cut -f 8 "$out" | sed -n 2p)" = 32_31 ] || wrong 'locate'
runs 1 locate -d "$DEMO" --check 2 --sql creature "$work/creature.tsv"
cp "$out" "$work/mend.sql"
[ -s "$work/mend.sql" ] || wrong 'no statement'
sql azerothcore <"$work/mend.sql" || wrong 'statements'
echo 'SELECT guid, map, position_x, position_y, position_z, zoneId, areaId FROM creature WHERE guid < 3' | sql azerothcore >"$work/creature.tsv"
runs 0 locate -d "$DEMO" --check 2 "$work/creature.tsv"
finish
