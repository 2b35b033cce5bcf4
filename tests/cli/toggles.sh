#!/bin/sh
# Each option of render, given to a folder that was drawn without it, and taken away again, leaves
# what a run into a new folder leaves. The options come from the program's own help, so that a new
# one without a value here is a failure.
. "$(dirname "$0")/common.sh"

map=Demo
tile=31_31

# Options that change no file of OUT, choose the data, or stop the run or keep it; --no-picture keeps pictures
# that are there, and --areas is made of them.
no_output='data listfile product locale casc-keys map out json quiet verbose help force check shard from jobs memory cpu strict changed leaflet tiles parent parent-fade zone live site-url no-picture areas watch'

# value OPTION: what to give it; nothing for one without an argument. A choice gets its last word.
value() {
    case $1 in
    size) echo 32 ;;
    ambient) echo 0.4 ;;
    diffuse) echo 0.7 ;;
    sun) echo 120,40 ;;
    shadow-strength) echo 0.2 ;;
    shadows) echo cast ;;
    sky | shore) echo 0.5 ;;
    contours) echo 20 ;;
    time) echo 22:30 ;;
    cut-height) echo 60 ;;
    cut-below) echo 20 ;;
    doodad-min-size) echo 5 ;;
    background) echo '#102030' ;;
    layer) echo height,liquid ;;
    height-range) echo 0,200 ;;
    floors) echo 0..50,50..200 ;;
    hide | only) echo '*inn*' ;;
    hide-id) echo 1 ;;
    water | ocean | magma | slime) echo '#102030,#405060' ;;
    web-quality) echo 80 ;;
    markers) echo "$work/markers.csv" ;;
    doodad-rules) echo "$work/rules" ;;
    client-minimap | client-worldmap) echo "$work/client" ;;
    client-minimap-size) echo 64 ;;
    *) echo "$2" | tr '|' '\n' | tail -n 1 ;;
    esac
}

# needs OPTION: other options that it goes with.
needs() {
    case $1 in
    full-grid) echo --stitch ;;
    web-format | pmtiles | markers) echo --web ;;
    web-quality) echo --web --web-format jpg ;;
    height-range) echo --layer height ;;
    client-minimap-*) echo --client-minimap "$work/client" ;;
    client-worldmap-*) echo --client-worldmap "$work/client" ;;
    esac
}

printf 'x,y,name\n-200,200,Here\n' >"$work/markers.csv"
printf 'include *tree*\n' >"$work/rules"

# draw OUT OPTION...
draw() {
    folder=$1
    shift
    rm -rf "$work/client"
    runs 0 render -d "$DEMO" -m $map -o "$work/$folder" -t $tile -s 16 "$@"
}

# alike A B WHAT: but for the records, which tell the way.
alike() {
    find "$work/$1" "$work/$2" -type d -empty -delete
    diff -r -q --exclude .adtmap "$work/$1" "$work/$2" >"$work/difference" ||
        wrong "$3: $(head -n 3 "$work/difference")"
}

# What is drawn besides the picture, but with --wdl, which has neither.
besides='--areas --layer liquid'
# shellcheck disable=SC2086 # words of options
draw base $besides
runs 0 help --markdown
# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^## render/,/^## publish/p' "$out" |
    sed -n 's/^- .*`\(-., `\)\{0,1\}--\([a-z-]*\) \{0,1\}\([^`]*\)`:.*/\2 \3/p' >"$work/options"
[ "$(wc -l <"$work/options")" -gt 50 ] || wrong 'help lists too few options'

while read -r name argument; do
    case " $no_output " in
    *" $name "*) continue ;;
    esac
    given=
    if [ -n "$argument" ]; then
        given=$(value "$name" "$argument")
        case $given in
        [A-Z]*) wrong "no value for --$name $argument" && continue ;;
        esac
    fi
    set -- "--$name"
    [ -z "$given" ] || set -- "$@" "$given"
    rm -rf "$work/toggled" "$work/fresh"
    cp -r "$work/base" "$work/toggled"
    # shellcheck disable=SC2046,SC2086 # words of options
    [ "$name" = wdl ] || set -- $besides $(needs "$name") "$@"
    draw fresh "$@"
    draw toggled "$@"
    alike toggled fresh "--$name $given on an existing folder"
done <"$work/options"
finish
