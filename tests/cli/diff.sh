#!/bin/sh
# adtmap diff: the demo world before and after one change differs in exactly this change.
. "$(dirname "$0")/common.sh"
pick_tile
edit=$(dirname "$0")/edit_adt.py

# change EDIT [TILE]: $work/after is $before with this change, and the difference is in $out.
change() {
    rm -rf "$work/after"
    cp -r "$before" "$work/after"
    python3 "$edit" "$work/after/World/Maps/$map" "$@" || wrong "the edit $1"
    runs 1 diff "$before" "$work/after" -m "$map" --json
    says_nothing
}

# same_world OLD NEW OPTION...
same_world() {
    runs 0 diff "$@"
    grep -v ': the same' "$out" && wrong 'more than equal maps'
}

same_world "$DEMO" "$DEMO"
says_nothing

# A few tiles are enough for what follows.
large=$DEMO
small_world
small=$DEMO
DEMO=$large
before=$small

# Terrain: one tile, one chunk, one kind.
for row in 'height height' 'texture textures' 'alpha alpha' 'shadow shadows' 'hole holes' \
    'area areas' 'liquid liquids'; do
    name=${row% *}
    kind=${row#* }
    change "$name"
    jq -e --arg kind "$kind" '.maps | length == 1 and (.[0] | .placements == [] and
        (.tiles | length) == 1 and (.tiles[0] | .state == "changed" and
        (.changes | keys) == [$kind] and .changes[$kind].chunks == 1))' "$out" >/dev/null ||
        wrong "the change $name"
    runs 1 diff "$before" "$work/after"
    prints " changed: $kind "
done
change area
jq -e '.maps[0].tiles[0].areas | length == 1 and .[0].to == 4711 and .[0].chunks == 1' "$out" \
    >/dev/null || wrong 'the area'
change height
jq -e '.maps[0].tiles[0].changes.height == {count: 1, chunks: 1, largest: 5}' "$out" >/dev/null ||
    wrong 'the height'
change texture
jq -e '.maps[0].tiles[0].textures | length == 2 and (map(.added_to + .removed_from) == [1, 1])' \
    "$out" >/dev/null || wrong 'the textures'

# A texture that looks different, under the same name.
cp -r "$before" "$work/repainted"
cp "$before/Tileset/Demo/DemoRock.blp" "$work/repainted/Tileset/Demo/DemoGrass.blp"
runs 1 diff "$before" "$work/repainted" -m "$map" --json
jq -e 'all(.maps[0].tiles[]; (.changes | keys) == ["textures"] and (.textures | length) == 1 and
    .textures[0].name == "tileset/demo/demograss.blp" and .textures[0].repainted_in > 0)' "$out" \
    >/dev/null || wrong 'the repainted texture'
runs 1 diff "$before" "$work/repainted" -m "$map"
prints 'texture repainted: tileset/demo/demograss.blp'
rm -r "$work/repainted"

# Heights by which ground textures are blended: they are in the alpha of a texture of their own.
shared_world legion-heights
heights=$shared
cp -r "$heights" "$work/rough"
cp "$heights/Tileset/Demo/DemoSeabed_h.blp" "$work/rough/Tileset/Demo/DemoGrass_h.blp"
runs 1 diff "$heights" "$work/rough" -m "$map" --json
jq -e '.maps[0].tiles | length > 0 and all(.[]; (.changes | keys) == ["textures"] and
    (.textures | map(.name)) == ["tileset/demo/demograss.blp"] and
    .textures[0].repainted_in > 0)' "$out" >/dev/null || wrong 'the heights of a texture'
rm -r "$work/rough"

# The parameters of these heights, and the size at which a texture repeats.
for parameter in scale offset repeat; do
    cp -r "$heights" "$work/edited"
    python3 "$edit" "$work/edited/World/Maps/$map" "mtxp-$parameter" 32_32 || wrong 'the edit'
    runs 1 diff "$heights" "$work/edited" -m "$map" --json
    jq -e '.maps[0].tiles | length == 1 and (.[0].changes | keys) == ["textures"] and
        (.[0].textures | length) == 1 and .[0].textures[0].repainted_in > 0' "$out" >/dev/null ||
        wrong "the $parameter of a texture"
    rm -r "$work/edited"
