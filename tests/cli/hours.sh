#!/bin/sh
# The light of a time of day comes from the client's tables: each place has its own, pictures are the
# same whatever else is drawn, and tiles are drawn again when the tables say something else of their
# map. Without tables, or with junk in them, a map is drawn in the light of the settings.
. "$(dirname "$0")/common.sh"
small_world
tables=$DEMO/DBFilesClient
tile=Demo/tiles/Demo_31_31.png
draw() {
    folder=$1
    shift
    runs 0 render -d "$DEMO" -m Demo -o "$work/$folder" -s 64 "$@"
}

draw day
draw night --time 00:00
says_nothing
draw noon --time 12:00 -j 1
cmp -s "$work/night/$tile" "$work/day/$tile" && wrong 'night is as bright as day'
cmp -s "$work/night/$tile" "$work/noon/$tile" && wrong 'night is as bright as noon'
jq -e '.settings.time_min == 0' "$work/night/Demo/map.json" >"$work/jq" || wrong 'map.json does not say the time'
jq -e '.settings.time_min == null' "$work/day/Demo/map.json" >"$work/jq" || wrong 'map.json has a time'
# Midnight has two names.
draw midnight --time 24:00
same "$work/midnight/$tile" "$work/night/$tile"
# The tile of an ADT alone has the lights of the map that its name begins with.
runs 0 tile "$DEMO/World/Maps/Demo/Demo_31_31.adt" -s 64 --time 0:00 --doodads none --no-wmo -o "$work/tile.png"
draw bare --time 00:00 --doodads none --no-wmo -t 31_31
runs 0 compare "$work/tile.png" "$work/bare/$tile"

draw many --time 00:00 -j 4 --cpu plain
same_tree "$work/night" "$work/many"
draw alone --time 00:00 -t 31_31
same "$work/alone/$tile" "$work/night/$tile"
for shard in 1 2; do
    draw "s$shard" --time 00:00 --shard $shard/2
done
draw joined --time 00:00 --from "$work/s1" --from "$work/s2" --json
jq -e '.tiles == 0' "$out" >"$work/jq" || wrong 'tiles of shards are drawn again'
same_tree "$work/night" "$work/joined"

# put TABLE RECORD FIELD NUMBER [f]: changes a number of a table.
put() {
    python3 - "$tables/$1.dbc" "$2" "$3" "$4" "${5-I}" <<'EOF' || exit 1
import struct, sys
path, record, field, value, kind = sys.argv[1:]
data = bytearray(open(path, 'rb').read())
size, = struct.unpack_from('<I', data, 12)
number = float(value) if kind == 'f' else int(value, 0)
struct.pack_into('<' + kind, data, 20 + int(record) * size + 4 * int(field), number)
open(path, 'wb').write(data)
EOF
}

# What the tables say of another map is no input, what they say of this one is.
cp -r "$tables" "$work/tables"
draw night --time 00:00 --json
jq -e '.tiles == 0' "$out" >"$work/jq" || wrong 'tiles are drawn again'
put LightIntBand 2 18 0x123456 # of a colour of the sky
draw night --time 00:00 --json
jq -e '.tiles == 0' "$out" >"$work/jq" || wrong 'tiles are drawn again for a colour that no map shows'
put LightIntBand 0 18 0xFF00FF
draw night --time 00:00 --json
jq -e '.tiles == 16' "$out" >"$work/jq" || wrong 'tiles are not drawn again'
draw fresh --time 00:00
same_tree "$work/night" "$work/fresh"
cmp -s "$work/night/$tile" "$work/many/$tile" && wrong 'the colour of the moon changes nothing'
draw day --json
jq -e '.tiles == 0' "$out" >"$work/jq" || wrong 'a picture without a time is drawn again'

# Junk: places and distances that are none, as many keys as there are numbers, ids that wrap round.
for junk in nan inf -inf 1e30 -1e30; do
    for field in 2 3 4 5 6; do
        put Light 1 $field $junk f
    done
    put LightParams 0 4 $junk f
    draw junk --time 21:30 -t 30_32
    says_nothing
