#!/bin/sh
# Which tiles a second run draws when files of tiles change that are split, or packed: those of the
# tile's own files all, those of the tiles around it what buildings they place.
. "$(dirname "$0")/common.sh"
small_world
pick_tile
tile=31_31 # it places buildings
o=$work/o

# renders DATA: the tile and those around it; tiles drawn and left alone in $counts.
renders() {
    x=${tile%_*}
    y=${tile#*_}
    runs 0 render -d "$1" -m "$map" -o "$o" -s 64 --json -t "$((x - 1))-$((x + 1))_$((y - 1))-$((y + 1))"
    counts=$(jq -r '"\(.tiles) \(.unchanged)"' "$out")
}
drew() { [ "$counts" = "$1" ] || wrong "tiles drawn and not: $counts, wanted $1"; }
as_fresh() {
    rm -rf "$work/fresh"
    mv "$o" "$work/o.again"
    renders "$1"
    mv "$o" "$work/fresh"
    mv "$work/o.again" "$o"
    same_tree "$work/fresh" "$o"
}
# A chunk that says nothing.
add_chunk() { printf 'XDAP\004\000\000\000\000\000\000\000' >>"$1"; }
# raise FILE: moves its first building up, to 2056 yd.
raise() {
    at=$(LC_ALL=C grep -abo FDOM "$1" | head -n 1 | cut -d : -f 1) # ids are stored backwards
    printf '\200\000\105' | dd of="$1" bs=1 seek=$((at + 8 + 13)) conv=notrunc 2>"$work/dd"
}

# Split files: the terrain of one tile, its textures, and what it places.
shared_world cata
world=$work/cata
cp -r "$shared" "$world"
renders "$work/cata"
drew '9 0'
renders "$work/cata"
drew '0 9'
for suffix in '' _tex0 _obj0; do
    add_chunk "$(in_world "${map}_$tile$suffix.adt")"
    renders "$work/cata"
    drew '1 8'
    as_fresh "$work/cata"
done
raise "$(in_world "${map}_${tile}_obj0.adt")"
renders "$work/cata"
drew '9 0'
as_fresh "$work/cata"
rm "$(in_world "${map}_${tile}_obj0.adt")"
renders "$work/cata"
drew '9 0'
as_fresh "$work/cata"

# A tile that can be neither written nor removed stopped the run, and nobody said which it was.
o=$work/blocked
runs 0 render -d "$DEMO" -m "$map" -o "$o" -s 16 --stitch
png=$o/$map/tiles/$tile_png
rm "$png"
mkdir -p "$png/folder"
runs 1 render -d "$DEMO" -m "$map" -o "$o" -s 16 --stitch --light unlit
says "$png: is a folder; it is not replaced"
says_one_line
jq -e '.failed | length == 1' "$o/$map/map.json" >"$work/jq" || wrong 'map.json does not list the tile'
rm -r "$png"
runs 0 render -d "$DEMO" -m "$map" -o "$o" -s 16 --stitch --light unlit
runs 0 render -d "$DEMO" -m "$map" -o "$work/fresh.blocked" -s 16 --stitch --light unlit
same_tree "$work/fresh.blocked" "$o"

# So did one whose folder is closed. Who is not root may be unable to read what lies below root's home.
data=$DEMO
if [ "$(id -u)" -ne 0 ] || ! setpriv --reuid 65534 --clear-groups "$ADTMAP" --version >"$out" 2>&1; then
    user=
else
    user='setpriv --reuid 65534 --clear-groups'
    chmod 755 "$work"
    copy_world
    data=$world
    chown -R 65534 "$o"
    chown 0 "$o/$map/tiles"
fi
chmod 555 "$o/$map/tiles"
$user "$ADTMAP" render -d "$data" -m "$map" -o "$o" -s 16 --stitch >"$out" 2>"$err"
[ $? -eq 1 ] || [ "$(id -u)-$user" = 0- ] || wrong 'a closed folder of tiles stops the run'
chmod 755 "$o/$map/tiles"
o=$work/o

# A run of one tile whose ADT is gone could not run, and its PNG stayed for good.
copy_world
o=$work/gone
runs 0 render -d "$work/world" -m "$map" -o "$o" -s 16 --no-wdl
rm "$work/world/World/Maps/$map/${map}_$tile.adt"
runs 1 render -d "$work/world" -m "$map" -o "$o" -s 16 --no-wdl -t "$tile"
says "$map: $tile has no ADT in the data"
[ ! -e "$o/$map/tiles/${map}_$tile.png" ] || wrong 'the PNG of a tile without an ADT stays'
o=$work/o

# A texture of the ground that shines, which is looked for next to each: one that appears is drawn,
# and goes with its file.
copy_world
texture=$(in_world DemoGrass.blp)
other=$(in_world DemoSnow.blp)
o=$work/shining
noggit() { runs 0 render -d "$work/world" -m "$map" -o "$1" -s 16 --light noggit --json; }
noggit "$o"
cp -r "$o" "$work/plain"
cp "$other" "${texture%.blp}_s.blp"
noggit "$o"
[ "$(jq .tiles "$out")" -gt 0 ] || wrong 'a texture that shines appears and is not drawn'
noggit "$work/fresh.shining"
same_tree "$work/fresh.shining" "$o"
noggit "$o"
[ "$(jq .tiles "$out")" -eq 0 ] || wrong 'tiles are drawn again for a texture that shines'
rm "${texture%.blp}_s.blp"
noggit "$o"
[ "$(jq .tiles "$out")" -gt 0 ] || wrong 'a texture that shines goes and stays in the picture'
same_tree "$work/plain" "$o"
o=$work/o

# Packed: read for the tiles around it first, and for its own from what is kept of that.
pack "$work/world.mpq" "$DEMO"
rm -rf "$o"
renders "$work/world.mpq"
drew '9 0'
renders "$work/world.mpq"
drew '0 9'
finish
