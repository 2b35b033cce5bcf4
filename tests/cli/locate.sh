#!/bin/sh
# Facts about points: kinds of text, columns, maps, checks, statements, and lines that are wrong.
. "$(dirname "$0")/common.sh"

# locate STATUS ARGUMENT... <INPUT
locate() {
    wanted=$1
    shift
    "$ADTMAP" locate -d "$DEMO" "$@" >"$out" 2>"$err"
    got=$?
    [ $got -eq "$wanted" ] || wrong "locate $*: exit status $got, wanted $wanted"
}

# column NAME: the values of a column of the TSV that was written.
column() {
    awk -F '\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next }
        { print at ? $at : "no column" }' "$out"
}

# A point of the island as arguments has a height, an area and a zone.
runs 0 locate -d "$DEMO" -m Demo -- 40 -30 500
ground=$(column ground)
case $ground in *.???) ;; *) wrong "ground: $ground" ;; esac
[ "$(column tile)" = 32_31 ] || wrong 'tile'
[ "$(column surface)" = "$ground" ] || wrong 'surface'
[ -n "$(column area_name)" ] || wrong 'area_name'
[ -n "$(column zone_name)" ] || wrong 'zone_name'
runs 0 locate -d "$DEMO" -m Demo --json -- 40 -30 500
jq -e --arg ground "$ground" '.map == "Demo" and .ground == ($ground | tonumber) and .hole == 0' \
    "$out" >/dev/null || wrong 'JSON'

# TSV, CSV and JSON lines say the same, and are carried along as they are.
printf 'guid\tmap\tposition_x\tposition_y\tposition_z\tname\n1\t0\t40\t-30\t500\ta\\tb "c", NULL\n2\tDemo\t-200\t100\tNULL\t\n' \
    >"$work/in.tsv"
locate 0 "$work/in.tsv"
[ "$(column ground | head -n 1)" = "$ground" ] || wrong 'TSV'
[ "$(column above | tail -n 1)" = '' ] || wrong 'above without Z'
[ "$(cut -f 1-6 "$out")" = "$(cat "$work/in.tsv")" ] || wrong 'columns of TSV are carried along'
cp "$out" "$work/out.tsv"
locate 0 --output csv "$work/in.tsv"
grep -q '^1,0,40,-30,500,"a	b ""c"", NULL",32_31,' "$out" || wrong 'CSV'
cp "$out" "$work/out.csv"
cut -d , -f 1-5 "$out" | sed 's/$/,x/' >"$work/in.csv"
sed -i '1s/,x$/,name/' "$work/in.csv"
locate 0 --output tsv "$work/in.csv"
[ "$(column ground)" = "$(awk -F '\t' 'NR > 1 { print $15 }' "$work/out.tsv")" ] || wrong 'from CSV'
locate 0 --output jsonl "$work/in.tsv"
jq -e -s '.[0].name == "a\tb \"c\", NULL" and .[0].guid == 1 and (.[1] | has("position_z") | not)' \
    "$out" >/dev/null || wrong 'JSON lines'
cp "$out" "$work/in.jsonl"
jq -c '{guid, map, x: .position_x, y: .position_y, deep: {a: [1]}}' "$work/in.jsonl" >"$work/own.jsonl"
locate 0 "$work/own.jsonl"
jq -e -s --arg ground "$ground" '.[0].ground == ($ground | tonumber) and .[1].deep.a[0] == 1' \
    "$out" >/dev/null || wrong 'from JSON lines'
locate 0 --output tsv <"$work/own.jsonl"
[ "$(column ground | head -n 1)" = "$ground" ] || wrong 'JSON lines to TSV'

# CR LF, a byte order mark, no end of line, quotes over several lines, empty lines.
printf '\357\273\277map,x,y,note\r\n0,40,-30,"two\nlines, one point"\r\n\r\n0,40,-30,last' >"$work/odd.csv"
locate 0 --json "$work/odd.csv"
jq -e -s --arg ground "$ground" 'length == 2 and (map(.ground) | unique == [$ground | tonumber]) and
    .[0].note == "two\nlines, one point"' "$out" >/dev/null || wrong 'odd CSV'

