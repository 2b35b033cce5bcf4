#!/bin/sh
# The minimap of a client is up to date after every run: what is deleted, cut off or damaged is
# written again, and what belongs to no tile any more is removed.
. "$(dirname "$0")/common.sh"
pick_tile
copy_world
x=${tile%_*}
y=${tile#*_}
name=$(printf 'map%02d_%02d.blp' "$x" "$y")

draw() { runs 0 render -d "$world" -m "$map" -o "$work/out" -s 32 -q --client-minimap-size 32 "$@"; }

# heals WHAT DIR OPTION...: a file in DIR is not as it was. --check says so, and the next run writes
# it again.
heals() {
    what=$1
    dir=$2
    shift 2
    runs 1 render -d "$world" -m "$map" -o "$work/out" -s 32 --check --client-minimap-size 32 \
        --client-minimap "$dir" "$@"
    prints "the client's minimap" || wrong "$what is not noticed"
    draw --client-minimap "$dir" "$@"
    diff -r "$work/whole" "$dir" >"$work/diff" || wrong "$what stays: $(head -n 3 "$work/diff")"
    runs 0 render -d "$world" -m "$map" -o "$work/out" -s 32 --check --client-minimap-size 32 \
        --client-minimap "$dir" "$@"
}

# damages FILE DIR OPTION...: in each way.
damages() {
    file=$1
    shift
    rm "$file"
    heals "a file that was deleted" "$@"
    size=$(stat -c %s "$file")
    truncate -s "$((size / 2))" "$file"
    heals "a file that was cut off" "$@"
    : >"$file"
    heals "a file that was emptied" "$@"
    printf 'X' | dd of="$file" bs=1 seek="$((size / 2))" conv=notrunc 2>/dev/null
    heals "a file with another byte" "$@"
}

client=$work/client
draw --client-minimap "$client"
cp -r "$client" "$work/whole"
table=$client/textures/Minimap/md5translate.trs
blp=$client/textures/Minimap/$(grep -F "\\$name" "$table" | cut -f 2)
damages "$blp" "$client"
rm "$table"
heals 'a table that was deleted' "$client"
head -c 1000 "$work/whole/textures/Minimap/md5translate.trs" >"$table"
heals 'a table that was cut off' "$client"
grep -vF "\\$name" "$work/whole/textures/Minimap/md5translate.trs" >"$table"
heals 'a line that was deleted' "$client"
rm -r "$client"
heals 'a folder that was deleted' "$client"

# A line of another map is no change, and stays.
printf 'dir: Other\nOther\\map01_02.blp\t00112233445566778899aabbccddeeff.blp\n' >>"$table"
runs 0 render -d "$world" -m "$map" -o "$work/out" -s 32 --check --client-minimap-size 32 \
    --client-minimap "$client"
cp "$table" "$work/whole/textures/Minimap/"

# Other names in the same folder, and another folder, are minimaps of their own.
draw --client-minimap "$work/plain" --client-minimap-names plain
mv "$work/whole" "$work/whole.md5"
cp -r "$work/plain" "$work/whole"
damages "$work/plain/World/Minimaps/$map/$name" "$work/plain" --client-minimap-names plain
runs 0 render -d "$world" -m "$map" -o "$work/out" -s 32 --check --client-minimap-size 32 \
    --client-minimap "$client"
diff -r "$work/whole.md5" "$client" >"$work/diff" || wrong "another folder: $(cat "$work/diff")"

# The list of changes is of OUT alone, and the manifest knows nothing of the minimap.
rm "$blp"
cp "$work/out/$map/map.json" "$work/manifest"
draw --client-minimap "$client" --changed "$work/list"
[ ! -s "$work/list" ] || wrong "the list of changes: $(cat "$work/list")"
same "$work/manifest" "$work/out/$map/map.json"

# A tile that leaves the map takes its file and its line along.
rm "$(in_world "${map}_${x}_$y.adt")"
draw --no-wdl --client-minimap "$client"
draw --no-wdl --client-minimap "$work/plain" --client-minimap-names plain
no_file "$blp"
no_file "$work/plain/World/Minimaps/$map/$name"
! grep -qF "$map\\$name" "$table" || wrong 'the line of a tile that is gone'
grep -qF 'Other\map01_02.blp' "$table" || wrong 'the line of another map'
draw --no-wdl --client-minimap "$work/fresh"
(cd "$client/textures/Minimap" && find . -name '*.blp' | sort) >"$work/there"
(cd "$work/fresh/textures/Minimap" && find . -name '*.blp' | sort) >"$work/wanted"
same "$work/wanted" "$work/there"

# Another size makes other files; the old ones go.
draw --no-wdl --client-minimap "$client" --client-minimap-size 16
[ "$(find "$client" -name '*.blp' | wc -l)" -le "$(wc -l <"$work/wanted")" ] || wrong 'old files stay'
finish
