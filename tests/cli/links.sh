#!/bin/sh
# Links inside the output folder: the map's folder may be one; links below it lead nowhere.
. "$(dirname "$0")/common.sh"
pick_tile
render() { runs "$1" render -d "$DEMO" -m "$map" -o "$2" -s 16 -t "$tile"; }
mode() { stat -c %a "$1"; }

# The lock: it once made the target of a link writable by everybody.
mkdir -p "$work/a/$map/.adtmap"
echo secret >"$work/key"
chmod 600 "$work/key"
ln -s "$work/key" "$work/a/$map/.adtmap/lock"
render 2 "$work/a"
says "/$map/.adtmap/lock: is a link"
says_one_line
[ "$(mode "$work/key")" = 600 ] || wrong "the key has mode $(mode "$work/key")"
[ "$(cat "$work/key")" = secret ] || wrong 'the key was changed'
rm "$work/a/$map/.adtmap/lock"
ln "$work/key" "$work/a/$map/.adtmap/lock"
render 2 "$work/a"
says 'has other hard links'
[ "$(mode "$work/key")" = 600 ] || wrong "the key has mode $(mode "$work/key")"

# The folder of the records.
mkdir -p "$work/b/$map" "$work/elsewhere"
ln -s "$work/elsewhere" "$work/b/$map/.adtmap"
render 2 "$work/b"
says "/$map/.adtmap: is a link"
says_one_line
[ -z "$(ls "$work/elsewhere")" ] || wrong "written elsewhere: $(ls "$work/elsewhere")"

# Nothing that everybody may write to, whatever the umask.
for mask in 000 022 077; do
    (umask $mask && "$ADTMAP" render -d "$DEMO" -m "$map" -o "$work/m$mask" -s 16 -t "$tile" -q) ||
        wrong "umask $mask"
    find "$work/m$mask" -perm -o+w >"$work/open"
    [ ! -s "$work/open" ] || wrong "umask $mask: everybody may write $(cat "$work/open")"
done
finish
