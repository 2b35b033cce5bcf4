#!/bin/sh
# The rooms of buildings in the minimap of a client: named as clients name them, kept up to date as
# every other output, and shared by the maps that have the building.
. "$(dirname "$0")/common.sh"
pick_tile
copy_world
client=$work/client
table=$client/textures/Minimap/md5translate.trs

village=32_32
draw() {
    runs 0 render -d "$world" -m "$map" -t "$village" -o "$work/out" -s 32 -q --client-minimap-size 32 \
        --client-minimap-interiors "$@"
}
draw --client-minimap "$client"
says_nothing
inn=$(grep '\\inn_001_00_00.blp' "$table" | cut -f 1)
[ -n "$inn" ] || wrong 'no room of the inn'
blp=$client/textures/Minimap/$(grep -F "$inn" "$table" | cut -f 2)
runs 0 info "$blp" --json
jq -e '.files[0] | .width == 32 and .height == 64 and .alpha_bits == 1 and .warnings == []' \
    "$out" >/dev/null || wrong 'what info says of a room'

# heals WHAT: --check reports it, and the next run brings the folder back.
cp -r "$client" "$work/whole"
heals() {
    runs 1 render -d "$world" -m "$map" -t "$village" -o "$work/out" -s 32 --check --client-minimap-size 32 \
        --client-minimap-interiors --client-minimap "$client"
    draw --client-minimap "$client"
    diff -r "$work/whole" "$client" >"$work/diff" || wrong "$1 stays: $(head -n 3 "$work/diff")"
    runs 0 render -d "$world" -m "$map" -t "$village" -o "$work/out" -s 32 --check --client-minimap-size 32 \
        --client-minimap-interiors --client-minimap "$client"
}
rm "$blp"
heals 'a room that was deleted'
truncate -s 100 "$blp"
heals 'a room that was cut off'
printf 'X' | dd of="$blp" bs=1 seek=1500 conv=notrunc 2>/dev/null
heals 'a room with another byte'
grep -vF "$inn" "$work/whole/textures/Minimap/md5translate.trs" >"$table"
heals 'a line that was deleted'

# Without the option rooms stay as they are.
rm "$blp"
runs 0 render -d "$world" -m "$map" -t "$village" -o "$work/out" -s 32 -q --client-minimap-size 32 \
    --client-minimap "$client"
no_file "$blp"
draw --client-minimap "$client"

# fresh DIR OPTION...: the client's folder is what a run into DIR, an empty one, makes.
fresh() {
    dir=$1
    shift
    runs 0 render -d "$world" -m "$map" -t "$village" -o "$dir.out" -s 32 -q --client-minimap-size 32 \
        --client-minimap-interiors --client-minimap "$dir" "$@"
    (cd "$dir" && find . -name '*.blp' | sort) >"$work/wanted"
    (cd "$client" && find . -name '*.blp' | sort) >"$work/there"
    same "$work/wanted" "$work/there"
    sort "$dir/textures/Minimap/md5translate.trs" >"$work/wanted"
    sort "$table" >"$work/there"
    same "$work/wanted" "$work/there"
}
: >"$(in_world Inn_001.wmo)"
draw --client-minimap "$client"
grep -qF 'inn_002_00_00.blp' "$table" || wrong 'the other room of the inn is gone'
! grep -qF "$inn" "$table" || wrong 'a room that cannot be read stays'
fresh "$work/broken"
cp "$(find "$DEMO" -iname Inn_001.wmo)" "$(in_world Inn_001.wmo)"
draw --client-minimap "$client" --hide inn
! grep -q '\\inn_' "$table" || wrong 'rooms of a building that is not there'
fresh "$work/hidden" --hide inn
draw --client-minimap "$client"
diff -r "$work/whole" "$client" >"$work/diff" || wrong "rooms do not come back: $(cat "$work/diff")"

# A building that two maps have keeps its rooms until both have lost it.
first=$map
map=Twin
for file in "$(dirname "$(in_world "$first.wdt")")"/*; do
    name=$(basename "$file")
    mkdir -p "$world/World/Maps/$map"
    case $name in
    "$first"*) cp "$file" "$world/World/Maps/$map/$map${name#"$first"}" ;;
    esac
done
draw --client-minimap "$client"
map=$first
draw --client-minimap "$client" --hide inn
grep -qF "$inn" "$table" || wrong 'a room of another map is gone'
map=Twin
draw --client-minimap "$client" --hide inn
! grep -q '\\inn_' "$table" || wrong 'rooms of a building that no map has'

# Later clients find rooms by their names.
draw --client-minimap "$work/plain" --client-minimap-names plain --client-minimap-format palette
is_file "$work/plain/World/Minimaps/$(printf '%s' "$inn" | tr '\134' /)"

runs 2 render -d "$world" -m "$map" -o "$work/out" --client-minimap-interiors
says '--client-minimap-interiors goes with --client-minimap'
says_one_line
finish
