#!/bin/sh
# adtmap publish: a site from one file; what is wrong with the file is one line with its place.
. "$(dirname "$0")/common.sh"

mkdir "$work/leaflet"
echo 'script' >"$work/leaflet/leaflet.js"
echo 'style' >"$work/leaflet/leaflet.css"
site=$work/site
mkdir "$site"
ln -s "$DEMO" "$site/data"

publish() {
    wanted_status=$1
    shift
    runs "$wanted_status" publish "$@" --leaflet "$work/leaflet"
}

cat >"$site/good.yaml" <<'EOF'
version: 1
title: The demo world
data: [data]
groups: [Land, Rooms]
all:
  size: 32
  layer: [height, area]
renderings:
  - name: minimap
    title: Minimap
  - name: open
    title: Without roofs
    roofs: false
maps:
  - name: Hall
    title: The hall
    group: Rooms
    order: 1
    size: 16
    renderings: [open]
  - name: "*"
    group: Land
    tiles: "31-32_31-32"
EOF

# Two renderings of one map, one of the other; the entry with a name counts before the pattern.
publish 0 "$site/good.yaml"
says_nothing
prints "site: $site/site/index.html"
for file in index.html minimap/Demo/index.html open/Demo/index.html open/Hall/index.html \
    open/Demo/web/color/0/0/0.png; do
    is_file "$site/site/$file"
done
no_file "$site/site/minimap/Hall"
index=$site/site/index.html
grep -q '<h1>The demo world</h1>' "$index" || wrong 'the title'
grep -q '<strong>The hall</strong><small>[0-9]* × [0-9]* yd</small>' "$index" || wrong 'the title and size of a map'
grep -q '<a href="open/Demo/index.html" aria-label="Demo: Without roofs">Without roofs</a>' "$index" || wrong 'the link to a rendering'
[ "$(grep -o '<h2>[A-Za-z]*' "$index" | tr '\n' ' ')" = '<h2>Land <h2>Rooms ' ] || wrong 'the order of groups'

! grep -q 'class="renderings"></p>' "$index" || wrong 'an empty list of renderings'
grep -q '"Demo": \[\["minimap", "Minimap"\], \["open", "Without roofs"\]\]' "$site/site/open/page-files/site.js" ||
    wrong 'the renderings of a map'
grep -q '"rendering": "minimap"' "$site/site/minimap/page-files/site.js" || wrong 'the rendering'

# The page of a map names its site and leads to it, without scripts too; pages that are written again still do.
of_site() {
    grep -qF "<title>The hall · $1</title>" "$site/site/open/Hall/index.html" || wrong "the page of a map is not of $1"
    grep -qF "<p><a href=\"../../index.html\">$1</a></p>" "$site/site/open/Hall/index.html" || wrong "no way from a map to $1"
}
of_site 'The demo world'

# What belongs to all maps is on a list of its own, if it changed since it was last listed.
lists_first_page() {
    [ "$(tr '\n' ' ' <"$site/site/.adtmap/changed.txt")" = "$*" ] ||
        wrong "not '$*' but: $(cat "$site/site/.adtmap/changed.txt")"
}
shared=$(for rendering in minimap open; do
    echo $rendering/index.html
    for file in favicon.svg leaflet.css leaflet.js list.css maps.js page-more.js page-points.js page-world.js page.css page.js site.js touch-icon.png; do
        echo $rendering/page-files/$file
    done
done | tr '\n' ' ')
lists_first_page "index.html $shared"
! grep -q 'page-files\|^index' "$site/site/open/Hall/.adtmap/changed.txt" || wrong 'a file on two lists'

# The pictures are those of render.
runs 0 render -d "$DEMO" -m Demo -t 31-32_31-32 -o "$work/plain" -s 32 --roofs off --layer height,area
for tile in "$work/plain"/Demo/tiles/*; do
    same "$tile" "$site/site/open/Demo/tiles/${tile##*/}"
done

# A thumbnail that is deleted or damaged is made again, and goes with the pages.
thumbnail=minimap/Demo/thumbnail.jpg
grep -q "src=\"$thumbnail\"" "$index" || wrong 'the thumbnail of a map'
cp "$site/site/$thumbnail" "$work/thumbnail"
for damage in 'rm -f' 'truncate -s 100'; do
    $damage "$site/site/$thumbnail"
    publish 1 "$site/good.yaml" --check
    prints 'minimap/Demo: 0 tiles would change, 4 would not; zoom levels and pages would be made again'
    publish 0 "$site/good.yaml" --map Demo
    prints 'minimap/Demo: 0 tiles'
    same "$site/site/$thumbnail" "$work/thumbnail"
