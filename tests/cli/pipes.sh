#!/bin/sh
# Outputs that are no regular files: streams are written to, everything else is refused, and nothing
# but a regular file is ever replaced.
. "$(dirname "$0")/common.sh"
pick_tile
file=$(find "$DEMO" -type f -iname "${map}_$tile.adt" | head -n 1)
expected=$work/wanted.png
tile() { runs "$1" tile "$file" -s 16 -o "$2"; }
tile 0 "$expected"

# Standard output, under each of its names, to a pipe and to a file.
for name in - /dev/stdout /dev/fd/1 /proc/self/fd/1; do
    link=$(readlink /dev/stdout)
    tile 0 "$name"
    same "$out" "$expected"
    says_nothing
    "$ADTMAP" tile "$file" -s 16 -o "$name" | cmp -s - "$expected" || wrong "$name into a pipe"
    [ "$(readlink /dev/stdout)" = "$link" ] || wrong '/dev/stdout was replaced'
done
"$ADTMAP" tile "$file" -s 16 -o /dev/fd/5 5>"$work/five.png" || wrong 'descriptor 5'
same "$work/five.png" "$expected"
runs 2 tile "$file" -s 16 -o /dev/fd/99
says '/dev/fd/99: cannot write'
(exec 4<"$expected" && runs 2 tile "$file" -s 16 -o /dev/fd/4)

# A named pipe and a device.
mkfifo "$work/pipe"
cat "$work/pipe" >"$work/piped.png" &
tile 0 "$work/pipe"
wait
same "$work/piped.png" "$expected"
[ -p "$work/pipe" ] || wrong 'the pipe was replaced'
mknod "$work/null" c 1 3 2>/dev/null || ln /dev/null "$work/null" 2>/dev/null || : >"$work/no-device"
if [ -c "$work/null" ]; then
    tile 0 "$work/null"
    [ -c "$work/null" ] || wrong 'the device was replaced'
fi
tile 0 /dev/null
[ -c /dev/null ] || wrong '/dev/null was replaced'

# Nobody reads on: no message, whether a signal ends the program or not.
(
    trap '' PIPE
    until [ -e "$work/closed" ]; do sleep 0.01; done
    "$ADTMAP" help 2>"$work/said"
    echo $? >"$work/status"
) | {
    exec <&-
    : >"$work/closed"
}
[ "$(cat "$work/status")" -eq 2 ] || wrong 'a pipe that nobody reads is no failure'
[ ! -s "$work/said" ] || wrong "said: $(cat "$work/said")"

# Links, folders and sockets.
cp "$expected" "$work/target.png"
ln -s target.png "$work/link.png"
tile 2 "$work/link.png"
says 'link.png: is a link; it is not replaced'
says_one_line
[ -L "$work/link.png" ] || wrong 'the link was replaced'
same "$work/target.png" "$expected"
mkdir "$work/folder.png"
tile 2 "$work/folder.png"
says 'is a folder; it is not replaced'
if python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' \
    "$work/socket.png" 2>/dev/null; then
    tile 2 "$work/socket.png"
    says 'is a socket; it is not replaced'
    [ -S "$work/socket.png" ] || wrong 'the socket was replaced'
fi

# Found before drawing: a tile that does not exist is not looked for.
runs 2 tile "$work/nothing.adt" -d "$DEMO" -o "$work/none/look.png"
says 'none/look.png: cannot write'
for name in look.jpg look.adt look.png.bak; do
    tile 2 "$work/$name"
    says "$name: is no name of a PNG file"
    no_file "$work/$name"
done
tile 0 "$work/look"
same "$work/look" "$expected"
tile 0 "$work/look.PNG"
tile 2 ''

# Layers are separate files, so the output cannot be a stream.
runs 2 tile "$file" -s 16 -o - --layer height
says 'takes one picture; data layers need -o FILE.png'
[ ! -s "$out" ] || wrong 'half of the output is written'

# JSON names the files.
runs 0 tile "$file" -s 16 -o "$work/json.png" --layer height --json
jq -e --arg p "$work/json.png" --arg h "$work/json.height.png" '.picture == $p and .size_px == 16 and
    .missing_assets == 0 and .layers[0].file == $h and .layers[0].name == "height" and
    (.layers[0].range_yd | length) == 2' "$out" >/dev/null || wrong 'the JSON result'
runs 0 tile "$file" -s 16 -o "$work/json.png" --layer height --no-picture --json
jq -e '.picture == null' "$out" >/dev/null || wrong 'the JSON result'
runs 2 tile "$file" -s 16 -o - --json
says_one_line

# A tile from standard input.
"$ADTMAP" tile - -d "$DEMO" --wdt "$(find "$DEMO" -iname "$map.wdt")" -s 16 -o - <"$file" >"$out" ||
    wrong 'tile from stdin'
