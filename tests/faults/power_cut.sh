#!/bin/sh
# Power cuts: a file system in an image is shut down without its log being flushed, and mounted again. Each file is then
# whole, old or new. Without auto_da_alloc, ext4 takes as much as xfs does.
. "$(dirname "$0")/../cli/common.sh"
pick_tile

image=$work/image
disk=$work/disk
mkdir "$disk" || exit 1
truncate -s 64M "$image"
[ "$(id -u)" -eq 0 ] || skip 'only root mounts a file system'
command -v mkfs.ext4 >"$out" || skip 'no mkfs.ext4'
mkfs.ext4 -q "$image" || exit 1
switch_on() { mount -o loop,noauto_da_alloc "$image" "$disk" 2>"$err"; }
switch_on || skip "no image may be mounted here: $(cat "$err")"
trap 'umount "$disk"; cleanup' EXIT

# cut [names]: EXT4_IOC_SHUTDOWN, without the log; with "names" these reach the disk before, as another program flushes a
# file of its own. What still writes there fails, and the disk comes back.
cut() {
    python3 - "$disk" "$@" <<'END' || exit 1
import fcntl, os, struct, sys
disk = os.open(sys.argv[1], os.O_RDONLY)
if sys.argv[2:]:
    other = os.open(sys.argv[1] + "/other", os.O_CREAT | os.O_WRONLY)
    os.write(other, os.urandom(16))
    os.fsync(other)
    os.close(other)
fcntl.ioctl(disk, 0x8004587D, struct.pack("I", 2))
END
    [ -z "$writer" ] || { kill -CONT "$writer"; wait "$writer"; }
    writer=
    { umount "$disk" && switch_on; } || exit 1
}
writer=

# begin_render FOLDER OPTION...: leaves the process in $writer. render_to waits for its end.
begin_render() {
    folder=$1
    shift
    "$ADTMAP" render -d "$DEMO" -m "$map" -t 30-33_30-33 -s 64 -j 1 --web --stitch -o "$folder" "$@" \
        >"$out" 2>"$err" &
    writer=$!
}
render_to() {
    begin_render "$@"
    wait "$writer"
    got=$?
    writer=
    return "$got"
}

# is_new TILE: whether the disk has its picture of the new run.
is_new() {
    cmp -s "$work/new/$map/tiles/${map}_$1.png" "$disk/out/$map/tiles/${map}_$1.png"
}

# torn: prints what on the disk is neither of the old run nor of the new one.
torn() {
    (cd "$disk/out" && find . -type f ! -path '*/.adtmap/*' ! -name '*.tmp.*') | while read -r file; do
        cmp -s "$work/old/$file" "$disk/out/$file" || cmp -s "$work/new/$file" "$disk/out/$file" || echo "$file"
    done
}

# published: the files of the run with their times.
published() { find "$disk/out" -type f ! -path '*/.adtmap/*' -printf '%p %T@\n' | sort; }

render_to "$work/old" || wrong 'a run failed'
render_to "$work/new" --light unlit || wrong 'a run failed'

# A run that ended is on the disk.
render_to "$disk/out" || wrong 'a run failed'
cut
same_tree "$work/old" "$disk/out"
found=$(published)
render_to "$disk/out" || wrong 'a run failed'
[ "$(published)" = "$found" ] || wrong 'a run after the cut made something'

# Files that a run replaces are old or new, whenever it is cut.
for moment in 30_30 33_30 31_31 32_32 30_33 33_33; do
    begin_render "$disk/out" --light unlit
    until is_new "$moment" || ! kill -0 "$writer" 2>/dev/null; do :; done
    kill -STOP "$writer"
    cut names
    found=$(torn)
    [ -z "$found" ] || wrong "cut after $moment: neither old nor new: $found"
    render_to "$disk/out" || wrong 'a run failed'
    same_tree "$work/old" "$disk/out"
done

# A run that replaces files only ends on the disk, too.
render_to "$disk/out" --light unlit || wrong 'a run failed'
cut
same_tree "$work/new" "$disk/out"

# Without waiting, whatever is lost comes with the next run.
rm -r "$disk/out"
render_to "$disk/out" --no-sync || wrong 'a run failed'
cut names
render_to "$disk/out" || wrong 'a run failed'
same_tree "$work/old" "$disk/out"
finish
