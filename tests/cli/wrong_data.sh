#!/bin/sh
# Wrong data: what was seen is said, and data one or two levels down are found.
. "$(dirname "$0")/common.sh"
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

# A repository whose data lie one or two levels down.
for below in client data/client; do
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
says '2 folders below hold data: give those to read with -d'

# A client's storage one level down.
runs 0 demo "$work/casc" --era bfa --pack casc -q
runs 0 maps -d "$work/casc"
mkdir "$work/above"
mv "$work/casc" "$work/above/casc"
runs 0 maps -d "$work/above"
finish
