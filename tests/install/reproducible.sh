#!/bin/sh
# Two builds of the same sources in different folders are equal byte for byte.
. "$(dirname "$0")/../cli/common.sh"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)

for folder in a a/longer/name; do
    tree=$work/$folder/sources
    mkdir -p "$tree"
    cp -r "$root/CMakeLists.txt" "$root/src" "$root/include" "$root/tools" "$root/bindings" "$root/LICENSE" "$tree/"
    # Without optimisation it takes a minute less.
    {
        CCACHE_DISABLE=1 cmake -S "$tree" -B "$tree/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DADTMAP_TESTS=OFF \
            -DADTMAP_HARDEN=OFF '-DCMAKE_C_FLAGS_RELEASE=-O0 -g' &&
            CCACHE_DISABLE=1 cmake --build "$tree/build" --target adtmap libadtmap_shared
    } >"$out" 2>"$err" || wrong "the build in $folder"
done
for file in adtmap src/libadtmap.so; do
    same "$work/a/sources/build/$file" "$work/a/longer/name/sources/build/$file"
done
"$work/a/sources/build/adtmap" --version >"$out"
prints '  commit      unknown'
finish
