# Sourced by the tests of shards, behind common.sh: a small world, drawn by one run alone into $one, with $all tiles.
# shellcheck shell=sh disable=SC2034,SC2154 # what the tests use, and what common.sh sets
small_world
pick_tile
mkdir "$work/leaflet"
echo 'script' >"$work/leaflet/leaflet.js"
echo 'style' >"$work/leaflet/leaflet.css"

render() { # render STATUS OUT OPTION...
    wanted_status=$1
    to=$2
    shift 2
    runs "$wanted_status" render -d "$DEMO" -m "$map" -o "$to" -s 64 --hide '*barn*' --cut-height 400 "$@"
}
whole() { # whole OUT OPTION...: the run of the whole map, and how many tiles it drew
    to=$1
    shift
    render 0 "$to" --stitch --web --leaflet "$work/leaflet" --json "$@"
    drew=$(jq .tiles "$out")
}
draws() { [ "$drew" -eq "$1" ] || wrong "$drew tiles drawn and not $1"; }
draws_some() {
    [ "$drew" -gt 0 ] || wrong 'no tile is drawn'
    [ "$drew" -lt "$all" ] || wrong 'all tiles are drawn'
}
no_shards() { [ ! -e "$1/.adtmap/shards" ] || wrong "$1 has shards: $(ls "$1/.adtmap/shards")"; }
# What a log says, but for keys of files, which are times and places, and for the order of inputs.
log_of() {
    sed -E 's/ [0-9a-f]{16} / KEY /g' "$1/$map/.adtmap/log" | awk -F '\t' '
        $1 == "input" { split($2, part, " "); name[part[1]] = part[2] " " part[4]; next }
        $1 == "sum" { next }
        $1 == "made" { count = split($4, number, ","); print $1, $2, $3, $5
            for (i = 1; i <= count; i++) print $2, name[number[i]]; next }
        { print }' | sort
}
same_log() {
    log_of "$1" >"$work/log1"
    log_of "$2" >"$work/log2"
    same "$work/log1" "$work/log2"
}
one=$work/one
whole "$one"
all=$drew
