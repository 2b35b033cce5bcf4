#!/bin/sh
# adtmap info: files of the demo world, damaged files, and files of other kinds.
. "$(dirname "$0")/common.sh"
pick_tile
for file in "$map.wdt" "${map}_$tile.adt"; do
    path=$(find "$DEMO" -type f -iname "$file" | head -n 1)
    runs 0 info "$path"
    runs 0 info "$path" --json
    jq -e . "$out" >/dev/null || wrong "$file: the JSON result"
done
texture=$(find "$DEMO" -type f -iname '*.blp' | head -n 1)
runs 0 info "$texture"
building=$(find "$DEMO" -type f -name Inn.wmo)
runs 0 info "$building" --json
jq -e '.files[0].materials > 0' "$out" >/dev/null || wrong "$building: the JSON result"
jq -e '.files[0].warnings == []' "$out" >/dev/null || wrong "$building: warnings"

# The chunk tree; warnings are part of the result.
copy_world
path=$(in_world "${map}_$tile.adt")
runs 0 info "$path" --json
jq -e '.files[0] | .era and (.chunk_tree[] | select(.id == "MCNK").chunks[] | select(.id == "MCVT").count) == 256' \
    "$out" >/dev/null || wrong 'the chunk tree'
truncate -s -5000 "$path"
runs 0 info "$path" --json
jq -e '.files[0].warnings | length > 0' "$out" >/dev/null || wrong 'no warnings of a cut file'

# Flags by name, in hexadecimal; every map chunk and placement in the JSON, in the text with --long.
adt=$(find "$DEMO" -type f -name "${map}_$tile.adt")
runs 0 info "$adt" --json
jq -e '.files[0] | .map_chunks | length == 256 and all(.area_id >= 0 and (.flags | startswith("0x")))' \
    "$out" >/dev/null || wrong 'the map chunks'
jq -e '[.files[0].map_chunks[].layers[1:][].flags_set[]] | index("alpha_map")' "$out" >/dev/null ||
    wrong 'the flags of layers by name'
jq -e '.files[0] | ([.areas[].chunks] | add) == 256' "$out" >/dev/null || wrong 'the area ids'
jq -e '.files[0] | [.liquids[].layers] | add // 0 == $all' --argjson all \
    "$(jq '.files[0].liquid_layers' "$out")" "$out" >/dev/null || wrong 'the liquid types'
find "$DEMO" -type f -name '*.adt' >"$work/adts"
while read -r placed; do
    runs 0 info "$placed" --json
    jq -e '.files[0].wmo_placements | length > 0' "$out" >/dev/null && break
done <"$work/adts"
jq -e '.files[0].wmo_placements | all(.unique_id > 0 and (.position | length) == 3 and
    (.rotation | length) == 3 and .scale > 0 and .doodad_set >= 0)' "$out" >/dev/null ||
    wrong 'the placements of WMOs'
runs 0 info "$placed"
grep -q 'unique id' "$out" && wrong 'placements without --long'
runs 0 info --long "$placed"
prints 'unique id'
prints 'flags set'
runs 0 info "$(find "$DEMO" -type f -name "$map.wdt")"
prints 'flags: 0x'

# A WMO: chunk tree, flags by name, materials with their textures; its groups one by one.
runs 0 info "$building" --json
jq -e '.files[0] | (.flags | startswith("0x")) and (.material_list | length) == .materials and
    (.textures | length > 0) and any(.chunk_tree[]; .id == "MOGI") and
    all(.groups[]; .flags_set | length > 0)' "$out" >/dev/null || wrong 'the root of a WMO'
jq -e 'any(.files[0].groups[]; has("file_ids")) | not' "$out" >/dev/null ||
    wrong 'file ids of groups in a root without GFID'
