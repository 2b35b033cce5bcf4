#!/bin/sh
# The minimap of a client: BLP files that Pillow reads, and a table that keeps what others wrote.
. "$(dirname "$0")/common.sh"
pick_tile
python=
for program in python3 /usr/bin/python3; do
    "$program" -c 'import PIL' 2>/dev/null && python=$program
done
client=$work/client
draw() { runs 0 render -d "$DEMO" -m "$map" -o "$work/out" -s 64 -q "$@"; }

draw --client-minimap "$client" --client-minimap-size 64
says_nothing
table=$client/textures/Minimap/md5translate.trs
is_file "$table"
tiles=$(find "$work/out/$map/tiles" -name '*.png' | wc -l)
[ "$(grep -c "^$map\\\\map[0-9][0-9]_[0-9][0-9]\.blp" "$table")" -eq "$tiles" ] ||
    wrong 'the lines of the table'
cut -f 2 "$table" | grep '\.blp' | sort -u >"$work/named"
(cd "$client/textures/Minimap" && find . -name '*.blp' | sed 's|^\./||' | sort) >"$work/there"
same "$work/named" "$work/there"
while read -r file; do
    echo "${file%.blp}  $client/textures/Minimap/$file"
done <"$work/named" | md5sum -c --quiet >"$out" 2>&1 || wrong 'names are not the MD5 of files'
x=${tile%_*}
y=${tile#*_}
name=$(printf 'map%02d_%02d.blp' "$x" "$y")
blp=$client/textures/Minimap/$(grep -F "\\$name" "$table" | cut -f 2)
runs 0 info "$blp" --json
jq -e '.files[0] | .width == 64 and .levels == 7 and .encoding == "DXT1" and .warnings == []' \
    "$out" >/dev/null || wrong 'what info says of a tile'

# A second run changes no file.
find "$client" -type f -exec stat -c '%n %Y %i' {} + | sort >"$work/before"
draw --client-minimap "$client" --client-minimap-size 64
find "$client" -type f -exec stat -c '%n %Y %i' {} + | sort >"$work/after"
same "$work/before" "$work/after"

# near FILE DB: a BLP by Pillow is as near to the tile.
cat >"$work/near.py" <<'END'
import math, sys
from PIL import Image, ImageChops, ImageStat
blp, png = Image.open(sys.argv[1]).convert('RGB'), Image.open(sys.argv[2]).convert('RGB')
squares = sum(ImageStat.Stat(ImageChops.difference(blp, png)).sum2)
psnr = 10 * math.log10(65025 * 3 * blp.width * blp.height / squares) if squares else 99
sys.exit(0 if blp.size == png.size and psnr > float(sys.argv[3]) else 'PSNR %.1f dB' % psnr)
END
near() {
    [ -n "$python" ] || return 0
    "$python" "$work/near.py" "$1" "$work/out/$map/tiles/$tile_png" "$2" >"$out" 2>"$err" ||
        wrong "$1 by Pillow"
}
[ -n "$python" ] || echo 'not checked by Pillow: no python3-pil'
near "$blp" 28
draw --client-minimap "$work/plain" --client-minimap-size 64 --client-minimap-names plain \
    --client-minimap-format palette
is_file "$work/plain/World/Minimaps/$map/$name"
near "$work/plain/World/Minimaps/$map/$name" 34
no_file "$work/plain/textures"

# Lines of others stay, in a folder that is spelled otherwise; old files of these tiles go.
old=00112233445566778899aabbccddeeff.blp
other=ffeeddccbbaa99887766554433221100.blp
mkdir -p "$work/other/Textures/MINIMAP"
touch "$work/other/Textures/MINIMAP/$old" "$work/other/Textures/MINIMAP/$other"
printf 'dir: WMO\\x\nWMO\\x\\y_000_00_00.blp\t%s\ndir: %s\n%s\\map%d_%02d.blp\t%s\n' "$other" \
    "$map" "$map" "$x" "$y" "$old" >"$work/other/Textures/MINIMAP/md5translate.trs"
draw --client-minimap "$work/other"
grep -qF "y_000_00_00.blp	$other" "$work/other/Textures/MINIMAP/md5translate.trs" ||
    wrong 'the line of a WMO'
[ "$(grep -c "^dir: $map" "$work/other/Textures/MINIMAP/md5translate.trs")" -eq 1 ] ||
    wrong 'two sections of the map'
no_file "$work/other/textures"
no_file "$work/other/Textures/MINIMAP/$old"
is_file "$work/other/Textures/MINIMAP/$other"

# The alpha has a .txt, with the file first.
mkdir -p "$work/alpha/textures/Minimap"
printf 'dir: Kalimdor\n%s\tKalimdor\\map01_02.blp\nbroken\n' "$other" \
    >"$work/alpha/textures/Minimap/md5translate.txt"
runs 0 render -d "$DEMO" -m "$map" -o "$work/out" -s 64 --client-minimap "$work/alpha"
says 'md5translate.txt: 1 lines are neither a folder nor two names'
no_file "$work/alpha/textures/Minimap/md5translate.trs"
grep -q "^[0-9a-f]*\.blp	$map\\\\$name$" "$work/alpha/textures/Minimap/md5translate.txt" ||
    wrong 'the order of the names'

# Lines of others stay to the byte, with endings of their own; what is no table is refused early.
mkdir -p "$work/mixed/textures/Minimap"
printf 'dir: WMO\r\nnone\nWMO\\x\t%s' "$other" >"$work/mixed/textures/Minimap/md5translate.trs"
draw --client-minimap "$work/mixed"
printf 'dir: WMO\r\nnone\nWMO\\x\t%s' "$other" >"$work/wanted"
cmp -n "$(wc -c <"$work/wanted")" "$work/wanted" "$work/mixed/textures/Minimap/md5translate.trs" \
    >"$out" || wrong 'lines of others were changed'
mkdir -p "$work/huge/textures/Minimap"
head -c 20000000 /dev/zero | tr '\0' x >"$work/huge/textures/Minimap/md5translate.trs"
runs 2 render -d "$DEMO" -m "$map" -o "$work/none" --client-minimap "$work/huge"
says 'md5translate.trs: is too large for a table of minimap tiles: 20000000 bytes are more than 16 MiB'
says_one_line
no_file "$work/none"

# DIR may be a link; below it, links are refused before anything is drawn or written.
mkdir -p "$work/disk" "$work/kept"
ln -s disk "$work/linked"
draw --client-minimap "$work/linked"
is_file "$work/disk/textures/Minimap/md5translate.trs"
for link in textures textures/Minimap textures/Minimap/md5translate.trs; do
    rm -rf "$work/inner"
    mkdir -p "$work/inner/$(dirname "$link")"
    ln -s "$work/kept" "$work/inner/$link"
    runs 2 render -d "$DEMO" -m "$map" -o "$work/none" --client-minimap "$work/inner"
    says "/$link: is a link"
    says_one_line
    no_file "$work/none"
done
for link in World World/Minimaps "World/Minimaps/$map"; do
    rm -rf "$work/inner"
    mkdir -p "$work/inner/$(dirname "$link")"
    ln -s "$work/kept" "$work/inner/$link"
    runs 2 render -d "$DEMO" -m "$map" -o "$work/none" --client-minimap "$work/inner" \
        --client-minimap-names plain
    says "/$link: is a link"
    no_file "$work/none"
done
[ -z "$(ls "$work/kept")" ] || wrong 'written through a link'

# What a killed run left goes with the next one; the file of a run that lives stays.
touch "$work/plain/World/Minimaps/$map/$name.tmp.0123456789abcdef"
touch "$work/plain/World/Minimaps/$map/$name.tmp.fedcba9876543210"
exec 9>>"$work/plain/World/Minimaps/$map/$name.tmp.fedcba9876543210"
flock 9
rm "$work/plain/World/Minimaps/$map/$name"
draw --client-minimap "$work/plain" --client-minimap-size 64 --client-minimap-names plain \
    --client-minimap-format palette
no_file "$work/plain/World/Minimaps/$map/$name.tmp.0123456789abcdef"
is_file "$work/plain/World/Minimaps/$map/$name.tmp.fedcba9876543210"
exec 9>&-
# A run that draws nothing, too.
draw --client-minimap "$work/plain" --client-minimap-size 64 --client-minimap-names plain \
    --client-minimap-format palette
no_file "$work/plain/World/Minimaps/$map/$name.tmp.fedcba9876543210"

# The tiles of shards are taken over first.
for shard in 1/2 2/2; do
    runs 0 render -d "$DEMO" -m "$map" -o "$work/shards" -s 64 -q --shard "$shard"
done
runs 0 render -d "$DEMO" -m "$map" -o "$work/shards" -s 64 --client-minimap "$work/joined" --client-minimap-size 64
prints ': 0 tiles'
same_tree "$client" "$work/joined"
runs 2 render -d "$DEMO" -m "$map" -o "$work/shards" --shard 1/2 --client-minimap "$work/none"

# Bad input: one line each, before anything is drawn.
runs 2 render -d "$DEMO" -m "$map" -o "$work/none" --client-minimap "$work/none" \
    --client-minimap-size 100
says 'no power of two'
: >"$work/file"
runs 2 render -d "$DEMO" -m "$map" -o "$work/none" --client-minimap "$work/file"
says_one_line
no_file "$work/none"
if [ "$(id -u)" -ne 0 ]; then
    mkdir "$work/locked"
    chmod 555 "$work/locked"
    runs 2 render -d "$DEMO" -m "$map" -o "$work/none" --client-minimap "$work/locked"
    says "$work/locked"
    says_one_line
    no_file "$work/none"
fi
finish
