#!/bin/sh
# docs/formats.md against the readers: a chunk is marked as read exactly if a reader knows its id, and
# a flag exactly if a constant for it is used outside of reports.
. "$(dirname "$0")/common.sh"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)
page=$root/docs/formats.md
: >"$out"
: >"$err"

# The tables as lines "ID READ FILE". A row may name several chunks.
awk -F ' *[|] *' '/^[|] [A-Z]/ && !/^[|] chunk/ {
    if (NF != 9) print "row of " NF " columns: " $0 > "/dev/stderr"
    count = split($2, ids, ", ")
    for (i = 1; i <= count; i++) print ids[i], $4, $7
}' "$page" >"$work/rows" 2>"$work/bad"
while read -r line; do wrong "docs/formats.md: $line"; done <"$work/bad"
[ "$(wc -l <"$work/rows")" -gt 150 ] || wrong 'docs/formats.md has less than 150 rows'
# shellcheck disable=SC2016 # backquotes of Markdown
grep -vE '^[A-Z0-9]{4} (yes|no) `[a-z0-9_/]+\.c`$' "$work/rows" >"$work/bad"
while read -r line; do wrong "docs/formats.md: not an id, yes or no, and a file: $line"; done <"$work/bad"
sed -n 's/^\(....\) yes .*/\1/p' "$work/rows" | sort -u >"$work/marked"

# The ids that readers look for: strings of four capitals in their sources.
{
    grep -hoE '"(M[A-Z0-9]{3}|GFID)"' "$root"/src/formats/*.c "$root"/src/formats/adt/*.c \
        "$root"/src/formats/wmo/*.c "$root"/src/cli/report/describe_adt.c \
        "$root"/src/cli/report/describe_wmo*.c
    grep -hoE '"[A-Z][A-Z0-9]{3}"' "$root"/src/formats/m2/*.c
} | tr -d '"' | sort -u >"$work/known"
comm -23 "$work/marked" "$work/known" >"$work/list"
while read -r id; do wrong "docs/formats.md marks $id as read; no reader knows it"; done <"$work/list"
comm -13 "$work/marked" "$work/known" >"$work/list"
while read -r id; do wrong "a reader knows $id; docs/formats.md does not mark it as read"; done <"$work/list"

# The flags of a chunk and the enumerations that name them, as lines "CHUNK VALUE CONSTANT".
while read -r id header enumeration; do
    sed -n "/^enum $enumeration {/,/^};/p" "$root/src/formats/$header" | sed 's#/\*.*\*/##' |
        tr -d '\n' | grep -oE '[A-Z0-9_]+ *= *0x[0-9A-Fa-f]+' | sed "s/ *= */ /; s/^/$id /" |
        awk '{ print $1, toupper($3), $2 }'
done >"$work/constants" <<END
MPHD wdt.h wdt_flag
MCNK adt/adt.h adt_chunk_flag
MCNK adt/mclq.h mclq_flag
MCLY adt/adt.h adt_layer_flag
MDDF adt/adt_placements.h adt_doodad_placement_flag
MODF adt/adt_placements.h adt_wmo_placement_flag
MOHD wmo/wmo.h wmo_flag
MOMT wmo/wmo.h wmo_material_flag
MOGP wmo/wmo.h wmo_group_flag
MODD wmo/wmo.h wmo_doodad_flag
MD20 m2/m2.h m2_flag
END
[ "$(wc -l <"$work/constants")" -gt 40 ] || wrong 'less than 40 constants of flags were found'

# Constants in use: words of the sources but for comments, definitions and reports.
find "$root/src" -name '*.[ch]' ! -path '*/cli/report/*' -exec cat {} + |
    sed -E 's#/\*.*##; /^ *\*/d; /^    [A-Z0-9_]+( =.*)?$/d' |
    grep -oE '[A-Z][A-Z0-9_]{3,}' | sort -u >"$work/used"
awk 'NR == FNR { used[$1]; next } $3 in used { print $1, $2 }' "$work/used" "$work/constants" |
    sort -u >"$work/flags_used"

# Flags as the page has them, as lines "CHUNK VALUE READ"; "0x4 to 0x20" are all bits between.
awk -F ' *[|] *' '$3 ~ /^flags? 0x/ && $2 !~ /^MAV/ {
    count = split($3, words, /[ ,]+/)
    for (i = 2; i <= count; i++) {
        if (words[i] ~ /^0x/) print $2, toupper(words[i]), $4
        if (words[i] == "to") print $2, "0X8", $4 "\n" $2, "0X10", $4
    }
}' "$page" | sort -u >"$work/flags"
awk '$3 == "yes" { print $1, $2 }' "$work/flags" | sort -u >"$work/flags_read"
comm -23 "$work/flags_read" "$work/flags_used" >"$work/list"
while read -r flag; do wrong "docs/formats.md marks flag $flag as read; nothing uses it"; done <"$work/list"
comm -13 "$work/flags_read" "$work/flags_used" >"$work/list"
while read -r flag; do wrong "flag $flag is used; docs/formats.md does not mark it as read"; done <"$work/list"

# A file that is named for a chunk exists.
cut -d ' ' -f 3 "$work/rows" | tr -d '`' | sort -u >"$work/files"
while read -r file; do is_file "$root/src/$file"; done <"$work/files"
finish