done
runs 0 render -d "$DEMO" -m Hall -o "$work/pages" -s 32 --web
is_file "$work/pages/Hall/thumbnail.jpg"
rm -r "$work/pages/Hall/web"
runs 0 render -d "$DEMO" -m Hall -o "$work/pages" -s 32
no_file "$work/pages/Hall/thumbnail.jpg"

publish 0 "$site/good.yaml"
lists_first_page ''
sed 's/^title: .*/title: Another/' "$site/good.yaml" >"$site/titled.yaml"
publish 0 "$site/titled.yaml"
of_site Another
lists_first_page 'index.html minimap/index.html minimap/page-files/site.js open/index.html open/page-files/site.js '
echo damaged >"$site/site/.adtmap/log"
publish 0 "$site/good.yaml"
says 'all files of the first page count as changed'
says_one_line
lists_first_page "index.html $shared"

# Nothing is drawn twice; a map that is left alone stays on the list.
publish 0 "$site/good.yaml" --check
cp -r "$site/site" "$work/before"
publish 0 "$site/good.yaml" --map hall --force
prints 'open/Hall: 4 tiles'
same_tree "$work/before" "$site/site"
publish 2 "$site/good.yaml" --map Nope
says "--map: no map of the file is 'Nope'"

# Paths begin at the folder of the file, wherever the program runs; messages name them from there.
echo 'exclude *' >"$site/rules.txt"
sed 's/^data:/out: here\ndata:/; s/^  size: 32/  size: 32\n  doodad-rules: rules.txt/' "$site/good.yaml" >"$site/here.yaml"
cd "$site" || exit 1
publish 0 here.yaml
prints 'site: here/index.html'
cd "$work" || exit 1
publish 0 site/here.yaml --check
publish 0 site/here.yaml
prints ', 4 unchanged'
prints 'site: site/here/index.html'
# What concerns one map is no option: it would be ignored.
for option in changed landmarks; do
    publish 2 site/here.yaml "--$option"
    says "--$option: no such option"
done
sed 's/^data: .*/data: [gone]/' "$site/good.yaml" >"$site/gone.yaml"
publish 2 site/gone.yaml
says 'site/gone'

# --check sees what happened to the first page.
stale() {
    publish 1 "$site/$1" --check
    prints "$site/site/index.html would be written again"
    publish 0 "$site/$1"
    publish 0 "$site/$1" --check
}
rm "$index"
stale good.yaml
truncate -s 300 "$index"
stale good.yaml
: >"$site/site/open/page-files/site.js"
stale good.yaml
echo '/* mine */' >>"$site/site/open/page-files/site.js"
stale good.yaml
stale titled.yaml
grep -q '<h1>Another</h1>' "$index" || wrong 'the new title'
stale good.yaml

# What a site says of itself is on the first page, and in the script of each rendering.
cp "$(dirname "$0")/../../src/output/web/touch-icon.png" "$site/sign.png"
sed 's|^data:|description: "Maps <of> ours"\nfooter: "Here \&amp; there"\nlanguage: pt-BR\naccent: "#3355aa"\nlogo: sign.png\ndata:|; s/^    title: Minimap/&\n    date: 2010-12-07/' \
    "$site/good.yaml" >"$site/brand.yaml"
stale brand.yaml
same "$site/sign.png" "$site/site/site-logo.png"
lists_first_page 'index.html minimap/page-files/site.js open/page-files/site.js site-logo.png '
for words in '<html lang="pt-BR" style="--accent-pale:#[0-9a-f]*;--accent-deep:#3355aa">' 'name="description" content="Maps &lt;of&gt; ours"' \
    '<p class="description">Maps &lt;of&gt; ours</p>' '<img class="logo" src="site-logo.png" alt="">' 'Here &amp;amp; there · Drawn'; do
    grep -q "$words" "$index" || wrong "the first page lacks $words"
done
for member in '[["minimap", "Minimap", "2010-12-07"], ["open", "Without roofs"]]' '"description": "Maps ' '"footer": "Here ' '"language": "pt-BR"' '"logo": "site-logo.png"' '"accentPale": "#' \
    '"accentDeep": "#3355aa"'; do
    grep -qF "$member" "$site/site/open/page-files/site.js" || wrong "site.js lacks $member"
done
echo damaged >"$site/site/site-logo.png"
stale brand.yaml
same "$site/sign.png" "$site/site/site-logo.png"
echo 'of an earlier site file' >"$site/site/site-logo.webp"
stale brand.yaml
no_file "$site/site/site-logo.webp"
stale good.yaml
no_file "$site/site/site-logo.png"
! grep -q 'site-logo\|<p class="description">\|--accent-pale:' "$index" || wrong 'a brand that the file no longer has'