done

# placement KIND STATE: one placement, and nothing else in the tiles that list it.
placement() {
    jq -e --arg kind "$1" --arg state "$2" '.maps[0] | (.placements | length) == 1 and
        (.placements[0] | .kind == $kind and .state == $state) and
        (.tiles | length) >= 1 and all(.tiles[]; (.changes | keys) == [$kind + "s"])' \
        "$out" >/dev/null || wrong "the $1 $2"
}
for state in added moved removed; do
    change "wmo-$(echo "$state" | sed 's/ed$//; s/mov$/move/; s/remov$/remove/')"
    placement wmo "$state"
done
runs 1 diff "$before" "$work/after"
grep -q '^  wmo removed: world/.*\.wmo [0-9]* at [0-9]*_[0-9]*$' "$out" || wrong 'the line of a WMO'
change doodad-add
placement doodad added
jq -e '.maps[0].placements[0].name == "world/demo/tree.m2"' "$out" >/dev/null || wrong 'its name'
cp -r "$work/after" "$work/trees"
before=$work/trees
for state in moved removed; do
    change "doodad-$(echo "$state" | sed 's/d$//; s/remove$/remove/')"
    placement doodad "$state"
done
before=$small

# Models and buildings that look different, where they stand; also by their textures.
remodel() {
    rm -rf "$work/after"
    cp -r "$before" "$work/after"
    cp "$(find "$before" -iname "$1")" "$(find "$work/after" -iname "$2")"
    runs 1 diff "$before" "$work/after" -m "$map" --json
    says_nothing
    jq -e --arg kind "$3" --arg name "$4" '.maps[0] | all(.placements[]; .kind == $kind and
        .state == "model changed" and .name == $name and .from.position == .to.position) and
        (.placements | length) > 0 and all(.tiles[]; (.changes | keys) == [$kind + "s"])' \
        "$out" >/dev/null || wrong "the model $2"
}
remodel DemoRock.m2 DemoBoulder.m2 doodad world/demo/rocks/demoboulder.m2
runs 1 diff "$before" "$work/after" -m "$map"
prints '  doodad model changed: world/demo/rocks/demoboulder.m2'
remodel Inn_001.wmo Inn_002.wmo wmo world/wmo/demo/village/inn.wmo
rm -rf "$work/after"
cp -r "$before" "$work/after"
cp "$before/Tileset/Demo/DemoGrass.blp" "$work/after/World/Demo/Textures/DemoRockFace.blp"
runs 1 diff "$before" "$work/after" -m "$map"
prints '  doodad model changed: world/demo/rocks/demoboulder.m2'
prints '  doodad model changed: world/demo/rocks/demorock.m2'
rm "$(find "$work/after" -iname Church_000.wmo)"
runs 1 diff "$before" "$work/after" -m "$map"
prints '  wmo model changed: world/wmo/demo/village/church.wmo'
runs 1 diff "$before" "$work/after" -m "$map" -o "$work/remodeled" -s 64
[ -n "$(find "$work/remodeled" -name '*.png')" ] || wrong 'no picture of a tile with another model'

# A texture of leaves whose alpha alone differs: other leaves are seen. The bytes of the levels end
# with those of the alpha of 8 bits, if the texture has a palette.
rm -rf "$work/after"
cp -r "$before" "$work/after"
python3 - "$work/after" <<'PYTHON' >"$work/texture" || wrong 'no texture of leaves'
import pathlib, struct, sys
for path in sorted(pathlib.Path(sys.argv[1]).rglob('*.blp')):
    data = bytearray(path.read_bytes())
    encoding, alpha_bits = data[8], data[9]
    width, height = struct.unpack_from('<II', data, 12)
    offset = struct.unpack_from('<I', data, 20)[0]
    alpha = data[offset + width * height:offset + 2 * width * height]
    if 'World' in path.parts and encoding == 1 and alpha_bits == 8 and 0 in alpha and 255 in alpha:
        data[offset + width * height:offset + 2 * width * height] = bytes(255 - a for a in alpha)
        path.write_bytes(data)
        print(path.name)
        break
else:
    sys.exit(1)
