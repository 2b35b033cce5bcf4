#!/bin/sh
# A client's archives: the same files as from the directory, and archives that are broken.
. "$(dirname "$0")/common.sh"
pick_tile
pack_client

# The whole world, stitched, byte for byte.
runs 0 render -d "$DEMO" -m "$map" -o "$work/loose" -s 64 --stitch
for data in "$client" "$client/Data"; do
    runs 0 render -d "$data" -m "$map" -o "$work/packed" -s 64 --stitch
    same_tree "$work/loose" "$work/packed"
    rm -r "$work/packed"
done
runs 0 cat -d "$client" "WORLD/maps/$map" --into "$work/out"
runs 0 ls -d "$client" -l "$map.wdt"
prints '.MPQ:World/Maps/'

# No archive has a list of names: the maps and their spelling come from Map.dbc.
if [ -f "$real/custom/DBFilesClient/Map.dbc" ]; then
    pack "$work/silent.mpq" --unlisted "$real/custom"
    runs 0 ls -d "$work/silent.mpq"
    [ ! -s "$out" ] || wrong 'an archive without a list lists something'
    runs 0 maps -d "$work/silent.mpq"
    prints 'CustomMaps  '
    mkdir -p "$work/tableless/World"
    cp -r "$DEMO/World/Maps" "$work/tableless/World"
    runs 0 maps -d "$work/silent.mpq" -d "$work/tableless" --json
    [ "$(jq '.maps | length' "$out")" -eq $(($(jq '.maps | length' "$work/maps") + 1)) ] ||
        wrong 'maps of both'
fi

# A loose file over the archives.
mkdir -p "$client/Data/World/Maps/$map"
echo loose >"$client/Data/World/Maps/$map/$map.wdt"
runs 0 cat -d "$client/Data" "world/maps/$map/$map.wdt"
prints loose
rm -r "$client/Data/World"

# A broken archive among others is left out and named, with status 1: the others may be older. With
# --strict nothing is drawn of them. Alone it is an error.
for size in 0 31 32 1000; do
    head -c "$size" "$client/Data/patch-2.MPQ" >"$client/Data/patch-3.MPQ"
    runs 2 render -d "$client" -m "$map" -o "$work/left" -s 64 --stitch --strict
    says 'patch-3.MPQ: left out: '
    says 'nothing is drawn: with --strict all archives'
    no_file "$work/left"
    runs 1 render -d "$client" -m "$map" -o "$work/left" -s 64 --stitch
    says 'patch-3.MPQ: left out: '
    same_tree "$work/loose" "$work/left"
    rm -r "$work/left"
    echo '0 0' >"$work/points"
    runs 1 locate -d "$client" -m "$map" "$work/points"
    runs 2 maps -d "$client/Data/patch-3.MPQ"
    says 'patch-3.MPQ'
    says_one_line
done
rm "$client/Data/patch-3.MPQ"

# One that ends early and has another archive stored in it is not read as that one in silence.
echo inside >"$work/inside"
head -c 100000 /dev/urandom >"$work/bytes"
pack "$work/inner.mpq" "World\\a.txt=$work/inside"
pack "$work/outer.mpq" "World\\a.txt=$work/inside" "World\\bytes=$work/bytes"
{
    head -c 512 "$work/outer.mpq"
    cat "$work/inner.mpq"
} >"$client/Data/patch-3.MPQ"
runs 1 maps -d "$client"
says 'the end of the file cuts it off; an archive inside it is read, at 0x200'
runs 2 render -d "$client" -m "$map" -o "$work/left" -s 64 --strict
rm "$client/Data/patch-3.MPQ"

# An archive with a table that contradicts itself: the other one serves.
echo text >"$work/text"
pack "$work/v4.mpq" --version 4 "World\\a.txt=$work/text"
at=$(grep -abo 'BET' "$work/v4.mpq" | head -n 1 | cut -d: -f1)
cp "$work/v4.mpq" "$client/Data/patch-3.MPQ"
printf '\377' | dd of="$client/Data/patch-3.MPQ" bs=1 seek=$((at + 4)) conv=notrunc 2>/dev/null
runs 0 maps -d "$client"
prints "$map "
rm "$client/Data/patch-3.MPQ"

# A patch file without its base file.
pack "$work/wow-update-15595.MPQ" --change "World\\a.txt=$work/text"
runs 1 cat -d "$work/wow-update-15595.MPQ" world/a.txt
says 'holds only what an update changes'

# Names: encrypted files, names that lead outside, names that are too long.
long=World\\$(printf '%0200d' 0).txt
pack "$work/names.mpq" --encrypted "..\\out.txt=$work/text" "c:\\out.txt=$work/text" \
    "\\\\server\\out.txt=$work/text" "World\\in.txt=$work/text" "$long=$work/text"
runs 0 ls -d "$work/names.mpq"
says 'names lead outside the data or are too long: left out'
prints World/in.txt
[ "$(wc -l <"$out")" -eq 2 ] || wrong 'names that lead outside are listed'
mkdir "$work/deep"
runs 0 cat -d "$work/names.mpq" '*' --into "$work/deep/er"
[ "$(find "$work" -name out.txt | wc -l)" -eq 0 ] || wrong 'a file was written outside'
same "$work/deep/er/World/in.txt" "$work/text"
runs 1 cat -d "$work/names.mpq" '..\out.txt' --into "$work/deep/er"
runs 1 cat -d "$work/names.mpq" "World/$(printf '%0900d' 0).txt"

# The real patch, and the same files loose.
if [ -f "$real/custom/patch-Z.MPQ" ]; then
    for name in CustomMaps_48_13.adt CustomMaps_49_12.adt CustomMaps_50_12.adt CustomMaps.wdt; do
        runs 0 cat -d "$real/custom/patch-Z.MPQ" "world/maps/custommaps/$name"
        same "$out" "$real/custom/World/Maps/CustomMaps/$name"
    done
    for data in patch-Z.MPQ .; do
        runs 0 render -d "$real/custom/$data" -m custommaps -t 48_13,49_12,50_12 -s 64 \
            -o "$work/real-$data"
    done
    same_tree "$work/real-patch-Z.MPQ/CustomMaps/tiles" "$work/real-./CustomMaps/tiles"
fi
finish