# With the address of the site, links to pages show a picture of the map.
sed 's|^data:|address: https://maps.example/wow/\ndata:|' "$site/good.yaml" >"$site/address.yaml"
no_file "$site/site/open/Demo/card.jpg"
publish 0 "$site/address.yaml"
is_file "$site/site/open/Demo/card.jpg"
for page in open/Demo/index.html open/index.html; do
    grep -q '"og:image" content="https://maps.example/wow/open/Demo/card.jpg"' "$site/site/$page" ||
        wrong "the picture of $page"
done
grep -q '"og:image" content="https://maps.example/wow/minimap/Demo/card.jpg"' "$index" || wrong 'the picture of the first page'
publish 0 "$site/address.yaml" --check
publish 0 "$site/good.yaml"
no_file "$site/site/open/Demo/card.jpg"
! grep -rq 'og:image' "$index" "$site/site/open/Demo/index.html" || wrong 'a picture without an address'
runs 0 render -d "$DEMO" -m Hall -o "$work/url" -s 32 --web --site-url http://maps.example
grep -q 'content="http://maps.example/Hall/card.jpg"' "$work/url/Hall/index.html" || wrong '--site-url'
runs 0 render -d "$DEMO" -m Hall -o "$work/url" -s 32 --web
is_file "$work/url/Hall/card.jpg"
grep -qF '"tiles": ["http://maps.example/Hall/web/color/{z}/{x}/{y}.' "$work/url/Hall/style.json" || wrong 'the style for MapLibre'
runs 0 render -d "$DEMO" -m Hall -o "$work/url" -s 32 --web --site-url https://other.example/
prints ': 0 tiles'
grep -q 'content="https://other.example/Hall/card.jpg"' "$work/url/index.html" || wrong 'another --site-url'
runs 0 render -d "$DEMO" -m Hall -o "$work/url" -s 32 --web --site-url ''
no_file "$work/url/Hall/card.jpg"
no_file "$work/url/Hall/style.json"
runs 2 render -d "$DEMO" -m Hall -o "$work/url" -s 32 --web --site-url maps.example
says "--site-url: 'maps.example' is no https:// or http:// address"

# What is taken out of the file is taken off all lists, and its folder goes.
listed() { grep -q '"name": "Hall"' "$site/lists/minimap/page-files/maps.js" && grep -q 'Hall/index' "$site/lists/minimap/index.html"; }
sed -e 's/^data:/out: lists\ndata:/' -e '/renderings: \[open/d' "$site/good.yaml" >"$site/lists.yaml"
publish 0 "$site/lists.yaml" --map Hall
listed || wrong 'the list of a rendering'
publish 0 "$site/lists.yaml"
sed -i '/name: Hall/,/size: 16/d; s/name: "\*"/name: Demo/' "$site/lists.yaml"
publish 0 "$site/lists.yaml"
prints '0 tiles in'
! listed || wrong 'a map that is gone is on the list of a rendering'
! grep -q Hall "$site/lists/index.html" || wrong 'a map that is gone is on the first page'
no_file "$site/lists/minimap/Hall"
no_file "$site/lists/open/Hall"

# Shards, then all of it. A map of several renderings is named with its folder.
sed 's/^data:/out: shards\ndata:/' "$site/good.yaml" >"$site/shards.yaml"
publish 0 "$site/shards.yaml" --shard 1/2
cp -r "$site/shards" "$site/half"
publish 0 "$site/shards.yaml" --shard 2/2
no_file "$site/shards/index.html"
publish 1 "$site/shards.yaml" --check
prints '0 tiles would change'
! grep -q '[1-9][0-9]* tiles\{0,1\} would change' "$out" || wrong 'a check does not look at shards'
publish 0 "$site/shards.yaml"
for map in minimap/Demo open/Demo open/Hall; do
    prints "$site/shards/$map: 0 tiles in"
done
for map in minimap/Demo open/Hall; do
    diff -r "$site/shards/$map/tiles" "$site/site/$map/tiles" >"$out" || wrong "the tiles of $map from shards"
    same "$site/shards/$map/map.js" "$site/site/$map/map.js"
done
same "$site/shards/index.html" "$index"
[ -z "$(find "$site/shards" -path '*/.adtmap/shards/*' -name '*.png')" ] || wrong 'shards are left'
# Half of them: the rest is drawn, and each map says why.
sed 's/^data:/out: half\ndata:/' "$site/good.yaml" >"$site/half.yaml"
publish 0 "$site/half.yaml"
for map in Demo Hall; do
    says "$map: of 2 shards, 1 is missing (2)"
done
same "$site/half/index.html" "$index"
# From other sites: one with shards of its own, one with a single rendering, which lacks the other map, and a misspelled one.
sed 's/^data:/out: others\ndata:/' "$site/good.yaml" >"$site/others.yaml"
for i in 1 2; do
    publish 0 "$site/others.yaml" --shard $i/2
