#!/bin/sh
# Links inside the output folder: the map's folder may be one; links below it lead nowhere.
. "$(dirname "$0")/common.sh"
pick_tile
render() { runs "$1" render -d "$DEMO" -m "$map" -o "$2" -s 16 -t "$tile"; }
mode() { stat -c %a "$1"; }

# The lock: it once made the target of a link writable by everybody.
mkdir -p "$work/a/$map/.adtmap"
echo secret >"$work/key"
chmod 600 "$work/key"
ln -s "$work/key" "$work/a/$map/.adtmap/lock"
render 2 "$work/a"
says "/$map/.adtmap/lock: is a link"
says_one_line
[ "$(mode "$work/key")" = 600 ] || wrong "the key has mode $(mode "$work/key")"
[ "$(cat "$work/key")" = secret ] || wrong 'the key was changed'
rm "$work/a/$map/.adtmap/lock"
ln "$work/key" "$work/a/$map/.adtmap/lock"
render 2 "$work/a"
says 'has other hard links'
[ "$(mode "$work/key")" = 600 ] || wrong "the key has mode $(mode "$work/key")"

# The folder of the records.
mkdir -p "$work/b/$map" "$work/elsewhere"
ln -s "$work/elsewhere" "$work/b/$map/.adtmap"
render 2 "$work/b"
says "/$map/.adtmap: is a link"
says_one_line
[ -z "$(ls "$work/elsewhere")" ] || wrong "written elsewhere: $(ls "$work/elsewhere")"

# The other folders: what lies elsewhere is neither overwritten nor removed.
for name in tiles web layers layers/height page-files; do
    o=$work/linked-$(echo $name | tr / -)
    below=$map/$name
    [ $name = page-files ] && below=$name
    mkdir -p "$(dirname "$o/$below")" "$work/kept"
    echo precious >"$work/kept/${map}_00_00.png"
    echo precious >"$work/kept/page.js.tmp.0123456789abcdef"
    ln -s "$work/kept" "$o/$below"
    runs 2 render -d "$DEMO" -m "$map" -o "$o" -s 16 -t "$tile" --web --layer height
    says "$o/$below: is a link"
    says_one_line
    [ "$(cat "$work"/kept/*)" = "precious
precious" ] || wrong "$name: what the link leads to was changed"
    [ "$(find "$work/kept" -type f | wc -l)" -eq 2 ] || wrong "$name: written elsewhere"
done

# A file that is a link is not replaced.
render 0 "$work/file"
mv "$work/file/$map/tiles/$tile_png" "$work/kept.png"
ln -s "$work/kept.png" "$work/file/$map/tiles/$tile_png"
cp "$work/kept.png" "$work/before.png"
runs 1 render -d "$DEMO" -m "$map" -o "$work/file" -s 32 -t "$tile"
says "$tile_png: is a link; it is not replaced"
says_one_line
same "$work/kept.png" "$work/before.png"
in_place() { [ -L "$work/file/$map/tiles/$tile_png" ] || wrong "$1: the link is gone"; }
in_place 'a tile whose place a link has taken'

# Nor does a link to an equal file count as the file: a copy of the folder would have the link only.
render 0 "$work/equal"
cp "$work/equal/$map/tiles/$tile_png" "$work/equal.png"
ln -sf "$work/equal.png" "$work/equal/$map/tiles/$tile_png"
runs 1 render -d "$DEMO" -m "$map" -o "$work/equal" -s 16 -t "$tile" --check
runs 1 render -d "$DEMO" -m "$map" -o "$work/equal" -s 16 -t "$tile"
says "$tile_png: is a link; it is not replaced"

# A complete run removes neither the link of a tile that failed nor one that nothing is known of.
runs 1 render -d "$DEMO" -m "$map" -o "$work/file" -s 16
in_place 'a complete run'
for name in tiles/${map}_00_00.png tilejson.json; do
    ln -s "$work/kept.png" "$work/file/$map/$name"
    runs 1 render -d "$DEMO" -m "$map" -o "$work/file" -s 16
    [ -L "$work/file/$map/$name" ] || wrong "$name: the link is gone"
    rm "$work/file/$map/$name"
done
same "$work/kept.png" "$work/before.png"

# A link in the place of a picture that is out of date stays, and is named.
cp -R "$DEMO" "$work/data"
chmod -R u+w "$work/data"
runs 0 render -d "$work/data" -m "$map" -o "$work/old" -s 16 -t "$tile"
ln -sf "$work/kept.png" "$work/old/$map/tiles/$tile_png"
echo damaged >"$(find "$work/data" -iname "${map}_$tile.adt")"
runs 1 render -d "$work/data" -m "$map" -o "$work/old" -s 16 -t "$tile"
says "$tile_png: is a link; it is not removed; it is out of date"
[ -L "$work/old/$map/tiles/$tile_png" ] || wrong 'the link in the place of an old picture is gone'

# The map's folder may be a link: everything works as without.
whole() { runs 0 render -d "$DEMO" -m "$map" -o "$1" -s 16 -t "$tile" --web --stitch; }
mkdir -p "$work/disk/m" "$work/linked"
ln -s "$work/disk/m" "$work/linked/$map"
whole "$work/linked"
says_nothing
whole "$work/plain"
diff -r -x .adtmap -x changed.txt "$work/plain" "$work/linked" >"$work/diff" || wrong "$(cat "$work/diff")"
same "$work/plain/$map/.adtmap/changed.txt" "$work/linked/$map/.adtmap/changed.txt"
grep -q "^$map/tiles/$tile_png" "$work/linked/$map/.adtmap/changed.txt" || wrong 'changed.txt lacks the tile'
whole "$work/linked"
says_nothing

# Nothing that everybody may write to, whatever the umask.
for mask in 000 022 077; do
    (umask $mask && "$ADTMAP" render -d "$DEMO" -m "$map" -o "$work/m$mask" -s 16 -t "$tile" -q) ||
        wrong "umask $mask"
    find "$work/m$mask" -perm -o+w >"$work/open"
    [ ! -s "$work/open" ] || wrong "umask $mask: everybody may write $(cat "$work/open")"
done
finish