# Columns by option; a column that has the name of a fact.
printf '40 -30\n' | tr ' ' ',' >"$work/bare.csv"
locate 0 -m 0 --columns x,y --output tsv "$work/bare.csv"
[ "$(column ground)" = "$ground" ] || wrong '--columns'
printf 'map\tx\ty\tarea\n0\t40\t-30\tmine\n' >"$work/stdin"
locate 0 <"$work/stdin"
[ "$(column area)" = mine ] || wrong 'a column named as a fact'
[ -n "$(column adt_area)" ] || wrong 'a fact whose name is taken'

cp "$out" "$work/again.tsv"
locate 0 "$work/again.tsv"
cp "$out" "$work/stdin"
locate 0 <"$work/stdin"
[ "$(head -n 1 "$out" | tr '\t' '\n' | sort | uniq -d)" = '' ] || wrong 'names that are there twice'
[ "$(column adt3_area)" = "$(column adt_area)" ] || wrong "the fact of the fourth run: $(head -n 1 "$out")"

# Columns of one name are members with names of their own; so are names that are no UTF-8.
printf 'x,y,a,a_2,a,a\n40,-30,1,2,3,\377\n' >"$work/same.csv"
locate 0 -m Demo --json "$work/same.csv"
grep -qF '"a":1,"a_2":2,"a_3":3,"a_4":"?",' "$out" || wrong 'columns of one name'

# Members of JSON lines go by their names, in any order; what a line lacks is empty.
cat >"$work/mixed.jsonl" <<'END'
{"guid":5,"map":0,"x":40,"y":-30,"z":9000,"name":"[DND] Foo","area":9}
{"x":40,"z":9000,"y":-30,"map":0,"guid":6}
{"z":9000,"y":-30,"x":40,"extra":[1,2],"map":0,"guid":7}
END
locate 0 --output tsv "$work/mixed.jsonl"
[ "$(column guid | tr '\n' ' ')" = '5 6 7 ' ] || wrong 'members by name'
[ "$(column ground | sort -u)" = "$ground" ] || wrong 'facts of members by name'
[ "$(column name | head -n 1)" = '[DND] Foo' ] || wrong 'a text'
cp "$out" "$work/mixed.tsv"
locate 0 --columns x,y "$work/mixed.jsonl"
says 'mixed.jsonl: --columns does not count for JSON lines, whose members have names'
jq -e -s '.[0].area == 9 and .[0].adt_area > 0 and .[1].area == .[0].adt_area or .[1].adt_area > 0' \
    "$out" >/dev/null || wrong 'a member named as a fact'
jq -e -s 'length == 3 and .[2].extra == [1, 2]' "$out" >/dev/null || wrong 'all lines come back'
locate 0 --output jsonl "$work/mixed.tsv"
jq -e -s '.[0].name == "[DND] Foo"' "$out" >/dev/null || wrong 'a text that begins like JSON'
locate 1 --check 2 --sql creature "$work/mixed.jsonl"
# shellcheck disable=SC2016 # backquotes of SQL
[ "$(grep -o 'WHERE.*' "$out" | tr '\n' ' ')" = 'WHERE `guid` = 5; WHERE `guid` = 6; WHERE `guid` = 7; ' ] ||
    wrong 'keys of JSON lines'
# Each object is checked by its own members, and by those of the first where it has none.
cat >"$work/roles.jsonl" <<'END'
{"guid":1,"map":0,"x":40,"y":-30}
{"map":0,"position_x":40,"position_y":-30,"position_z":9000,"areaId":4242,"guid":2,"fly":0}
{"id":3,"map":0,"x":40,"y":-30,"z":"high","zoneId":4343}
{"fly":1,"guid":4,"map":0,"x":40,"y":-30,"z":9000}
END
locate 1 -v --check 2 "$work/roles.jsonl"
says 'line 1: no z or position_z; height not checked'
says 'line 3: z is not a number; not checked'
says 'no member areaId or zoneId; areas and zones are not checked where there is none'
[ "$(jq -r '.guid // .id' "$out" | tr '\n' ' ')" = '2 3 4 ' ] || wrong 'objects that are checked by their own members'
sed 's/,"fly":0//; 1s/}/,"fly":0}/' "$work/roles.jsonl" >"$work/fly.jsonl"
locate 1 --check 2 --fliers fly "$work/fly.jsonl"
[ "$(jq -r '.guid // .id' "$out" | tr '\n' ' ')" = '2 3 ' ] || wrong 'a flier by a member in another place'
locate 1 --check 2 --sql creature "$work/roles.jsonl"
# shellcheck disable=SC2016 # backquotes of SQL
[ "$(sed 's/.* SET \(.*\) = [-0-9.]* WHERE/\1/; s/ = [0-9]*, / /g' "$out" | tr '\n' ' ')" = \
    '`areaId` `position_z` `guid` = 2; `z` `guid` = 4; ' ] || wrong 'statements by the members of an object'