done
mv "$site/others" "$site/in_shards"
mkdir "$site/single"
cp -r "$site/shards/open" "$site/single"
rm -r "$site/single/open/Demo"
publish 2 "$site/others.yaml" --from "$site/in_shards" --from "$site/nowhere"
says "$site/nowhere: no such folder"
says_one_line
no_file "$site/others"
publish 1 "$site/others.yaml" --from "$site/in_shards" --check
! grep -q '[1-9][0-9]* tiles\{0,1\} would change' "$out" || wrong 'a check does not look at other sites'
no_file "$site/others"
publish 0 "$site/others.yaml" --from "$site/single" --from "$site/in_shards"
says_nothing
for map in minimap/Demo open/Demo open/Hall; do
    prints "$site/others/$map: 0 tiles in"
done
same_tree "$site/shards" "$site/others"
is_file "$site/in_shards/open/.adtmap/shards/1-of-2/Demo/map.json"

# A world shows maps in one frame, at their offsets or side by side, and parts that the client's table moves.
worlds() {
    sed '/^maps:/,$d' "$site/good.yaml" >"$site/$1"
    cat >>"$site/$1"
    sed -n '/^maps:/,$p' "$site/good.yaml" >>"$site/$1"
}
world=$site/site/open/world-all/world.js
worlds worlds.yaml <<'EOF'
worlds:
  - name: all
    title: All <of> it
    maps:
      - map: demo
        offset: [100, -50.5]
        scale: 2
        part: "30-31_30-32"
      - map: Hall
  - name: moved
    transforms: true
    maps:
      - map: Demo
EOF
stale worlds.yaml
lists_first_page 'index.html minimap/page-files/site.js minimap/world-all/index.html minimap/world-all/world.js minimap/world-moved/index.html minimap/world-moved/world.js open/page-files/site.js open/world-all/index.html open/world-all/world.js open/world-moved/index.html open/world-moved/world.js '
grep -q '"map": "Demo", "title": "Demo", "offset": \[100, -50.5\], "scale": 2, "tiles": \["0"' "$world" || wrong 'a part with an offset'
# The part ends 0 tiles from the middle, at scale 2 and with -50.5 yards; the hall is a tile east of it.
grep -q '"map": "Hall", "title": "The hall", "offset": \[[-0-9.]*, -1117.16[0-9]*\], "scale": 1}' "$world" || wrong 'a map next to a part'
grep -q '"renderings": \[\["minimap", "Minimap"\], \["open", "Without roofs"\]\]' "$world" || wrong 'the renderings of a world'
! grep -q '"map": "Hall"' "$site/site/minimap/world-all/world.js" || wrong 'a map that the rendering lacks'
grep -q '"map": "Hall", "title": "The hall", "offset": \[0, -3200\], "scale": 1}' "$site/site/open/world-moved/world.js" ||
    wrong "a map that the client's table moves"
grep -q '<h1 class="hidden">All &lt;of&gt; it</h1>' "$site/site/open/world-all/index.html" || wrong 'the title of a world'
[ "$(grep -c 'href="../../index.html"' "$site/site/open/world-all/index.html")" -eq 2 ] || wrong 'no way from a world to its site'
grep -q '<a class="card world" href="minimap/world-all/index.html">' "$index" || wrong 'a world on the first page'
grep -q '"worlds": \[\["all", "All \\u003cof> it", \["Demo", "Hall"\]\], \["moved", "moved", \["Demo", "Hall"\]\]\]' "$site/site/open/page-files/site.js" || wrong 'the worlds of a rendering'
grep -q '"entrances": {"Hall": \["Demo", [-0-9.]*, [-0-9.]*\]}' "$site/site/open/page-files/site.js" || wrong "the entrance by the client's table"

# What is wrong with worlds is one line each, and the rest is written.
worlds bad-worlds.yaml <<'EOF'
worlds:
  - name: Bad Name
  - name: all
    maps:
      - map: Demo
      - {map: Hall, offset: [0, 0]}
      - {map: Nope}
      - {map: Demo, part: "0_0"}
      - {map: Demo, scale: 0}
      - {map: Demo, offset: [1]}
      - {map: Demo, offset: [1, two]}
      - scale: 2
  - name: empty
  - name: all
EOF
line=$(grep -n '^worlds:' "$site/bad-worlds.yaml" | cut -d: -f1)
sed -i 's/^    order: 1/    order: 1\n    entrance: [Nowhere, 1, 2]/' "$site/bad-worlds.yaml"
publish 1 "$site/bad-worlds.yaml"
for place in "1:11: 'Bad Name' cannot be a folder of the site" "5:15: 'Hall' lies over 'Demo' with 4 tiles: give it another 'offset'" \
    "6:15: 'Nope' is no map of this site" "7:27: 'Demo' has no tiles there" "8:28: scale: 0 is not in 0.01..100" \
    "9:30: offset: needs two numbers of yards: \[X, Y\]" "10:33: offset: 'two' is not a number of yards within 1000000" "11:9: the entry needs a 'map'" \
    "12:11: the world 'empty' shows no map" "13:11: 'all' is in worlds twice"; do
    grep -q "bad-worlds.yaml:$((line + ${place%%:*})):${place#*:}" "$err" || wrong "no line: $place"
