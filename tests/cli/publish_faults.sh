#!/bin/sh
# adtmap publish with damaged site files, outputs and data: one line each, other maps go on, and the
# next run heals.
#
#     publish_faults.sh [rest]      rest: every kind of file in every way
. "$(dirname "$0")/common.sh"

mkdir "$work/leaflet" "$work/data"
echo 'script' >"$work/leaflet/leaflet.js"
echo 'style' >"$work/leaflet/leaflet.css"
cd "$work" || exit 1
ln -s "$DEMO" demo

publish() {
    wanted_status=$1
    shift
    runs "$wanted_status" publish "$@" --leaflet "$work/leaflet"
}

# refused FILE PLACE TEXT: one line, status 2, and nothing is made.
refused() {
    publish 2 "$1"
    says_one_line
    says "adtmap: error: $1$2$3"
    no_file site
}

refused none.yaml ': ' 'cannot open: No such file or directory'
mkdir folder.yaml
refused folder.yaml ': ' 'cannot read: not a regular file'
: >empty.yaml
refused empty.yaml ':1:1: ' "holds no keys: a site file begins with 'version: 1'"
head -c 5000 "$ADTMAP" >binary.yaml
refused binary.yaml ':1:1: ' 'is not YAML: control characters are not allowed'
printf 'version: 1\ntitle: a\0b\n' >nul.yaml
refused nul.yaml ':2:9: ' 'is not YAML: control characters are not allowed'
printf 'version: 1\ndata: [demo]\nmaps: [{name: Hall}]\n---\nmaps: [{name: Demo}]\n' >two.yaml
refused two.yaml ':4:1: ' 'begins a second document: a site file has one'
printf 'version: 1\ndata: [demo]\nmaps: [{name: Hall}]\n---\nmaps: [\n' >cut.yaml
refused cut.yaml ':6:1: ' 'is not YAML: '

# What grows: long files, many entries, aliases that stand for large values or for themselves.
{
    printf 'version: 1\ndata: [demo]\ntitle: "'
    head -c 1100000 /dev/zero | tr '\0' a
    printf '"\nmaps: [{name: Hall}]\n'
} >long.yaml
refused long.yaml ': ' 'has more than 1024 KiB, which no site file needs'
{
    printf 'version: 1\ndata: [demo]\nmaps:\n'
    seq -f '- name: M%.0f' 5000
} >many.yaml
refused many.yaml ':4:3: ' '5000 maps are more than 4096'
# Each map in each rendering is looked at before anything is drawn: a million pairs took 15 seconds.
entries() { awk -v n="$1" -v p="$2" 'BEGIN { for (i = 1; i <= n; i++) print "  - {name: " p i ", size: " i + 15 "}" }'; }
{
    printf 'version: 1\ndata: [demo]\nrenderings:\n' && entries 257 r
    printf 'maps:\n' && entries 1 m
} >renderings.yaml
refused renderings.yaml ':4:5: ' '257 renderings are more than 256'
for maps in 256 257; do
    {
        printf 'version: 1\ndata: [demo]\nrenderings:\n' && entries 256 r
        printf 'maps:\n' && entries $maps m
    } >pairs.yaml
    publish 2 pairs.yaml
    no_file site
    grep -q "pairs.yaml:3:1: 257 entries of 'maps' and 256 renderings are 65792 pairs, more than 65536" "$err"
    [ $? -eq $((257 - maps)) ] || wrong "pairs of $maps maps"
done
{
    printf 'version: 1\ndata: [demo]\nall: {hide: &a ["'
    head -c 200000 /dev/zero | tr '\0' a
    printf '"]}\nmaps:\n'
    seq -f '- {name: M%.0f, hide: *a}' 1000
} >aliases.yaml
refused aliases.yaml ': ' 'its values have more than 64 MiB'
printf 'version: 1\ndata: [demo]\nmaps: &a [*a, *a]\n' >cycle.yaml
refused cycle.yaml ':3:7: ' "the alias '*a' stands within its anchor"
{
    printf 'version: 1\ndata: '
    head -c 100000 /dev/zero | tr '\0' '['
} >deep.yaml
refused deep.yaml ':2:22: ' 'is nested more than 16 deep, which no site file needs'
printf 'version: 1\ndata: [demo]\nmaps: [{name: *a}]\n' >anchor.yaml
refused anchor.yaml ':3:15: ' 'is not YAML: found undefined alias'

cat >site.yaml <<'EOF'
version: 1
data: [demo]
all: {size: 32, layer: [area]}
renderings:
  - {name: minimap}
  - {name: open, roofs: false}
maps:
  - {name: Demo, tiles: "31-32_31-32"}
  - {name: Hall}
