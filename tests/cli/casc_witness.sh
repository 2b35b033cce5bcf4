#!/bin/sh
# Another reader of storages, CascLib 1.11 as the npm package casclib, reads what the demo writes. It
# reads roots without header only. $CASCLIB is a folder with the package in its node_modules.
. "$(dirname "$0")/common.sh"
if [ ! -d "${CASCLIB-}/node_modules/casclib" ] || ! command -v node >/dev/null; then
    skip 'no node, or no npm package casclib below CASCLIB'
fi
runs 0 demo "$work/loose" --era legion
runs 0 demo "$work/storage" --era legion --pack casc
node "$(dirname "$0")/casc_witness.mjs" "$CASCLIB/node_modules" "$work/storage" "$work/loose" \
    >"$out" 2>"$err" || wrong 'the other reader does not agree'
prints 'same '
finish
