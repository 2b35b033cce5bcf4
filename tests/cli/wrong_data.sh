#!/bin/sh
# Wrong data: what was seen is said, and data up to four levels down are found.
. "$(dirname "$0")/common.sh"
small_world
pick_tile

mkdir "$work/empty"
runs 1 maps -d "$work/empty"
says "$work/empty: no maps: a folder without files"
says_one_line
runs 1 maps -d "$work/empty" --json
jq -e '.maps == []' "$out" >/dev/null || wrong 'the JSON list of no maps'
runs 2 render -d "$work/empty" -m "$map" -o "$work/out"
says "$work/empty: no maps: a folder without files"
says_one_line
no_file "$work/out"

mkdir -p "$work/other/src"
echo text >"$work/other/src/readme"
runs 1 maps -d "$work/other"
says 'no maps: 1 files, none of a map: give the folder that contains World'

# A client's Data with patches alone, and archives that nobody knows.
mkdir -p "$work/patches/Data"
for name in patch-4.MPQ patch-A.MPQ mine.mpq; do
    printf 'MPQ\032' >"$work/patches/Data/$name"
done
for path in "$work/patches" "$work/patches/Data"; do
    runs 1 maps -d "$path"
    says "$path: no maps: 3 MPQs, none with a client's base name: give them one by one with -d"
    says_one_line
done

# An archive without a list of its files names what gives one.
if [ -n "${PACK_MPQ:-}" ]; then
    echo text >"$work/text"
    pack "$work/unlisted.mpq" --unlisted "World\\a.txt=$work/text"
    runs 1 maps -d "$work/unlisted.mpq"
    says 'no maps: an MPQ archive without a list of its files: give their names with --listfile'
    says_one_line
fi

# A repository whose data lie some levels down.
for below in client data/client a/b/c/client; do
    rm -rf "$work/repository"
    mkdir -p "$work/repository/docs" "$work/repository/$(dirname "$below")"
    cp -r "$DEMO" "$work/repository/$below"
    runs 0 maps -d "$work/repository" --json
    cmp -s "$out" "$work/maps" || wrong "the maps in $below"
    runs 0 render -d "$work/repository" -m "$map" -t "$tile" -s 16 -o "$work/out.$(basename "$below")"
    runs 0 maps -d "$work/repository" -v
    says "the data are in $work/repository/$below"
done
rm -rf "$work/repository"
mkdir "$work/repository"
cp -r "$DEMO" "$work/repository/old"
cp -r "$DEMO" "$work/repository/new"
runs 1 maps -d "$work/repository"
says '2 folders below hold data, the first is new: give those to read with -d'

# A client's storage one level down.
shared_world bfa casc
runs 0 maps -d "$shared"
mkdir "$work/above"
cp -r "$shared" "$work/above/casc"
runs 0 maps -d "$work/above"

# Pipes, which nobody writes to, and devices were waited for and read without end.
mkfifo "$work/pipe" "$work/pipe.mpq"
ln -s pipe "$work/link-to-pipe"
printf 'version: 1\ndata: [pipe]\nmaps: [{name: "*"}]\n' >"$work/pipe.yaml"
mkdir -p "$work/leaflet0"
touch "$work/leaflet0/leaflet.js" "$work/leaflet0/leaflet.css"
# refuses_pipe NAME ARGUMENT...
refuses_pipe() {
    name=$1
    shift
    timeout 3000 "$ADTMAP" "$@" >"$out" 2>"$err" </dev/null
    got=$?
    [ "$got" -eq 2 ] || wrong "exit status $got: adtmap $*"
    says_one_line
    says "$name: cannot read: not a regular file"
}
for pipe in pipe pipe.mpq link-to-pipe; do
    refuses_pipe "$work/$pipe" maps -d "$work/$pipe"
    refuses_pipe "$work/$pipe" render -d "$DEMO" -d "$work/$pipe" -m "$map" -o "$work/out"
    refuses_pipe "$work/$pipe" tile "$DEMO/World/Maps/$map/${map}_$tile.adt" -d "$work/$pipe" -o "$work/tile.png"
    refuses_pipe "$work/$pipe" diff "$work/$pipe" "$DEMO"
    refuses_pipe "$work/$pipe" init "$work/$pipe"
done
refuses_pipe /dev/zero maps -d /dev/zero
refuses_pipe "pipe.yaml:2:8: data: $work/pipe" publish "$work/pipe.yaml" --leaflet "$work/leaflet0"
refuses_pipe "$work/pipe" maps -d "$DEMO" --listfile "$work/pipe"
refuses_pipe "$work/pipe" publish "$work/pipe"

