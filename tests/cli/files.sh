#!/bin/sh
# ls and cat: names, origins and bytes of files, and similar names for a missing one.
. "$(dirname "$0")/common.sh"
pick_tile
wdt=$(find "$DEMO" -iname "$map.wdt")
name=${wdt#"$DEMO/"}

# Everything, a folder, patterns in any spelling, each file once and in order.
runs 0 ls -d "$DEMO"
[ "$(wc -l <"$out")" -eq "$(find "$DEMO" -type f | wc -l)" ] || wrong 'ls lacks files'
tr '[:upper:]' '[:lower:]' <"$out" >"$work/lower"
LC_ALL=C sort "$work/lower" | cmp -s - "$work/lower" || wrong 'ls is not in order'
cp "$out" "$work/streamed"
runs 0 ls -d "$DEMO" '*'
same "$out" "$work/streamed"
runs 0 ls -d "$DEMO" "WORLD\\maps\\$map/"
prints "$name"
grep -qv "^World/Maps/$map/" "$out" && wrong 'a folder lists files of other folders'
runs 0 ls -d "$DEMO" '*.WDT' "$map.w?t" "world/*/$map.wdt" "$name"
[ "$(grep -cF "$name" "$out")" -eq 1 ] || wrong 'a file that matches twice is listed twice'

# The origin is the last source that has the file.
copy_world
echo other >"$(in_world "$map.wdt")"
runs 0 ls -d "$DEMO" -d "$world" -l "$map.wdt"
prints "         6  $name  $world/$name"
# One pattern is printed as files are found, several after they are sorted: the list is the same.
for form in '' --long --json; do
    # shellcheck disable=SC2086 # an option or none
    runs 0 ls -d "$DEMO" '*.wmo' $form
    cp "$out" "$work/found"
    # shellcheck disable=SC2086
    runs 0 ls -d "$DEMO" '*.wmo' 'world/*.wmo' $form
    same "$out" "$work/found"
done
jq -e '.files | length > 10' "$work/found" >/dev/null || wrong 'the JSON list'
runs 1 ls -d "$DEMO" nothing --json
jq -e '.files | length == 0' "$out" >/dev/null || wrong 'the empty JSON list'
runs 0 ls -d "$DEMO" "$map.wdt" --json
[ "$(jq -r '.files[0] | "\(.name) \(.bytes) \(.origin)"' "$out")" = \
    "$name $(wc -c <"$wdt") $wdt" ] || wrong 'the JSON list'

# A missing file is reported with similar names; the others are listed.
runs 1 ls -d "$DEMO" "World/Maps/$map/${map}x.wdt" '*.mp3' "$name"
says "World/Maps/$map/${map}x.wdt: not in the data; similar names: world/maps/"
says '*.mp3: not in the data'
prints "$name"
for bad in ../world.wdt /etc/passwd 'c:\windows\win.ini' 'World\..\..\x'; do
    runs 1 ls -d "$DEMO" "$bad"
    says 'not a valid file name'
    runs 1 cat -d "$DEMO" "$bad"
    [ ! -s "$out" ] || wrong "cat $bad writes something"
done
runs 2 ls -d "$DEMO" "$name" ''
says 'argument 2 is empty'
runs 2 cat -d "$DEMO" "$name" ''
[ ! -s "$out" ] || wrong "cat writes something though a name is empty"
runs 1 cat -d "$DEMO" "$(printf '%0600d' 0)"
says_one_line

# Bytes are those of the file.
runs 0 cat -d "$DEMO" "WORLD\\MAPS\\$map\\$map.WDT"
same "$out" "$wdt"
runs 0 cat -d "$DEMO" "$name" -o "$work/copy.wdt"
same "$work/copy.wdt" "$wdt"
runs 0 cat -d "$DEMO" "World/Maps/$map" --into "$work/into"
same_tree "$work/into/World/Maps/$map" "$(dirname "$wdt")"

# Several files for one -o, folders and links: refused, nothing written or replaced.
runs 2 cat -d "$DEMO" "World/Maps/$map" -o "$work/many"
says 'for one -o; --into DIR writes each'
no_file "$work/many"
runs 1 cat -d "$DEMO" "$name" -o "$work"
says 'is a folder; it is not replaced'
ln -s nowhere "$work/link"
runs 1 cat -d "$DEMO" "$name" -o "$work/link"
says 'is a link; it is not replaced'
mkfifo "$work/pipe"
cat "$work/pipe" >"$work/piped" &
runs 0 cat -d "$DEMO" "$name" -o "$work/pipe"
wait
same "$work/piped" "$wdt"
[ -p "$work/pipe" ] || wrong 'a pipe was replaced'
runs 0 cat -d "$DEMO" "$name" -o -
same "$out" "$wdt"

# Below a folder, strangers' names: nothing that is there is lost.
runs 0 cat -d "$DEMO" "World/Maps/$map" --into "$work/into"
echo mine >"$work/into/$name"
runs 1 cat -d "$DEMO" "World/Maps/$map" --into "$work/into"
says "$work/into/$name: exists; skipped, --force replaces it"
says_one_line
[ "$(cat "$work/into/$name")" = mine ] || wrong 'a file was replaced'
runs 0 cat -d "$DEMO" "$name" --into "$work/into" --force
same "$work/into/$name" "$wdt"

runs 1 cat -d "$DEMO" "$name" gone.txt
same "$out" "$wdt"
runs 2 cat -d "$work/nowhere" "$name"

# A terminal gets text only (where one can be made).
if script -qefc true /dev/null </dev/null >/dev/null 2>&1; then
    echo "a line of text" >"$world/readme.txt"
    in_terminal() { script -qefc "'$ADTMAP' cat -d '$world' $1" /dev/null </dev/null >"$out" 2>&1; }
    in_terminal readme.txt || wrong 'a text is refused'
    prints 'a line of text'
    texture=$(find "$world" -iname '*.blp' | head -n 1)
    in_terminal "'${texture#"$world/"}'" && wrong 'a texture is written to the terminal'
    prints 'not written to the terminal'
    in_terminal "'${texture#"$world/"}' --force" || wrong '--force is not heard'
    # Names: CSI as one character, and a change of direction.
    echo x >"$world/$(printf 'a\302\2332Jb\342\200\256.txt')"
    script -qefc "'$ADTMAP' ls -d '$world' 'a*.txt'" /dev/null </dev/null >"$out" 2>&1
    prints 'a?2Jb?.txt'
    runs 0 ls -d "$world" 'a*.txt'
    prints "$(printf 'a\302\2332Jb\342\200\256.txt')"
fi
finish