PYTHON
runs 1 diff "$before" "$work/after" -m "$map" --json
jq -e '.maps[0].placements | length > 0 and all(.state == "model changed")' "$out" >/dev/null ||
    wrong "the alpha of $(cat "$work/texture")"

# What one build alone can read is a change, and a warning names the file. What neither can is the same.
for row in 'DemoOak.m2 100 model' 'Inn.wmo 10 model' 'Inn_000.wmo 40 model' 'DemoGrass.blp 100 layer'; do
    # shellcheck disable=SC2086 # words
    set -- $row
    rm -rf "$work/cut" "$work/both"
    name=$(cd "$before" && find -- * -name "$1")
    mkdir -p "$work/cut/${name%/*}"
    head -c "$2" "$before/$name" >"$work/cut/$name"
    runs 1 diff -d "$before" "$before" "$work/cut" -m "$map"
    says "$work/cut/$name: "
    grep -q "$3" "$out" || wrong "a change of $1"
    cp -r "$work/cut" "$work/both"
    echo x >>"$work/both/$name"
    runs 0 diff -d "$before" "$work/both" "$work/cut" -m "$map"
    says "$work/both/$name: "
    says "$work/cut/$name: "
done
head -c 100 "$before/$name" >"$work/cut/$name"
if chmod 0 "$work/cut/$name" && ! [ -r "$work/cut/$name" ]; then
    runs 1 diff -d "$before" "$work/cut" "$work/cut" -m "$map"
    says 'counts as changed'
    chmod 644 "$work/cut/$name"
fi
head -c 3000 "$before/$name" >"$work/cut/$name" # the rest is black
runs 1 diff -d "$before" "$before" "$work/cut" -m "$map"
prints 'texture repainted: tileset/demo/demograss.blp'
says_nothing

# Two patches of one client: files that neither has are those of the client.
mkdir -p "$work/patch1/World/Maps/$map" "$work/patch2/World/Maps/$map"
change height "$tile"
cp "$before/World/Maps/$map/${map}_$tile.adt" "$work/patch1/World/Maps/$map/"
cp "$work/after/World/Maps/$map/${map}_$tile.adt" "$work/patch2/World/Maps/$map/"
runs 1 diff -d "$before" "$work/patch1" "$work/patch2" --json
says_nothing
jq -e '.maps | length == 2 and (map(select(.state == "changed")) | length == 1 and
    (.[0].tiles | length) == 1 and (.[0].tiles[0].changes | keys) == ["height"])' "$out" \
    >/dev/null || wrong 'two patches'
runs 1 diff -d "$before" "$before" "$work/patch2" -m "$map"
prints " $tile changed: height "
runs 0 diff -d "$before" "$before" "$work/patch1"
runs 2 diff -d "$work/none" "$work/patch1" "$work/patch2"
says_one_line

# Tiles and maps.
change tile
jq -e '.maps[0].tiles | length == 1 and .[0].state == "removed"' "$out" >/dev/null ||
    wrong 'the removed tile'
jq -e '.maps[0] | .old_tile_count == .new_tile_count + 1' "$out" >/dev/null ||
    wrong 'the number of tiles that are there'
runs 1 diff "$work/after" "$before" -m "$map" --json
jq -e '.maps[0].tiles[0].state == "added"' "$out" >/dev/null || wrong 'the added tile'
cp -r "$before/." "$work/after/"
mv "$work/after/World/Maps/Hall" "$work/after/World/Maps/Cellar"
mv "$work/after/World/Maps/Cellar/Hall.wdt" "$work/after/World/Maps/Cellar/Cellar.wdt"
runs 1 diff "$before" "$work/after"
prints 'Hall: map removed'
prints 'Cellar: map added'

# Pictures: a sheet of each tile that differs, and of no other.
change height
tile_of() { jq -r '.maps[0].tiles[0] | "\(.x)_\(.y)"' "$out"; }
at=$(tile_of)
sheet=$(printf '%s_%02d_%02d.png' "$map" "${at%_*}" "${at#*_}")
runs 1 diff "$before" "$work/after" -o "$work/sheets" -s 64
[ "$(find "$work/sheets" -type f)" = "$work/sheets/$map/$sheet" ] || wrong 'the files of -o'
runs 0 compare "$work/sheets/$map/$sheet" "$work/sheets/$map/$sheet" --json
jq -e '.a.width == 208 and .a.height == 64' "$out" >/dev/null || wrong 'the size of a sheet'
runs 0 diff "$before" "$before" -o "$work/none" -s 64
no_file "$work/none"

