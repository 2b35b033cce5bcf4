#!/bin/sh
# Shards in any state, over nothing or over an older map: the run of the whole map ends as one run into
# an empty folder does, and --check has said before how many tiles it draws. Each damage is a line.
# shellcheck disable=SC2016,SC2034,SC2317 # damages are words for eval
. "$(dirname "$0")/common.sh"
map=Demo
cp -r "$DEMO" "$work/small" || exit 1
DEMO=$work/small
python3 "$(dirname "$0")/edit_adt.py" "$DEMO/World/Maps/$map" keep 30-32_31-32 || exit 1

o=$work/o
render() { # render STATUS OPTION...: with the options of shards and of the whole map
    wanted_status=$1
    shift
    runs "$wanted_status" render -d "$DEMO" -m "$map" -s 16 -j 1 --layer height --height-range -100,500 "$@"
}
whole() { # whole STATUS OPTION...
    wanted_status=$1
    shift
    render "$wanted_status" -o "$o" --stitch --web --json "$@"
}

# What there is before the damage: shards alone, and shards of the data as they are now over a map of older data.
whole 0
mv "$o" "$work/fresh"
texture=$(sed -n 's/^input.* \(tileset.*\.blp\)$/\1/p' "$work/fresh/$map/.adtmap/log" | head -n 1)
file=$(find "$DEMO" -type f -iname "$(basename "$texture")" | head -n 1)
cp -p "$file" "$work/texture"
cp "$(find "$DEMO" -type f -iname '*.blp' ! -name "$(basename "$file")" -path "$(dirname "$file")/*" -size "$(wc -c <"$file")c" | head -n 1)" "$file" ||
    wrong 'no other texture'
whole 0
mv "$o" "$work/older"
for i in 1 2; do
    render 0 -o "$work/stale" --shard $i/2
done
cp -p "$work/texture" "$file"
diff -rq "$work/fresh/$map/tiles" "$work/older/$map/tiles" >"$work/diff" && wrong 'the older map looks the same'
cp -r "$work/older" "$work/over"
for i in 1 2; do
    render 0 -o "$work/bare" --shard $i/2
    render 0 -o "$work/over" --shard $i/2
    render 0 -o "$work/other" --shard $i/2 --no-shadows
done

# damaged BASE COMMAND: what the whole map becomes after it.
done_before=0
damaged() {
    done_before=$((done_before + 1))
    rm -rf "$o"
    cp -rp "$work/$1" "$o"
    shard=$o/.adtmap/shards/1-of-2/$map
    log=$shard/.adtmap/log
    places=$shard/.adtmap/places
    tile=$(find "$shard/tiles" -name '*.png' | sort | head -n 1)
    layer=$(find "$shard/layers" -name '*.png' | sort | head -n 1)
    other=$(find "$shard/tiles" -name '*.png' | sort | tail -n 1)
    eval "$2" || wrong "cannot do: $2"
    "$ADTMAP" render -d "$DEMO" -m "$map" -s 16 -j 1 --layer height --height-range -100,500 -o "$o" --stitch --web \
        --json --check >"$work/check" 2>"$err"
    shards=$o/.adtmap/shards
    [ -d "$shards" ] || shards=
    planned=$(jq '[.changes[] | select(.reason != "gone")] | length' "$work/check")
    whole 0
    draws=$(jq .tiles "$out")
    cp "$err" "$work/said"
    [ "$draws" -eq "$planned" ] || wrong "$1, $2: $draws tiles are drawn, --check said $planned"
    diff -r -x .adtmap "$work/fresh" "$o" >"$work/diff" || wrong "$1, $2: $(head -n 3 "$work/diff")"
    [ "$draws" -eq 0 ] || [ "$1" = over ] || [ -s "$err" ] || [ ! -d "$shards" ] || wrong "$1, $2: $draws tiles are drawn, and no word why"
    whole 0 --check
    cp "$work/said" "$err"
}
flip() { # flip FILE BYTE: one byte becomes another, and the times stay
    touch -r "$1" "$work/times"
    printf '\377' | dd of="$1" bs=1 seek="$2" conv=notrunc 2>"$work/dd"
    touch -r "$work/times" "$1"
}
half() { truncate -s $(($(wc -c <"$1") / 2)) "$1"; }
linked() { mv "$1" "$work/target.$done_before" && ln -s "$work/target.$done_before" "$1"; }
edit() { sed -i -E "$1" "$log"; }

damaged bare true
[ "$draws" -eq 0 ] || wrong 'tiles of whole shards are drawn again'
[ ! -e "$o/.adtmap/shards" ] || wrong 'shards are left'
damaged over true
[ "$draws" -eq 0 ] || wrong 'tiles of whole shards are drawn again'
cat >"$work/damages" <<'EOF'
rm "$X"
half "$X"
truncate -s 0 "$X"
echo >>"$X"
flip "$X" 0
flip "$X" $(($(wc -c <"$X") / 2))
flip "$X" $(($(wc -c <"$X") - 2))
rm "$X" && mkdir "$X"
rm "$X" && ln -s /nowhere "$X"
linked "$X"
touch -d '2001-01-01' "$X"
touch -d '2101-01-01' "$X"
EOF
# Each kind of file. One that is only older or newer than on record is read.
for name in log tile layer places; do
    while read -r line; do
        for base in bare over; do
            [ $base = bare ] || [ "$name" != places ] || continue
            damaged $base "X=\$$name && $line"
        done
    done <"$work/damages"
done
# Folders.
for name in "$o/.adtmap" "$o/.adtmap/shards" "$o/.adtmap/shards/1-of-2" "$o/.adtmap/shards/1-of-2/$map" \
    "$o/.adtmap/shards/1-of-2/$map/.adtmap" "$o/.adtmap/shards/1-of-2/$map/tiles" "$o/.adtmap/shards/1-of-2/$map/layers"; do
    for line in 'rm -r "$X"' 'rm -r "$X" && echo >"$X"'; do
        case $line$name in *echo*"$o/.adtmap") continue ;; esac # nobody can write pages then
        damaged bare "X='$name' && $line"
    done
done
for name in 1-of-2 "1-of-2/$map" "1-of-2/$map/tiles"; do
    damaged bare "linked '$o/.adtmap/shards/$name'"
done
# What the log says, with a sum that fits, as of another adtmap, or with one that does not.
cat >"$work/edits" <<'EOF'
s/^adtmap-log 3/adtmap-log 2/
s/^(made.tiles[^\t]*\t)[0-9a-f]{4}/\1aaaa/
s/^(made.tiles[^\t]*\t[0-9a-f]{32} )[0-9a-f]{4}/\1aaaa/
s/^(made.tiles.* )[0-9a-f]{32}( =)/\1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\2/
s/^(input.[0-9]+ )[0-9a-f]{4}/\1aaaa/
s/^(input.*)$/\1x/
s/^(made.tiles.*\t)[0-9,]+(\t[^\t]*)$/\1999999\2/
s/^(made.layers.*)$/failed\tlayers\/height\/x.png\t-\tgone/
/^made.tiles/d
/^made.layers/d
/^input/d
/^fact/d
/^map/d
s/^map.*/map\tOther/
EOF
while read -r line; do
    damaged bare "edit '$line' && sed -i '/^sum/d' \"\$log\""
    damaged over "edit '$line'"
