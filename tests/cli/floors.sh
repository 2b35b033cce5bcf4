#!/bin/sh
# Floors of a dungeon: of the client's tables, of its rooms, and between heights.
. "$(dirname "$0")/common.sh"

# render STATUS OUT OPTION...
render() {
    status=$1 place=$2
    shift 2
    runs "$status" render -d "$world" -m Hall -s 32 -t 31_31 -o "$work/$place" "$@"
}
# floors OUT: the floors of the map, with their heights.
floors() { jq -r '.layers[]? | select(.name | startswith("storey")) | "\(.name) \(.format) \(.range_yd | map(round) | join(" "))"' "$work/$1/Hall/map.json"; }
# hash OUT LAYER TILE
hash() { jq -r --arg layer "$2" --arg file "layers/$2/Hall_$3.png" '.layer_tiles[] | select(.layer == $layer and .file == $file).hash' "$work/$1/Hall/map.json"; }
copy_world
tables=$world/DBFilesClient

# The tables say which rooms are a floor, the rooms how high it is.
render 0 site --floors auto --web --stitch
says_nothing
[ "$(floors site)" = 'storey-1 rgba8 -14 33
storey-2 rgba8 -42 5' ] || wrong "the floors of the tables: $(floors site)"
is_file "$work/site/Hall/Hall.storey-2.png"
is_file "$work/site/Hall/web/storey-1/0/0/0.png"
grep -q '"floor": 2, "low": -4' "$work/site/Hall/map.js" || wrong 'the floor on the page'
grep -q '"open": true' "$work/site/Hall/map.js" || wrong 'a page that does not know that the map lies on its ground'
grep -q '<body class="map-page">' "$work/site/Hall/index.html" || wrong 'a ground of the map around a dungeon'
[ "$(hash site storey-1 31_31)" != "$(hash site storey-2 31_31)" ] || wrong 'two floors look alike'

# They are kept, and drawn again when a table says something else. Shards draw the same.
render 0 site --floors auto --web --stitch
prints ': 0 tiles'
for shard in 1/2 2/2; do
    render 0 shards --floors auto --shard $shard
done
render 0 shards --floors auto --stitch
prints ': 0 tiles'
same "$work/site/Hall/Hall.storey-2.png" "$work/shards/Hall/Hall.storey-2.png"
python3 - "$tables/DungeonMapChunk.dbc" <<'END' || exit 1
import struct, sys
table = bytearray(open(sys.argv[1], 'rb').read())
for row in range(2):  # a floor and a group that are not there
    struct.pack_into('<I', table, 20 + 20 * row + (12, 8)[row], 99)
open(sys.argv[1], 'wb').write(table)
END
render 1 site --floors auto --web --stitch --check -q
render 0 site --floors auto --web --stitch
says 'Hall: 1 rows of DungeonMapChunk name a floor that DungeonMap has not: left out'
says 'Hall: 1 rows of DungeonMapChunk name a group that the building has not: left out'
# As many rows as no map has, the first of which are read.
python3 - "$tables/DungeonMap.dbc" 300 "$tables/DungeonMapChunk.dbc" 4100 <<'END' || exit 1
import struct, sys
for path, wanted in zip(sys.argv[1::2], sys.argv[2::2]):
    table = open(path, 'rb').read()
    count, fields, size, strings = struct.unpack_from('<4I', table, 4)
    rows, more = table[20:20 + count * size], int(wanted) - count
    open(path, 'wb').write(struct.pack('<4s4I', b'WDBC', int(wanted), fields, size, strings) + rows + rows[:size] * more +
                           table[20 + count * size:])
END
render 0 many --floors auto
says 'rows of DungeonMap are more than the 256 floors that are read of a map: left out'
says 'rows of DungeonMapChunk are more than the 4096 that are read of a map: left out'

# Without tables rooms that lie above each other are floors, counted from below.
rm "$tables"/DungeonMap*
render 0 found --floors auto
says_nothing
[ "$(floors found)" = 'storey-1 rgba8 -42 5
storey-2 rgba8 -14 33' ] || wrong "the floors that were found: $(floors found)"
[ "$(hash found storey-1 31_31)" = "$(jq -r '.layer_tiles[] | select(.file == "layers/storey-2/Hall_31_31.png").hash' "$work/shards/Hall/map.json")" ] ||
    wrong 'the cellar that was found is not that of the table'

# Between heights. What is wrong is one line; a floor without anything is left out.
render 0 given --floors=-60..-16,-16..40,500..600
says_one_line
says 'Hall: floor 3, 500..600, holds nothing: left out'
[ "$(floors given)" = 'storey-1 rgba8 -60 -16
storey-2 rgba8 -16 40' ] || wrong "the floors that were given: $(floors given)"
for wrong_floors in 5 5..x 5..5 9..5 1..2,1.5..3 1..2,0..1 -200000..0; do
    render 2 given "--floors=$wrong_floors"
    says_one_line
    says '--floors'
done
# Floors that are not asked for any more do not mix with those that are; without the option they stay.
render 0 mixed --floors=-60..-30,-30..-16,-16..40 --stitch
render 0 mixed --stitch
[ "$(floors mixed | wc -l)" -eq 3 ] || wrong 'floors do not stay'
for again in -60..-16 -60..-30,-30..40 none auto; do
    cp -r "$work/mixed" "$work/way"
    render 0 way --floors="$again" --stitch
    render 0 once --floors="$again" --stitch
    find "$work/way" "$work/once" -type d -empty -delete
    same_tree "$work/way" "$work/once"
    rm -r "$work/way" "$work/once"
done

printf 'version: 1\ndata: [world]\nall: {size: 32, floors: auto}\nmaps:\n  - {name: Hall, floors: "1..2,1.5..3"}\n' >"$work/site.yaml"
runs 2 publish "$work/site.yaml"
says "site.yaml:5:26: floors: '1.5..3' overlaps floor 1"

# Nothing of a dungeon without its building is drawn, which a page cannot show on no ground.
find "$world" -iname 'Hall*.wmo' -exec rm {} +
render 2 bare --background transparent --pmtiles
says 'bare/Hall: nothing of the map is drawn, and its background is transparent: a page would show nothing'
finish