says 'line 3: guid is no whole number; no statement'
locate 1 --output csv "$work/roles.jsonl"
says 'line 2: position_x is not in the first object and has no column'
[ "$(grep -c notice "$err")" -eq 1 ] || wrong 'members that are left out are said once'
printf '{"map":0,"x":40,"y":-30,"areaId":4242,"guid":1}\n{"map":0,"x":40,"y":-30,"guid":2}\n' >"$work/stdin"
locate 1 -q --check --sql creature <"$work/stdin"
# shellcheck disable=SC2016 # backquotes of SQL
[ "$(grep -c '^UPDATE `creature` SET `areaId` = ' "$out")" -eq 2 ] || wrong 'an area that an object lacks'
jq -n -c '[range(257)] | map({key: "k\(.)", value: .}) | from_entries + {x: 1, y: 1}' >"$work/wide.jsonl"
echo '{"map":0,"x":40,"y":-30}' >>"$work/wide.jsonl"
locate 1 "$work/wide.jsonl"
says 'line 1: more than 256 members'
printf '{"map":0,"x":40,"y":-30}}\n{"map":0,"x":40,"y":-30} {"x":1}\n' >"$work/stdin"
locate 1 -v <"$work/stdin"
says 'line 1: more than one JSON object'
says 'line 2: more than one JSON object'
# A file without points does not spoil the next.
printf 'a\tb\n1\t2\n' >"$work/none.tsv"
locate 1 "$work/none.tsv" "$work/in.tsv"
says 'none.tsv: line 1: no column x'
[ "$(column guid | wc -l)" -eq 2 ] || wrong 'the file after one without points'
rm "$work/none.tsv"
# Files of several kinds are written as the first, if they have its columns.
printf 'map,x,y,z\n0,40,-30,500\n' >"$work/kind.csv"
printf 'map\tx\ty\tz\n0\t40\t-30\t500\n' >"$work/kind.tsv"
printf '{"map":0,"x":40,"y":-30,"z":500}\n' >"$work/kind.jsonl"
printf 'Map: 0 (Demo)\nX: 40 Y: -30 Z: 500\n' >"$work/kind.gps"
locate 0 "$work/kind.csv" "$work/kind.tsv" "$work/kind.jsonl"
[ "$(sort -u "$out" | wc -l) $(wc -l <"$out")" = '2 4' ] || wrong 'all files as CSV'
locate 0 "$work/kind.jsonl" "$work/kind.csv" "$work/kind.gps"
jq -e -s 'length == 3 and (map([.x, .y, .z, .ground]) | unique | length) == 1' "$out" >/dev/null || wrong 'all files as JSON lines'
locate 1 "$work/in.tsv" "$work/kind.gps"
says 'kind.gps: its columns are not those of the first file'
[ "$(column guid | wc -l)" -eq 2 ] || wrong 'a chat behind other columns'

# Many maps that are not there take no time that grows with their square.
awk 'BEGIN { print "map\tx\ty"; for (i = 0; i < 20000; i++) print 5000 + i "\t1\t1" }' >"$work/maps.tsv"
locate 1 "$work/maps.tsv"
says 'the data have no map'

# Maps behind a thousand that are not there, or a thousand spellings of one, are found; a map is one
# by its number, by its name and in the summary.
awk 'BEGIN { print "map\tx\ty\tz"; for (i = 0; i < 1100; i++) { printf "%0" i + 1 "d\t40\t-30\t'"$ground"'\n%d\t1\t1\t0\n", 0, 5000 + i }
    print "dEMO\t40\t-30\t'"$ground"'\nHall\t5\t5\t0.3" }' >"$work/maps.tsv"
