#!/bin/sh
# The demo world in the archives of a client: the same files and picture as from a folder.
#
#     demo_archives.sh [rest]      rest: the other eras
. "$(dirname "$0")/common.sh"
[ -x "${PACK_MPQ-}" ] || skip 'built without StormLib'

# sums_of FOLDER: prints a checksum of each file, with its name in lower case.
sums_of() { (cd "$1/" && find . -type f -exec cksum {} + | tr '[:upper:]' '[:lower:]' | sort); }

# same_files: every file of $loose is in the archives.
same_files() {
    runs 0 cat -d "$client" '*' --into "$work/files"
    sums_of "$loose" >"$work/sums.loose"
    sums_of "$work/files" | comm -23 "$work/sums.loose" - >"$out"
    [ ! -s "$out" ] || wrong "$era: files that the archives lack or have changed"
    [ "$(wc -l <"$work/sums.loose")" -gt 100 ] || wrong "$era: the world has few files"
    rm -rf "$work/files"
}

for era in $([ "${1-}" = rest ] && echo alpha mop || echo wotlk); do
    loose=$work/$era
    client=$work/$era-client
    shared_world "$era"
    cp -r "$shared" "$loose"
    # What lies in the place of an archive is replaced: here a map of another client.
    [ "$era" != mop ] || { mkdir -p "$client/Data" && cp "$previous" "$client/Data/world.MPQ"; } || exit 1
    runs 0 demo "$client" --era "$era" --pack mpq
    [ "$(find "$client" -type f ! -iname '*.mpq')" = '' ] || wrong "$era: loose files stay"
    same_files
    previous=$(find "$client" -name '*.MPQ' -size +100k | sort | head -n 1)
    runs 0 render -d "$loose" -m demo -o "$work/a" -s 64 -t 31_31 --doodads all
    runs 0 render -d "$client" -m demo -o "$work/b" -s 64 -t 31_31 --doodads all
    says_nothing
    runs 0 compare "$work/a/Demo/tiles/Demo_31_31.png" "$work/b/Demo/tiles/Demo_31_31.png"
    rm -r "$work/a" "$work/b"

    # The client's table of maps has their names.
    runs 0 maps -d "$client"
    prints 'Demo"'

    # A folder with that table answers as the archives do.
    [ "$era" = wotlk ] || {
        mkdir "$loose/DBFilesClient"
        runs 0 cat -d "$client" DBFilesClient/Map.dbc -o "$loose/DBFilesClient/Map.dbc"
        same_answers lists "$loose" "$client"
        same_answers checks "$loose" "$client"
    }
done

[ "${1-}" != rest ] || finish
# Those of another client would be read with them.
runs 2 demo "$client" --era vanilla --pack mpq
says 'holds the archives of era wotlk'
says_one_line

# Clients from Legion on have storages.
runs 2 demo "$work/none" --era bfa --pack mpq
says 'no MPQ archives'
says_one_line

# StormLib is loaded when archives are written, and may be missing then.
if [ -z "${SANITIZED-}" ] &&
    echo 'void *dlopen(const char *file, int how) { (void)file, (void)how; return 0; }' |
    "${CC:-cc}" -shared -fPIC -x c -o "$work/no_libraries.so" - 2>"$work/cc"; then
    LD_PRELOAD=$work/no_libraries.so runs 2 demo "$work/none" --pack mpq
    says 'this system has no StormLib'
fi
finish
