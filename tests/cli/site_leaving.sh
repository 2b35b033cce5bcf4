#!/bin/sh
# What leaves a site file leaves the site: maps, renderings and worlds that `publish` has made go with their
# folders, and --check says so before. What somebody else has put there, or has changed, stays.
. "$(dirname "$0")/common.sh"
site=$work/site

# write LINE...: a site file of these lists.
write() {
    printf 'version: 1\ndata: ["%s"]\nall: {size: 16, tiles: "31-31_31-31"}\n' "$DEMO" >"$work/site.yaml"
    printf '%s\n' "$@" >>"$work/site.yaml"
}

publish() {
    wanted_status=$1
    shift
    runs "$wanted_status" publish "$work/site.yaml" --no-sync "$@"
}

everything() {
    write 'renderings: [{name: one, live: "https://players.example/list.json"}, {name: two}]' \
        'maps: [{name: Demo}, {name: "Ha*"}]' 'worlds: [{name: w, maps: [{map: Demo}]}]'
}

everything
publish 0
publish 0 --check
grep -q 'players.example' "$site/one/Hall/index.html" || wrong 'the page does not name its host'
everything
sed -i '/^worlds:/d; s/, {name: "Ha\*"}//; s/{name: one.*}, {name: two}/{name: two}/' "$work/site.yaml"
publish 1 --check
for path in one/Demo one/Hall one two/Hall two/world-w; do
    prints "$site/$path would be removed: it is not in the site file"
    [ -d "$site/$path" ] || wrong "a check removes $path"
done
# A map that a run of its own has drawn there, a user's file, and one that somebody has changed.
echo mine >"$site/two/Hall/notes.txt"
echo changed >>"$site/one/Demo/index.html"
publish 0 --map Demo
for path in one/Hall two/world-w; do
    [ -d "$site/$path" ] || wrong "a run of one map takes $path away"
done
publish 0
prints "$site: 5 folders are not in the site file, the first is $site/one/Demo: removed when the maps are drawn"
prints "removed: $site/two/world-w"
says "$site/two/Hall: is no longer in the site file: what adtmap has not written, or somebody has changed since, stays"
for path in one/Demo/index.html two/Hall/notes.txt two/Demo/index.html; do
    is_file "$site/$path"
done
[ "$(find "$site/one" "$site/two/Hall" | wc -l)" -eq 5 ] || wrong "more stays: $(find "$site/one" "$site/two/Hall")"
for path in one/Hall/map.js one/page-files/page.js two/Hall/web/color/0/0/0.png two/world-w/index.html; do
    grep -qx "# removed $path" "$site/.adtmap/changed.txt" || wrong "the list of changes lacks $path"
done
! grep -q 'one/Demo/index.html' "$site/.adtmap/changed.txt" || wrong 'a file that stays is told as removed'
publish 0 --check
publish 0
! grep -q removed "$out" "$site/.adtmap/changed.txt" || wrong 'something is removed twice'

# A run that was cut short has left logs without files, or a folder less than the log of the site tells of.
everything
publish 0
rm -r "$site/one"
find "$site/two/Hall" -type f ! -path '*/.adtmap/*' -delete
sed -i '/^worlds:/d; s/, {name: "Ha\*"}//; s/{name: one.*}, {name: two}/{name: two}/' "$work/site.yaml"
publish 0
no_file "$site/two/Hall"
! grep -q '@/one/\|world-w' "$site/.adtmap/log" || wrong 'the log of the site keeps what is gone'
grep -qx '# removed two/Hall/map.js' "$site/.adtmap/changed.txt" || wrong 'the list lacks what a run before has removed'
publish 0 --check

# A map that 'publish' has not made stays in a rendering that leaves, with what it needs.
everything
publish 0
runs 0 render -d "$DEMO" -m Hall -o "$site/own" -s 16 --web --no-sync
rm -r "$site/one/Hall"
cp -r "$site/own/Hall" "$site/one/Hall"
sed -i '/^worlds:/d; s/{name: one.*}, {name: two}/{name: two}/' "$work/site.yaml"
publish 0
says "$site/one: is not in the site file, but has maps that it has not published: stays"
is_file "$site/one/Hall/index.html"
is_file "$site/one/page-files/page.js"
is_file "$site/own/Hall/index.html"
no_file "$site/one/Demo"
publish 0 --check

