#!/bin/sh
# adtmap maps: the maps in the data, and the files that they miss.
. "$(dirname "$0")/common.sh"
pick_tile
adt=${map}_${tile}.adt

runs 0 maps -d "$DEMO" --check
says_nothing
grep -q missing "$out" && wrong 'the demo world lacks something'
runs 0 maps -d "$DEMO" --check --json
jq -e --arg map "$map" '.maps[] | select(.name == $map) |
    .tile_count == .file_count and (.tiles | length) == .tile_count and .columns > 0 and
    .rows > 0 and .missing == [] and (.era | length) > 0' "$out" >/dev/null || wrong 'the JSON list'

# A missing tile, a missing texture, and a damaged tile.
copy_world
damaged=$(jq -r --arg map "$map" '.maps[] | select(.name == $map) | .tiles[0]' "$work/maps")
rm "$(in_world "$adt")"
texture=$(find "$world" -ipath '*tileset*' -iname '*.blp' | LC_ALL=C sort | head -n 1)
rm "$texture"
: >"$(in_world "${map}_$damaged.adt")"
runs 0 maps -d "$world"
prints '(1 without a file)'
runs 1 maps -d "$world" --check
prints "missing tile: world/maps/$(echo "$map/$adt" | tr '[:upper:]' '[:lower:]')"
grep -qiF "missing texture: tileset/" "$out" || wrong 'the missing texture is not named'
grep -qi "unreadable tile: .*${map}_$damaged.adt" "$out" || wrong 'the damaged tile is not named'
runs 1 maps -d "$world" --check --json
[ "$(jq -r '[.maps[].missing[].kind] | unique | join(" ")' "$out")" = 'terrain texture tile' ] ||
    wrong 'the kinds in the JSON list'

# Buildings: a missing root, a missing group, a missing texture.
wmo=$(find "$DEMO" -iname '*_000.wmo' | LC_ALL=C sort | head -n 1)
if [ -n "$wmo" ]; then
    copy_world
    rm "$world/${wmo#"$DEMO/"}"
    runs 1 maps -d "$world" --check
    prints 'missing part of a building: world/'
    root=$(echo "${wmo#"$DEMO/"}" | sed 's/_000\.wmo$/.wmo/I')
    rm "$world/$root"
    runs 1 maps -d "$world" --check
    prints 'missing building: world/'
fi

# A map without terrain is one WMO, in all eras.
runs 0 maps -d "$DEMO"
[ "$(grep -c 'one building: ' "$out")" -eq 1 ] || wrong 'the map that is one building'
shared_world alpha
runs 0 maps -d "$shared" --json
[ "$(jq -r '[.maps[] | select(.global_wmo) | .name] | join(" ")' "$out")" = Hall ] ||
    wrong 'the map of the first clients that is one building'

# Names from Map.dbc, and a file that is not a Map.dbc.
mkdir -p "$world/DBFilesClient"
echo nonsense >"$world/DBFilesClient/Map.dbc"
runs 0 maps -d "$world"
says 'Map.dbc'
prints "$map "
{
    printf 'WDBC\001\000\000\000\015\000\000\000\064\000\000\000\001\000\000\000'
    head -c 53 /dev/zero
} >"$world/DBFilesClient/Map.dbc" # one map, whose folder has no name
runs 0 maps -d "$world"
says_nothing
prints "$map "

# A folder that cannot be read: the list lacks its map, and says so. Root may read all.
user=
if [ "$(id -u)" -eq 0 ] && setpriv --reuid 65534 --clear-groups "$ADTMAP" --version >"$out" 2>&1; then
    user='setpriv --reuid 65534 --clear-groups'
    chmod 755 "$work"
fi
if [ "$(id -u)-$user" != 0- ]; then
    chmod 000 "$world/World/Maps/Hall"
    for command in 'maps -d' 'ls -d' "diff $world"; do
        # shellcheck disable=SC2086 # words
        $user "$ADTMAP" $command "$world" >"$out" 2>"$err"
        [ $? -eq 1 ] || wrong "$command lacks a map without a word"
        says 'World/Maps/Hall: left out: the folder cannot be read'
    done
    chmod 755 "$world/World/Maps/Hall"

    # Tiles in such a folder are not gone.
    over=$work/over/World/Maps/Demo
    mkdir -p "$over" "$work/o"
    chmod 777 "$work/o"
    mv "$world/World/Maps/Demo/Demo_29_28.adt" "$over"
    draw() { $user "$ADTMAP" render -d "$world" -d "$work/over" -m Demo -s 16 --no-wdl -o "$work/o" >"$out" 2>"$err"; }
    draw
    is_file "$work/o/Demo/tiles/Demo_29_28.png"
    chmod 000 "$over"
    draw
    [ $? -eq 2 ] || wrong 'a map without some of its data is drawn'
    says 'a folder or an archive of the data cannot be read'
    is_file "$work/o/Demo/tiles/Demo_29_28.png"
    chmod 755 "$over"
fi
if [ -f "$real/custom/DBFilesClient/Map.dbc" ]; then
    runs 0 maps -d "$real/custom"
    prints '"Custom Leveling Zones", world'
fi
finish
