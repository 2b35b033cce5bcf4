#!/bin/sh
# Another reader of storages, CascLib 1.11 as the npm package casclib, reads what the demo writes. It
# reads roots without header only. Takes nodejs, npm and a C++ compiler; the package goes below the
# build folder, which is the argument.
. "$(dirname "$0")/../cli/common.sh"
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
modules=$1/casc
# Its makefile splits names at blanks.
case $modules in *[[:space:]]*) modules=$work/casc ;; esac
npm_modules "$modules" "$here/package.json"
shared_world legion
loose=$shared
shared_world legion casc
node "$here/witness.mjs" "$MODULES" "$shared" "$loose" >"$out" 2>"$err" ||
    wrong 'the other reader does not agree'
prints 'same '
finish
