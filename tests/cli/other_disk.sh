#!/bin/sh
# Output on another file system than the data, than shards whose files are taken over, and than the rest of the site.
. "$(dirname "$0")/common.sh"
pick_tile

# A folder on another file system: shared memory, which needs no rights, or an own one.
device() { stat -c %d "$1"; }
disk=
if [ -w /dev/shm ] && [ "$(device /dev/shm)" != "$(device "$work")" ]; then
    disk=$(mktemp -d /dev/shm/adtmap-disk-XXXXXX) || exit 1
    trap 'rm -rf "$disk"; cleanup' EXIT
elif mkdir "$work/disk" && mount -t tmpfs tmpfs "$work/disk" 2>"$err"; then
    disk=$work/disk
    trap 'umount "$disk"; cleanup' EXIT
else
    skip "no other file system is at hand, and none may be mounted here: $(cat "$err")"
fi

# draw OUT OPTION...
draw() {
    folder=$1
    shift
    runs 0 render -d "$DEMO" -m "$map" -t 31-32_31-32 -s 32 -o "$folder" "$@"
}
whole='--web --stitch --layer height --areas'
# shellcheck disable=SC2086 # options, a word each
{
    draw "$work/here" $whole
    draw "$disk/there" $whole
    same_tree "$work/here" "$disk/there"
    draw "$disk/there" $whole
    prints ': 0 tiles'
}

# Files of shards cannot be moved there; they are copied, either way.
for where in "$work" "$disk"; do
    for shard in 1/2 2/2; do
        draw "$where/parts" --shard "$shard" --layer height
    done
    other=$disk
    [ "$where" = "$work" ] || other=$work
    mkdir "$other/taken"
    # shellcheck disable=SC2086
    draw "$other/taken" $whole --from "$where/parts"
    prints ": 0 tiles"
    same_tree "$work/here" "$other/taken"
done

# The folder of a map may be a link to another disk, the files of the site stay where they are.
mkdir "$work/linked" "$disk/maps"
ln -s "$disk/maps" "$work/linked/$map"
# shellcheck disable=SC2086
draw "$work/linked" $whole
same_tree "$work/here/$map" "$disk/maps"
[ -h "$work/linked/$map" ] || wrong 'the link was replaced'
is_file "$work/linked/index.html"

# A client's minimap, one file, and a file that is taken out of the data.
draw "$work/minimap" --client-minimap "$disk/client"
is_file "$disk/client/textures/Minimap/md5translate.trs"
runs 0 tile "$(find "$DEMO" -iname "${map}_$tile.adt")" -o "$disk/tile.png" -s 32
runs 0 compare "$disk/tile.png" "$disk/tile.png"
runs 0 cat -d "$DEMO" "World/Maps/$map/$map.wdt" --into "$disk/into"
is_file "$disk/into/World/Maps/$map/$map.wdt"
leftover=$(find "$disk" "$work" -name '*.tmp.*')
[ -z "$leftover" ] || wrong "left behind: $leftover"
finish
