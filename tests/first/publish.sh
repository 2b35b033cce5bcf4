#!/bin/sh
# adtmap publish at its shortest: a site of two renderings is made, has nothing left to do, and follows a change;
# a line tells of a damaged file, and the other map is made.
. "$(dirname "$0")/../cli/common.sh"
small_world
pick_tile
copy_world
cat >"$work/site.yaml" <<END
version: 1
title: The demo world
data: ["$world"]
all: {size: 16}
renderings:
  - {name: minimap, title: Minimap}
  - {name: open, title: Without roofs, roofs: false}
maps:
  - name: "*"
END
runs 0 publish "$work/site.yaml"
prints "site: $work/site/index.html"
for file in index.html minimap/Demo/index.html open/Demo/index.html open/Demo/web/color/0/0/0.png minimap/Hall/index.html; do
    is_file "$work/site/$file"
done
runs 0 publish "$work/site.yaml" --check
cp "$work/site/minimap/Demo/tiles/$tile_png" "$work/before.png"
python3 "$(dirname "$0")/../cli/edit_adt.py" "$world/World/Maps/$map" texture "$tile" || wrong 'the edit'
runs 1 publish "$work/site.yaml" --check
runs 0 publish "$work/site.yaml"
cmp -s "$work/before.png" "$work/site/minimap/Demo/tiles/$tile_png" && wrong 'the tile is as before'
: >"$(in_world "$map.wdt")"
rm "$world"/World/Maps/"$map"/*.adt
rm -r "$work/site/minimap/Hall"
runs 0 publish "$work/site.yaml"
says "$map.wdt"
is_file "$work/site/minimap/Hall/index.html"
sed 's/^title:/titel:/' "$work/site.yaml" >"$work/wrong.yaml"
runs 2 publish "$work/wrong.yaml"
says 'wrong.yaml:2:1: '
finish
