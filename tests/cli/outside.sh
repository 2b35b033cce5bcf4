#!/bin/sh
# Nothing outside the data folder is read: names in files and links that lead out are reported and
# left out. A data folder may itself be a link, and links inside it are followed.
. "$(dirname "$0")/common.sh"
pick_tile
copy_world
maps=$(dirname "$(in_world "$map.wdt")")
texture=Tileset/Demo/DemoGrass.blp
secret=$work/elsewhere
mkdir -p "$secret"

# draws NAME: the tile, below $work/NAME.
draws() { runs 0 render -d "$world" -m "$map" -o "$work/$1" -s 16 -t "$tile"; }
draws plain
says_nothing

# The folder is a link, and so are folders and files inside.
ln -s "$world" "$work/link"
runs 0 render -d "$work/link" -m "$map" -o "$work/by-link" -s 16 -t "$tile"
says_nothing
same_tree "$work/plain" "$work/by-link"
mv "$world/Tileset" "$world/Textures"
ln -s Textures "$world/Tileset"
mv "$maps/${map}_$tile.adt" "$maps/kept"
ln -s kept "$maps/${map}_$tile.adt"
draws inside
says_nothing
same_tree "$work/plain" "$work/inside"

# A texture, a folder of buildings and a tile by links that lead out, relative and absolute.
mv "$world/$texture" "$secret/grass.blp"
ln -s "$secret/grass.blp" "$world/$texture"
draws texture
says 'the link leads out of the data'
says 'demograss.blp: texture not in the data'
mv "$world/World/wmo" "$secret/wmo"
ln -s ../../elsewhere/wmo "$world/World/wmo"
draws buildings
says '.wmo: not in the data'
mv "$maps/kept" "$secret/tile.adt"
ln -sf "$secret/tile.adt" "$maps/${map}_$tile.adt"
runs 1 render -d "$world" -m "$map" -o "$work/tile" -s 16 -t "$tile" --no-wdl
says "${map}_$tile.adt"

# Names in files: of the same length, so that the ADT stays whole.
copy_world
adt=$maps/${map}_$tile.adt
cp "$world/$texture" "$work/DemoGrass.blp"
for name in '..\..\..\DemoGrass.blp' '../../../DemoGrass.blp' 'C:\ileset\DemoGrass.blp' \
    '\\host\Dem\DemoGrass.bl' '/tmp/DemoXXX/DemoGr.blp'; do
    padded=$(printf '%-26s' "$name" | tr ' ' x)
    [ ${#padded} -eq 26 ] || wrong "$padded is not 26 long"
    escaped=$(printf '%s' "$padded" | sed 's/[\\&]/\\&/g')
    LC_ALL=C sed "s#Tileset.Demo.DemoGrass.blp#$escaped#" "$DEMO/${adt#"$world/"}" >"$adt"
    draws name
    says 'texture name leads outside the data'
done
finish
