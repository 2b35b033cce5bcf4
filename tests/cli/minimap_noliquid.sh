#!/bin/sh
# Tiles without liquids in the minimap of a client: made with the others, healed, merged, and gone when not asked for.
. "$(dirname "$0")/common.sh"
# draw STATUS OPTION...: the tile of a lake.
draw() {
    status=$1
    shift
    runs "$status" render -d "$DEMO" -m Demo -o "$work/out" -s 16 -t 31_31 --client-minimap-size 16 "$@"
}
plain="--client-minimap $work/plain --client-minimap-names plain"
maps=$work/plain/World/Minimaps/Demo
# shellcheck disable=SC2086 # words of options
draw 0 $plain --client-minimap-noliquid
says_nothing
is_file "$maps/noliquid_map31_31.blp"
cmp -s "$maps/noliquid_map31_31.blp" "$maps/map31_31.blp" && wrong 'the lake is there without liquids'
cp -r "$work/plain" "$work/whole"
rm "$maps/noliquid_map31_31.blp"
# shellcheck disable=SC2086
draw 1 $plain --client-minimap-noliquid --check -q
# shellcheck disable=SC2086
draw 0 $plain --client-minimap-noliquid
prints ': 0 tiles'
same_tree "$work/plain" "$work/whole"

# Without liquids in the picture both are the same, and share a file by MD5.
draw 0 --no-liquid --client-minimap "$work/hashed" --client-minimap-noliquid
table=$work/hashed/textures/Minimap/md5translate.trs
[ "$(grep -o 'Demo.*map31_31' "$table")" = 'Demo\map31_31
Demo\noliquid_map31_31' ] || wrong "$(cat "$table")"
[ "$(find "$work/hashed" -name '*.blp' | wc -l)" -eq 1 ] || wrong 'equal tiles have two files'

# Shards draw the layer, the whole map makes the tiles of it.
runs 0 render -d "$DEMO" -m Demo -o "$work/shards" -s 16 -t 31_31 --layer no-liquid --shard 1/1
runs 0 render -d "$DEMO" -m Demo -o "$work/shards" -s 16 -t 31_31 --client-minimap "$work/joined" --client-minimap-size 16 \
    --client-minimap-names plain --client-minimap-noliquid
prints ': 0 tiles'
same_tree "$work/joined" "$work/whole"

# A run that does not ask for them removes them.
# shellcheck disable=SC2086
draw 0 $plain
no_file "$maps/noliquid_map31_31.blp"
is_file "$maps/map31_31.blp"
draw 2 --client-minimap-noliquid
says '--client-minimap-noliquid goes with --client-minimap'
finish