# Files: a page with these sheets, JUnit XML, Markdown; what stdout says stays.
runs 1 diff "$before" "$work/after"
cp "$out" "$work/told"
runs 1 diff "$before" "$work/after" -s 64 --report "$work/page" --junit "$work/diff.xml" --markdown "$work/diff.md"
same "$out" "$work/told"
for kind in before after diff; do
    is_file "$work/page/$map/${sheet%.png}.$kind.png"
    grep -qF "src=\"$map/${sheet%.png}.$kind.png\" width=\"64\"" "$work/page/index.html" || wrong "the $kind on the page"
done
no_file "$work/page/$map/$sheet"
grep -qF "<h2>$map tile $at</h2>" "$work/page/index.html" || wrong 'the tile on the page'
grep -qF "<testsuite name=\"adtmap diff\" tests=\"$(grep -c '^[A-Z]' "$out")\" failures=\"1\" errors=\"0\">" \
    "$work/diff.xml" || wrong 'the JUnit XML'
grep -qF "<testcase classname=\"$map\" name=\"tile $at\"><failure message=\"changed: height 1 vertex in 1 chunk, by up to 5 yd\"/>" \
    "$work/diff.xml" || wrong 'the tile in JUnit XML'
grep -qF '<testcase classname="Hall" name="map"/>' "$work/diff.xml" || wrong 'the map that is the same'
[ "$(head -n 1 "$work/diff.md")" = '**1 of 2 maps differs**' ] || wrong 'the first line of Markdown'
grep -q '<title>1 of 2 maps differs</title>' "$work/page/index.html" || wrong 'the title of the page'
grep -qF "$work" "$work/page/index.html" "$work/diff.md" "$work/diff.xml" && wrong 'a folder of this machine'
[ "$(grep -c '^| <code>' "$work/diff.md")" -eq 1 ] || wrong 'the rows of Markdown'
runs 2 diff "$before" "$work/after" --report "$work/page" -o "$work/sheets"
says '--report draws pictures of its own'
runs 2 diff "$before" "$work/after" --junit "$work/missing/x.xml"
says_one_line

: >"$work/file"
for file in file file/below; do
    runs 2 diff "$before" "$work/after" -m "$map" -o "$work/$file"
    says "$work/$file: cannot write into"
    says_one_line
    [ ! -s "$out" ] || wrong 'it was found after comparing'
done

# Output folders of earlier runs: by pictures, and by the files that they were made of.
change texture "$tile"
for world in "$before" "$work/after"; do
    runs 0 render -d "$world" -m "$map" -o "$work/out.$(basename "$world")" -s 16 -q
done
old=$work/out.$(basename "$before")
new=$work/out.after
file=world/maps/$(echo "$map/${map}_$tile.adt" | tr '[:upper:]' '[:lower:]')
same_world "$old" "$old"
same_world "$old" "$before" -m "$map"
for pair in "$old $new" "$old $work/after" "$before $new" "$new $old"; do
    # shellcheck disable=SC2086 # two arguments
    runs 1 diff $pair -m "$map"
    prints "  $tile changed: $file"
    [ "$(grep -c ' changed: ' "$out")" -eq 1 ] || wrong 'the tiles of output folders'
done
runs 1 diff "$old" "$new" --json
jq -e --arg file "$file" '.maps[0].tiles | length == 1 and .[0].files == [$file]' "$out" \
    >/dev/null || wrong 'the files'
rm "$work/after/World/Maps/$map/${map}_$tile.adt"
runs 1 diff "$old" "$work/after" -m "$map"
grep -q "  $tile changed: world/maps/\|  $tile removed" "$out" || wrong 'the tile that is gone'
runs 0 render -d "$before" -m "$map" -t "$tile" -o "$work/one" -s 16 -q
runs 1 diff "$work/one" "$old" --json
jq -e 'all(.maps[0].tiles[]; .state == "added") and (.maps[0].tiles | length) == 15' "$out" \
    >/dev/null || wrong 'tiles that one folder has'