done
says "entrance: 'Nowhere' is no map of this site"
says 'what is not in the site file stays until the file and the data have no errors'
[ "$(wc -l <"$err")" -eq 12 ] || wrong "not one line each: $(cat "$err")"
grep -q '"map": "Hall"' "$world" || wrong 'a world with wrong entries is not written'
publish 2 "$site/bad-worlds.yaml" --check
says "'Nope' is no map of this site"

# The file counts before the client's table; a page of somebody else stays.
sed 's/^    order: 1/    order: 1\n    entrance: [demo, 1.5, -2]/' "$site/worlds.yaml" >"$site/entered.yaml"
publish 0 "$site/entered.yaml"
grep -q '"entrances": {"Hall": \["Demo", 1.5, -2\]}' "$site/site/open/page-files/site.js" || wrong 'the entrance by the file'
echo mine >"$site/site/open/world-all/index.html"
publish 1 "$site/worlds.yaml"
says 'open/world-all/index.html: was not written by adtmap and would be lost'
rm -r "$site/site/open/world-all"
rm -r "$site/site/open/Hall"
worlds hall.yaml <<'EOT'
worlds: [{name: rooms, maps: [{map: Hall}]}]
EOT
publish 0 "$site/hall.yaml" --map Demo
! grep -q '<h2>Worlds' "$index" || wrong 'a heading for worlds without pages'
publish 0 "$site/good.yaml"
! grep -q 'world-' "$index" || wrong 'a world that the file no longer has'

# A first page of somebody else is found before anything is drawn.
sed 's/^data:/out: theirs\ndata:/' "$site/good.yaml" >"$site/theirs.yaml"
mkdir "$site/theirs"
echo '<h1>Mine</h1>' >"$site/theirs/index.html"
for option in --check --quiet; do
    publish 2 "$site/theirs.yaml" "$option"
    says "$site/theirs/index.html: was not written by adtmap and would be lost"
    says_one_line
done
[ "$(find "$site/theirs" -type f | wc -l)" -eq 1 ] || wrong 'files were written next to a first page that is not ours'

# A site without Leaflet is one line, and nothing is drawn; shards do not need it.
sed 's/^data:/out: bare\ndata:/' "$site/good.yaml" >"$site/bare.yaml"
for option in --check --quiet; do
    runs 2 publish "$site/bare.yaml" --leaflet "$work" "$option"
    says 'holds no Leaflet (leaflet.js)'
    says_one_line
done
no_file "$site/bare/minimap/Demo/map.json"
runs 0 publish "$site/bare.yaml" --leaflet "$work" --shard 1/2

# bad LINE TEXT SED...: with this change, one line with this text, and nothing is drawn.
bad() {
    place=$1
    text=$2
    shift 2
    sed "$@" "$site/good.yaml" >"$site/bad.yaml"
    publish 2 "$site/bad.yaml" --check
    says_one_line
    says "bad.yaml:$place: $text"
}
bad 1:10 'version: 2 is later than this adtmap reads: 1' -e 's/^version: 1/version: 2/'
bad 1:1 "'version: 1' is missing" -e '/^version/d'
bad 6:3 "'sice' is not a key here; did you mean 'size'?" -e 's/^  size: 32/  sice: 32/'
bad 6:9 'size: 9 is not in 16..8192' -e 's/^  size: 32/  size: 9/'
bad 7:19 "layer: 'aera' is not a layer; layers are height" -e 's/area/aera/'
bad 7:3 "'size' is given twice" -e 's/^  layer.*/  size: 64/'
bad 3:7 'data: needs a list' -e 's/^data: .*/data: data/'
bad 3:1 "'towns' is not a key here; keys are version, title, out" -e 's/^data: .*/towns: 1/'
bad 13:12 "roofs: 'open' is neither on nor off" -e 's/roofs: false/roofs: open/'
bad 11:11 "'-x' cannot be a folder of the site" -e 's|name: open|name: -x|'
bad 11:11 "'con' cannot be a folder of the site" -e 's|name: open|name: con|'
bad 11:11 "'../open' cannot be a folder of the site" -e 's|name: open|name: ../open|'
bad 11:11 "'minimap' is in renderings twice" -e 's/name: open/name: minimap/'
bad 13:12 "build: 'old': the file names none" -e 's/roofs: false/build: old/'
bad 3:10 "address: 'ftp://x' is no https:// or http:// address" -e 's|^data:|address: ftp://x\ndata:|'
for address in 'https://a b/' "https://a'b" 'https://' 'https:///x' 'https://a/?b' 'https://a/#b'; do
    bad 3:10 "address: '$address' is no https:// or http:// address" -e "s|^data:|address: \"$address\"\ndata:|"
