#!/bin/sh
# adtmap init: a first site file from the data, and the schema that agrees with the reader.
. "$(dirname "$0")/common.sh"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)

mkdir "$work/leaflet"
echo 'script' >"$work/leaflet/leaflet.js"
echo 'style' >"$work/leaflet/leaflet.css"
site=$work/site.yaml

# check STATUS: reads the file without drawing.
check() { runs "$1" publish "$site" --check -q --leaflet "$work/leaflet"; }

runs 0 init "$DEMO" -o "$site"
says_nothing
check 1
says_nothing
runs 0 maps -d "$DEMO" --json
jq -r '.maps[] | select(.tile_count > 0) | .name' "$out" | sort >"$work/maps"
sed -n 's/^  - name: "\(.*\)"$/\1/p' "$site" | sort | cmp -s - "$work/maps" || wrong 'the maps of the file'

# The examples in it are right.
sed -i 's/^#\(  *\(- \)\{0,1\}[a-z-]*:\)/\1/' "$site"
"$ADTMAP" --version | grep -q libwebp || sed -i '/^  web-/d' "$site"
grep -q '^  - name: trees' "$site" || wrong 'no examples'
check 1
says_nothing

# Titles and headings come from the map table.
copy_world
folder=$(find "$world" -maxdepth 1 -type d -iname dbfilesclient)
folder=${folder:-$world/DBFilesClient}
mkdir -p "$folder"
python3 - "$folder/Map.dbc" <<'END'
import struct, sys
strings = b"\0"
def text(value):
    global strings
    at = len(strings)
    strings += value.encode() + b"\0"
    return at
rows = b""
for number, name, kind, title in ((1, "Demo", 0, 'The "Isle" <1>'), (2, "Hall", 1, "Hall\aof stone")):
    fields = [0] * 66
    fields[0], fields[1], fields[2], fields[5] = number, text(name), kind, text(title)
    rows += struct.pack("<66I", *fields)
open(sys.argv[1], "wb").write(struct.pack("<4s4I", b"WDBC", 2, 66, 264, len(strings)) + rows + strings)
END
runs 0 init "$world" -o "$site" --force
for line in '    title: "The \"Isle\" \u003c1>"' '    group: "World"' '    group: "Dungeons"' \
    '  - "World"' '  - "Dungeons"'; do
    grep -qxF -e "$line" "$site" || wrong "no line $line"
done
# A title with a control character, which publish refuses, is left out.
! grep -q 'of stone' "$site" || wrong 'a title that publish refuses'
check 1
says_nothing
runs 0 init "$DEMO" -o "$site" --force

# A damaged map is left out with a warning; the others are there.
copy_world
truncate -s 10 "$(find "$world" -iname Hall.wdt)"
runs 0 init "$world" -o "$work/damaged.yaml"
says 'Hall.wdt: no such chunk in 10 bytes; not a WDT; the map is left out'
grep -q 'name: "Demo"' "$work/damaged.yaml" || wrong 'the other map'
! grep -q 'name: "Hall"' "$work/damaged.yaml" || wrong 'the damaged map'

# A file that is there stays; standard output; data without maps.
cp "$site" "$work/kept"
runs 2 init "$DEMO" -o "$site"
says_one_line
says 'is there already: --force replaces it'
same "$site" "$work/kept"
runs 0 init "$DEMO" -o "$site" --force
runs 0 init "$DEMO" -o -
same "$out" "$site"
mkdir "$work/empty"
runs 2 init "$work/empty" -o "$work/none.yaml"
says 'holds no map with tiles'
no_file "$work/none.yaml"
runs 2 init
says 'DATA is missing'

# The schema in the manual is that of the program.
runs 0 init --schema
cp "$out" "$work/schema"
same "$work/schema" "$root/docs/site.schema.json" ||
    echo "    remedy: adtmap init --schema >docs/site.schema.json"

# Editors accept the first file with its examples, and those of the manual.
if python3 -c 'import jsonschema, yaml' 2>/dev/null; then
    python3 - "$work/schema" "$site" "$root/docs/publish.md" >"$out" 2>&1 <<'END' || wrong 'the schema refuses an example'
import json, re, sys
import jsonschema, yaml
schema = json.load(open(sys.argv[1]))
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
texts = [open(sys.argv[2]).read()] + re.findall(r"```yaml\n(.*?)```", open(sys.argv[3]).read(), re.S)
assert len(texts) >= 3
for text in texts:
    kind(schema).validate(yaml.safe_load(text))
for text in ("version: 1\nmaps: []", "version: 1\nmaps: [{name: A}]\ngroups: [B, B]", "version: 1\nmaps: [{title: A}]"):
    assert not kind(schema).is_valid(yaml.safe_load(text)), text
assert kind(schema).is_valid(yaml.safe_load("version: 1\ntitle: 335\nmaps: [{name: 1}]"))
END
fi

# takes STATUS KEY VALUE: what the reader says of a key of `all`.
takes() {
    printf 'version: 1\ndata: ["%s"]\nall:\n  %s: %s\nmaps:\n  - name: Hall\n    size: 16\n' \
        "$DEMO" "$2" "$3" >"$site"
    check "$1"
}

# Schema and reader agree: on the keys, on each name of a choice, on the ends of each range.
jq -r '.properties.all.properties | to_entries[] | select(.value.enum) | .key as $k |
    .value.enum[] | "\($k) \(.)"' "$work/schema" >"$work/choices"
[ -s "$work/choices" ] || wrong 'no choices'
while read -r key choice; do
    takes 1 "$key" "$choice"
    takes 2 "$key" "${choice}x"
    says "$key: '${choice}x' is not one of"
done <"$work/choices"
jq -r '.properties.all.properties | to_entries[] | select(.value.type == "integer") |
    "\(.key) \(.value.minimum) \(.value.maximum)"' "$work/schema" >"$work/ranges"
[ -s "$work/ranges" ] || wrong 'no ranges'
while read -r key low high; do
    takes 1 "$key" "$low"
    takes 2 "$key" $((high + 1))
    says "$key: $((high + 1)) is not in $low..$high"
done <"$work/ranges"
jq -r '.properties.all.properties | to_entries[] | select(.value.type == "boolean") | .key' \
    "$work/schema" >"$work/flags"
while read -r key; do
    takes 1 "$key" false
    takes 2 "$key" 2
done <"$work/flags"
for option in size light doodads layer markers stitch pmtiles; do
    jq -e --arg key "$option" '[.properties.all, .properties.renderings.items, .properties.maps.items][]
        | .properties[$key]' "$work/schema" >"$out" || wrong "the schema lacks $option"
done

finish