group=${building%.wmo}_000.wmo
runs 0 info "$group" --json
jq -e '.files[0] | .part == "group" and .triangles > 0 and .vertices > 0 and
    any(.chunk_tree[]; .id == "MOGP" and any(.chunks[]; .id == "MOVT"))' "$out" >/dev/null ||
    wrong 'a group of a WMO'

# Chunks that no picture uses: a plane in the root and in the group, a moving texture.
print_plane() { # size 16; 0, 0, 1, 2
    printf '\020\000\000\000\000\000\000\000\000\000\000\000\000\000\200\077\000\000\000\100'
}
cp "$building" "$work/Extras.wmo"
cp "$group" "$work/Extras_000.wmo"
{
    printf PVCM
    print_plane
    printf VUOM
    print_plane
} >>"$work/Extras.wmo"
{
    printf LPOM
    print_plane
} >>"$work/Extras_000.wmo"
planes='[{plane: 0, normal: [0, 0, 1], distance: 2}]'
runs 0 info "$work/Extras.wmo" --json
jq -e ".files[0] | .convex_volume_planes == $planes and (.ambient_color | length) == 4 and
    .texture_motions == [{material: 0, speed_1: [0, 0], speed_2: [1, 2]}]" \
    "$out" >/dev/null || wrong 'chunks of a root that no picture uses'
runs 0 info "$work/Extras_000.wmo" --json
jq -e ".files[0].terrain_cutting_planes == $planes" "$out" >/dev/null ||
    wrong 'the planes that cut the terrain'
if [ -d "$real/stock" ]; then
    runs 0 info "$real/stock/mapobj/inn.wmo" --json
    jq -e '.files[0].light_list | length > 9 and all(.type == "omni" and .intensity == 1)' \
        "$out" >/dev/null || wrong 'the lights of a real inn'
    runs 0 info "$real/jade/WORLD/WMO/JINYU/HOUSE/jinyu_house02_000.wmo"
    prints 'liquid quads filled: 4'
fi

cp "$group" "$work/Inn_000_lod1.wmo"
runs 0 info "$work/Inn_000_lod1.wmo"
prints 'part: group'
if [ -d "$real/wmo8" ]; then
    runs 0 info "$real/wmo8/8or_pvp_warsongbg_tower01.wmo"
    prints 'file ids 2395020 2395021 2395022'
    prints 'id:947800'
fi

# Of liquids, heights of the corners of filled quads count: here 1, and 9 beyond. Of MLIQ 0 to 4, and 5.
shared_world vanilla
plain=$(find "$shared" -name '*.adt' | head -n 1)
{
    printf 'O2HM\076\014\000\000\000\014\000\000\001\000\000\000'
    head -c 3064 /dev/zero
    printf '\115\000\000\000\000\000\200\077\000\000\020\101\000\000\002\001'
    printf '\030\014\000\000\040\014\000\000\001\000\000\000\000\000\000\000'
    for _ in 1 2; do printf '\000\000\200\077\000\000\200\077\000\000\020\101'; done
    printf '\000\000\000\000\000\000'
} >"$work/mh2o"
cat "$plain" "$work/mh2o" >"$work/liquid.adt"
runs 0 info "$work/liquid.adt" --json
jq -e '.files[0].liquids[] | select(.type == 77) | .quads == 1 and .lowest_yd == 1 and .highest_yd == 1' \
    "$out" >/dev/null || wrong 'the heights of a liquid'
tail -c +2 "$(dirname "$0")/../fuzz/corpus/info/wmo_group_extras" >"$work/mliq.wmo"
runs 0 info "$work/mliq.wmo" --json
jq -e '.files[0] | .liquid_quads_filled == 1 and .liquid_material == 7 and .liquid_lowest_yd == 0 and
    .liquid_highest_yd == 4 and .light_references == 2' "$out" >/dev/null || wrong 'the MLIQ of a group'