done
# Links would show another address than they lead to.
bad 3:10 'address: has the character U+202E, which no address may have' -e 's|^data:|address: "https://a/\\u202Eb"\ndata:|'
# What the data lack is said at the key that names it.
bad 3:8 'data: ' -e 's/^data: .*/data: [gone, data]/'
bad 3:14 "data: $site/gone: no such file or folder" -e 's/^data: .*/data: [data, gone]/'
bad 3:14 "data: $site/good.yaml: neither a directory nor an MPQ archive" -e 's/^data: .*/data: [data, good.yaml]/'
bad 3:11 "listfile: $site/gone.csv: no such file or folder" -e 's/^data:/listfile: gone.csv\ndata:/'
bad 3:11 "listfile: $site/data: cannot read" -e 's/^data:/listfile: data\ndata:/'
bad 3:12 "casc-keys: $site/gone.txt: no such file or folder" -e 's/^data:/casc-keys: gone.txt\ndata:/'
bad 6:16 "listfile: $site/gone.csv: no such file or folder" \
    -e 's/^data: .*/builds:\n  - name: old\n    data: [data]\n    listfile:  gone.csv/'
bad 1:1 "needs either 'data' or 'builds' with 'data' each" -e '/^data/d'
bad 3:6 "out: $site/good.yaml: cannot write into" -e 's/^data:/out: good.yaml\ndata:/'
bad 3:6 'out: /: is the root of all folders' -e 's|^data:|out: /\ndata:|'
bad 3:6 "out: $site/data: is the folder of the client's data, $site/data" -e 's/^data:/out: data\ndata:/'
bad 3:6 "out: $site/data/World/new: is inside the client's data, $site/data" -e 's|^data:|out: data/World/new\ndata:|'
bad 3:6 "out: ~/site: '~' is not expanded here: write the whole path" -e 's|^data:|out: ~/site\ndata:|'
bad 3:8 "data: ~/wow: '~' is not expanded here" -e 's|^data: .*|data: [~/wow]|'
# A logo is a picture, a colour and a language are what they look like.
bad 3:7 "logo: $site/gone.png cannot be read" -e 's/^data:/logo: gone.png\ndata:/'
bad 3:7 "logo: $site/good.yaml is no PNG, JPEG or WebP" -e 's/^data:/logo: good.yaml\ndata:/'
{ cat "$site/sign.png"; head -c 262144 /dev/zero; } >"$site/large.png"
bad 3:7 "logo: $site/large.png is over 256 KiB" -e 's/^data:/logo: large.png\ndata:/'
for color in '#12345' '#12345g' red '#1234567'; do
    bad 3:9 "accent: '$color' is not #RRGGBB" -e "s/^data:/accent: \"$color\"\ndata:/"
done
longest=en-aaaaaaaa-bbbbbbbb-cccccccc-ddddd
for language in e en_US 'de"' 12 en- 'en-toolongpart' ${longest}d; do
    bad 3:11 "language: '$language' is no language" -e "s/^data:/language: '$language'\ndata:/"
done
for day in 2010 2010-13-01 2010-01-00 07.12.2010; do
    bad 11:11 "date: '$day' is no day, as 2010-12-07" -e "s/^    title: Minimap/&\n    date: $day/"
done
sed "s/^data:/language: $longest\ndata:/" "$site/good.yaml" >"$site/longest.yaml"
publish 1 "$site/longest.yaml" --check
# A section has 4096 entries at most.
for count in 4096 4097; do
    { sed '/^maps:/,$d' "$site/good.yaml" && echo maps: && yes '  - name: Hall' | head -n $count; } >"$site/many.yaml"
    publish 2 "$site/many.yaml" --check
    [ $count -eq 4097 ] || says "many.yaml:16:11: 'Hall' is in maps twice"