# An error in the file takes nothing away, nor one of the data: a name that is misspelled is no other map.
everything
publish 0
sed -i '/^worlds:/d; s/Ha\*/Hx*/' "$work/site.yaml"
publish 1
says "'Hx*' matches no map with tiles"
says "$site: what is not in the site file stays until the file and the data have no errors"
everything
sed -i '/^worlds:/d; s/"Ha\*"/Hall, renderings: [one, tow]/' "$work/site.yaml"
publish 1
says "'tow' is not one of one, two"
for path in one/Hall two/Hall one/world-w two/world-w; do
    [ -d "$site/$path" ] || wrong "an error takes $path away"
done

# Another site file with the same folder takes no maps away, and neither a run of 'render' since.
everything
publish 0
write 'maps: [{name: Hall}]' 'renderings: [{name: one}]'
mv "$work/site.yaml" "$work/theirs.yaml"
runs 0 publish "$work/theirs.yaml" --no-sync
says "$site: 3 maps of another site file, or of this one at another path, are not in it: they stay"
says "$site/two: is not in the site file, but has maps that it has not published: stays"
runs 0 publish "$work/theirs.yaml" --check
runs 0 render -d "$DEMO" -m Hall -o "$site/two" -s 16 -t 31-31_31-31 --no-sync
write 'maps: [{name: Demo}]' 'renderings: [{name: one}, {name: two}]'
publish 0
for path in one/Demo one/Hall two/Demo two/Hall; do
    is_file "$site/$path/index.html"
done

# What comes while a publication is under way stays: that one may have read the file before. It waits here for
# somebody to read what it prints, when it has found what leaves.
mkfifo "$work/pipe"
exec 3<>"$work/pipe"
dd if=/dev/zero bs=65536 count=1 >&3 2>/dev/null
write 'maps: [{name: Demo}]' 'renderings: [{name: one}]'
"$ADTMAP" publish "$work/site.yaml" --no-sync >&3 2>"$work/first" &
first=$!
tries=0
until grep -q 'of another site file' "$work/first" || [ $tries -gt 200 ]; do
    sleep 0.05
    tries=$((tries + 1))
done
everything
publish 0
cat "$work/pipe" >/dev/null 3>&- &
reader=$!
wait $first
exec 3>&-
wait $reader
is_file "$site/one/Hall/index.html"
is_file "$site/one/world-w/index.html"

# What lies behind a link may be something that stays.
everything
publish 0
mv "$site/one/world-w" "$work/kept"
ln -s "$work/kept" "$site/one/world-w"
sed -i '/^worlds:/d' "$work/site.yaml"
publish 0
is_file "$work/kept/index.html"
no_file "$site/two/world-w"
rm -r "$site/one/world-w" "$work/kept"

# Folders of what a map no longer has go, too; a folder with a file of a user stays.
write 'maps: [{name: Demo, layer: [height, liquid], zones: true}]' 'renderings: [{name: two}]'
publish 0
echo mine >"$site/two/Demo/layers/liquid/notes.txt"
write 'maps: [{name: Demo}]' 'renderings: [{name: two}]'
publish 0
no_file "$site/two/Demo/layers/height"
is_file "$site/two/Demo/layers/liquid/notes.txt"
[ -z "$(find "$site/two/Demo" -type d -empty)" ] || wrong "empty folders: $(find "$site/two/Demo" -type d -empty)"

# A folder that cannot be written stays on record; the next run takes it away.
if [ "$(id -u)" -ne 0 ]; then
    everything
    publish 0
    chmod a-w "$site/one/Hall/tiles"
    sed -i '/^worlds:/d; s/{name: one.*}, {name: two}/{name: two}/' "$work/site.yaml"
    publish 1
    says 'it stays on the site, whose file lacks it'
    chmod u+w "$site/one/Hall/tiles"
    publish 0
    no_file "$site/one/Hall"
fi
finish