runs 0 render -d "$before" -m "$map" -o "$work/unlit" -s 16 -q --light unlit
runs 1 diff "$old" "$work/unlit"
prints 'changed: other settings'
runs 1 diff "$old" "$work/unlit" -m "$map" -q --report "$work/page2"
grep -q '<p>changed: other settings' "$work/page2/index.html" || wrong 'the page of output folders'
grep -q '<img' "$work/page2/index.html" && wrong 'a picture that nobody has drawn'

# Pictures that are not as their run left them: deleted, changed, changed back, no picture.
cp -r "$old" "$work/edited"
png=$work/edited/$map/tiles/$tile_png
cp "$work/unlit/$map/tiles/$tile_png" "$png"
for pair in "$old $work/edited" "$work/edited $old" "$before $work/edited"; do
    # shellcheck disable=SC2086 # two arguments
    runs 1 diff $pair -m "$map"
    prints "  $tile changed: the picture was changed since its run"
    [ "$(grep -c ' changed: ' "$out")" -eq 1 ] || wrong 'the tiles of edited pictures'
    says "edited/$map: pictures were changed since the run (1, the first tiles/$tile_png)"
done
runs 1 diff "$old" "$work/edited" --json
jq -e '.maps[0].tiles | length == 1 and .[0].edited and .[0].files == []' "$out" >/dev/null ||
    wrong 'an edited picture for programs'
runs 0 diff "$work/edited" "$work/edited" -m "$map"
python3 -c 'import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
text = b"tEXtComment\0the same pixels"
chunk = struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text))
open(sys.argv[2], "wb").write(data[:33] + chunk + data[33:])' \
    "$old/$map/tiles/$tile_png" "$png"
runs 0 diff "$old" "$work/edited" -m "$map"
echo 'no picture' >"$png"
runs 1 diff "$old" "$work/edited" -m "$map"
prints "  $tile unreadable"
rm "$png"
runs 1 diff "$old" "$work/edited" -m "$map"
prints "  $tile removed"
says "edited/$map: pictures that the run has drawn are missing (1, the first tiles/$tile_png)"
runs 2 diff "$old" "$new" -o "$work/none"
says '-o draws client data'
echo 'not a log' >"$work/one/$map/.adtmap/log"
runs 2 diff "$work/one" "$old"
says_one_line

# Across eras: what a client stores differently is the same.
shared_world cata
same_world "$DEMO" "$shared"
shared_world vanilla
vanilla=$shared
shared_world alpha
runs 1 diff "$vanilla" "$shared"
[ "$(grep -c '^  [a-z]' "$out")" -eq 1 ] || wrong 'the models of two eras'
prints 'wmo model changed: world/wmo/demo/village/paintersyard.wmo' # the alpha has no shaders
runs 1 diff "$DEMO" "$vanilla" -m "$map" --json
jq -e 'all(.maps[0].tiles[]; .changes.colors and (.changes.height or .changes.wmos | not))' "$out" \
    >/dev/null || wrong 'clients without vertex colours'

# Bad input: one line each.
mkdir "$work/empty"
runs 2 diff "$DEMO" "$work/empty"
says "$work/empty: no maps: a folder without files"
says_one_line
runs 2 diff "$DEMO" "$work/none"
says_one_line
runs 2 diff "$DEMO" "$DEMO" -m Nowhere
says "$DEMO: no map \"Nowhere\""
says_one_line
mkdir -p "$work/other/World/Maps"
cp -r "$DEMO/World/Maps/Hall" "$work/other/World/Maps/"
rm -rf "$work/after/World/Maps/Hall" "$work/after/World/Maps/Cellar"
runs 2 diff "$work/after" "$work/other"
says "have no map in common"
says_one_line
cp -r "$before/." "$work/after/"
adt=$(find "$work/after" -name "${map}_$tile.adt")
head -c 1000 "$DEMO/${adt#"$work/after/"}" >"$adt"
runs 1 diff "$before" "$work/after" -m "$map" --json
says 'is not compared'
jq -e '.maps[0].tiles | length == 1 and .[0].state == "unreadable"' "$out" >/dev/null ||
    wrong 'the damaged tile'
finish