done
says_one_line
says 'many.yaml:15:5: 4097 maps are more than 4096'
# Titles: one line, whole.
bad 2:8 'title: has the character U+001B, but a title is one line' -e 's/^title: .*/title: "\\e[31mred"/'
bad 10:12 'title: has the character U+000A' -e 's|title: Minimap|title: "A\\nB"|'
bad 2:8 'has the character U+0000, which no value may have' -e 's/^title: .*/title: "A\\0B"/'
bad 10:12 'title: has 256 bytes, but a title has at most 255' -e "s/title: Minimap/title: $(printf '%0256d' 0)/"
bad 4:16 "groups: 'Land' is given twice" -e 's/^groups: .*/groups: [Land, Land]/'
# shellcheck disable=SC2016 # $ is for sed
bad 14:7 "'maps' is empty: '- name: \"*\"' is every map" -e '/^  - name: Hall/,$d; s/^maps:/maps: []/'
# Options of a run are no keys; what looks like them is not suggested.
bad 6:3 "'web' is not a key here: a site always has pages; keys are options of 'adtmap render'" -e 's/^  size: 32/  web: true/'
bad 6:3 "'jobs' is not a key here: it is an option of 'adtmap publish'" -e 's/^  size: 32/  jobs: 2/'
bad 6:3 'web-quality goes with web-format webp or jpg' -e 's/^  size: 32/  web-quality: 50/'
bad 13:5 'web-quality goes with web-format webp or jpg' -e 's/roofs: false/web-quality: 50/'
bad 6:12 "markers: $site/none.geojson: cannot open" -e 's/^  size: 32/  markers: none.geojson/'
bad 3:7 'is not YAML' -e 's/^data: .*/data: ]/'

# A word that is like the name of a section.
bad 14:1 "'map' is not a key here; did you mean 'maps'?" -e 's/^maps:/map:/'
bad 6:1 'is not YAML: a tab, @, % or ` cannot begin a value: indent with spaces' -e 's/^  size: 32/\tsize: 32/'

# A map that is wrong is left out, the others go on.
# bad_map PLACE TEXT SED...
bad_map() {
    place=$1
    text=$2
    shift 2
    sed "$@" -e 's/^data:/out: wrong\ndata:/' "$site/good.yaml" >"$site/bad.yaml"
    rm -rf "$site/wrong"
    publish 1 "$site/bad.yaml"
    says_one_line
    says "bad.yaml:$place: $text"
    is_file "$site/wrong/minimap/Demo/index.html"
}
bad_map 25:11 "'hall' is in maps twice" -e "\$a\\  - name: hall"
bad_map 25:11 "'Azeroth' is no map of the data" -e "\$a\\  - name: Azeroth"
bad_map 25:11 "'Az*' matches no map with tiles of the data" -e "\$a\\  - name: Az*"
# A pattern took 8 seconds for a name that is nearly matched.
stars=$(printf '*D*e*%.0s' $(seq 100))
bad_map 25:11 "'*D*e*" -e "\$a\\  - name: \"$stars\""
says 'matches no map with tiles of the data'
bad_map 25:11 "'../Demo' is not the name of a folder" -e "\$a\\  - name: ../Demo"
bad_map 25:5 "'title' is that of one map, and 'Ha*' is a pattern" -e "\$a\\  - title: Ha\\n    name: \"Ha*\""
bad_map 18:12 "group: 'Room' is not one of Land, Rooms" -e 's/group: Rooms/group: Room/'
bad_map 21:18 "renderings: 'closed' is not one of minimap, open" -e 's/\[open\]/[closed]/'
bad_map 20:5 'web-quality goes with web-format webp or jpg' -e 's/size: 16/web-quality: 50/'
bad_map 21:24 "renderings: 'open' is given twice" -e 's/\[open\]/[open, open]/'
bad_map 17:12 'title: has the character U+0009' -e 's/title: The hall/title: "The\\thall"/'
bad_map 20:14 "markers: $site/bad.yaml:1:1: is not JSON from here on; wanted: GeoJSON" -e 's/size: 16/markers: bad.yaml/'
bad_map 21:13 "layer: 'heigth' is not a layer" -e 's/renderings: \[open\]/layer: [heigth]/'

# A name that is nearly right.
bad_map 25:11 "'Dmo' is no map of the data; similar names: Demo" -e "\$a\\  - name: Dmo"

# --check tells what would change (1) from what is wrong (2): an entry, or a tile by its name.
rm -rf "$site/wrong"
sed -e 's/^data:/out: wrong\ndata:/' "$site/good.yaml" >"$site/right.yaml"
publish 1 "$site/right.yaml" --check
says_nothing
sed -e '$a\  - name: Dmo' "$site/right.yaml" >"$site/bad.yaml"
publish 2 "$site/bad.yaml" --check
prints 'wrong/minimap/Demo: 4 tiles would change'
sed -e 's/31-32_31-32/31-32_31-32,0_0/' "$site/right.yaml" >"$site/bad.yaml"
publish 2 "$site/bad.yaml" --check
says '0_0 is not a tile of the map'
publish 1 "$site/bad.yaml"
publish 0 "$site/right.yaml"
publish 0 "$site/right.yaml" --check
publish 2 "$site/bad.yaml" --check
# Another size is no error: what is there is replaced.
sed -e 's/size: 32/size: 64/' "$site/right.yaml" >"$site/bad.yaml"
publish 1 "$site/bad.yaml" -m Demo --check
prints 'wrong/minimap/Demo: 4 tiles would change'

