#!/bin/sh
# A site file says everything: each of its keys, added to one that was published without it and taken
# out again, leaves what a first run leaves, and --check says that something has changed. So does each
# key of a rendering, of a map and of a world, and each of these as a whole. The keys come from the
# program's schema, so that a new one without a value here is a failure. $ADTMAP_SITE_KEYS, a regular
# expression, chooses keys. With `rest`, what is drawn is toggled in each rendering and each map, where
# it goes the way of what is drawn of all maps; without it, all else is.
. "$(dirname "$0")/common.sh"
[ -n "${ADTMAP_SITE_KEYS-}" ] || ADTMAP_SITE_KEYS=.
rest=0
[ "${1-}" != rest ] || rest=1

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
    shadows) echo cast ;;
    sky | shore) echo 0.5 ;;
    contours) echo 20 ;;
    time) echo '"22:30"' ;;
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
    name) echo other ;;
    date) echo '"2010-06-22"' ;;
    build) echo new ;;
    order) echo 5 ;;
    renderings) echo '[one]' ;;
    entrance) echo '[Hall, 1.5, -2]' ;;
    offset) echo '[200, -300]' ;;
    scale) echo 0.5 ;;
    part) echo '"31_31"' ;;
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

# site NAME OUT TOP ALL LISTS: a site file with these lines in addition to the shortest one. Without
# LISTS it has one map.
site() {
    {
        printf 'version: 1\nout: %s\n%s\n' "$work/$2" "$3"
        printf '%s\n' "$3" | grep -q '^builds:' || printf 'data: [%s]\n' "$DEMO"
        echo 'all:'
        printf '%s\n' "$4" | grep -q '^  size:' || echo '  size: 16'
        printf '%s\n' "$4" | grep -q '^  tiles:' || echo '  tiles: "31_31"'
        printf '%s\n%s\n' "$4" "$5"
    } | sed '/^$/d' >"$work/$1.yaml"
}
one_map='maps:
  - name: Demo'

# publish STATUS FILE [OPTION]: from one path, as maps of other site files stay.
publish() {
    wanted_status=$1
    cp "$work/$2.yaml" "$work/site.yaml"
    shift 2
    runs "$wanted_status" publish "$work/site.yaml" --leaflet "$work/leaflet" --no-sync "$@"
}

# alike A B WHAT: but for the records, which tell the way.
alike() {
    diff -r -q --exclude .adtmap "$work/$1" "$work/$2" >"$work/difference"
    [ ! -s "$work/difference" ] || wrong "$3: $(head -n 3 "$work/difference")"
}

# toggle WHAT TOP ALL NEEDS [LISTS LISTS_WITHOUT NEEDED_TOP]: most keys are taken out of the same site, which is
# published once.
toggle() {
    rm -rf "$work/fresh" "$work/way"
    site with fresh "${7-}
$2" "$4
$3" "${5-$one_map}"
    site without bare "${7-}" "$4" "${6-$one_map}"
    publish 0 with
    cmp -s "$work/without.yaml" "$work/bare.yaml" || {
        rm -rf "$work/bare"
        publish 0 without
        cp "$work/without.yaml" "$work/bare.yaml"
    }
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
for section in renderings maps worlds; do
    keys ".properties.$section.items" >"$work/$section"
done
keys .properties.worlds.items.properties.maps.items >"$work/frames"
for section in renderings maps; do
    [ "$(wc -l <"$work/$section")" -gt 45 ] || wrong "the schema has too few keys of $section"
done
[ "$(wc -l <"$work/all")" -gt 45 ] || wrong 'the schema has too few keys'

for section in all top; do
    [ $rest -eq 0 ] || continue
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
# lists SECTION [LINE]: a site's lists with the line in an entry of the section; a line that has the
# entry's name takes its place.
lists() {
    entry_name=$(printf '%s\n' "${2-}" | sed -n 's/^ *\(name\|map\): //p')
    line=$(printf '%s\n' "${2-}" | grep -v '^ *\(name\|map\): ')
    case $1 in
    renderings)
        printf 'renderings:\n  - name: one\n  - name: %s\n    %s\nmaps:\n  - name: Demo\n' "${entry_name:-two}" "$line"
        ;;
    maps)
        [ "$entry_name" != other ] || entry_name='"De*"'
        printf 'renderings:\n  - name: one\n  - name: two\nmaps:\n  - name: %s\n    %s\n  - name: Hall\n' \
            "${entry_name:-Demo}" "$line"
        ;;
    worlds)
        printf 'maps:\n  - name: Demo\n  - name: Hall\nworlds:\n  - name: %s\n    %s\n    maps:\n      - map: Demo\n' \
            "${entry_name:-w}" "$line"
        ;;
    frames)
        printf 'maps:\n  - name: Demo\n  - name: Hall\nworlds:\n  - name: w\n    maps:\n      - map: Hall\n'
        printf '      - map: %s\n        %s\n' "${entry_name:-Demo}" "$line"
        ;;
    esac | grep -v '^ *$'
}

cp -r "$DEMO" "$work/new"
chmod -R u+w "$work/new"
find "$work/new" -iname Demo_31_31.adt -exec sh -c 'cp "${1%31_31.adt}28_28.adt" "$1"' sh {} \;
for section in renderings maps worlds frames; do
    while read -r name type last; do
        case " $no_output " in
        *" $name "*) continue ;;
        esac
        case $section/$name in
        worlds/maps) continue ;; # each of its keys is in frames
        renderings/* | maps/*) is_drawn=$(grep -c "^$name " "$work/all") ;;
        *) is_drawn=0 ;;
        esac
        [ "$is_drawn" -eq $rest ] || continue
        echo "$section/$name" | grep -Eq -e "$ADTMAP_SITE_KEYS" || continue
        given=$(value "$name" "$type" "$last")
        [ "$section/$name" != frames/map ] || given=Hall
        [ -n "$given" ] || wrong "no value for $name of $section"
        top=
        [ "$name" != build ] || top="builds: [{name: old, data: [\"$DEMO\"]}, {name: new, data: [\"$work/new\"]}]"
        toggle "$name: $given in $section" '' '' "$(needs "$name")" "$(lists $section "$name: $given")" "$(lists $section)" "$top"
    done <"$work/$section"
done

# Entries as a whole: the second of two, or the only one.
if [ $rest -eq 0 ] && echo entries | grep -Eq -e "$ADTMAP_SITE_KEYS"; then
    toggle 'a rendering' '' '' '' "$(lists renderings)" "$(lists renderings | grep -v two)"
    toggle 'renderings' '' '' '' "$(lists renderings)" "$one_map"
    toggle 'a map' '' '' '' "$(lists maps)" "$(lists maps | grep -v Hall)"
    toggle 'a world' '' '' '' "$(lists worlds)" "$(lists worlds | sed '/^worlds/,$d')"
    toggle 'a map of a world' '' '' '' "$(lists frames)" "$(lists frames | sed '$d')"
    toggle 'builds' "builds: [{name: old, data: [\"$DEMO\"]}]" '' '' "$one_map" "$one_map"
fi

[ $rest -eq 0 ] || finish
# Markers that somebody puts into the folder of a map are no output: a site that names none leaves them there.
site own own '' '' "$one_map"
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
# Nor does a log in which a digit is another make them one.
sed -i 's/^\(made.tiles[^\t]*\t\)./\1-/' "${geojson%/*}/.adtmap/log"
publish 0 own
same "$work/own.geojson" "$geojson"
finish