locate 1 --check "$work/maps.tsv"
says 'map 0: 1101 points, 0 wrong'
says 'map Hall: 1 points, 0 wrong'
says 'without a map that can be read: 1100 points'

# Why a map cannot be opened is said.
mkdir -p "$work/broken/World/Maps/Hall"
echo rubbish >"$work/broken/World/Maps/Hall/Hall.wdt"
locate 2 -d "$work/broken" -m Hall "$work/maps.tsv"
says 'Hall.wdt: '
! grep -q 'the data have no map' "$err" || wrong 'a map that cannot be read is said to be missing'

# -m leaves points of other maps out.
printf 'map\tx\ty\n0\t40\t-30\nHall\t5\t5\n' >"$work/two.tsv"
locate 0 -m Demo "$work/two.tsv"
[ "$(column map)" = 0 ] || wrong '-m'
locate 0 "$work/two.tsv"
[ "$(column map | wc -l)" -eq 2 ] || wrong 'two maps'

# Per cent and back; a chat.
printf 'x\ty\n40\t-30\n' >"$work/stdin"
locate 0 -m Demo <"$work/stdin"
zone=$(column zone)
zone_name=$(column zone_name)
percent="$(column zone_x) $(column zone_y)"
if [ "$percent" != ' ' ]; then
    for line in "$zone $percent" "$zone_name $percent" "$zone $zone_name $percent" "$zone ${zone_name%??} $percent"; do
        echo "$line" >"$work/stdin"
        locate 0 --from-percent <"$work/stdin"
        [ "$(column ground | cut -d . -f 1)" = "${ground%.*}" ] || wrong "per cent: $line"
    done
fi
for line in "$zone Another name 40 40" '7th Legion Base 40 40' '4294967297 40 40'; do
    echo "$line" >"$work/stdin"
    locate 1 --from-percent <"$work/stdin"
done
for line in "$zone 1e300 40" "$zone 40 -1e30" "$zone inf 40"; do
    echo "$line" >"$work/stdin"
    locate 1 --from-percent <"$work/stdin"
    says 'line 1: a number in per cent is out of range; left out'
done
echo 'Nowhere 5 5' >"$work/stdin"
locate 1 --from-percent <"$work/stdin"
says 'line 1: no such zone'
cat >"$work/chat" <<'END'
[12:00] You are at:
Map: 0 (Demo) Zone: 1 (Land) Area: 2 (Here) Phase: 1
X: 40.000000 Y: -30.000000 Z: 500.000000 Orientation: 1.2
END
locate 0 --input gps "$work/chat"
[ "$(column ground)" = "$ground" ] || wrong 'a chat'
sed 1d "$work/chat" >"$work/stdin"
locate 0 <"$work/stdin"
[ "$(column ground)" = "$ground" ] || wrong 'a chat that is found by its first line'
sed 1,2d "$work/chat" >"$work/stdin"
locate 0 -m Demo <"$work/stdin"
[ "$(column ground)" = "$ground" ] || wrong 'a chat that begins with X'
printf 'Map: none (x)\nX: abc Y: -30 Z: 500\nX: 1e300 Y: -30 Z: 500\nX: 40 Y: -30 Z: 500\n' >"$work/stdin"
locate 1 --input gps -m Demo <"$work/stdin"
says 'line 2: X, Y and Z are not three numbers'
says 'line 3: X, Y and Z are not three numbers, or out of range; left out'
[ "$(column ground)" = "$ground" ] || wrong 'a chat whose map is no number'

{
    printf 'Map: 0\nX: 40 Y: -30 Z: 500\nX: 40 \0Y: -30 Z: 500\n%01024d X: 40 Y: -30 Z: 500\n' 0
    printf 'X: 40 Y: -30 Z: 500 %01004d\nX: 40 Y: -30 Z: 500 %01003d\n' 0 0
} >"$work/stdin"
locate 1 -v --input gps <"$work/stdin"
says 'line 3: a NUL byte; left out'
says 'line 4: more than 1023 bytes; left out'
says 'line 5: more than 1023 bytes; left out'
[ "$(column x | wc -l)" -eq 2 ] || wrong 'lines of a chat that are left out'
printf '%01000d%s 40 40\n%s 40 \0 40\n' 0 "$zone_name" "$zone_name" >"$work/stdin"
locate 1 --from-percent -v <"$work/stdin"
says 'line 1: '
says 'line 2: a NUL byte; left out'