# Each map counts its own warnings; a check prints a line a map, with -v a line a tile.
cp -rL "$site/data" "$site/torn"
torn=$(find "$site/torn" -iname 'Demo_31_31.adt')
truncate -s -500 "$torn"
sed 's/^data: .*/out: torn_site\ndata: [torn]/' "$site/good.yaml" >"$site/torn.yaml"
publish 0 "$site/torn.yaml"
[ "$(grep -c 'open/Hall: .*warning' "$out")" -eq 0 ] || wrong 'a map counts the warnings of another'
grep -q 'minimap/Demo: 4 tiles in .*, [0-9]* warnings' "$out" || wrong 'the warnings of a map'
rm -r "$site/torn_site"
mkdir -p "$site/torn_site/open/Demo/map.js/full"
publish 1 "$site/torn.yaml"
[ "$(grep -c 'open/Hall: .*warning' "$out")" -eq 0 ] || wrong 'a map counts the warnings of one that failed'
rm -r "$site/torn_site"
publish 1 "$site/torn.yaml" --check
prints 'torn_site/open/Demo: 4 tiles would change, 0 would not; zoom levels and pages would be made again'
[ "$(wc -l <"$out")" -eq 4 ] || wrong 'not a line a map'
publish 1 "$site/torn.yaml" --check -v
prints 'torn_site/open/Demo: 31_31: is not drawn yet, or failed'

# Without 'groups', headings are in natural order, as maps are.
mkdir -p "$site/isles/World/Maps"
for isle in 'Isle 9' 'isle 10' 'Isle 2' 'isle 1'; do
    folder=$(echo "$isle" | tr -d ' ')
    cp -r "$(find "$site/data/" -type d -iname Hall -path '*[Mm]aps*' | head -n 1)" "$site/isles/World/Maps/$folder"
    for file in "$site/isles/World/Maps/$folder"/*; do
        base=${file##*/}
        mv "$file" "${file%/*}/$folder${base#????}"
    done
done
cat >"$site/isles.yaml" <<'EOF'
version: 1
out: isles_site
data: [data, isles]
all: {size: 16}
maps:
  - {name: Isle9, group: Part 10}
  - {name: Hall, group: part 9}
  - {name: "isle*", group: Part 2}
EOF
publish 0 "$site/isles.yaml"
order=$(grep -o '<h2>[^<]*\|<strong>[^<]*' "$site/isles_site/index.html" | sed 's/.*>//' | tr '\n' ',')
[ "$order" = 'Part 2,isle1,Isle2,isle10,part 9,Hall,Part 10,Isle9,' ] || wrong "the order of maps: $order"

# Two builds: one that lacks a map draws the others.
mkdir -p "$site/old/World/Maps"
cp -r "$DEMO"/World/Maps/Demo "$site/old/World/Maps/" 2>/dev/null ||
    cp -r "$(find "$DEMO" -type d -iname Demo | head -n 1)" "$site/old/World/Maps/"
sed -e 's/^data: .*/builds:\n  - name: new\n    data: [data]\n  - name: old\n    data: [data, old]\n  - name: lacks\n    data: [old]/' \
    -e 's/name: open/name: open\n    build: lacks/' -e 's/^title/out: builds\ntitle/' "$site/good.yaml" >"$site/builds.yaml"
publish 1 "$site/builds.yaml" -q
says "builds.yaml:23:11: 'Hall' is no map of build lacks"
is_file "$site/builds/open/Demo/index.html"
no_file "$site/builds/open/Hall"

# publish and render at the same time in one folder: each run does its work or says that another is writing, and the next
# publish makes what an undisturbed one makes.
mkdir "$work/two"
ln -s "$DEMO" "$work/two/data"
cp "$site/good.yaml" "$work/two/site.yaml"
publish 0 "$work/two/site.yaml"
cp -r "$work/two/site" "$work/undisturbed"
for light in unlit noggit; do
    "$ADTMAP" render -d "$DEMO" -m Demo -t 31-32_31-32 -s 32 --light $light -o "$work/two/site/minimap" \
        >"$work/render.log" 2>&1 &
    "$ADTMAP" publish "$work/two/site.yaml" --leaflet "$work/leaflet" >"$out" 2>"$err"
    status=$?
    wait $! || grep -q 'another run' "$work/render.log" || wrong "render and publish: $(cat "$work/render.log")"
    [ $status -eq 0 ] || grep -q 'another run' "$err" || wrong "publish and render: status $status"
done
publish 0 "$work/two/site.yaml"
same_tree "$work/undisturbed" "$work/two/site"

finish
