#!/bin/sh
# docs/formats.md against the readers: a chunk is marked as read exactly if a reader knows its id.
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

# A file that is named for a chunk exists.
cut -d ' ' -f 3 "$work/rows" | tr -d '`' | sort -u >"$work/files"
while read -r file; do is_file "$root/src/$file"; done <"$work/files"
finish
