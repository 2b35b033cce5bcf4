#!/bin/sh
# Doodads: which tiles a doodad that comes, moves or goes makes out of date; what the options draw;
# missing models.
. "$(dirname "$0")/common.sh"
pick_tile
copy_world
here=$(dirname "$0")
maps=$world/World/Maps/$map
python3 "$here/edit_adt.py" "$maps" keep 28-32_28-32 || exit 1
first=$(find "$maps" -name '*.adt' | LC_ALL=C sort | head -n 1)
first=$(basename "$first" .adt)
first=${first#"${map}_"}
x=${first%_*}
y=${first#*_}
texture=$(find "$world" -ipath '*tileset*' -iname '*.blp' | LC_ALL=C sort | head -n 1)
texture=${texture#"$world/"}

# renders OUT OPTION...
renders() {
    to=$1
    shift
    runs 0 render -d "$world" -m "$map" -o "$to" -s 64 -q --json "$@"
}
edit() { python3 "$here/edit_adt.py" "$maps" "doodad-$1" || wrong "the edit $1"; }
model() { python3 "$here/make_m2.py" "$world/World/Demo/$1.m2" "$texture" "$2" "$3" || wrong "the model $1"; }

# changed BEFORE AFTER: the tiles whose pictures differ, as X_Y, in order.
changed() {
    for png in "$2/$map/"*/*.png; do
        tile_of=$(basename "$png" .png)
        cmp -s "$png" "$1/$map/tiles/$tile_of.png" || echo "${tile_of#"${map}_"}"
    done | sort | tr '\n' ' '
}

# Tiles of the map among those from column X - WEST to X + EAST and row Y - NORTH to Y + SOUTH.
tiles_around() { # tiles_around WEST EAST NORTH SOUTH
    for row in $(seq $((y - $3)) $((y + $4))); do
        for column in $(seq $((x - $1)) $((x + $2))); do
            [ ! -f "$maps/${map}_${column}_$row.adt" ] || printf '%02d_%02d\n' "$column" "$row"
        done
    done | sort | tr '\n' ' '
}
redrawn() { # redrawn: as many as the tile and its neighbours
    around=$(tiles_around 1 1 1 1 | wc -w)
    jq -e ".tiles == $around" "$out" >"$work/jq" || wrong "not $around tiles drawn"
}

# A square of 200 yards, 5 yards from the tile's north-west corner, reaches west and north.
model Tree 100 0
before=$work/before
renders "$before" --doodads all
cp -r "$before" "$work/o"
edit add
renders "$work/o" --doodads all
redrawn
got=$(changed "$before" "$work/o")
[ "$got" = "$(tiles_around 1 0 1 0)" ] || wrong "an added doodad changes $got"
cp -r "$work/o" "$work/added"
edit move
renders "$work/o" --doodads all
redrawn
got=$(changed "$work/added" "$work/o")
[ "$got" = "$(tiles_around 1 0 1 0)" ] || wrong "a moved doodad changes $got"
renders "$work/fresh" --doodads all
same_tree "$work/fresh" "$work/o"
model Tree 40 0 # the file of the model is an input, too
renders "$work/o" --doodads all
[ -n "$(changed "$work/fresh" "$work/o")" ] || wrong 'a changed model changes nothing'
edit remove
renders "$work/o" --doodads all
[ -z "$(changed "$before" "$work/o")" ] || wrong 'a doodad that went is still drawn'

# What the options draw of one doodad called "tree".
edit add
one() { # one NAME OPTION...
    to=$work/$1
    shift
    renders "$to" -t "$first" "$@"
}
one all --doodads all
one minimap
one none --doodads none
one ids --doodads all --hide-id 4000001
one hidden --doodads all --hide 'world/demo/tree.m*'
one large --doodads all --doodad-min-size 81
one noggit --light noggit
one noggit-none --light noggit --doodads none
echo 'include world/demo/tree.m*' >"$work/rules.txt"
one rules --doodad-rules "$work/rules.txt"
png=$map/tiles/$(printf '%s_%02d_%02d.png' "$map" "$x" "$y")
cmp -s "$work/all/$png" "$before/$png" && wrong 'the doodad is not seen'
same "$work/ids/$png" "$before/$png"
same "$work/hidden/$png" "$before/$png"
same "$work/large/$png" "$work/none/$png"
cmp -s "$work/minimap/$png" "$work/all/$png" && wrong 'minimap draws a tree'
cmp -s "$work/minimap/$png" "$work/rules/$png" && wrong 'a rule brings no tree'
same "$work/noggit/$png" "$work/noggit-none/$png"
echo 'draw trees' >"$work/rules.txt"
runs 2 render -d "$world" -m "$map" -o "$work/none" --doodad-rules "$work/rules.txt"
says 'line 1'
says_one_line

# The layer of doodads: it shows what the picture draws, alone or with it, and is kept up to date.
layers=$work/layers
cover() { # cover OUT OPTION...
    to=$1
    shift
    renders "$to" --layer doodads "$@"
}
cover "$layers" --doodads all
cover "$work/layer-alone" --doodads all --no-picture
same_tree "$layers/$map/layers" "$work/layer-alone/$map/layers"
cover "$work/layer-none" --doodads none
grey=$map/layers/doodads/$(printf '%s_%02d_%02d.png' "$map" "$x" "$y")
cmp -s "$layers/$grey" "$work/layer-none/$grey" && wrong 'the layer shows no doodad'
cover "$layers" --doodads all --check
cp -r "$layers" "$work/layers-before"
edit move
for alone in '' --no-picture; do
    rm -rf "$layers"
    cp -r "$work/layers-before" "$layers"
    # shellcheck disable=SC2086 # none or one
    cover "$layers" --doodads all $alone
    redrawn
    cover "$work/layers-fresh" --doodads all
    same_tree "$work/layers-fresh/$map/layers" "$layers/$map/layers"
done
rm -rf "$layers"
cp -r "$work/layers-before" "$layers"
renders "$layers" --doodads all # draws the pictures again: layers that are out of date go
no_file "$layers/$grey"
for i in 1 2; do
    cover "$work/layers-sharded" --doodads all --shard $i/2
done
cover "$work/layers-sharded" --doodads all
jq -e '.tiles == 0 and .taken_over > 0' "$out" >"$work/jq" || wrong 'layers of shards are drawn again'
same_tree "$work/layers-fresh/$map/layers" "$work/layers-sharded/$map/layers"
for i in 1 2; do
    renders "$work/layers-sharded" --doodads all --force --shard $i/2
done
renders "$work/layers-sharded" --doodads all
same_tree "$work/layers-fresh/$map/layers" "$work/layers-sharded/$map/layers"
edit remove
edit add
for i in 1 2; do
    renders "$work/layers-sharded" --doodads all --shard $i/2
done
renders "$work/layers-sharded" --doodads all
no_file "$work/layers-sharded/$grey"

# objects.geojson has each placement once, is kept up to date, and goes when it is not asked for.
json=$work/objects/$map/objects.geojson
renders "$work/objects" --objects
jq -e '(.features | length) > 0 and
    ([.features[].properties | [.kind, .unique_id, .owner, .index]] | length == (unique | length)) and
    (.features | map(select(.properties.unique_id == 4000001)) | length == 1 and (.[0].properties |
        .kind == "doodad" and .name == "world/demo/tree.mdx" and .scale == 1 and
        .box[1][0] - .box[0][0] > 79 and .box[1][0] - .box[0][0] < 81))' "$json" >"$work/jq" ||
    wrong 'objects.geojson'
# Doodads of a WMO stand near it, and name it.
jq -e '[.features[] | {p: .properties, at: .geometry.coordinates}] |
    (map(select(.p.kind == "wmo")) | map({key: (.p.unique_id | tostring), value: .at}) | from_entries) as $wmos |
    map(select(.p.owner != null)) | length > 0 and all(.p.kind == "doodad" and .p.unique_id == null and
        ((.at[0] - $wmos[.p.owner | tostring][0]) | fabs) < 200 and .p.scale > 0)' "$json" >"$work/jq" ||
    wrong 'doodads of WMOs in objects.geojson'
check_objects() { # check_objects STATUS OPTION...: whether a run would change anything
    wanted_status=$1
    shift
    runs "$wanted_status" render -d "$world" -m "$map" -o "$work/objects" -s 64 --objects --check "$@"
}
check_objects 0
# What moves, comes and goes makes the file out of date, also in a run that draws nothing of it; the
# file is that of a fresh run.
bare='--doodads none --no-wmo'
# shellcheck disable=SC2086 # words
renders "$work/objects" --objects $bare
# shellcheck disable=SC2086 # words
check_objects 0 $bare
number=0
for edited in doodad-move wmo-move doodad-remove wmo-add doodad-add wmo-remove model; do
    number=$((number + 1))
    cp "$json" "$work/objects-before"
    if [ "$edited" = model ]; then
        model Tree 30 0
    else
        python3 "$here/edit_adt.py" "$maps" "$edited" || wrong "the edit $edited"
    fi
    # shellcheck disable=SC2086 # words
    check_objects 1 $bare
    # shellcheck disable=SC2086 # words
    renders "$work/objects" --objects $bare
    cmp -s "$json" "$work/objects-before" && wrong "objects.geojson after $edited is the old one"
    # shellcheck disable=SC2086 # words
    renders "$work/fresh-$number" --objects $bare
    same "$json" "$work/fresh-$number/$map/objects.geojson"
    # shellcheck disable=SC2086 # words
    check_objects 0 $bare
done
renders "$work/objects"
no_file "$json"

# A model that is missing is named once, left out, and counted by --strict.
rm "$world/World/Demo/Tree.m2"
runs 1 maps -d "$world" --check
prints 'missing doodad: world/demo/tree.m2'
runs 0 render -d "$world" -m "$map" -o "$work/missing" -s 64 --doodads all
[ "$(grep -c 'world/demo/tree.m2' "$err")" -eq 1 ] || wrong 'the missing model is not named once'
runs 1 render -d "$world" -m "$map" -o "$work/strict" -s 64 --doodads all --strict
model Tree 40 0
rm "$world/World/Demo/Tree00.skin"
runs 1 maps -d "$world" --check
prints 'missing part of a doodad: world/demo/tree00.skin'

finish