# The heights between which players may fly, and the objects of a split tile.
cp "$adt" "$work/flight.adt"
printf 'OBFM\044\000\000\000%036d' 0 >>"$work/flight.adt"
runs 0 info "$work/flight.adt" --json
jq -e '.files[0] | .flight_highest_yd == [range(9) | 12336] and (.flight_lowest_yd | length) == 9' \
    "$out" >/dev/null || wrong 'the flight bounds'

# Blend meshes: MBMH with one mesh of the WMO 7, texture 9, three indices and vertices from 0 on.
cp "$adt" "$work/blend.adt"
{
    printf 'HMBM\034\000\000\000\007\000\000\000\011\000\000\000\000\000\000\000'
    printf '\003\000\000\000\003\000\000\000\000\000\000\000\000\000\000\000'
    printf 'IMBM\006\000\000\000%06dVNBM\204\000\000\000%0132d' 0 0
} >>"$work/blend.adt"
runs 0 info "$work/blend.adt" --json
jq -e '.files[0] | .blend_triangles == 1 and .blend_vertices == 3 and .warnings == [] and
    .blend_mesh_list == [{unique_id: 7, texture: 9, triangles: 1, vertices: 3}]' \
    "$out" >/dev/null || wrong 'the blend meshes'
runs 0 info "$adt"
grep -q 'blend meshes' "$out" && wrong 'blend meshes of a tile without them'

shared_world bfa
runs 0 info "$(find "$shared" -name '*.wdt' | head -n 1)" --json
jq -e '.files[0] | (.tile_files | length) == .tiles and
    all(.tile_files[]; .root > 0 and .tex0 > .root)' "$out" >/dev/null ||
    wrong 'the file ids of tiles'
shared_world cata
part=$(find "$shared" -name '*_obj0.adt' -size +8k | head -n 1)
runs 0 info --long "$part"
prints 'unique id'

# Missing files and directories have messages of their own.
runs 2 info "$work/nofile"
grep -qi 'no such file\|not found' "$err" || wrong 'a file that is not there'
says_one_line
runs 2 info "$work"
says 'is a directory'
says_one_line
echo text >"$work/text"
runs 2 info "$work/text"
says 'unknown kind of file; .wdt, .adt, .wdl, .wmo, .blp, .m2, .mdx and .skin are read'

: >"$work/empty.adt"
runs 1 info "$work/empty.adt" "$texture"
says empty.adt
head -c 300 /dev/zero >"$work/zeros.blp"
runs 2 info "$work/zeros.blp"
says zeros.blp
# Models: what is drawn of them, with the skin next to them; the skin alone.
models=$(CDPATH='' cd -- "$(dirname "$0")/../fuzz/corpus" && pwd)
cp "$models/m2/260" "$work/Tree.m2"
cp "$models/mdx/1300" "$work/Tree.mdx"
cp "$models/skin/two_sections" "$work/Tree00.skin"
for model in Tree.m2 Tree.mdx; do
    runs 0 info "$work/$model" --json
    jq -e '.files[0] | .warnings == [] and .triangles == 2 and (.textures | length) == 2 and
        .batches == (.batch_list | length) and (.sequence_list | length) == .sequences and
        .minimap == false and .minimap_reason == "name" and .minimap_word == "tree" and
        any(.batch_list[]; .blend == "alpha key" and .flags_set == ["two_sided"])' \
        "$out" >/dev/null || wrong "$model: the JSON result"
    runs 0 info "$work/$model"
    prints 'alpha key, triangles 1, mix one texture'
done
runs 0 info "$work/Tree00.skin"
prints 'sections: 2'
truncate -s 1000 "$work/Tree.m2"
runs 2 info "$work/Tree.m2"
says 'past the end'
if [ -d "$real/jade" ]; then
    lantern=$(find "$real/jade" -iname pa_boat_lantern.m2)
    runs 0 info "$lantern"
    prints 'batches: 2'
    cp "$lantern" "$work/lantern.m2"
    runs 0 info "$work/lantern.m2"
    says 'its skin'
fi
finish