same "$out" "$expected"
# shellcheck disable=SC2002 # a pipe, not a file
(cd "$(dirname "$file")" && cat "$file" | "$ADTMAP" tile - -s 16 -o "$work/here.png" -q) ||
    wrong 'tile from a pipe, data found from the current folder'
is_file "$work/here.png"
runs 2 tile - -d "$DEMO" <"$file"
says '-o says where'
runs 2 tile - -d "$DEMO" -o "$work/empty.png" </dev/null
says 'standard input'
no_file "$work/empty.png"
runs 2 tile - -d "$DEMO" -o "$work/empty.png" <&-
no_file "$work/empty.png"

# info reads standard input too, and knows files by their contents.
for kind in wdt adt wdl wmo blp; do
    any=$(find "$DEMO" -type f -iname "*.$kind" | LC_ALL=C sort | head -n 1)
    runs 0 info "$any" --json
    jq '.files[0] | del(.file)' "$out" >"$work/by-name"
    runs 0 info - --json <"$any"
    jq '.files[0] | del(.file)' "$out" >"$work/by-stdin"
    same "$work/by-name" "$work/by-stdin"
done
runs 2 info - <"$expected"
says 'standard input: unknown kind of file'

# Differences to standard output.
runs 0 tile "$file" -s 16 -o "$work/unlit.png" --light unlit
runs 1 compare "$expected" "$work/unlit.png" --diff "$work/diff.png" -q
runs 1 compare "$expected" "$work/unlit.png" --diff - -q
same "$out" "$work/diff.png"
runs 2 compare "$expected" "$work/unlit.png" --diff -
says 'needs --quiet'
ln -s diff.png "$work/diff-link.png"
runs 2 compare "$expected" "$work/unlit.png" --diff "$work/diff-link.png" -q
says 'is a link'
runs 2 compare "$expected" "$work/unlit.png" --diff "$work/diff.txt" -q

# The list of changes.
cat "$work/pipe" >"$work/list" &
runs 0 render -d "$DEMO" -m "$map" -o "$work/o" -s 16 -t "$tile" --changed "$work/pipe"
wait
grep -q "$tile_png" "$work/list" || wrong 'the list of changes lacks the tile'
ln -s list "$work/list-link"
runs 2 render -d "$DEMO" -m "$map" -o "$work/o2" -s 16 -t "$tile" --changed "$work/list-link"
says 'is a link; it is not replaced'

# The stitched map and a tile whose place a pipe has taken.
rm "$work/o/$map/tiles/$tile_png"
mkfifo "$work/o/$map/tiles/$tile_png"
runs 1 render -d "$DEMO" -m "$map" -o "$work/o" -s 16 -t "$tile"
says "$tile_png: is a pipe; it is not replaced"
says_one_line
[ -p "$work/o/$map/tiles/$tile_png" ] || wrong 'a pipe in the place of a tile was replaced or removed'
rm -f "$work/o/$map/tiles/$tile_png"
mkfifo "$work/o/$map/$map.png"
runs 2 render -d "$DEMO" -m "$map" -o "$work/o" -s 16 -t "$tile" --stitch
says "$map.png: is a pipe; it is not replaced"
[ -p "$work/o/$map/$map.png" ] || wrong 'a pipe in the place of the stitched map was replaced'

# Interrupted: one line, no torn file, and the next run goes on.
"$ADTMAP" render -d "$DEMO" -m "$map" -o "$work/cut" -s 1024 -q 2>"$work/said" &
pid=$!
until ls "$work/cut/$map/tiles"/*.png >/dev/null 2>&1 || ! kill -0 "$pid" 2>"$err"; do sleep 0.05; done
kill -TERM "$pid"
wait "$pid"
[ $? -gt 128 ] || wrong 'the signal did not end it'
[ "$(cat "$work/said")" = 'adtmap: interrupted; the next run resumes from here' ] ||
    wrong "said: $(cat "$work/said")"
for png in "$work/cut/$map/tiles"/*.png; do
    runs 0 compare "$png" "$png" -q
done

# Single tiles, too: what is written is whole, and nothing else is there.
mkdir "$work/tiles"
"$ADTMAP" tile "$DEMO/World/Maps/$map/$map"_*_*.adt -s 1024 -o "$work/tiles" -q 2>"$work/said" &
pid=$!
until ls "$work/tiles"/*.png >/dev/null 2>&1 || ! kill -0 "$pid" 2>"$err"; do sleep 0.05; done
kill -TERM "$pid"
wait "$pid"
status=$?
[ $status -eq 143 ] || wrong "exit status $status of tiles that are interrupted"
[ "$(cat "$work/said")" = 'adtmap: interrupted' ] || wrong "said: $(cat "$work/said")"
for file in "$work/tiles"/*; do
    runs 0 compare "$file" "$file" -q
done
finish
