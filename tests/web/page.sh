#!/bin/sh
# The page's modules one by one, and what the build makes of them, in node: no browser, no npm.
#     page.sh PAGE.JS      the file that the program writes next to its pages
. "$(dirname "$0")/../cli/common.sh"
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
command -v node >/dev/null || skip 'node is not installed'

BUNDLE=$1 node "$here/all.mjs" >"$out" 2>&1 || {
    cat "$out"
    failures=$((failures + 1))
}
# A run that stops in the middle has not read the last file.
last=$(find "$here/page" -name '*.test.mjs' | LC_ALL=C sort | tail -n 1)
grep -q "end of ${last##*/}\$" "$out" || wrong 'not all tests ran'
finish
