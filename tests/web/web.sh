#!/bin/sh
# The website in a real browser, and the archive through the public reader. Takes nodejs, npm,
# chromium-headless-shell or chromium, and libjs-leaflet; npm packages go below the build folder.
# With SHOTS=yes screenshots stay in BUILD/web/screenshots for people to look at. With THROTTLE=5 pages run as on a
# machine five times slower: no test depends on time, so that none fails.
#
#     web.sh BUILD first      the first page of a site, and tools/check-site, for the quick run
#     web.sh BUILD sites      makes the sites that the others open, in BUILD/web/sites
#     web.sh BUILD map        the pages of two maps
#     web.sh BUILD pages      first pages, renderings, archives, tools/check-site
#     web.sh BUILD repeats    what repeats tests of map and pages at sizes at which they lie otherwise
#     web.sh BUILD same       what repeats them in a narrow window or from disk, where no difference is known
. "$(dirname "$0")/../cli/common.sh"
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
CHROMIUM=$(find_chromium) || skip 'chromium is not installed'
npm_modules "$1/web" "$here/package.json"
build=$(CDPATH='' cd -- "$1/web" && pwd)
sites=$build/sites
shots=$build/screenshots
PART=first
export CHROMIUM MODULES PART

# passes SCRIPT ARGUMENT...: a script for node has nothing to complain of.
passes() {
    script=$1
    shift
    node "$here/$script.mjs" "$@" || failures=$((failures + 1))
}

# Two maps, in $world: the demo world, and the same files under a name that needs care in addresses.
second='Isle & Co'
copy_maps() {
    copy_world
    maps=$(find "$world" -type d -iname maps | head -n 1)
    cp -r "$maps/Demo" "$maps/$second"
    for file in "$maps/$second"/*; do
        mv "$file" "$maps/$second/$second${file##*/Demo}"
    done
}

# make_renderings FOLDER: the site with two renderings, in FOLDER/renderings.
make_renderings() {
    cat >"$1/site.yaml" <<END
version: 1
title: Two renderings
accent: "#c2185b"
footer: "Made <by> us"
out: renderings
data: ["$world"]
groups: [Land, Rooms]
all: {size: 256}
renderings:
  - {name: minimap, title: Minimap}
  - {name: trees, title: With trees, doodads: all}
maps:
  - {name: Demo, group: Land}
  - {name: $second, group: Land, renderings: [minimap], title: "An isle with a title that is longer than one line of its card"}
  - {name: Hall, group: Rooms}
END
    runs 0 publish "$1/site.yaml"
}

