#!/bin/sh
# Each output of the program's help with --no-picture: it is the file that a run with the picture
# writes, and no picture is drawn for it; or it is refused before anything is written.
. "$(dirname "$0")/common.sh"

runs 0 help --markdown
# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^## render/,/^## publish/p' "$out" |
    sed -n 's/^- `--\([a-z-]*\) \{0,1\}\([^`]*\)`: \(also\|--web, and\) .*/\1 \2/p' >"$work/outputs"
[ "$(wc -l <"$work/outputs")" -gt 12 ] || wrong 'help lists too few outputs'

# needs OPTION: what else it is given, and its argument.
needs() {
    case $1 in
    client-minimap-*) echo --client-minimap "$work/client" "--$1" ;;
    client-*) echo "--$1" "$work/client" ;;
    layer) echo --layer height ;;
    floors) echo --floors 0..50,50..200 ;;
    *) echo "--$1" ;;
    esac
}

# draw STATUS OUT OPTION...
draw() {
    status=$1
    folder=$2
    shift 2
    runs "$status" render -d "$DEMO" -m Demo -o "$work/$folder" -s 16 "$@"
}

# files OUT: those of the map but for its pictures and the manifest, which lists these.
files() {
    (cd "$work/$1" && find . -type f ! -path '*/.adtmap/*' ! -path '*/tiles/*' ! -name map.json | sort)
}

while read -r name argument; do
    rm -rf "$work/alone" "$work/whole"
    # shellcheck disable=SC2046 # words of options
    case $name in
    areas | landmarks | objects | layer | floors)
        draw 0 alone --no-picture $(needs "$name")
        [ ! -d "$work/alone/Demo/tiles" ] || wrong "--$name draws the picture"
        case $name in
        layer | floors) ;;
        *) grep -Eq ': 0 tiles in [0-9.]* s$' "$out" || wrong "--$name counts tiles" ;;
        esac
        draw 0 alone --no-picture $(needs "$name") --check
        draw 0 whole $(needs "$name")
        [ -n "$(files alone)" ] || wrong "--$name writes nothing"
        [ "$(files alone)" = "$(files whole)" ] || wrong "--$name writes other files than with the picture"
        for file in $(files alone); do
            same "$work/alone/$file" "$work/whole/$file"
        done
        # A folder that has pictures keeps them.
        draw 0 whole --no-picture $(needs "$name")
        [ "$(files alone)" = "$(files whole)" ] || wrong "--$name writes other files in addition to pictures"
        for file in $(files alone); do
            same "$work/alone/$file" "$work/whole/$file"
        done
        [ -d "$work/whole/Demo/tiles" ] || wrong "--$name removes pictures"
        ;;
    *)
        draw 2 alone --no-picture $(needs "$name")
        says_one_line
        grep -Eq 'not with --no-picture|nothing to (join|place|draw)' "$err" || wrong "--$name $argument: another reason"
        no_file "$work/alone"
        draw 2 alone --no-picture --areas $(needs "$name")
        no_file "$work/alone"
        ;;
    esac
done <"$work/outputs"

draw 2 alone --no-picture
says '--layer adds layers'
draw 2 alone --no-picture --stitch --objects
says 'nothing to join'

# Areas are those of liquids that are drawn, of the WDT, and of each ADT.
rm -rf "$work/alone" "$work/whole"
cp -r "$DEMO" "$work/world"
DEMO=$work/world
chmod -R u+w "$DEMO"
tile=$(find "$DEMO" -iname Demo_31_31.adt)
draw 0 alone --no-picture --areas
areas=$work/alone/Demo/areas.geojson
cp "$areas" "$work/all"
mv "$tile" "$work/away"
draw 1 alone --no-picture --areas --check
draw 0 alone --no-picture --areas
draw 0 whole --areas
same "$areas" "$work/whole/Demo/areas.geojson"
! cmp -s "$areas" "$work/all" || wrong 'the areas of an ADT that is gone stay'

# A tile that cannot be read is a failure of each run until it can be; the others are there.
cp "$areas" "$work/without"
head -c 50 "$work/away" >"$tile"
for _ in first second; do
    draw 1 alone --no-picture --areas
    says Demo_31_31.adt
    same "$areas" "$work/without"
done
cp "$work/away" "$tile"
draw 0 alone --no-picture --areas
same "$areas" "$work/all"
says_nothing

# An ADT with other areas.
cp "$(find "$DEMO" -iname Demo_28_28.adt)" "$tile"
draw 0 alone --no-picture --areas
draw 0 other --no-picture --areas
same "$areas" "$work/other/Demo/areas.geojson"
! cmp -s "$areas" "$work/all" || wrong 'the areas of an ADT that has changed stay'
finish
