#!/bin/sh
# Full disks: a tmpfs of several sizes, and a standard output that accepts nothing.
. "$(dirname "$0")/../cli/common.sh"
pick_tile

# render_to DIRECTORY: leaves the exit status in $got.
render_to() {
    "$ADTMAP" render -d "$DEMO" -m "$map" -t 30-32_30-32 -s 64 --stitch --pmtiles -o "$1" \
        >"$out" 2>"$err"
    got=$?
}

render_to "$work/whole"
picture=$(find "$work/whole" -name '*_31_31.png')
adt=$(find "$DEMO" -name '*_31_31.adt')
# fills ARGUMENT...: a standard output that accepts nothing is one line on stderr.
fills() {
    "$ADTMAP" "$@" >/dev/full 2>"$err"
    got=$?
    [ "$got" -eq 1 ] || [ "$got" -eq 2 ] || wrong "adtmap $* >/dev/full: exit status $got"
    says 'No space left'
    says_one_line
}
if [ -c /dev/full ]; then
    fills help
    fills --version
    fills render --help
    fills maps -d "$DEMO"
    fills maps -d "$DEMO" --json
    fills ls -d "$DEMO" "World/Maps/$map"
    fills cat -d "$DEMO" "World/Maps/$map/$map.wdt"
    fills info "$adt"
    fills info --json "$adt"
    fills compare "$picture" "$picture"
    fills render -d "$DEMO" -m "$map" -t "$tile" -s 16 -o "$work/o" --json
fi

small=$work/small
mkdir "$small" || exit 1
mount -t tmpfs -o size=4k tmpfs "$small" 2>/dev/null || {
    [ "$failures" -eq 0 ] || finish
    skip 'no tmpfs may be mounted here'
}
trap 'umount "$small"; cleanup' EXIT
# Either blocks or inodes can run out.
for limit in size=4k size=8k size=16k size=40k size=64k size=100k size=150k size=220k \
    nr_inodes=2 nr_inodes=5 nr_inodes=12 nr_inodes=20 nr_inodes=40; do
    umount "$small"
    mount -t tmpfs -o "$limit" tmpfs "$small" || exit 1
    render_to "$small"
    if [ "$got" -eq 0 ]; then
        same_tree "$work/whole" "$small"
        continue
    fi
    [ "$got" -le 2 ] || wrong "$limit: exit status $got"
    says 'No space left'
    "$FAULTS_PROGRAM" whole "$small" "$work/whole" >"$out" || wrong "$limit: something is torn"
done

# The disk has room again: the next run completes.
umount "$small"
mount -t tmpfs -o size=64k tmpfs "$small" || exit 1
render_to "$small"
[ "$got" -ne 0 ] || wrong 'a full disk is no success'
mount -o remount,size=16m "$small" || exit 1
render_to "$small"
[ "$got" -eq 0 ] || wrong "exit status $got though there is room"
same_tree "$work/whole" "$small"
finish
