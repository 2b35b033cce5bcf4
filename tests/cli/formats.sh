#!/bin/sh
# docs/formats.md against the sources: a chunk is marked as read exactly if a reader knows its id, a
# flag exactly if a constant for it is used outside of reports, and a field exactly if it has a
# member that is used outside of its reader. docs/security.md's limits are those of the constants.
. "$(dirname "$0")/common.sh"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)
page=$root/docs/formats.md
: >"$out"
: >"$err"

# The tables as lines "ID READ FILE". A row may name several chunks.
awk -F ' *[|] *' '/^[|] [A-Z]/ && !/^[|] chunk/ {
    if (NF != 10) print "row of " NF " columns: " $0 > "/dev/stderr"
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

# The flags of a chunk, or of what it lists, and the enumerations that name them, as lines
# "CHUNK VALUE CONSTANT".
while read -r id file enumeration; do
    sed -n "/^enum $enumeration {/,/};/p" "$root/src/formats/$file" | sed 's#/\*.*\*/##' |
        tr -d '\n' | grep -oE '[A-Z0-9_]+ *= *0x[0-9A-Fa-f]+' | sed "s/ *= */ /; s/^/$id /" |
        awk '{ print $1, toupper($3), $2 }'
done >"$work/constants" <<END
MPHD wdt.h wdt_flag
MCNK adt/adt.h adt_chunk_flag
MCNK adt/mclq.h mclq_flag
MCLY adt/adt.h adt_layer_flag
MTXF adt/adt_textures.c adt_texture_flag
MTXP adt/adt_textures.c adt_texture_flag
MDDF adt/adt_placements.h adt_doodad_placement_flag
MODF adt/adt_placements.h adt_wmo_placement_flag
MOHD wmo/wmo.h wmo_flag
MOMT wmo/wmo.h wmo_material_flag
MOGP wmo/wmo.h wmo_group_flag
MODD wmo/wmo.h wmo_doodad_flag
MAVG wmo/wmo_extras.h wmo_ambient_flag
MAVD wmo/wmo_extras.h wmo_ambient_flag
MD20 m2/m2.h m2_flag
MD20-material m2/m2_batches.c m2_material_flag
MD20-texture m2/m2_textures.c m2_texture_flag
MD20-bone m2/m2_parts.h m2_bone_flag
TEXS m2/mdx.c mdx_texture_flag
MTLS-layer m2/mdx_materials.c mdx_layer_flag
GEOA m2/mdx_materials.c mdx_color_flag
END
[ "$(wc -l <"$work/constants")" -gt 40 ] || wrong 'less than 40 constants of flags were found'

# Constants in use: words of the sources but for comments, definitions and reports.
find "$root/src" -name '*.[ch]' ! -path '*/cli/report/*' -exec cat {} + |
    sed -E 's#/\*.*##; /^ *\*/d; /^    [A-Z0-9_]+( =.*)?$/d' |
    grep -oE '[A-Z][A-Z0-9_]{3,}' | sort -u >"$work/used"
awk 'NR == FNR { used[$1]; next } $3 in used { print $1, $2 }' "$work/used" "$work/constants" |
    sort -u >"$work/flags_used"

# Flags as the page has them, as lines "CHUNK VALUE READ"; "0x4 to 0x20" are all bits between.
awk -F ' *[|] *' '$3 ~ /^([a-z]+ )?flags? 0x/ {
    chunks = split($2, ids, ", ")
    count = split($3, words, /[ ,]+/)
    for (k = 1; k <= chunks; k++) {
        id = ids[k] (words[1] ~ /^flag/ ? "" : "-" words[1])
        for (i = 2; i <= count; i++) {
            if (words[i] ~ /^0x/) print id, toupper(words[i]), $4
            if (words[i] == "to") print id, "0X8", $4 "\n" id, "0X10", $4
        }
    }
}' "$page" | sort -u >"$work/flags"
awk '$3 == "yes" { print $1, $2 }' "$work/flags" | sort -u >"$work/flags_read"
comm -23 "$work/flags_read" "$work/flags_used" >"$work/list"
while read -r flag; do wrong "docs/formats.md marks flag $flag as read; nothing uses it"; done <"$work/list"
comm -13 "$work/flags_read" "$work/flags_used" >"$work/list"
while read -r flag; do wrong "flag $flag is used; docs/formats.md does not mark it as read"; done <"$work/list"