# Sparse files of 2 GiB in the place of any input: one line, and not one byte after another is read.
mkdir "$work/sparse"
for name in Map_30_30.adt Other.wdt wall.blp Tree.m2 Map.wdl list.txt site.yaml; do
    truncate -s 2G "$work/sparse/$name"
done
# refuses_sparse TEXT ARGUMENT...
refuses_sparse() {
    text=$1
    shift
    runs 2 "$@"
    says "$text"
    says_one_line
}
for name in Map_30_30.adt Other.wdt wall.blp Tree.m2 Map.wdl; do
    refuses_sparse "sparse/$name: " info "$work/sparse/$name"
done
refuses_sparse 'sparse/Map_30_30.adt: MCNK: no such chunk' tile "$work/sparse/Map_30_30.adt" -o "$work/tile.png"
refuses_sparse 'sparse/list.txt: ' maps -d "$DEMO" --listfile "$work/sparse/list.txt"
refuses_sparse 'sparse/site.yaml: ' publish "$work/sparse/site.yaml" --leaflet "$work/leaflet0"
mkdir -p "$work/sparse/DBFilesClient" "$work/sparse/World/Maps/Demo"
cp "$(find "$DEMO" -name Demo.wdt)" "$work/sparse/World/Maps/Demo"
truncate -s 2G "$work/sparse/DBFilesClient/Map.dbc"
runs 0 maps -d "$work/sparse"
says 'DBFilesClient/Map.dbc: at 0x0: not a DBC'
says_one_line
runs 0 render -d "$DEMO" -m "$map" -t "$tile" -s 16 -o "$work/log" -q
truncate -s 2G "$work/log/$map/.adtmap/log"
runs 0 render -d "$DEMO" -m "$map" -t "$tile" -s 16 -o "$work/log"
says_one_line
rm -r "$work/sparse"

# Outputs do not go among the client's files, nor into the root folder. A repository may keep them next to
# its World.
cp -r "$DEMO" "$work/mine"
ln -s mine "$work/link"
# refuses_out DATA OUT TEXT
refuses_out() {
    for check in --check -q; do
        runs 2 render -d "$1" -m "$map" -o "$2" -t "$tile" -s 16 "$check"
        says_one_line
        says "$2: is $3"
    done
}
refuses_out "$work/mine" / 'the root of all folders'
refuses_out "$work/mine" /tmp/.. 'the root of all folders'
refuses_out "$work/mine" "$work/link/" "the folder of the client's data, $work/mine"
refuses_out "$work/link" "$work/mine/world/maps/new" "inside the client's data, $work/link"
runs 0 render -d "$work/mine" -m "$map" -t "$tile" -s 16 -o "$work/mine/pictures"
runs 0 render -d "$work/mine" -m "$map" -t "$tile" -s 16 -o "$work/mine-too"
mv "$work/above/casc" "$work/storage"
refuses_out "$work/storage" "$work/storage/pictures" "inside the client's data, $work/storage"
runs 2 diff "$work/mine" "$DEMO" -o "$work/mine"
says "$work/mine: is the folder of the client's data"
# Whether the folder may be written is asked later: who may not write there shall know what is wrong.
runs 2 diff "$work/mine" "$DEMO" -o /
says '/: is the root of all folders'

# Data that are a part of a client: the last line of a run says what to do; few lines say what is missing.
mkdir -p "$work/patch/World"
cp -r "$DEMO/World/Maps" "$work/patch/World/"
runs 0 render -d "$work/patch" -m "$map" -s 16 -o "$work/part"
prints ' with missing files, '
[ "$(wc -l <"$err")" -lt 25 ] || wrong 'a flood of warnings'
tail -n 1 "$err" | grep -qxF "adtmap: notice: files are missing: 'adtmap maps --check -d $work/patch' lists them; if the data are a part of a client, give the client before them: -d CLIENT -d $work/patch" ||
    wrong 'the last line'
runs 1 maps --check -d "$work/patch"
runs 0 render -d "$DEMO" -d "$work/patch" -m "$map" -t "$tile" -s 16 -o "$work/whole"
says_nothing
! grep -q missing "$out" || wrong 'missing files of whole data'
adt=$(find "$work/patch" -iname "${map}_$tile.adt")
runs 0 tile "$adt" -o "$work/tile.png" -s 16
tail -n 1 "$err" | grep -qF -e "-d CLIENT -d $work/patch" || wrong 'the last line of tile'
runs 0 tile "$adt" -o "$work/tile.png" -s 16 -q
says_nothing
# A folder inside World has maps, and nothing that they are drawn with.
inside=$work/patch/World/Maps/$map
runs 0 render -d "$inside" -m "$map" -t "$tile" -s 16 -o "$work/inside"
tail -n 1 "$err" | grep -qF "files are missing, and $inside is inside a World folder: give the folder that contains World, -d " ||
    wrong 'the hint at the folder above World'