done <"$work/edits"
for share in 10 30 50 70 90 99; do
    damaged over "head -c $((share * $(wc -c <"$work/over/.adtmap/shards/1-of-2/$map/.adtmap/log") / 100)) \"\$log\" >'$work/cut' && cp '$work/cut' \"\$log\""
done
damaged bare 'edit "s/^map.*/map\tOther/; /^sum/d"'
says "is the folder of the map 'Other': its tiles are drawn here"
[ -d "$o/.adtmap/shards/1-of-2/$map" ] || wrong 'the shard of another map is gone'
# Pictures of others: of another tile, of other settings, of older data, all with the log that was there.
damaged bare 'cp "$other" "$tile"'
damaged over 'cp -p "$other" "$tile"'
damaged over 'cp "'"$work"'/stale/.adtmap/shards/1-of-2/'"$map"'/tiles/"* "$shard/tiles"'
damaged bare 'cp "'"$work"'/other/.adtmap/shards/1-of-2/'"$map"'/tiles/"* "$shard/tiles"'
damaged bare 'cp "$layer" "$tile"'
# Whole shards: of older data, of other settings, of another division, of an older adtmap.
for base in bare over; do
    damaged $base 'rm -r "$o/.adtmap" && cp -r "'"$work"'/stale/.adtmap" "$o"'
    says 'made of other data ('
    no_file "$o/.adtmap/shards/1-of-2"
    damaged $base 'rm -r "$o/.adtmap" && cp -r "'"$work"'/other/.adtmap" "$o"'
    says 'made with other settings or by another version of adtmap; the folder stays'
    [ -d "$o/.adtmap/shards/1-of-2/$map" ] || wrong 'shards of other settings are gone'
done
damaged bare 'mv "$o/.adtmap/shards/1-of-2" "$o/.adtmap/shards/1-of-3" && rm -r "$o/.adtmap/shards/2-of-2"'
says 'of 3 shards, 2 are missing (2, 3)'
damaged bare 'mkdir -p "$o/$map/.adtmap" && mv "$log" "$o/$map/.adtmap/log.1-of-2" && mv "$shard/tiles" "$o/$map" && rm -r "$o/.adtmap"'
says '1 shard is of an older adtmap'
no_file "$o/$map/.adtmap/log.1-of-2"

# The map itself is damaged too: shards have what it lacks.
damaged over 'rm "$o/$map/tiles/"*'
[ "$draws" -eq 0 ] || wrong 'what shards have is drawn'
damaged over 'half "$o/$map/.adtmap/log"'
damaged over 'echo nonsense >"$o/$map/.adtmap/log" && rm "$o/$map/web/color/0/0/0.png"'
[ "$draws" -eq 0 ] || wrong 'what shards have is drawn'
[ "$done_before" -ge 60 ] || wrong "$done_before kinds of damage"
finish