make_sites() {
    rm -rf "$sites" "$shots"
    mkdir -p "$sites"
    copy_maps
    cat >"$work/markers.geojson" <<'END'
{"type": "FeatureCollection", "features": [
{"type": "Feature", "geometry": {"type": "Point", "coordinates": [100, 200]},
 "properties": {"name": "Harbour <b>town</b>", "icon": "ship", "color": "#2f6fb0",
 "text": "Boats <i>leave</i> at noon.", "link": "https://example.org/harbour"}},
{"type": "Feature", "geometry": {"type": "Point", "coordinates": [-450.5, 620.25]},
 "properties": {"name": "Old tower", "icon": "tower"}},
{"type": "Feature", "geometry": {"type": "Point", "coordinates": [800, -700, 12]},
 "properties": {"name": "Ölmühle", "icon": "Ö", "color": "#4e8f3a"}}]}
END
    runs 0 render -d "$world" -m Demo -o "$sites/maps" --stitch --pmtiles --markers "$work/markers.geojson" \
        --layer height,impassable
    says_nothing
    runs 0 render -d "$world" -m "$second" -o "$sites/maps" -s 256 --web --light noggit

    # A continent has hundreds of landmarks.
    mkdir -p "$work/continent/DBFilesClient"
    node "$here/continent.mjs" "$world/DBFilesClient/WorldSafeLocs.dbc" "$work/continent/DBFilesClient/WorldSafeLocs.dbc" || wrong 'a continent'
    runs 0 render -d "$world" -d "$work/continent" -m Demo -s 64 -o "$sites/continent" --web --layer height,area,surface,liquid
    says_nothing

    make_renderings "$sites"

    # Many markers, three in one place, ways that begin hidden, and players.
    awk 'BEGIN { print "map,x,y,name,group,color,hidden,path,icon,picture"
        for (i = 0; i < 100000; i++) print int(i % 20 == 0) "," i * 37 % 1900 - 950 "," i * 91 % 1901 - 950 ",Wolf " i "," (i % 2 ? "Wolves" : "Bears") ",,,,,"
        for (i = 0; i < 3; i++) print "0,1300,300,Twin,Twins,#2f6fb0,,,pictures/twin.png,pictures/twin.png"
        for (i = 0; i < 20; i++) print "0," i * 40 - 400 "," i % 3 * 30 ",Way,Ways,#c9a227,1,7,,"
        print "0,1200,-300,Own,Signs,,,,pictures/twin.png,pictures/twin.png" }' >"$work/spawns.csv"
    mkdir -p "$work/pictures"
    cp "$here/../../src/output/web/touch-icon.png" "$work/pictures/twin.png"
    runs 0 render -d "$DEMO" -m Demo -s 256 -o "$sites/spawns" --web --markers "$work/spawns.csv" --live ../players.json \
        --layer surface,liquid,liquid-height
    says_nothing
    cat >"$sites/spawns/players.json" <<'END'
{"players": [
{"uuid": "7", "name": "Anna", "world": 0, "position": {"x": 40, "y": -30, "z": 20}, "class": 8, "faction": "alliance", "level": 70},
{"uuid": "8", "name": "Bo", "world": 0, "position": {"x": -200, "y": 300, "z": 20}, "class": 1, "faction": "horde", "level": 12},
{"uuid": "9", "name": "Cy", "world": 1, "position": {"x": 5, "y": 5, "z": 1}, "class": 11, "faction": "horde", "level": 3}]}
END

    # The site of tools/demo has two maps, data layers, areas and markers; the manual shows it.
    demo=$sites/demo
    here_document() { sed -n "\\|/$1\" <<'END'\$|,/^END\$/p" "$here/../../tools/demo" | sed '1d;$d'; }
    mkdir "$demo"
    ln -s "$world" "$demo/data"
    here_document markers.geojson >"$demo/markers.geojson"
    here_document site.yaml | sed 's/^all:/all:\n  size: 256/' >"$demo/site.yaml"
    runs 0 publish "$demo/site.yaml"
    says_nothing
    rm "$demo/data"
    for file in index.html minimap/Hall/index.html trees/Demo/index.html minimap/Demo/areas.js \
        minimap/Demo/markers.geojson minimap/Demo/web/height/0/0/0.png minimap/Demo/web/area/0/0/0.png; do
        is_file "$demo/site/$file"
    done
}

# follow_editor: the page of a map that --watch draws.
follow_editor() {
    copy_world
    rm -rf "$work/watched"
    "$ADTMAP" render -d "$world" -m Demo -o "$work/watched" -s 64 --web --watch >"$work/said" 2>"$err" &
    watching=$!
    until grep -q 'watching for changes' "$work/said"; do
        kill -0 "$watching" 2>/dev/null || break
        sleep 0.05
    done
    passes follow "$work/watched" Demo "$world/World/Maps/Demo/Demo_31_31.adt" "$world/World/Maps/Demo/Demo_30_30.adt"
    kill -TERM "$watching"
    wait "$watching"
    case $? in
    0 | 143) ;; # 143: in the run that the last test has begun
    *) wrong "what draws it: $(cat "$err")" ;;
    esac
    # An ordinary run leaves pages that look for nothing.
    grep -q '"watched": true' "$work/watched/Demo/map.js" || wrong 'map.js of a map that is watched'
    runs 0 render -d "$world" -m Demo -o "$work/watched" -s 64
    grep -q watched "$work/watched/Demo/map.js" && wrong 'map.js of a map that is not watched'
}

# make_report REPORT: compares folders with a pair of 256 pixels, one of two sizes, and a picture that one side lacks.
make_report() {
    mkdir -p "$work/before" "$work/after"
    cp "$sites/demo/site/minimap/Demo/tiles/Demo_30_30.png" "$work/before/a.png"
    cp "$sites/maps/$second/tiles/${second}_30_30.png" "$work/after/a.png"
    cp "$sites/demo/site/minimap/Demo/tiles/Demo_31_31.png" "$work/before/b.png"
    cp "$sites/maps/Demo/tiles/Demo_31_31.png" "$work/after/b.png"
    cp "$work/before/a.png" "$work/before/gone.png"
    cp "$work/before/b.png" "$work/after/new.png"
    runs 1 compare "$work/before" "$work/after" --report "$1"
}