(cd "$DEMO/World" && "$ADTMAP" render -d . -m "$map" -t "$tile" -s 16 -o "$work/inside2") 2>"$err" >"$out"
tail -n 1 "$err" | grep -qF "contains World, -d $(realpath "$DEMO")" || wrong 'the hint at a relative path'
# Each map of a site says what it lacks, though others lacked it before: the second counted no warnings.
mkdir "$work/patch/World/Maps/Twin"
for file in "$inside"/*; do
    base=${file##*/}
    cp "$file" "$work/patch/World/Maps/Twin/Twin${base#"$map"}"
done
mkdir "$work/leaflet"
touch "$work/leaflet/leaflet.js" "$work/leaflet/leaflet.css"
printf 'version: 1\ndata: [patch]\nall: {size: 16}\nmaps: [{name: "*"}]\nrenderings: [{name: a}, {name: b}]\n' >"$work/site.yaml"
runs 0 publish "$work/site.yaml" --leaflet "$work/leaflet"
[ "$(grep -c ' with missing files' "$out")" -eq "$(grep -c ' tiles in ' "$out")" ] || wrong 'a map that hides what it lacks'
for name in "$map" Twin; do
    grep "/$name: .* warnings" "$out" | sed 's/.*files, //'
done >"$work/counts"
[ "$(sort "$work/counts" | uniq -c | sed 's/^ *//; s/ .*//')" = 4 ] ||
    wrong "maps that lack the same count other warnings: $(tr '\n' ';' <"$work/counts")"
[ "$(sort "$err" | uniq -d | wc -l)" -eq 0 ] || wrong 'a line is printed twice'
tail -n 1 "$err" | grep -qF -e "-d CLIENT -d $work/patch" || wrong 'the last line of publish'

# The shell leaves '~' alone in quotes.
# shellcheck disable=SC2088 # that is the point
for command in 'maps -d' 'info' 'tile'; do
    # shellcheck disable=SC2086 # a command and its option
    runs 2 $command '~/none'
    says_one_line
    says "'~' is not expanded in quotes: write the path without them, or \"\$HOME\"/..."
done

# A map without ground textures came out black without a word.
mkdir -p "$work/plain/World/Maps/$map"
for file in "$map.wdt" "${map}_31_31.adt"; do
    sed 's/YLCM/XXXX/g' "$DEMO/World/Maps/$map/$file" >"$work/plain/World/Maps/$map/$file"
done
runs 0 render -d "$work/plain" -m "$map" -o "$work/bare" -t 31_31 -s 64 --no-wmo --doodads none
says "$map: tiles without any ground texture, left open: 1 of 1 drawn; --light noggit"
runs 0 render -d "$work/plain" -m "$map" -o "$work/bare" -t 31_31 -s 64 --no-wmo --doodads none --light noggit
! grep -q 'without any ground texture' "$err" || wrong 'white ground is called open'

# What a name means, and what a file is.
runs 2 render -d "$DEMO" -m 745 -o "$work/number"
says 'no map "745" in the data; numbers stand behind id:, as id:745'
head -c 20000 "$DEMO/World/Maps/$map/${map}_31_31.adt" >"$work/cut_31_31.adt"
runs 2 tile "$work/cut_31_31.adt" -o "$work/cut.png"
says 'MCNK: no such chunk: the file is cut off after 20000 bytes'
head -c 600000 "$DEMO/World/Maps/$map/${map}_31_31.adt" >"$work/cut_31_31.adt"
runs 0 tile "$work/cut_31_31.adt" -o "$work/cut.png" -s 64 --no-wmo --doodads none
says 'of 256 chunks: the file is cut off after 600000 bytes'
! grep -q MCIN "$err" || wrong 'a file that is cut off is said to have a wrong MCIN'
runs 2 tile "$DEMO/World/Maps/$map/${map}_31_31.adt" -m "$map"
says "-m: no such option: 'adtmap tile' finds the map by the file's name"
runs 2 maps "$DEMO"
says "--data DATA is missing: data are given as -d $DEMO"
printf 'title: Realm: the maps\n' >"$work/quotes.yaml"
runs 2 publish "$work/quotes.yaml"
says 'stands in quotes: title: "Realm: the maps"'

# One map a run; the way to many is named.
runs 2 render -d "$DEMO" -m '*' -o "$work/all"
says_one_line
says "--map: '*' is no name: 'adtmap render' draws one map; for several, 'adtmap init' writes a site file and 'adtmap publish' draws its maps"
no_file "$work/all"
finish