done
put LightIntBand 0 1 0xFFFFFFFF
put LightIntBand 0 2 0xFFFFFFFF
put LightIntBand 20 0 0xFFFFFFFF
put Light 0 7 0xFFFFFFFF
put Light 1 7 0xFFFFFFFE
draw junk --time 21:30 -t 30_32
head -c 3000 "$tables/LightIntBand.dbc" >"$work/cut"
cp "$work/cut" "$tables/LightIntBand.dbc"
draw junk --time 21:30 -t 30_32
says 'LightIntBand.dbc'

# Without tables a line says so, and pictures are those without a time.
none='no time of day: the data have no lights for it (Light with LightIntBand or LightData, or lights.lit); drawn in the light of the settings'
rm "$tables/LightIntBand.dbc"
draw without --time 00:00
says_one_line
says "Demo: $none"
same_tree "$work/day" "$work/without"
runs 0 tile "$DEMO/World/Maps/Demo/Demo_31_31.adt" -s 64 --time 0:00 -o "$work/tile.png"
says "$none"
rm -rf "$tables"
cp -r "$work/tables" "$tables"

# Light that leaves textures as they are has no time, and water keeps its colours then.
draw unlit --light unlit
draw unlit_night --light unlit --time 00:00
same "$work/unlit/$tile" "$work/unlit_night/$tile"
# The sun of --sun stays where it is put, the other moves.
draw sunny --sun 90,40 --time 18:00
jq -e '.settings.light.sun[0] == 0 or (.settings.light.sun[0] | fabs) < 0.001' "$work/sunny/Demo/map.json" >"$work/jq" ||
    wrong 'the sun of --sun moves'
draw evening --time 18:00
jq -e '.settings.light.sun[2] < 0.35' "$work/evening/Demo/map.json" >"$work/jq" || wrong 'the sun of the evening is high'
# Far terrain has the same light.
draw far_day --wdl -t 31_31
draw far_night --wdl -t 31_31 --time 00:00
cmp -s "$work/far_day/$tile" "$work/far_night/$tile" && wrong 'far terrain has no night'

for time in 7 24:01 12:60 1:2 :30 12: -1:00 aa:bb 12:3x ''; do
    runs 2 render -d "$DEMO" -m Demo -o "$work/bad" --time "$time"
done
says 'no time of day, 00:00 to 24:00'

# Renderings of a site may differ by it.
mkdir "$work/leaflet"
echo script >"$work/leaflet/leaflet.js"
echo style >"$work/leaflet/leaflet.css"
cat >"$work/site.yaml" <<EOF
version: 1
title: Hours
out: $work/site
builds:
  - {name: demo, data: [$DEMO]}
renderings:
  - {name: day, title: Day}
  - {name: night, title: Night, time: 00:00}
maps:
  - {name: Demo, tiles: "31_31"}
all: {size: 64}
EOF
runs 0 publish "$work/site.yaml" --leaflet "$work/leaflet"
runs 0 compare "$work/site/day/$tile" "$work/day/$tile"
runs 0 compare "$work/site/night/$tile" "$work/many/$tile"

# Clients before 1.9 have a file of lights a map in place of tables, which says the same of the demo world.
for era in beta vanilla; do
    runs 0 demo "$work/$era" --era $era
    for time in 12:00 18:30; do
        runs 0 render -d "$work/$era" -m Demo -o "$work/$era-$time" -s 64 -t 30-31_30-31 --time $time
        says_nothing
    done
done
same_tree "$work/beta-12:00/Demo/tiles" "$work/vanilla-12:00/Demo/tiles"
same_tree "$work/beta-18:30/Demo/tiles" "$work/vanilla-18:30/Demo/tiles"
cmp -s "$work/beta-18:30/$tile" "$work/beta-12:00/$tile" && wrong 'the evening of lights.lit is as bright as its noon'
rm "$work/beta/World/Maps/Demo/lights.lit"
runs 0 render -d "$work/beta" -m Demo -o "$work/beta-18:30" -s 64 -t 30-31_30-31 --time 18:30
says "Demo: $none"

finish
