#!/bin/sh
# The demo world in the archives of a client: the same files and picture as from a folder.
. "$(dirname "$0")/common.sh"
[ -x "${PACK_MPQ-}" ] || skip 'built without StormLib'

# same_files: every file of $loose is in the archives.
same_files() {
    runs 0 cat -d "$client" '*' --into "$work/files"
    (cd "$loose/" && find . -type f | sed 's|^\./||') | while read -r file; do
        found=$(find "$work/files" -ipath "$work/files/$file")
        cmp -s "$loose/$file" "${found:-missing}" || echo "$file" >>"$work/differ"
    done
    [ ! -e "$work/differ" ] || wrong "$era: $(head -n 1 "$work/differ") differs"
    rm -rf "$work/files" "$work/differ"
}

ln -s "$DEMO" "$work/wotlk"
for era in wotlk alpha mop; do
    loose=$work/$era
    client=$work/$era-client
    [ -e "$loose" ] || runs 0 demo "$loose" --era "$era"
    runs 0 demo "$client" --era "$era" --pack mpq
    [ "$(find "$client" -type f ! -iname '*.mpq')" = '' ] || wrong "$era: loose files stay"
    same_files
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

# Archives that are there already are replaced; those of another client would be read with them.
runs 0 demo "$client" --era cata --pack mpq
runs 2 demo "$client" --era wotlk --pack mpq
says 'holds the archives of era cata'
says_one_line

# Clients from Legion on have storages.
runs 2 demo "$work/none" --era bfa --pack mpq
says 'no MPQ archives'
says_one_line
finish
