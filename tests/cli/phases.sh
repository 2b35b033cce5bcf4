#!/bin/sh
# A phase of one tile, drawn with the tiles of its parent round it.
. "$(dirname "$0")/common.sh"
copy_world
maps=$world/World/Maps
mkdir "$maps/Phase"
cp "$maps/Demo/Demo_30_31.adt" "$maps/Phase/Phase_31_32.adt"
python3 - "$maps" <<'END' || exit 1
import sys
wdt = bytearray(open(sys.argv[1] + '/Demo/Demo.wdt', 'rb').read())
main = wdt.index(b'NIAM') + 8
for tile in range(64 * 64):
    if tile != 32 * 64 + 31:
        wdt[main + 8 * tile:main + 8 * tile + 8] = bytes(8)
open(sys.argv[1] + '/Phase/Phase.wdt', 'wb').write(wdt)
END
# pixels RUN MAP TILE: the hash of a tile's pixels.
pixels() { jq -r --arg file "tiles/$2_$3.png" '.tiles[] | select(.file == $file).hash' "$work/$1/$2/map.json"; }
render() { runs 0 render -d "$world" -s 16 -o "$@"; }

render "$work/alone" -m Phase
prints '1 tile in'
render "$work/parent" -m Demo -t 30-31_31-32
render "$work/phase" -m Phase --parent demo -t 30-31_31-32 --layer height,area --web --json
jq -e '.tiles == 4' "$out" >/dev/null || wrong 'not four tiles'
parents() { sed '1d;s/^.*adtmap.map = //;s/;$//' "$work/phase/Phase/map.js" | tr -d '\n' | sed 's/.*"parents": *\(\[{[^}]*}\]\).*/\1/'; }
parents >"$out"
jq -e '.[0] | length == 3 and .name == "Demo" and .title != "" and (.tiles | length == 64 and .[31] == "c0000000" and
    .[32] == "40000000" and .[33] == "0")' "$out" >/dev/null || wrong 'tiles of the parent on the page'
for tile in 30_31 31_31 30_32; do
    [ "$(pixels phase Phase $tile)" = \
        "$(pixels parent Demo $tile)" ] || wrong "$tile is not the parent's"
done
[ "$(pixels phase Phase 31_32)" != \
    "$(pixels parent Demo 31_32)" ] || wrong '31_32 is not of the phase'
is_file "$work/phase/Phase/layers/height/Phase_30_31.png"

# Faded tiles are those of the parent alone.
render "$work/faded" -m Phase --parent demo --parent-fade 1 -t 30-31_31-32
[ "$(pixels faded Phase 30_31)" = "$(pixels faded Phase 30_32)" ] || wrong 'not faded to the background'
[ "$(pixels faded Phase 31_32)" = "$(pixels phase Phase 31_32)" ] || wrong 'a tile of the phase is faded'
jq -e '.settings.parent_fade == 1' "$work/faded/Phase/map.json" >/dev/null || wrong 'map.json'

# A change of the parent's tile draws it again; a tile that the phase gets replaces the parent's.
render "$work/phase" -m Phase --parent demo -t 30-31_31-32 --layer height,area
prints '0 tiles in'
cp "$maps/Demo/Demo_30_28.adt" "$maps/Demo/Demo_30_31.adt"
runs 1 render -d "$world" -s 16 -m Phase --parent demo -o "$work/phase" -t 30-31_31-32 --layer height,area --check -v
prints '30_31: world/maps/demo/demo_30_31.adt has changed'
render "$work/phase" -m Phase --parent demo -t 30-31_31-32 --layer height,area
cp "$maps/Demo/Demo_30_28.adt" "$maps/Phase/Phase_30_32.adt"
python3 - "$maps/Phase/Phase.wdt" <<'END' || exit 1
import sys
wdt = bytearray(open(sys.argv[1], 'rb').read())
wdt[wdt.index(b'NIAM') + 8 + 8 * (32 * 64 + 30)] = 1
open(sys.argv[1], 'wb').write(wdt)
END
render "$work/phase" -m Phase --parent demo -t 30-31_31-32 --layer height,area
[ "$(pixels phase Phase 30_32)" != \
    "$(pixels parent Demo 30_32)" ] || wrong 'a new tile of the phase is not drawn'

# Points and heights know the parent's tiles when they are asked to.
printf 'x\ty\n-100\t400\n100\t400\n' >"$work/points"
runs 0 locate -d "$world" -m Demo "$work/points"
cp "$out" "$work/there"
runs 0 locate -d "$world" -m Phase --parent Demo "$work/points"
[ "$(sed -n 3p "$out" | cut -f 3-)" = "$(sed -n 3p "$work/there" | cut -f 3-)" ] || wrong 'a point of the parent'
runs 0 heightmap -d "$world" -m Phase --parent Demo -o "$work/heights" -t 30-31_31-32

# What is no parent is one line, and the map is drawn.
for parent in Nope Phase id:77; do
    render "$work/bad" -m Phase --parent $parent
    says "Phase: its parent"
    says_one_line
done
[ "$failures" -eq 0 ]