# The members of structs and the accesses to them, as lines "member STRUCT.MEMBER", and "use KIND
# WORD": KIND is the reader, the report, or what draws. The demo world shares nothing with them.
# shellcheck disable=SC2016 # fields of awk
find "$root/src" -path "$root/src/demo" -prune -o -name '*.[ch]' -print | sort | xargs awk '
    FNR == 1 {
        name = ""
        kind = FILENAME ~ /src.formats/ ? "reader" : FILENAME ~ /cli.report/ ? "report" : "drawing"
    }
    {
        sub(/ *\/\*.*/, "")
        if ($1 == "*") next
    }
    /^    [A-Z0-9_]+( =.*)?,?$/ { print "constant", $1; next }
    match($0, /struct [a-z0-9_]+ {/) { name = substr($0, RSTART + 7, RLENGTH - 9); next }
    name != "" {
        line = $0
        gsub(/\[[^]]*\]|[()*]/, "", line)
        while (match(line, /[a-z][a-z0-9_]*[,;]/)) {
            print "member", name "." substr(line, RSTART, RLENGTH - 1)
            line = substr(line, RSTART + RLENGTH)
        }
        if ($0 ~ /^}/) name = ""
    }
    {
        line = $0
        while (match(line, /(->|[.])[a-z][a-z0-9_]*|[A-Z][A-Z0-9_]{4,}|"[a-z0-9_]+"|[a-z0-9]+_[a-z0-9_]+[(]|struct [a-z0-9_]+, [a-z]+[a-z0-9_]*/)) {
            word = substr(line, RSTART, RLENGTH)
            gsub(/.*, |->|[."(]/, "", word)
            print "use", kind, word
            line = substr(line, RSTART + RLENGTH)
        }
    }' | sort -u >"$work/words"

# Each field that is read names its members, which exist; one that reaches a picture has a member
# that is used where pictures are made, one that reports tell a member that they use.
awk -F ' *[|] *' '
    NR == FNR { known[$0]; next }
    !/^[|] [A-Z]/ { next }
    {
        row = $2 ", " $3
        count = split($8, names, /[`, ]+/)
        read = drawn = told = 0
        for (i = 1; i <= count; i++) {
            if (names[i] == "") continue
            read++
            word = names[i]
            sub(/.*[.]/, "", word)
            if (names[i] ~ /[.]/ && !("member " names[i] in known)) print row ": no struct has " names[i]
            inside = ("use reader " word) in known
            drawn += ("use drawing " word) in known || (names[i] ~ /^M[A-Z0-9_]+$/ && inside)
            told += ("use report " word) in known
            if (!inside && !(("use report " word) in known)) print row ": nothing reads " names[i]
        }
        if ($4 == "no" && read) print row ": is not read, but has a member"
        if ($4 == "yes" && !read && ($3 != "all" || $5 != "no")) print row ": has no member"
        if (read && $5 != "no" && !drawn) print row ": no picture uses a member of it"
        if (read && $5 == "no" && $6 != "no" && !told) print row ": no report uses a member of it"
    }' "$work/words" "$page" >"$work/bad"
while read -r line; do wrong "docs/formats.md: $line"; done <"$work/bad"

# Each member of a struct that readers fill has a row, but for counts, and those that say whether
# something is there.
# shellcheck disable=SC2016 # backquotes of Markdown
grep -oE '`[a-z0-9_]+[.][a-z0-9_]+`' "$page" | tr -d '`' | sed 's/^/member /' | sort -u >"$work/named"
grep -E '^member (wdt|wdt_file_ids|wdl_tile|adt_texture|adt_layer|adt_chunk|adt_placement|blend_mesh|wmo|wmo_material|wmo_group_info|wmo_doodad_set|wmo_doodad|wmo_group|wmo_batch|wmo_light|wmo_ambient_volume|wmo_ambient|wmo_texture_motion|wmo_plane|wmo_lightmaps|m2_texture|m2_stage|m2_batch|m2_sequence)[.]' "$work/words" |
    grep -vE '_count$|[.](is|has)_' | comm -23 - "$work/named" >"$work/list"
while read -r _ member; do wrong "docs/formats.md has no row of $member"; done <"$work/list"

# A file that is named for a chunk exists.
cut -d ' ' -f 3 "$work/rows" | tr -d '`' | sort -u >"$work/files"
while read -r file; do is_file "$root/src/$file"; done <"$work/files"

# The table of limits in docs/security.md.
python3 "$(dirname "$0")/check_limits.py" "$root" >"$work/bad"
while read -r line; do wrong "docs/security.md: $line"; done <"$work/bad"
finish
