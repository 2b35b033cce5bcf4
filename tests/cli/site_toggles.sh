#!/bin/sh
# A site file says everything: each of its keys, added to one that was published without it and taken
# out again, leaves what a first run leaves, and --check says that something has changed. The keys
# come from the program's schema, so that a new one without a value here is a failure.
. "$(dirname "$0")/common.sh"
[ -n "${ADTMAP_SITE_KEYS-}" ] || ADTMAP_SITE_KEYS=.

mkdir "$work/leaflet"
echo script >"$work/leaflet/leaflet.js"
echo style >"$work/leaflet/leaflet.css"
printf 'x,y,name,icon\n-200,200,Here,pin.png\n' >"$work/markers.csv"
printf 'include *tree*\n' >"$work/rules"
cp "$(dirname "$0")/../../docs/website-map.jpg" "$work/logo.jpg"

# Keys that choose the data, or do not change what is published.
no_output='product locale casc-keys listfile data out strict cpu no-wdl parent parent-fade version png'

# value KEY TYPE LAST: what to give it, as YAML.
value() {
    case $1 in
    tiles) echo '"31-32_31"' ;;
    size) echo 32 ;;
    floors) echo '"0..50,50..200"' ;;
    zone) echo '[nowhere]' ;;
    layer) echo '[height, liquid]' ;;
    height-range) echo '"0,200"' ;;
    web-quality) echo 80 ;;
    markers) echo "$work/markers.csv" ;;
    live) echo 'https://live.example/players.json' ;;
    ambient | diffuse) echo 0.4 ;;
    sun) echo '"120,40"' ;;
    background) echo '"#102030"' ;;
    shadow-strength) echo 0.2 ;;
    cut-height) echo 60 ;;
    cut-below) echo 20 ;;
    doodad-min-size) echo 5 ;;
    doodad-rules) echo "$work/rules" ;;
    hide | only) echo '["*inn*"]' ;;
    hide-id) echo '[1]' ;;
    roofs) echo false ;;
    water | ocean | magma | slime) echo '"#102030,#405060"' ;;
    title | description | footer | group) echo Words ;;
    address) echo 'https://maps.example' ;;
    groups) echo '[One, Two]' ;;
    logo) echo "$work/logo.jpg" ;;
    accent) echo '"#205080"' ;;
    language) echo de ;;
    *)
        case $2 in
        boolean) echo true ;;
        enum) echo "$3" ;;
        esac
        ;;
    esac
}

# needs KEY: other keys that it goes with, which the site has without it too.
needs() {
    case $1 in
    full-grid) echo '  stitch: true' ;;
    zone) echo '  zones: true' ;;
    web-quality) echo '  web-format: jpg' ;;
    height-range) echo '  layer: [height]' ;;
    esac
}

# site NAME OUT TOP ALL: a site file with these lines in addition to the shortest one.
site() {
    {
        printf 'version: 1\ndata: [%s]\nout: %s\n%s\nall:\n' "$DEMO" "$work/$2" "$3"
        printf '%s\n' "$4" | grep -q '^  size:' || echo '  size: 16'
        printf '%s\n' "$4" | grep -q '^  tiles:' || echo '  tiles: "31_31"'
        printf '%s\nmaps:\n  - name: Demo\n' "$4"
    } | sed '/^$/d' >"$work/$1.yaml"
}

# publish STATUS FILE [OPTION]
publish() {
    wanted_status=$1
    yaml=$work/$2.yaml
    shift 2
    runs "$wanted_status" publish "$yaml" --leaflet "$work/leaflet" "$@"
}

# alike A B WHAT: but for the records, which tell the way.
alike() {
    find "$work/$1" "$work/$2" -type d -empty -delete
    diff -r -q --exclude .adtmap "$work/$1" "$work/$2" >"$work/difference" ||
        wrong "$3: $(head -n 3 "$work/difference")"
}

# toggle WHAT TOP ALL NEEDS
toggle() {
    rm -rf "$work/fresh" "$work/bare" "$work/way"
    site with fresh "$2" "$4
$3"
    site without bare '' "$4"
    publish 0 with
    publish 0 without
    sed "s|^out: .*|out: $work/way|" "$work/with.yaml" >"$work/on.yaml"
    sed "s|^out: .*|out: $work/way|" "$work/without.yaml" >"$work/off.yaml"
    cp -r "$work/bare" "$work/way"
    diff -r -q --exclude .adtmap "$work/fresh" "$work/bare" >"$work/difference"
    changes=$?
    publish $changes on --check
    publish 0 on
    alike way fresh "$1 is added"
    publish 0 on --check
    publish $changes off --check
    publish 0 off
    alike way bare "$1 is taken out"
    publish 0 off --check
}

runs 0 init --schema
cp "$out" "$work/schema"
# keys PATH: NAME TYPE LAST, a line each.
keys() {
    jq -r "$1.properties | to_entries[] |
        [.key, (if .value.enum then \"enum\" else .value.type end | if type == \"array\" then .[0] else . end),
         (.value.enum // [\"-\"] | last)] | join(\" \")" "$work/schema"
}
keys .properties.all >"$work/all"
keys '' >"$work/top"
[ "$(wc -l <"$work/all")" -gt 45 ] || wrong 'the schema has too few keys'

for section in all top; do
    while read -r name type last; do
        case " $no_output all builds renderings maps worlds " in
        *" $name "*) continue ;;
        esac
        echo "$name" | grep -Eq -e "$ADTMAP_SITE_KEYS" || continue
        given=$(value "$name" "$type" "$last")
        [ -n "$given" ] || wrong "no value for $name"
        if [ $section = all ]; then
            toggle "$name: $given" '' "  $name: $given" "$(needs "$name")"
        else
            toggle "$name: $given" "$name: $given" '' ''
        fi
    done <"$work/$section"
done
# Markers that somebody puts into the folder of a map are no output: a site that names none leaves them there.
site own own '' ''
publish 0 own
geojson=$(find "$work/own" -name map.js)
geojson=${geojson%/*}/markers.geojson
cat >"$geojson" <<'END'
{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "Here"},
"geometry": {"type": "Point", "coordinates": [-200, 200]}}]}
END
cp "$geojson" "$work/own.geojson"
for _ in first second third; do
    publish 0 own
    same "$work/own.geojson" "$geojson"
done
finish
