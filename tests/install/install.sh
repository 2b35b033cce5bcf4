#!/bin/sh
# Installs into an empty prefix, moves it, and builds a small program against it through pkg-config,
# with the shared and with the static library, and against older and newer headers. Arguments: the
# build directory.
. "$(dirname "$0")/../cli/common.sh"
pick_tile
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)

cmake --install "$1" --prefix "$work/first" >"$out" 2>"$err" || wrong 'cmake --install'
mv "$work/first" "$work/prefix"
ADTMAP=$work/prefix/bin/adtmap
runs 0 --version
runs 0 help --man
same "$out" "$work/prefix/share/man/man1/adtmap.1"
for file in bash-completion/completions/adtmap zsh/site-functions/_adtmap; do
    is_file "$work/prefix/share/$file"
done

pc=$(find "$work/prefix" -name adtmap.pc)
libraries=$(dirname "$(dirname "$pc")")
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
pkg-config --exists --print-errors adtmap >"$out" 2>"$err" || wrong 'pkg-config --exists adtmap'

# The demo world is the program's: neither library has a function of it.
nm -g --defined-only "$1/src/libadtmap_demo.a" | sed -n 's/.* T //p' | sort >"$work/demo-names"
nm --defined-only "$libraries"/libadtmap.so "$libraries"/libadtmap.a | sed -n 's/.* [Tt] //p' |
    sort -u >"$work/names"
grep -qx demo_write "$work/demo-names" || wrong 'demo_write is not among the names of the demo world'
grep -qx adtmap_tile_draw "$work/names" || wrong 'adtmap_tile_draw is not among the names of the library'
comm -12 "$work/demo-names" "$work/names" >"$out"
[ ! -s "$out" ] || wrong 'the library holds the demo world'

# build_and_run NAME FLAG...: leaves what the program prints in $work/headers-NAME.
build_and_run() {
    name=$1
    shift
    "${CC:-cc}" -std=c17 -Wall -Wextra -Werror "$here/embed.c" -o "$work/embed-$name" "$@" \
        >"$out" 2>"$err" || wrong "building the $name program"
    LD_LIBRARY_PATH=$libraries "$work/embed-$name" "$DEMO" "$map" "${tile%_*}" "${tile#*_}" \
        >"$work/$name" 2>"$err" || wrong "running the $name program"
}

# other_headers NAME SETTINGS REQUEST: the headers with these sed scripts applied to the two structs
# that may grow, in $work/headers-NAME.
other_headers() {
    mkdir "$work/headers-$1" && cp -r "$work/prefix/include/adtmap" "$work/headers-$1"
    sed "$2" "$work/prefix/include/adtmap/settings.h" >"$work/headers-$1/adtmap/settings.h"
    sed "$3" "$work/prefix/include/adtmap/adtmap.h" >"$work/headers-$1/adtmap/adtmap.h"
}

# shellcheck disable=SC2046 # words of flags
build_and_run shared $(pkg-config --cflags --libs adtmap)
mv "$err" "$work/sizes"

# The same through CMake.
mkdir "$work/consumer"
cp "$here/embed.c" "$work/consumer/"
cat >"$work/consumer/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(embed LANGUAGES C)
find_package(adtmap 0.1 REQUIRED)
add_executable(embed embed.c)
target_link_libraries(embed PRIVATE adtmap::adtmap)
END
{
    cmake -S "$work/consumer" -B "$work/consumer/build" -DCMAKE_PREFIX_PATH="$work/prefix" &&
        cmake --build "$work/consumer/build"
} >"$out" 2>"$err" || wrong 'building with find_package'
"$work/consumer/build/embed" "$DEMO" "$map" "${tile%_*}" "${tile#*_}" >"$work/cmake" 2>"$err" ||
    wrong 'running the program of find_package'
same "$work/shared" "$work/cmake"

# The example of docs/library.md, which expects the demo world in the current folder.
# shellcheck disable=SC2016 # the dollar is sed's
sed -n '/^```c$/,/^```$/p' "$here/../../docs/library.md" | sed '/^```/d' >"$work/example.c"
ln -s "$DEMO" "$work/world"
# shellcheck disable=SC2046
"${CC:-cc}" -std=c17 -Wall -Wextra -Werror "$work/example.c" -o "$work/example" \
    $(pkg-config --cflags --libs adtmap) >"$out" 2>"$err" || wrong 'building docs/library.md'
(cd "$work" && LD_LIBRARY_PATH=$libraries ./example) >"$out" 2>"$err" ||
    wrong 'running docs/library.md'

# Programs of other versions work with this library: one built when the structs had fewer fields,
# one for headers to come, with more.
other_headers older '/^    enum adtmap_cpu cpu;/d; /^    uint32_t add_liquid_textures;/d' \
    '/^    size_t image_count;/d'
other_headers newer 's|^    uint32_t add_liquid_textures;.*|&\n    double more[4];|' \
    's|^    size_t image_count;.*|&\n    double more[4];|'
for name in older newer; do
    # shellcheck disable=SC2046
    build_and_run $name "-I$work/headers-$name" $(pkg-config --cflags --libs adtmap)
    same "$work/shared" "$work/$name"
    ! cmp -s "$work/sizes" "$err" || wrong "the structs of the $name headers have the sizes of ours"
done
rm "$libraries"/libadtmap.so*
# shellcheck disable=SC2046
build_and_run static $(pkg-config --static --cflags --libs adtmap)
same "$work/shared" "$work/static"
cat "$work/static"
finish
