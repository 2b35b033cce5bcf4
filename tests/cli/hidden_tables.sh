#!/bin/sh
# Of data in two folders the later Map.dbc hides the earlier one: what that costs is said, each map has a heading, and a
# map is found by its title.
. "$(dirname "$0")/common.sh"
maps=$(find "$DEMO" -type d -ipath '*/world/maps' | head -n 1)
site=$work/site.yaml

# table FILE FOLDER TITLE...: a Map.dbc of 3.3.5 with these maps.
table() {
    python3 - "$@" <<'END2' || wrong 'the table'
import struct, sys
strings, rows = bytearray(1), b""
def text(string):
    global strings
    at = len(strings)
    strings += string.encode() + b"\0"
    return at
pairs = sys.argv[2:]
for number in range(0, len(pairs), 2):
    fields = [0] * 66
    fields[0], fields[1], fields[5] = number, text(pairs[number]), text(pairs[number + 1])
    rows += struct.pack("<66I", *fields)
open(sys.argv[1], "wb").write(struct.pack("<4s4I", b"WDBC", len(pairs) // 2, 66, 264, len(strings)) + rows + strings)
END2
}
for folder in old new; do
    mkdir -p "$work/$folder/World/Maps" "$work/$folder/DBFilesClient"
done
cp -r "$maps/Demo" "$work/old/World/Maps/"
cp -r "$maps/Hall" "$work/new/World/Maps/"
table "$work/old/DBFilesClient/Map.dbc" Demo 'The Jade Forest' Gone 'A map without files'
table "$work/new/DBFilesClient/Map.dbc" Hall 'The Long Hall'

runs 0 maps -d "$work/old" -d "$work/new"
says_one_line
says "$work/old/DBFilesClient/Map.dbc: is hidden by $work/new/DBFilesClient/Map.dbc, which does not know Demo: no title and group"
runs 0 init "$work/old" "$work/new" -o "$site"
says_one_line
[ "$(grep -c '^    group: ' "$site")" -eq 2 ] || wrong 'a map without a heading'
sed -n '/^groups:/,/^$/p' "$site" | grep -qxF '  - "Other maps"' || wrong 'the heading of maps that the table does not know'

# A table that knows more, and an equal one, hide nothing.
table "$work/new/DBFilesClient/Map.dbc" Hall 'The Long Hall' Demo 'The Jade Forest'
runs 0 maps -d "$work/old" -d "$work/new"
says_nothing
rm "$work/new/DBFilesClient/Map.dbc"
runs 0 maps -d "$work/old" -d "$work/new"
says_nothing

# A map by its title, as maps prints it.
runs 0 render -d "$work/old" -m 'the jade forest' -o "$work/out" -t 31_31 -s 16
prints "$work/out/Demo: 1 tile "
runs 0 locate -d "$work/old" --json -- The Jade Forest 775 -1450
prints '"tile":"34_30"'

# Output among the files of the data is said, but for the folder where one is.
runs 0 render -d "$work/old" -m Demo -o "$work/old/site" -t 31_31 -s 16
says "$work/old/site: is inside the data, $work/old: later runs look for client files there; another folder is better"
runs 2 render -d "$work/old" -m Demo -o "$work/old/World/site" -t 31_31 -s 16
(cd "$work/old" && "$ADTMAP" render -d . -m Demo -o here -t 31_31 -s 16) >"$out" 2>"$err" || wrong 'a folder below the current one'
grep -q 'is inside' "$err" && wrong 'a folder below the current one is as good as any'

# So is a single file there: a tile, a site file; and a demo world in a client's folder.
tile=$work/old/World/Maps/Demo/Demo_31_31.adt
draw="-s 16 --no-wmo --doodads none --light unlit"
for place in "$work/old/t.png" "$work/old/World/Maps/t.png"; do
    # shellcheck disable=SC2086 # words
    runs 0 tile "$tile" -d "$work/old" $draw -o "$place"
    says "$place: is inside the client's data, $work/old: another folder is better"
done
mkdir "$work/old/pictures"
# shellcheck disable=SC2086 # words
runs 0 tile "$tile" $draw -o "$work/old/pictures"
grep -q 'is inside' "$err" && wrong 'a folder of pictures is one of the data'
# shellcheck disable=SC2086 # words
runs 0 tile "$tile" "$work/old/World/Maps/Demo/Demo_31_32.adt" $draw -o "$work/old/World"
[ "$(grep -c "is inside the client's data" "$err")" -eq 1 ] || wrong 'a folder of client files is said once'
runs 0 init "$work/old" -o "$work/old/site.yaml"
says "$work/old/site.yaml: is inside the client's data, $work/old: another folder is better"

# What is said before the era is refused, so that nothing is written.
refused_demo() { runs 2 demo "$1" --pack casc --era wotlk; }
refused_demo "$work/old/World/demo"
says "$work/old/World/demo: is inside the client's data, $work/old: another folder is better"
mkdir -p "$work/own/World/Maps/Mine" "$work/again/World/Maps/Demo" "$work/client"
refused_demo "$work/own"
says "$work/own: has client files of others, whose tables the demo world replaces by its own: another folder is better"
refused_demo "$work/again"
says_one_line
: >"$work/client/WoW.exe"
refused_demo "$work/client"
says "$work/client: is the folder of a client: name another one for the demo world"
says_one_line
finish