read_archives() {
    # An archive reads back through the public reader, also one with many directories.
    read_back() { passes pmtiles "$1/Demo.pmtiles" "$1/web/color"; }
    read_back "$sites/maps/Demo"
    runs 0 render -d "$DEMO" -m Demo -t 31_31 -s 512 -o "$work/many" --web
    passes many "$work/many/Demo/web/color" "$work/many/Demo/.adtmap/log"
    runs 0 render -d "$DEMO" -m Demo -t 31_31 -s 512 -o "$work/many" --web --pmtiles
    read_back "$work/many/Demo"
    if "$ADTMAP" render -d "$DEMO" -m Demo -o "$work/webp" -s 64 --pmtiles --web-format webp 2>"$err"; then
        read_back "$work/webp/Demo"
    fi
    runs 0 render -d "$DEMO" -m Demo -o "$work/jpg" -s 64 --pmtiles --web-format jpg
    read_back "$work/jpg/Demo"
}

check_sites() {
    # tools/check-site tells a site that is shown from one that is not.
    check_site() { "$here/../../tools/check-site" "$1" >"$out" 2>"$err"; }
    check_site "$sites/demo/site" || wrong 'check-site refuses a site that works'
    prints '5 pages opened in Chromium, 5 show their maps, '
    # What the manual uploads is all that pages need; a data layer is called layers.
    picture=$(find "$sites/demo/site/minimap/Demo/web/color" -name '*.png' | head -n 1)
    mkdir "$sites/demo/site/minimap/Demo/web/layers"
    cp "$picture" "$sites/demo/site/minimap/Demo/web/layers"
    (cd "$sites/demo" && rm -rf www && sh -c "$(sed -n 's/^    \(mkdir -p www .*\)/\1/p' "$here/../../docs/publish.md")") || wrong 'the folder to upload'
    check_site "$sites/demo/www" || wrong 'check-site refuses the folder to upload'
    prints '5 pages opened in Chromium, 5 show their maps, '
    [ "$(find "$sites/demo/www" -name web -prune -o -name tiles -print -o -name layers -print -o -name .adtmap -print | wc -l)" -eq 0 ] ||
        wrong 'more than is needed'
    pictures() { (cd "$sites/demo/$1" && find . -path '*/web/*' | sort); }
    pictures www >"$work/www"
    pictures site >"$work/site"
    same "$work/www" "$work/site"
    rm -r "$sites/demo/site/minimap/Demo/web/layers"
    cp -r "$sites/demo/site" "$work/a broken site"
    echo '(() => {' >"$work/a broken site/minimap/page-files/page.js"
    rm -r "$work/a broken site/trees/Demo/web/color"
    check_site "$work/a broken site" && wrong 'check-site takes a broken site'
    prints "minimap/Demo/index.html: The map cannot be shown: page-files/page.js could not be loaded."
    prints "trees/Demo/index.html: no picture of the map is shown"
    check_site "$work" && wrong 'check-site takes a folder without pages'
}

case $2 in
first)
    copy_maps
    make_renderings "$work"
    passes first_page "$work/renderings" "$work/screenshots"
    "$here/../../tools/check-site" "$work/renderings" >"$out" 2>"$err" || wrong 'check-site'
    prints '5 pages opened in Chromium, 5 show their maps, '
    ;;
sites) make_sites ;;
map) passes site "$sites/maps" "$shots" "$sites/continent" ;;
pages)
    passes lint "$here/../../src"
    passes workflows "$here/../.."
    passes renderings "$sites/renderings"
    passes first_page "$sites/renderings" "$shots"
    passes pictures "$sites/demo/site" "$shots"
    make_report "$work/report"
    passes report "$work/report" "$shots"
    passes world "$sites/demo/site" "$shots"
    passes spawns "$sites/spawns" "$shots"
    follow_editor
    check_sites
    read_archives
    ;;
repeats)
    PART=repeats
    node "$here/site.mjs" "$sites/maps" "$shots" "$sites/continent" &
    passes renderings "$sites/renderings"
    passes first_page "$sites/renderings" "$shots"
    passes spawns "$sites/spawns" "$shots"
    make_report "$work/report"
    passes report "$work/report" "$shots"
    passes world "$sites/demo/site" "$shots"
    wait $! || failures=$((failures + 1))
    ;;
same)
    PART=same
    node "$here/site.mjs" "$sites/maps" "$shots" "$sites/continent" &
    passes renderings "$sites/renderings"
    wait $! || failures=$((failures + 1))
    ;;
esac
finish
