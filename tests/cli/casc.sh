#!/bin/sh
# A client's storage (CASC): the same files and pictures as from a folder, and what is said of it.
#
#     casc.sh [rest]      rest: the first clients with one
. "$(dirname "$0")/common.sh"

# pack_world ERA: the demo world of the era in folders, $loose, and in a storage, $storage; $list
# names its files.
pack_world() {
    loose=$work/$1
    storage=$work/$1-storage
    list=$work/$1.csv
    shared_world "$1"
    cp -r "$shared" "$loose"
    shared_world "$1" casc
    cp -r "$shared" "$storage"
    [ "$(find "$storage" -name .loose)" = '' ] || wrong 'loose files stay in the storage'
    (cd "$loose" && find . -type f ! -name listfile.csv | sed 's|^\./||') >"$list"
    [ ! -f "$loose/listfile.csv" ] || list=$storage/listfile.csv
}

for era in $([ "${1-}" = rest ] && echo legion || echo bfa); do
    pack_world "$era"
    listing=$loose/listfile.csv
    [ -f "$listing" ] || listing=$list

    # Every file.
    runs 0 cat -d "$storage" --listfile "$list" '*' --into "$work/out"
    (cd "$work/out" && find . -type f | sed 's|^\./||') >"$work/names"
    [ "$(wc -l <"$work/names")" -gt 200 ] || wrong "$era: few files are listed"
    diff -rq --ignore-file-name-case "$loose" "$work/out" | grep -v "^Only in $loose" >"$work/differ"
    [ ! -s "$work/differ" ] || wrong "$era: $(head -n 1 "$work/differ")"
    rm -r "$work/out"

    # The picture.
    runs 0 render -d "$loose" --listfile "$listing" -m demo -o "$work/a" -s 32 --stitch
    runs 0 render -d "$storage" --listfile "$list" -m demo -o "$work/b" -s 32 --stitch
    runs 0 compare "$(find "$work/a" -iname 'demo.png')" "$(find "$work/b" -iname 'demo.png')"
    rm -r "$work/a" "$work/b"
    runs 0 maps -d "$storage" --listfile "$list"
    grep -qi '^demo ' "$out" || wrong "$era: the map is not listed"

    # The table of maps stands in for the listfile.
    runs 0 maps -d "$storage"
    prints 'Demo '
    prints '"The Demo", world'
    prints 'Hall '

    # A folder with that table answers as the storage does. Ids list no files that have names alone.
    mkdir "$loose/DBFilesClient"
    runs 0 cat -d "$storage" 1349477 -o "$loose/DBFilesClient/Map.db2"
    [ "$era" = bfa ] || echo DBFilesClient/Map.db2 >>"$list"
    [ "$era" = bfa ] || same_answers lists "$loose" "$storage" --listfile "$list"
    same_answers checks "$loose" "$storage" --listfile "$list"
done
[ "${1-}" != rest ] || finish
runs 0 render -d "$loose" --listfile "$listing" -m demo -o "$work/a" -s 32 -t 31_31
runs 0 render -d "$storage" -m demo -o "$work/b" -s 32 -t 31_31
runs 0 compare "$work/a/Demo/tiles/Demo_31_31.png" "$work/b/Demo/tiles/Demo_31_31.png"

# By its number in the table, and what would be drawn or is missing.
runs 0 maps -d "$storage" --json
id=$(jq '.maps[] | select(.name == "Demo") | .id' "$out")
runs 0 render -d "$storage" -m "id:$id" -o "$work/c" -s 32 -t 31_31
same "$work/b/Demo/tiles/Demo_31_31.png" "$work/c/Demo/tiles/Demo_31_31.png"
runs 2 render -d "$storage" -m id:4000000 -o "$work/c" -s 32
says 'no map with id 4000000'
says_one_line
runs 2 render -d "$storage" -m id:x -o "$work/c" -s 32
says_one_line
runs 0 maps -d "$storage" --check
says_nothing
runs 0 render -d "$storage" -m demo -o "$work/b" -s 32 -t 31_31 --check
runs 1 render -d "$storage" -m demo -o "$work/b" -s 32 -t 32_31 --check
prints '32_31: is not drawn yet'

