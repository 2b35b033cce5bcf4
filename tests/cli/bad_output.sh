#!/bin/sh
# Output that cannot be written: one clear error, and no torn or temporary file remains.
. "$(dirname "$0")/common.sh"
pick_tile

: >"$work/file"
runs 2 render -d "$DEMO" -m "$map" -o "$work/file/below" -s 16
says "$work/file"

if [ "$(id -u)" -ne 0 ]; then
    mkdir -m 300 "$work/unlisted" # a folder whose maps cannot be listed is not one without maps
    runs 2 render -d "$DEMO" -m "$map" -o "$work/unlisted" -s 16 -t "$tile" --web
    says "$work/unlisted: cannot open"
    says_one_line
    mkdir "$work/closed"
    chmod 500 "$work/closed"
    runs 2 render -d "$DEMO" -m "$map" -o "$work/closed/o" -s 16
    says "$work/closed"
    finish
fi

# A disk that fills up: a tmpfs of a few pages.
mkdir "$work/small"
mount -t tmpfs -o size=64k tmpfs "$work/small" 2>/dev/null || {
    [ "$failures" -eq 0 ] || finish
    skip 'no tmpfs may be mounted here'
}
trap 'umount "$work/small"; cleanup' EXIT
"$ADTMAP" render -d "$DEMO" -m "$map" -o "$work/small" -s 256 >"$out" 2>"$err" &&
    wrong 'a full disk is no success'
says 'No space left'
find "$work/small" -type f ! -name '*.png' ! -name 'map.json'  ! -path '*/.adtmap/*' >"$work/litter"
[ ! -s "$work/litter" ] || wrong "left behind: $(cat "$work/litter")"
for png in "$work"/small/*/tiles/*.png; do
    [ -e "$png" ] || continue
    runs 0 compare "$png" "$png"
done
finish
