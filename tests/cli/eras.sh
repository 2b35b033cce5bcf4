#!/bin/sh
# The demo world in the files of every era gives the same picture, to the precision of the files.
#
#     eras.sh [rest]      rest: eras between two others
. "$(dirname "$0")/common.sh"

layers='height normal holes area layers impassable shadow albedo alpha-0 alpha-1 alpha-2 vertex-color'
asked=$(echo "$layers" | sed 's/alpha-/alpha:/g; s/ /,/g')

# link_world ERA, copy_era ERA: its world as $work/ERA, to be read only, and to be changed.
link_world() { shared_world "$1" && ln -s "$shared" "$work/$1"; }
copy_era() { shared_world "$1" && rm -rf "${work:?}/$1" && cp -r "$shared" "$work/$1"; }

# draw ERA OPTION...: tile 31_31 of the era's world as $work/ERA.png, its layers as
# $work/ERA.LAYER.png.
draw() {
    era=$1
    shift
    [ -e "$work/$era" ] || link_world "$era"
    rm -rf "$work/out" "$work/open"
    # Tile 31_31 has no holes and no impassable chunks.
    runs 0 render -d "$work/$era" -m Demo -o "$work/open" -t 30_32,31_29 -s 64 \
        --layer holes,impassable --no-picture --stitch "$@"
    runs 0 render -d "$work/$era" -m Demo -o "$work/out" -t 31_31 -s 128 --doodads all \
        --layer "$asked" "$@"
    mv "$work/out/Demo/tiles/Demo_31_31.png" "$work/$era.png"
    for layer in $layers; do
        mv "$work/out/Demo/layers/$layer/Demo_31_31.png" "$work/$era.$layer.png"
    done
    mv "$work/open/Demo/Demo.holes.png" "$work/$era.holes.png"
    mv "$work/open/Demo/Demo.impassable.png" "$work/$era.impassable.png"
}

# draw_bare ERA: tile 31_31 without leaves as $work/ERA.bare.png.
draw_bare() {
    [ -e "$work/$1" ] || link_world "$1"
    rm -rf "$work/out"
    runs 0 render -d "$work/$1" -m Demo -o "$work/out" -t 31_31 -s 128 --doodads minimap
    mv "$work/out/Demo/tiles/Demo_31_31.png" "$work/$1.bare.png"
}

# alike ERA ERA DIFFERENCE, unlike ERA ERA DIFFERENCE
alike() { runs 0 compare "$work/$1.png" "$work/$2.png" --max-diff "$3"; }
unlike() { runs 1 compare "$work/$1.png" "$work/$2.png" --max-diff "$3"; }

# layers_alike ERA ERA: all layers are the same.
layers_alike() {
    for layer in $layers; do
        alike "$1.$layer" "$2.$layer" 0
    done
}

# shows ERA FILE FILTER: the facts of a file of the era are such.
shows() {
    runs 0 info "$work/$1/World/$2" --json --long
    jq -e ".files[0] | $3" "$out" >/dev/null || wrong "info of $1/$2: not $3"
}

# has_facts ERA BLEND PROPERTIES HEIGHTS MESHES HOLES IDS LODS: the blend of the map; the number of
# textures of a tile with properties, and with heights; whether it has blend meshes, and another tile
# holes of 64 bits; the number of tiles with file ids, and with those of LOD files.
has_facts() {
    shows "$1" Maps/Demo/Demo.wdt ".blend == \"$2\" and (.tile_files | length) == $7 and
        ([.tile_files[] | select(.lod > .tex0)] | length) == $8"
    shows "$1" Maps/Demo/Demo_32_32_tex0.adt "(.texture_properties | length) == $3 and
        ([.texture_properties[] | select(.height_scale == 0.75 and .height_offset == 0.25 and
        .height_texture)] | length) == $4"
    shows "$1" Maps/Demo/Demo_32_32.adt "has(\"blend_meshes\") == $5"
    shows "$1" Maps/Demo/Demo_30_32.adt \
        "any(.chunk_flags[]; .flag == \"high_resolution_holes\") == $6"
}

# Models after 3.x cut leaves out at another alpha: their edges differ by this at most.
leaf_edges=3

ln -s "$DEMO" "$work/wotlk"
draw wotlk
draw_bare wotlk
for era in $([ "${1-}" = rest ] && echo mop || echo cata legion); do
    draw "$era"
    says_nothing
    alike wotlk "$era" "$leaf_edges"
    unlike wotlk "$era" 0
    layers_alike wotlk "$era"
    draw_bare "$era"
    alike wotlk.bare "$era.bare" 0
    case $era in
    cata) has_facts cata weighted 0 0 false false 0 0 ;;
    mop) has_facts mop weighted 1 0 true true 0 0 ;;
    legion) has_facts legion weighted 6 6 true true 0 0 ;;
    esac
done
[ "${1-}" != rest ] || finish
alike cata legion 0
copy_era legion

cp "$work/wotlk.png" "$work/plain.png"
for layer in $layers; do
    cp "$work/wotlk.$layer.png" "$work/plain.$layer.png"
done

# Height blending is used where the map's flags or --blend ask for it.
draw legion --blend height
says_nothing
unlike wotlk legion 8
unlike wotlk.albedo legion.albedo 8
for layer in height normal alpha-0 alpha-1; do
    alike "wotlk.$layer" "legion.$layer" 0
done
cp "$work/legion.png" "$work/asked.png"
printf '\206' | dd of="$work/legion/World/Maps/Demo/Demo.wdt" bs=1 seek=20 conv=notrunc status=none
draw legion
alike legion asked 0
has_facts legion height 6 6 true true 0 0
draw legion --blend weighted
alike cata legion 0

