#!/bin/sh
# Places as people write and copy them are read as pages read them (tests/forms.tsv, tests/web/page/forms.test.mjs).
. "$(dirname "$0")/common.sh"
tab=$(printf '\t')
table=$(dirname "$0")/../forms.tsv

# What the table says of each form, as locate says it: "X Y" of a point, the line of a command that is wrong, or nothing.
grep -v '^#' "$table" | cut -f 1 >"$work/forms"
grep -v '^#' "$table" | cut -f 2 >"$work/answers"
[ "$(wc -l <"$work/forms")" -gt 50 ] || wrong 'the table is cut off'
grep -v '^none$\|^zone$\|^number$' "$work/answers" >"$work/wanted"

# As lines of a chat; what is no place is left out, without a word unless it is a command.
"$ADTMAP" locate -d "$DEMO" -m Demo --input gps --output tsv <"$work/forms" >"$out" 2>"$err"
[ $? -eq 1 ] || wrong 'the exit status of a chat with commands that are wrong'
awk -F '\t' 'NR > 1 { print $2 + 0, $3 + 0 }' "$out" >"$work/got"
awk '{ print $1 + 0, $2 + 0 }' "$work/wanted" >"$work/rounded"
diff "$work/rounded" "$work/got" >"$work/diff" || wrong "forms are read as $(cat "$work/diff")"
commands=$(paste "$work/forms" "$work/answers" | grep -c '/t\{0,1\}way.*\(zone\|number\)$')
[ "$(grep -c 'Write its name before them\|write the name of the zone' "$err")" -eq "$commands" ] || wrong 'lines of commands'

# As arguments they may be several, or one; what is missing is said.
paste "$work/forms" "$work/answers" | grep 'zone$\|number$' >"$work/wrong"
while IFS="$tab" read -r text answer; do
    runs 1 locate -d "$DEMO" -m Demo -- "$text"
    case $answer in
    zone) says 'per cent of which zone? Write its name before them' ;;
    *) says "the client's number of a map is not known here; write the name of the zone" ;;
    esac
done <"$work/wrong"
runs 1 locate -d "$DEMO" -m Demo -- /way Nowhere 51 48
says "no such zone in the client's AreaTable"
runs 0 locate -d "$DEMO" -m Demo --json -- .go xyz 40 -30 20
prints '"x":40.000000,"y":-30.000000,"z":20.000000,"tile":"32_31"'
runs 0 locate -d "$DEMO" --json /way Greenmark 51 48
prints '"map":0,"x":40.000000,"y":-30.000000,"z":"","tile":"32_31"'
runs 0 locate -d "$DEMO" --json -- Millbrook, Greenmark: 51 48
prints '"map":0,"x":40.000000,"y":-30.000000,"z":"","tile":"32_31"'
runs 1 locate -d "$DEMO" -m Demo -- no such file
says 'no: No such file or directory'

# The first line tells a file of places from a table.
printf '/way Greenmark 51 48\n.go xyz 40 -30 20 0\n' >"$work/forms"
runs 0 locate -d "$DEMO" "$work/forms"
[ "$(wc -l <"$out")" -eq 3 ] || wrong 'a file of places'

# So does a later line, where no table begins with the first: .gps, and talk.
printf 'You are outdoors\nMap: 0 (Demo) Zone: 2 Area: 2\nX: 40.0 Y: -30.0 Z: 20.0 Orientation: 1.5\n' >"$work/forms"
runs 0 locate -d "$DEMO" --output csv "$work/forms"
prints '0,40.000000,-30.000000,20.000000,32_31,'
printf '[Ann]: where is it?\r\n\r\n[Bob]: /way Greenmark 51, 48\r\n' | "$ADTMAP" locate -d "$DEMO" --json >"$out" 2>"$err"
prints '"map":0,"x":40.000000,"y":-30.000000,"z":"","tile":"32_31"'
says_nothing
printf 'no table\nand no place\n' >"$work/forms"
runs 1 locate -d "$DEMO" -m Demo "$work/forms"
says "$work/forms: line 1: "

# Two numbers that may be per cent are yards here, which is said once.
runs 0 locate -d "$DEMO" -m Demo --json -- 41.6 61.8
prints '"x":41.6,"y":61.8,'
says 'adtmap: notice: arguments: 41.6 61.8: read as X and Y in yards; for per cent of a zone, write its name before them'
says_one_line
runs 0 locate -d "$DEMO" -m Demo --json -- '(41.6, 61.8)'
says_one_line
printf '[Bob]: 41.6 61.8\n[Ann]: 12 13\n' | "$ADTMAP" locate -d "$DEMO" -m Demo --input gps >"$out" 2>"$err"
says 'standard input: 41.6 61.8: read as X and Y in yards'
says_one_line
for point in '41.6 61.8 20' '141.6 61.8' '-41.6 61.8'; do
    # shellcheck disable=SC2086 # words
    runs 0 locate -d "$DEMO" -m Demo --json -- $point
    says_nothing
done
finish
