#!/bin/sh
# The Python binding at its shortest: it finds the library, and draws a tile as the program does.
. "$(dirname "$0")/../cli/common.sh"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)
[ -z "${SANITIZED-}" ] || skip 'a sanitizer has to be part of the program'
python3 -c 'import numpy, PIL' 2>/dev/null || skip 'no python3-numpy or python3-pil'
pick_tile
ADTMAP_LIBRARY=$(find "$BUILD" -name libadtmap.so | head -n 1)
PYTHONPATH=$root/bindings/python
export ADTMAP_LIBRARY PYTHONPATH PYTHONDONTWRITEBYTECODE=1
runs 0 render -d "$DEMO" -m "$map" -t "$tile" -s 64 -o "$work/o" -q
cat >"$work/draw.py" <<'END'
import sys
import adtmap
import numpy
from PIL import Image
data, name, tile, png = sys.argv[1:]
with adtmap.Data(data) as opened, opened.map(name) as drawn:
    pixels = drawn.render(*map(int, tile.split('_')), size=64)
assert numpy.array_equal(pixels[..., :3], numpy.asarray(Image.open(png).convert('RGB')))
END
python3 "$work/draw.py" "$DEMO" "$map" "$tile" "$work/o/$map/tiles/$tile_png" >"$out" 2>"$err" || wrong 'the tile'
finish