# Before Wrath there are no vertex colours, and maps have 16 steps and 63 texels.
draw vanilla
draw beta
alike vanilla beta 0
draw alpha
says_nothing
alike vanilla alpha 0
draw wotlk --no-vertex-colors
alike wotlk alpha 48

# near A B PSNR: the layers differ by no more than this.
near() { runs 0 compare "$work/$1.png" "$work/$2.png" --min-psnr "$3"; }

# coarse ERA: its layers differ from those of wotlk only by alpha maps of 16 steps and 63 texels.
# (Heights are rounded differently: a tenth of a yard.)
coarse() {
    for layer in normal holes area layers impassable; do
        alike "wotlk.$layer" "$1.$layer" 0
    done
    alike wotlk.height "$1.height" 1
    near wotlk.shadow "$1.shadow" 45
    near wotlk.albedo "$1.albedo" 50
}
draw wotlk4
coarse wotlk4
coarse vanilla
coarse alpha
layers_alike vanilla beta
layers_alike vanilla alpha
alike wotlk.vertex-color wotlk4.vertex-color 0
# Sequential and weighted layers have different alpha maps, so they are compared within their kind.
for layer in alpha-0 alpha-1 alpha-2; do
    near "wotlk4.$layer" "vanilla.$layer" 35
done
unlike wotlk.vertex-color vanilla.vertex-color 20

# glass ERA OPTION...: the panes of glass as $work/ERA.png. Each shows a blend of doodads, or two
# textures, which clients before Wrath draw in two passes.
glass() {
    era=$1
    shift
    runs 0 render -d "$work/$era" -m Demo -o "$work/glass" -t 34_31 -s 1024 --doodads all \
        --only paintersyard "$@"
    mv "$work/glass/Demo/tiles/Demo_34_31.png" "$work/$era.glass.png"
    rm -r "$work/glass"
}
glass wotlk
glass cata
link_world mop
glass mop
alike cata.glass mop.glass 0
# One pane of 16 is cut out by an alpha key, of which the disc shrinks with the alpha.
runs 1 compare "$work/wotlk.glass.png" "$work/cata.glass.png" --json
jq -e '.differing_pixels > 20 and .differing_pixels < 100' "$out" >/dev/null ||
    wrong 'more than a pane differs between the alpha keys'
glass wotlk --no-vertex-colors --hide demoglasslate
for era in wotlk4 vanilla beta; do
    glass "$era" --no-vertex-colors --hide demoglasslate
done
alike wotlk.glass wotlk4.glass 40
alike wotlk.glass vanilla.glass 80
alike vanilla.glass beta.glass 0
# A pane less differs by more than that.
glass wotlk --no-vertex-colors
unlike wotlk.glass vanilla.glass 120

# The rooms of a WMO and the water in them, which lies to one side; v14 has it turned by a quarter.
rooms() {
    runs 0 render -d "$work/$1" -m Hall -o "$work/hall" -s 512 --roofs off --light unlit --stitch
    mv "$work/hall/Hall/Hall.png" "$work/$1.hall.png"
    rm -r "$work/hall"
}
for era in wotlk vanilla alpha; do
    rooms "$era"
done
alike wotlk.hall vanilla.hall 0
alike wotlk.hall alpha.hall 0

# Files by their ids: with a name in the listfile, and without.
copy_era bfa
for file in Maps/Demo/Demo_31_31_obj0.adt Maps/Demo/Demo_31_31_tex0.adt \
    wmo/Demo/Village/Inn.wmo Demo/Props/DemoSign.m2; do
    grep -qaiE 'textures|tileset|world.(wmo|demo)' "$work/bfa/World/$file" && wrong "$file holds names"
done
has_facts bfa weighted 6 6 true true 64 4
shows bfa Maps/Demo/Demo_32_32.adt '.blend_meshes > 20 and
    .blend_triangles == 8 * .blend_meshes and .blend_batches > 40'
shows bfa Maps/Demo/Demo_32_32_lod.adt '.part == "a split tile at low resolution"'
shows bfa wmo/Demo/Underground/Cave_000.wmo '.terrain_cutting_planes | length == 1'
grep -q 'demo_32_32_lod' "$work/bfa/listfile.csv" || wrong 'the listfile lacks LOD files'
draw bfa --listfile "$work/bfa/listfile.csv"
says_nothing
alike plain bfa "$leaf_edges"
layers_alike plain bfa
mkdir "$work/bfa/unknown"
grep 'demo_31_31' "$work/bfa/listfile.csv" | while IFS=';' read -r id name; do
    mv "$work/bfa/World/Maps/Demo/D${name#world/maps/demo/d}" "$work/bfa/unknown/$id.adt"
done
grep -v 'demo_31_31' "$work/bfa/listfile.csv" >"$work/listfile"
draw bfa --listfile "$work/listfile"
alike plain bfa "$leaf_edges"
draw bfa
says 'id:1000'

# A single tile: its other files are found in its folder; without them it is drawn with a warning.
copy_era cata
draw cata
world=$work/cata/World/Maps/Demo
runs 0 tile "$world/Demo_31_31.adt" -o "$work/tile.png" -s 128 --doodads all
says_nothing
alike cata tile 0
rm "$world/Demo_31_31_tex0.adt" "$world/Demo_31_31_obj1.adt"
runs 0 tile "$world/Demo_31_31.adt" -o "$work/tile.png" -s 128 --doodads all
says 'no _tex0 file'
says 'no _obj1 file'
unlike cata tile 8
finish