# The yards of a check count below the ground as they do above.
low=$(awk "BEGIN { print $ground - 3 }")
printf 'guid\tmap\tx\ty\tz\n1\t0\t40\t-30\t%s\n' "$low" >"$work/low.tsv"
locate 0 --check 5 "$work/low.tsv"
locate 1 --check 2.5 "$work/low.tsv"
[ "$(column problem)" = '3.00 yd below the ground' ] || wrong "three yards below the ground: $(column problem)"

[ "$(column above)" = -3.000 ] || wrong "above: $(column above)"
[ "$(column surface)" = "$ground" ] || wrong 'the floor above a point'

# The yards may be left out, and stand apart or behind '='; a file is not taken for them.
for yards in --check --check=2 '--check 2'; do
    # shellcheck disable=SC2086 # words
    locate 1 $yards "$work/low.tsv"
    # shellcheck disable=SC2086
    locate 1 "$work/low.tsv" $yards -q
done
locate 0 "$work/low.tsv" --check 5
locate 2 --check=some "$work/low.tsv"
says "--check: 'some' is not a number"
locate 2 --check 20000 "$work/low.tsv"

# What a check cannot look at is said, and the rest is checked.
printf 'guid\tmap\tx\ty\tz\tareaId\tzoneId\n1\t0\t40\t-30\tNULL\t4242\tland\n2\t0\t40\t-30\tup\tNULL\t4343\n' >"$work/lacks.tsv"
locate 1 --check "$work/lacks.tsv"
says 'line 2: z is missing; not checked'
says 'line 2: zoneId is not a number; not checked'
says 'line 3: z is not a number; not checked'
says 'line 3: areaId is missing; not checked'
[ "$(column problem | cut -d ' ' -f 1 | tr '\n' ' ')" = 'area zone ' ] || wrong 'the rest of a check'
printf 'map\tx\ty\tz\tareaId\n0\t40\t-30\t0\t-1\n' >"$work/stdin"
locate 1 --check <"$work/stdin"
says 'line 2: areaId is below 0; not checked'
cut -f 1-4 "$work/lacks.tsv" >"$work/flat.tsv"
locate 1 --check "$work/flat.tsv"
says 'line 1: no column z or position_z; heights are not checked'
says 'no column areaId or zoneId; areas and zones are not checked'
says 'map 0: 2 points, 0 wrong'

# Many wrong lines of a kind: a few are printed with their numbers, the rest is counted.
{ echo 'map,x,y' && seq 1 12 | sed 's/.*/0,at &,1/'; } >"$work/many.csv"
locate 1 "$work/many.csv"
[ "$(grep -c 'X or Y is not a number' "$err")" -eq 6 ] || wrong 'lines of a kind'
says 'line 7: X or Y is not a number (and 6 more like it; -v prints all)'
locate 1 -v "$work/many.csv"
[ "$(wc -l <"$err")" -eq 12 ] || wrong 'all lines with -v'

# A quote that does not end takes its line, not the file.
{
    printf 'map,x,y,name\n0,40,-30,"open\n'
    seq 1 60000 | sed 's/.*/0,40,-30,point & of many/'
    printf '0,40,-30,"two\nlines, one point"\n0,40,-30,6" nail\n0,40,-30,"and "here"\n0,40,-30,"last'
} >"$work/quotes.csv"
locate 1 "$work/quotes.csv"
says 'line 2: a quote that opens and does not end; left out'
says 'line 60006: a quote that opens and does not end; left out'
says 'line 60007: a quote that opens and does not end; left out'
[ "$(wc -l <"$err")" -eq 3 ] || wrong 'one line for each quote'
[ "$(grep -c '14_\|,0_\|_' "$out")" -ge 60002 ] || wrong 'the lines behind a quote'
prints '6" nail,32_31,'