# What info says.
runs 0 info "$storage" --json
jq -e '.files[0] | .product == "wow" and .files_present == .file_count and .files_absent == 0' \
    "$out" >/dev/null || wrong 'the JSON result of info'
runs 0 info "$storage/Data"
prints 'root: TSFM (8.2)'

# Two products, and none chosen.
sed -n '2s/wow$/wow_classic/p' "$storage/.build.info" >"$work/row"
cat "$work/row" >>"$storage/.build.info"
for command in 'maps -d' 'ls -d' 'info'; do
    # shellcheck disable=SC2086 # a command and its option
    runs 2 $command "$storage"
    says 'several products: wow, wow_classic; --product chooses one'
    says_one_line
done
runs 0 info "$storage" --product wow_classic
prints 'product: wow_classic'
runs 2 maps -d "$storage" --product starcraft
says 'there are: wow, wow_classic'
says_one_line
runs 2 maps -d "$storage" --product wow --locale english
says 'there are: enUS'
runs 2 maps -d "$storage" --product wow --casc-keys "$work/nofile"
says "$work/nofile"
says_one_line

# A key file with a line that is none, an index that a client is writing, one with a wrong hash: a
# line each, and all is drawn.
printf 'fedcba9876543210 00112233445566778899aabbccddeeff\nno key\n' >"$work/keys"
echo half >"$storage/Data/data/030000002f.idx"
cp "$storage/Data/data/0400000001.idx" "$work/whole.idx"
printf '\377\377\377\377' | dd of="$storage/Data/data/0400000001.idx" bs=1 seek=36 conv=notrunc 2>"$err"
runs 0 render -d "$storage" --product wow --casc-keys "$work/keys" -m demo -o "$work/d" -s 32 \
    -t 31_31
says 'keys: 1 lines are no keys: skipped'
says '030000002f.idx: left out: no index file'
says '0400000001.idx: at 0x24: the hash of the entries is wrong'
[ "$(wc -l <"$err")" -eq 3 ] || wrong 'not a line for each'
mv "$work/whole.idx" "$storage/Data/data/0400000001.idx"
rm "$storage/Data/data/030000002f.idx"
same "$work/b/Demo/tiles/Demo_31_31.png" "$work/d/Demo/tiles/Demo_31_31.png"

# A table of a layout that is not known: one line, and the maps go by their folders.
printf '\030' | dd of="$loose/DBFilesClient/Map.db2" bs=1 seek=24 conv=notrunc 2>"$err"
runs 0 maps -d "$loose" --listfile "$list"
says 'layout B290D218 is no known layout of maps; maps go by their folders'
says_one_line
prints 'Hall '

# An archive that is cut off: what it lacks is named, the rest is drawn.
truncate -s 40000000 "$storage/Data/data/data.000"
runs 1 render -d "$storage" --product wow -m demo -o "$work/rest" -s 16
says 'in the build, not installed; start the client or its installer once'
drawn=$(find "$work/rest" -name 'Demo_*.png' | wc -l)
[ "$drawn" -gt 10 ] || wrong "an archive that is cut off: $drawn tiles are drawn"
failed=$(grep -c 'error: .*not installed' "$err")
[ $((drawn + failed)) -eq 64 ] || wrong "$drawn tiles are drawn, $failed named"
runs 0 info "$storage" --product wow --json
jq -e '.files[0] | .files_absent > 10 and .files_present + .files_absent == .file_count' "$out" \
    >/dev/null || wrong 'info counts files beyond the end of their archive'

# The last archive, which holds the tables, is cut off: that is said.
for archive in "$storage"/Data/data/data.*; do
    last=$archive
done
truncate -s 1000 "$last"
runs 2 maps -d "$storage" --product wow
says_one_line

# Eras whose clients have none.
runs 2 demo "$work/none" --era wotlk --pack casc
says 'clients of era wotlk have no storage'
says_one_line
finish
