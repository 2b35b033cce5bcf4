#!/bin/sh
# Each fact of a map that pages show, changed alone on a folder that is up to date, gives what a fresh
# folder gets.
. "$(dirname "$0")/common.sh"

# No table but that of maps: of the others the hash of all tables is on record, which changes with any.
copy_world
find "$world/DBFilesClient" -type f ! -name Map.dbc -delete
mkdir "$work/leaflet"
echo 'script' >"$work/leaflet/leaflet.js"
echo 'style' >"$work/leaflet/leaflet.css"
title='The site' address=https://maps.example/wow name='The island' live=players.json number=1

# site OUT: publishes what the facts above say.
site() {
    python3 - "$world/DBFilesClient/Map.dbc" "$number" <<'END' || exit 1
import struct, sys
path, number = sys.argv[1], int(sys.argv[2])
data = bytearray(open(path, 'rb').read())
rows, fields, row_bytes, strings = struct.unpack_from('<4I', data, 4)
texts = 20 + rows * row_bytes
for row in range(20, texts, row_bytes):
    name = texts + struct.unpack_from('<I', data, row + 4)[0]
    if data[name:data.index(0, name)].lower() == b'demo':
        struct.pack_into('<I', data, row, number)
        break
else:
    sys.exit('no row of the map')
open(path, 'wb').write(data)
END
    cat >"$work/site.yaml" <<END
version: 1
title: $title
address: $address
data: [world]
out: $1
all: {size: 16, live: $live}
renderings:
  - name: map
maps:
  - name: Demo
    title: $name
    tiles: "31-32_31-32"
END
    runs 0 publish "$work/site.yaml" --leaflet "$work/leaflet"
}

# changed FACT: publishes with the change into the folder and into a fresh one.
changed() {
    cp "$work/old/map/Demo/map.js" "$work/before.js"
    cp "$work/old/map/Demo/index.html" "$work/before.html"
    site old
    rm -rf "$work/fresh"
    site fresh
    same_tree "$work/old" "$work/fresh"
    cmp -s "$work/before.js" "$work/old/map/Demo/map.js" &&
        cmp -s "$work/before.html" "$work/old/map/Demo/index.html" && wrong "$1 is on no page"
}

site old
number=501
changed 'the number'
grep -q 501 "$work/old/map/Demo/map.js" || wrong 'the number of the map on its page'
name='The other island'
changed 'the title'
title='Another site'
changed 'the title of the site'
address=https://other.example
changed 'the address'
live=https://other.example/players.json
changed 'the file of players'

finish