# Fliers and swimmers by column and by list; what nobody says is called a guess.
find_water() {
    awk 'BEGIN { print "map\tx\ty"; for (x = -1500; x < 1500; x += 50) for (y = -1500; y < 1500; y += 50) print "0\t" x "\t" y }' >"$work/stdin"
    locate 0 <"$work/stdin"
    awk -F '\t' 'NR > 1 && $14 != "" && $15 - $12 > 6 { print $2 "\t" $3 "\t" ($12 + $15) / 2; exit }' "$out"
}
spot=$(find_water)
[ -n "$spot" ] || wrong 'no deep water in the demo world'
printf 'guid\tid1\tmap\tx\ty\tz\tswim\n1\t70\t0\t%s\t0\n2\t71\t0\t%s\t1\n3\t72\t0\t40\t-30\t90\t0\n' "$spot" "$spot" >"$work/swim.tsv"
locate 1 --check "$work/swim.tsv"
[ "$(column guid | tr '\n' ' ')" = '3 ' ] || wrong 'swimmers by guess'
says 'map 0: 3 points, 1 wrong; 2 in liquids taken for swimmers, a guess'
locate 1 --check --swimmers swim "$work/swim.tsv"
[ "$(column guid | tr '\n' ' ')" = '1 3 ' ] || wrong 'swimmers by column'
! grep -q guess "$err" || wrong 'a guess where a column says it'
printf 'entry\tname\n70\tFish\nnone\n' >"$work/fish.tsv"
locate 1 --check --swimmers "@$work/fish.tsv" "$work/swim.tsv"
[ "$(column guid | tr '\n' ' ')" = '2 3 ' ] || wrong 'swimmers by list'
says 'fish.tsv: line 3: no number of an entry'
printf '72\n' >"$work/birds"
locate 0 --check --fliers "@$work/birds" "$work/swim.tsv"
locate 2 --check --fliers "@$work/nobody" "$work/swim.tsv"
says 'nobody: No such file'
locate 2 --check --fliers "@$work" "$work/swim.tsv"
says 'Is a directory'
for no in 0 0.0 FALSE no ''; do
    printf 'map\tx\ty\tz\tfly\n0\t40\t-30\t90\t%s\n' "$no" >"$work/stdin"
    locate 1 --check --fliers fly <"$work/stdin"
done
sed 's/\t$/\tyes/' "$work/stdin" >"$work/flies.tsv"
locate 0 --check --fliers fly "$work/flies.tsv"
locate 2 --fliers swim "$work/swim.tsv"
says '--fliers needs --check'
locate 1 --check --fliers "@$work/birds" "$work/flat.tsv"
says 'needs a column entry or id1'

# Buildings have surfaces, one above the other.
runs 0 locate -d "$DEMO" -m Hall --surfaces -- 5 5
roof=$(column surface)
[ -n "$roof" ] || wrong 'the hall has no roof'
runs 2 locate -d "$DEMO" -m Hall --floors -- 5 5
says "--surfaces looks at what can be stood on"
runs 0 locate -d "$DEMO" -m Hall --surfaces -- 5 5 "$(echo "$roof" | awk '{ print $1 - 6 }')"
[ "$(column surface)" != "$roof" ] || wrong 'the roof is the floor'

# Heights are judged by the nearest surface, above or below, however far the check reaches: here the
# ground, the floor of a cottage 1.17 yards above it, its ceiling, and the roof.
cottage() { # STATUS Z AREA OPTION...
    wanted=$1
    printf 'guid\tmap\tx\ty\tz\tareaId\tzoneId\n1\t0\t-488\t-12\t%s\t%s\t0\n' "$2" "$3" >"$work/cottage.tsv"
    shift 3
    locate "$wanted" --check "$@" "$work/cottage.tsv"
}
printf 'map\tx\ty\n0\t-488\t-12\n' >"$work/stdin"
locate 0 --surfaces <"$work/stdin"
under=$(column ground)
roof=$(column surface)
loft=17.402
cottage 0 "$under" 0 0.25
cottage 0 "$loft" 0 5
cottage 1 "$loft" 0
[ "$(column problem)" = '2.37 yd below the surface, unless it flies (a guess)' ] || wrong "below a ceiling: $(column problem)"
cottage 1 "$loft" 0 --sql creature
echo "UPDATE \`creature\` SET \`z\` = 19.772 WHERE \`guid\` = 1;" >"$work/statements"
same "$out" "$work/statements"