EOF
publish 0 site.yaml
says_nothing
cp -r site whole

# heals WHAT: the next run makes the site what it was, and the one after it has nothing to do.
heals() {
    before=$failures
    publish 0 site.yaml
    same_tree whole site
    publish 0 site.yaml --check
    [ "$failures" -eq "$before" ] || wrong "not healed: $1"
}

# Every kind of file, deleted, emptied, cut and replaced; at first each kind in one way.
damage() { # damage WAY: of $file
    case $1 in
    deleted) rm "site/$file" ;;
    emptied) : >"site/$file" ;;
    cut) truncate -s -100 "site/$file" ;;
    touched) touch -d '2001-01-01' "site/$file" ;;
    esac
    heals "$file $1"
}
way=deleted
for file in index.html minimap/index.html minimap/page-files/page.js minimap/page-files/maps.js \
    open/page-files/site.js open/page-files/leaflet.js open/Demo/index.html open/Demo/map.js \
    open/Demo/map.json open/Demo/thumbnail.jpg open/Demo/tiles/Demo_31_31.png \
    open/Demo/layers/area/Demo_31_31.png open/Demo/web/color/0/0/0.png open/Demo/areas.js; do
    is_file "site/$file"
    if [ "${1-}" = rest ]; then
        for way in deleted emptied cut touched; do damage $way; done
        continue
    fi
    damage $way
    case $way in
    deleted) way=emptied ;;
    emptied) way='cut' ;;
    cut) way=touched ;;
    touched) way=deleted ;;
    esac
done
[ "${1-}" != rest ] || finish
for folder in minimap/page-files open/Demo/web open/Demo/tiles open/Demo/.adtmap open/Hall minimap; do
    rm -r "site/$folder"
    heals "$folder deleted"
done
echo 'damaged' >site/open/Demo/.adtmap/log
publish 0 site.yaml
same_tree whole site

# A page of somebody else is not replaced. The other maps go on, unless it is the first page.
echo '<h1>Mine</h1>' >site/open/Hall/index.html
publish 1 site.yaml
says_one_line
says 'site/open/Hall/index.html: was not written by adtmap'
cp whole/open/Hall/index.html site/open/Hall/
echo '<h1>Mine</h1>' >site/index.html
publish 2 site.yaml
says_one_line
says 'site/index.html: was not written by adtmap'
rm site/index.html
heals 'a page of somebody else'

# Output that cannot be written: a file, or a link to nowhere, in place of a folder.
rm -r site/open
echo 'here' >site/open
publish 1 site.yaml
says 'site/open: is no folder'
grep -q '"minimap/Demo/index.html"' site/index.html || wrong 'the other rendering is on the list'
rm site/open
ln -s nowhere site/open
publish 1 site.yaml
says 'site/open: is a link that leads to no folder'
rm site/open
heals 'a link'
sed 's|^data:|out: site.yaml/below\ndata:|' site.yaml >below.yaml
publish 2 below.yaml
says_one_line
says 'site.yaml/below: cannot write into: Not a directory'

# Data that are damaged or gone: a tile is named, its map is published without it, other maps whole.
copy_world
sed 's|\[demo\]|[world]|; s|^data:|out: damaged\ndata:|' site.yaml >damaged.yaml
tile=$(find "$world" -iname 'Demo_31_31.adt')
cp "$tile" "$work/tile"
truncate -s 100 "$tile"
publish 1 damaged.yaml
[ "$(grep -c 'error' "$err")" -eq 2 ] || wrong 'one error a rendering'
no_file damaged/open/Demo/tiles/Demo_31_31.png
grep -q '"open/Demo/index.html"' damaged/index.html || wrong 'the damaged map is on the list'
cp "$work/tile" "$tile"
publish 0 damaged.yaml
same_tree whole damaged
mv "$world" "$work/gone"
publish 2 damaged.yaml
says_one_line
says 'world'
mv "$work/gone" "$world"
publish 0 damaged.yaml --check

# Killed when some of the files are there, then run again.
files_of() { find "$1" -type f ! -name '.*' 2>"$work/find" | wc -l; }
all=$(files_of whole)
for step in 1 2 3 4 5 6; do
    rm -rf site
    "$ADTMAP" publish site.yaml --leaflet "$work/leaflet" -q 2>"$err" &
    running=$!
    while [ "$(files_of site)" -lt $((all * step / 7)) ] && kill -0 $running 2>"$err"; do sleep 0.01; done
    kill -9 $running 2>"$err"
    wait $running 2>"$err"
    publish 0 site.yaml
    says_nothing
    same_tree whole site
done

finish
