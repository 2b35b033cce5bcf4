#!/bin/sh
# A client's storage (CASC) at its shortest: the picture is that of the folder.
. "$(dirname "$0")/../cli/common.sh"
shared_world legion
loose=$shared
(cd "$loose" && find . -type f ! -name listfile.csv | sed 's|^\./||') >"$work/list.csv"
shared_world legion casc
listing=$shared/listfile.csv
[ -f "$listing" ] || listing=$work/list.csv
runs 0 render -d "$loose" --listfile "$listing" -m demo -o "$work/a" -s 64 -t 31_31 -q
runs 0 render -d "$shared" --listfile "$listing" -m demo -o "$work/b" -s 64 -t 31_31 -q
same_tree "$work/a" "$work/b"
finish