# Areas in buildings are neither checked nor set.
cottage 0 "$roof" 4242
says 'map 0: 1 points, 0 wrong; areas of 1 in buildings are not checked'
cottage 0 "$roof" 4242 --sql creature
[ ! -s "$out" ] || wrong 'the area of a point on a roof is set'

# A check lists what is wrong, and says how to set it.
wrong_z=$(echo "$ground" | awk '{ print $1 + 30 }')
area=$(runs 0 locate -d "$DEMO" -m 0 -- 40 -30 && column area)
printf 'guid\tmap\tx\ty\tz\tareaId\tzoneId\tfly\n%s\n' "1	0	40	-30	$ground	$area	0	0
2	0	40	-30	$wrong_z	0	0	0
3	0	40	-30	$wrong_z	0	0	1
4	0	40	-30	$ground	4242	4343	0
5	0	16000	16000	0	0	0	0" >"$work/check.tsv"
locate 1 --check 2 --fliers fly "$work/check.tsv"
[ "$(column guid | tr '\n' ' ')" = '2 4 5 ' ] || wrong 'what a check lists'
prints '30.00 yd above the ground, unless it flies (a guess)'
prints "area $area; zone $zone"
prints 'off the map'
says 'map 0: 5 points, 3 wrong'
locate 1 --check 2 --fliers fly --sql creature "$work/check.tsv"
facts="\`areaId\` = $area, \`zoneId\` = $zone"
{
    echo "UPDATE \`creature\` SET \`zoneId\` = $zone WHERE \`guid\` = 1;"
    echo "UPDATE \`creature\` SET $facts, \`z\` = $ground WHERE \`guid\` = 2;"
    echo "UPDATE \`creature\` SET $facts WHERE \`guid\` = 3;"
    echo "UPDATE \`creature\` SET $facts WHERE \`guid\` = 4;"
} >"$work/statements"
same "$out" "$work/statements"
printf 'id\tmap\tx\ty\tz\tguid\n299\t0\t40\t-30\t%s\t7\n' "$wrong_z" >"$work/stdin"
locate 1 --check 2 --sql creature <"$work/stdin"
# shellcheck disable=SC2016 # backquotes of SQL
prints 'WHERE `guid` = 7;'
sed 's/7$/0x1e1/' "$work/stdin" >"$work/key.tsv"
locate 1 --check 2 --sql creature "$work/key.tsv"
[ ! -s "$out" ] || wrong 'a key that is no whole number'
says 'line 2: guid is no whole number; no statement'
# Numbers are carried along digit by digit, which a double does not hold; so is all that is no string.
printf '{ "guid" : 9007199254740993 ,"big":12345678901234567890, "e\\"}":1.50e2,"deep": {"a":[1.0, "}\\"]"]}, "t":true,"n":null,"s":"a\\"b","map":0,"x":40.0,"y":-30,"z":%s}\n' \
    "$wrong_z" >"$work/exact.jsonl"
locate 1 --check 2 --sql creature "$work/exact.jsonl"
# shellcheck disable=SC2016 # backquotes of SQL
prints 'WHERE `guid` = 9007199254740993;'
locate 0 --output csv "$work/exact.jsonl"
prints '9007199254740993,12345678901234567890,1.50e2,"{""a"":[1.0, ""}\""]""]}",true,,"a""b",0,40.0,-30,'
locate 2 --check 2 --sql 'creature` SET x = 1; -- ' "$work/key.tsv"
says 'without backquotes'
printf '{"map":0,"x":"forty","y":-30,"problem":"mine"}\n' >"$work/stdin"
locate 1 --check 2 <"$work/stdin"
jq -e '.problem == "mine" and .adt_problem == "X or Y is not a number"' "$out" >/dev/null || wrong 'a problem of the input'
sed -n 1,2p "$work/check.tsv" >"$work/stdin"
locate 0 --check 2 <"$work/stdin"

