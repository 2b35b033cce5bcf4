#!/bin/sh
# Installs into an empty prefix, moves it, and builds a small program against it through pkg-config,
# with the shared and with the static library. Arguments: the build directory.
. "$(dirname "$0")/../cli/common.sh"
pick_tile
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)

cmake --install "$1" --prefix "$work/first" >"$out" 2>"$err" || wrong 'cmake --install'
mv "$work/first" "$work/prefix"
ADTMAP=$work/prefix/bin/adtmap
runs 0 --version

pc=$(find "$work/prefix" -name adtmap.pc)
libraries=$(dirname "$(dirname "$pc")")
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
pkg-config --exists --print-errors adtmap >"$out" 2>"$err" || wrong 'pkg-config --exists adtmap'

# build_and_run NAME FLAG...: leaves what the program prints in $work/NAME.
build_and_run() {
    name=$1
    shift
    "${CC:-cc}" -std=c17 -Wall -Wextra -Werror "$here/embed.c" -o "$work/embed-$name" "$@" \
        >"$out" 2>"$err" || wrong "building the $name program"
    LD_LIBRARY_PATH=$libraries "$work/embed-$name" "$DEMO" "$map" "${tile%_*}" "${tile#*_}" \
        >"$work/$name" 2>"$err" || wrong "running the $name program"
}

# shellcheck disable=SC2046 # words of flags
build_and_run shared $(pkg-config --cflags --libs adtmap)
rm "$libraries"/libadtmap.so*
# shellcheck disable=SC2046
build_and_run static $(pkg-config --static --cflags --libs adtmap)
same "$work/shared" "$work/static"
cat "$work/static"
finish
