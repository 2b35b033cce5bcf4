#!/bin/sh
# Zoom levels in lossy formats: smaller, and the same bytes whether drawn at once or in parts.
. "$(dirname "$0")/common.sh"

mkdir "$work/leaflet"
echo 'script' >"$work/leaflet/leaflet.js"
echo 'style' >"$work/leaflet/leaflet.css"

# render STATUS OUT OPTION...
render() {
    wanted_status=$1
    to=$2
    shift 2
    runs "$wanted_status" render -d "$DEMO" -m Demo -o "$to" -s 256 --leaflet "$work/leaflet" "$@"
}

bytes() { find "$1/Demo/web" -type f -exec cat {} + | wc -c; }

# lossy FORMAT OPTION...: what a picture is made of is what the files of its children show.
lossy() {
    format=$1
    shift
    rm -rf "$work/whole" "$work/parts"
    render 0 "$work/whole" --web --pmtiles --web-format "$format" "$@"
    [ "$(bytes "$work/whole")" -lt $(($(bytes "$work/png") / 3)) ] || wrong "$format is not smaller"
    render 0 "$work/parts" --web --pmtiles --web-format "$format" "$@" -t 28-31_28-35
    render 0 "$work/parts" --web --pmtiles --web-format "$format" "$@"
    same_tree "$work/whole" "$work/parts"
    # Without options, existing levels keep their format and quality; what is lost, cut or another file is made again.
    levels=$work/parts/Demo/web/color
    rm "$levels/6/31/30.$format"
    truncate -s 100 "$levels/6/31/31.$format"
    echo 'no picture' >"$levels/5/15/15.$format"
    runs 0 render -d "$DEMO" -m Demo -o "$work/parts" -s 256
    same_tree "$work/whole" "$work/parts"
    render 2 "$work/parts" --web
    says "holds $format tiles: choose $format as its web format"
    runs 0 render -d "$DEMO" -m Demo -o "$work/parts" -s 256 --check
}

render 0 "$work/png" --web
lossy jpg
lossy jpg --web-quality 50
if "$ADTMAP" --version | grep -q libwebp; then
    lossy webp --web-quality 75
fi

# Without a log no file is on record: those of another format stand in nobody's way, and go.
rm -r "$work/parts/Demo/.adtmap" "$work/parts/Demo/Demo.pmtiles"
render 0 "$work/parts" --web
same_tree "$work/png" "$work/parts"

render 2 "$work/bad" --web --web-quality 75
says '--web-quality goes with --web-format webp or jpg'
render 2 "$work/bad" --web --web-format jpg --web-quality 101
says '101 is not in 0..100'
no_file "$work/bad"

finish