# Lines that are wrong are named, and the others go on.
{
    printf 'map\tx\ty\n0\tforty\t-30\n0\t40\n0\t40\t-30\t7\n77\t40\t-30\n0\tnan\t1\n0\t99999\t1\n0\t4\0\t1\n'
    head -c 2000000 /dev/zero | tr '\0' 7
    printf '\n0\t40\t-30'
} >"$work/wrong.tsv"
locate 1 -v "$work/wrong.tsv"
[ "$(column ground | tail -n 1)" = "$ground" ] || wrong 'the last line'
says 'line 2: X or Y is not a number'
says 'line 3: too few columns'
says 'line 4: too many columns'
says 'line 5: the data have no map 77'
says 'line 6: X or Y is not a number'
says 'line 7: off the grid of the map'
says 'line 8: a NUL byte'
says 'line 9: more than 1 MiB; left out'
[ "$(column map | wc -l)" -eq 5 ] || wrong 'lines that can be read come back'
printf '{"map":0,"x":40,"y":-30}\n{"map":0,\n[1]\n' >"$work/stdin"
locate 1 -v <"$work/stdin"
says 'line 2: not a JSON object'
says 'line 3: not a JSON object'
printf 'a\tb\n1\t2\n' >"$work/stdin"
locate 1 <"$work/stdin"
says 'no column x or position_x'
locate 1 "$work/none.tsv"
says 'none.tsv: No such file'
locate 2 -m 0 40 -30
says "-3: no such option; numbers below 0 go behind '--'"
locate 1 -m 0 -- 40
says '40: No such file or directory; a point needs X and Y'
printf '0\t40\tforty\n' >"$work/stdin"
locate 1 -v --columns map,x,y <"$work/stdin"
[ "$(wc -l <"$err")" -eq 1 ] || wrong 'Y that is no number is reported once'
locate 2 -m Nowhere "$work/in.tsv"
says "-m Nowhere: the data have no map Nowhere"
locate 2 --sql creature "$work/in.tsv"
says '--sql needs --check'
locate 2 --from-percent -- 2 51 48
says '--from-percent reads lines from a file'
locate 2 --from-percent --input csv "$work/in.tsv"
says '--from-percent reads lines of its own kind'
locate 2 --json --output csv "$work/in.tsv"
says '--json and --output name two kinds'
printf 'map,x,y\n0,0x10,1\n' >"$work/stdin"
locate 1 <"$work/stdin"
says 'X or Y is not a number'
printf 'map;x;y\n0;40,5;1\n' >"$work/stdin"
locate 1 <"$work/stdin"
says 'line 2: X or Y is not a number: decimals stand behind a point, not a comma'
printf '' >"$work/stdin"
locate 0 <"$work/stdin"

# A tile that cannot be read is a failure for its points.
mkdir -p "$work/damaged/World/Maps"
cp -r "$DEMO/World/Maps/Demo" "$work/damaged/World/Maps"
head -c 100 /dev/zero >"$work/damaged/World/Maps/Demo/Demo_32_31.adt"
printf 'map\tx\ty\nDemo\t40\t-30\nDemo\t40\t30\n' >"$work/stdin"
"$ADTMAP" locate -d "$work/damaged" <"$work/stdin" >"$out" 2>"$err"
[ $? -eq 1 ] || wrong 'the exit status of a damaged tile'
says 'line 2: the tile cannot be read'
[ "$(column hole | tr '\n' ' ')" = ' 0 ' ] || wrong 'points on and next to a damaged tile'

# Spawns of a real server stand on the floor of a mill, once the data have the mill.
if [ -d "$real/server" ] && [ -d "$real/wmo" ]; then
    mill=$work/mill/world/wmo/azeroth/buildings/duskwood_lumbermill
    mkdir -p "$mill"
    cp "$real"/wmo/duskwood_lumbermill* "$mill"
    printf 'map\tx\ty\tz\n902\t1868.99\t1358.43\t143.68\n902\t1856.98\t1351.93\t142.265\n' >"$work/stdin"
    "$ADTMAP" locate -d "$real/server/client" -d "$work/mill" --surfaces >"$out" 2>"$err" <"$work/stdin"
    [ "$(column surface | tr '\n' ' ')" = '143.680 142.264 ' ] || wrong 'the floor of the mill'
else
    echo "no $real/server: its spawns are not tried"
fi
finish
