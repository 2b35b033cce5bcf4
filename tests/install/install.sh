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

# The notices of code by others that the program contains, as the header itself has them.
is_file "$work/prefix/share/doc/adtmap/LICENSE"
notice=$work/prefix/share/doc/adtmap/third-party.md
is_file "$notice"
for header in /usr/include/stb/stb_dxt.h /usr/include/stb_dxt.h; do
    [ -f "$header" ] || continue
    sed -n '/^ALTERNATIVE A/,/^SOFTWARE/ { /^ALTERNATIVE/d; s/^/    /p; }' "$header" >"$work/notice"
    grep -q Copyright "$work/notice" || wrong "no notice in $header"
    sed -n '/^    Copyright/,/^    SOFTWARE/p' "$notice" >"$work/given"
    same "$work/given" "$work/notice"
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

# Nor does it call functions of libm, whose last bits differ between systems.
nm -u "$1/src/libadtmap_demo.a" | sed -n 's/^ *U //p' | sort -u >"$work/demo-uses"
grep -qx portable_sin "$work/demo-uses" || wrong 'portable_sin is not among what the demo world uses'
grep -xE '(sqrt|cbrt|hypot|fmod|(a|)(sin|cos|tan)h?|atan2|pow|exp2?|expm1|log(2|10|1p)?)[fl]?' \
    "$work/demo-uses" >"$out" && wrong 'the demo world calls libm'

# Where they were built is no part of what is installed.
root=$(CDPATH='' cd -- "$here/../.." && pwd)
grep -lrF -e "$root/" -e "$1/" "$work/prefix" >"$out" && wrong 'the path of the sources is in installed files'

# The shared library exports what its version script lists, and that is what the headers mark as theirs: all else
# in the archive is hidden.
# exports_differ SCRIPT LIBRARY ARCHIVE: tells how, and fails if it finds none to compare.
exports_differ() {
    sed -n 's/^ *\([a-z_]*\);.*/\1/p' "$1" | sort >"$work/listed"
    nm -D --defined-only "$2" | sed 's/.* //' | sort >"$work/exported"
    readelf -sW "$3" | awk '$4 == "FUNC" && $5 == "GLOBAL" && $6 == "DEFAULT" && $7 != "UND" { print $8 }' |
        sort >"$work/marked"
    [ "$(wc -l <"$work/listed")" -ge 40 ] || echo 'the version script lists few functions'
    diff "$work/listed" "$work/exported"
    diff "$work/listed" "$work/marked"
}
script=$root/src/libadtmap.map
exports_differ "$script" "$libraries/libadtmap.so" "$libraries/libadtmap.a" >"$out"
[ ! -s "$out" ] || wrong 'the library exports other functions than those of its version script and headers'
sed '/adtmap_tile_draw;/d' "$script" >"$work/lacks.map"
sed 's/adtmap_tile_draw;/&\n adtmap_new;/' "$script" >"$work/more.map"
for wrong_script in "$work/lacks.map" "$work/more.map" /dev/null; do
    exports_differ "$wrong_script" "$libraries/libadtmap.so" "$libraries/libadtmap.a" >"$out"
    [ -s "$out" ] || wrong "exports: nothing is said of ${wrong_script##*/}"
done
exports_differ "$script" "$ADTMAP" "$libraries/libadtmap.a" >"$out"
[ -s "$out" ] || wrong 'exports: nothing is said of the names of another file'
exports_differ "$script" "$libraries/libadtmap.so" "$1/src/libadtmap_demo.a" >"$out"
[ -s "$out" ] || wrong 'exports: nothing is said of an archive that lacks the functions'
: >"$out"

# Optimised builds are hardened: tables of addresses are read-only before main, calls that fill buffers are
# checked, functions with arrays have guards, and targets of jumps are marked. Sanitized builds are not installed.
if grep -q '^CMAKE_BUILD_TYPE:STRING=Release' "$1/CMakeCache.txt"; then
    for file in "$ADTMAP" "$libraries/libadtmap.so"; do
        readelf -dW "$file" | grep -q BIND_NOW || wrong "$file binds names late"
        readelf -lW "$file" | grep -q GNU_RELRO || wrong "$file has writable tables"
        nm -D --undefined-only "$file" >"$work/undefined"
        grep -q ' __stack_chk_fail' "$work/undefined" || wrong "$file has no guards of the stack"
        grep -q '_chk@' "$work/undefined" || wrong "$file has unchecked buffers"
        if [ "$(uname -m)" = x86_64 ]; then
            marks=$(objdump -d --no-show-raw-insn "$file" | grep -c endbr64)
            [ "$marks" -gt 100 ] || wrong "$file marks $marks targets of jumps"
        fi
    done
fi

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
    cmake -S "$work/consumer" -B "$work/consumer/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" &&
        cmake --build "$work/consumer/build"
} >"$out" 2>"$err" || wrong 'building with find_package'
"$work/consumer/build/embed" "$DEMO" "$map" "${tile%_*}" "${tile#*_}" >"$work/cmake" 2>"$err" ||
    wrong 'running the program of find_package'
same "$work/shared" "$work/cmake"

# The example of docs/library.md by the commands of the page, which are those of a newcomer: installed
# below the home folder, with nothing else set. It expects the demo world in the current folder.
page=$here/../../docs/library.md
mkdir "$work/home"
# shellcheck disable=SC2016 # the dollar is sed's
sed -n '/^```c$/,/^```$/p' "$page" | sed '/^```/d' >"$work/embed.c"
ln -s "$DEMO" "$work/world"
{
    echo 'set -e'
    sed -n '1,/^With CMake/s/^    //p' "$page" | sed -n '/^export PKG_CONFIG_PATH/,$p'
} >"$work/commands"
[ "$(grep -c '^cc embed.c\|^./embed' "$work/commands")" -eq 4 ] || wrong 'the commands of docs/library.md'
cmake --install "$1" --prefix "$work/home/.local" >"$out" 2>"$err" || wrong 'cmake --install'
(cd "$work" && unset PKG_CONFIG_PATH LD_LIBRARY_PATH && HOME=$work/home sh commands) >"$out" 2>"$err" ||
    wrong 'the example of docs/library.md'
readelf -d "$work/embed" | grep -q 'NEEDED.*libadtmap' || wrong 'the example lacks the shared library'
! readelf -d "$work/embed-static" | grep -q 'NEEDED.*libadtmap' || wrong 'the static example needs the shared library'
# shellcheck disable=SC2046 # words of the flags
if command -v c++ >/dev/null; then
    c++ -x c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror "$work/embed.c" -o "$work/embed-c++" $(pkg-config --cflags --libs adtmap) \
        >"$out" 2>"$err" || wrong 'the example as C++'
    (cd "$work" && LD_LIBRARY_PATH=$libraries ./embed-c++) >"$out" 2>"$err" || wrong 'the example as C++ does not run'
fi

# The other example of the page, in C and C++: a map from an archive by functions, which is cancelled, goes on, and is
# what the program draws.
# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^```C$/,/^```$/p' "$page" | sed '/^```/d' >"$work/archive.c"
same "$work/archive.c" "$here/archive.c"
tar --format=ustar -cf "$work/world.tar" -C "$DEMO" .
runs 0 render -d "$DEMO" -m "$map" -o "$work/drawn" -s 64 --stitch -q
# draws_archive NAME COMPILER...: the example as NAME.
draws_archive() {
    name=$1
    shift
    # shellcheck disable=SC2046
    "$@" -Wall -Wextra -Wpedantic -Werror "$work/archive.c" -o "$work/$name" $(pkg-config --cflags --libs adtmap) \
        >"$out" 2>"$err" || wrong "building $name"
    (cd "$work" && ! LD_LIBRARY_PATH=$libraries "./$name" world.tar "$map" "$name-out" 3) \
        >"$out" 2>"$err" || wrong "$name is not cancelled"
    says 'cancelled: cancelled; the next run goes on from here'
    [ ! -e "$work/$name-out/$map/$map.png" ] || wrong 'a cancelled run has a picture of the whole map'
    (cd "$work" && LD_LIBRARY_PATH=$libraries "./$name" world.tar "$map" "$name-out") >"$out" 2>"$err" || wrong "$name"
    left=$(sed -n 's/^0 of \([0-9]*\) tiles$/\1/p' "$out")
    all=$(find "$work/drawn/$map/tiles" -name '*.png' | wc -l)
    if [ "${left:-0}" -le 0 ] || [ "$left" -gt $((all - 3)) ]; then
        wrong "$name: ${left:-no} tiles are left after the cancelled run"
    fi
    diff -r -x .adtmap "$work/drawn" "$work/$name-out" >"$out" || wrong "$name: other files than those of the program"
}
draws_archive archive "${CC:-cc}" -std=c17
if command -v c++ >/dev/null; then
    draws_archive archive-c++ c++ -x c++ -std=c++17
fi

# Every library that pkg-config names is there.
for library in $(pkg-config --static --libs-only-l adtmap); do
    [ "$library" = -ladtmap ] && continue
    echo 'int main(void) { return 0; }' >"$work/one.c"
    "${CC:-cc}" "$work/one.c" -o "$work/one" "$library" >"$out" 2>"$err" || wrong "no library for $library"
done
# Each header of the page is there, and each header is on the page.
# shellcheck disable=SC2016 # backquotes of Markdown
sed -n 's/^| `\(adtmap\/[a-z]*\.h\)` .*/\1/p' "$page" | sort >"$work/on-page"
(cd "$work/prefix/include" && find adtmap -name '*.h' | sort) >"$work/installed"
diff "$work/on-page" "$work/installed" >"$out" || wrong 'the table of headers in docs/library.md'
# What is installed for Python, build servers, clusters and servers of games.
for file in python/adtmap/__init__.py python/adtmap/py.typed ci/changed-tiles ci/show-pictures ci/minimap.yml ci/golden.yml cluster/adtmap.sbatch \
    cluster/adtmap-job.yaml live/live live/players.sql spawns/azerothcore.sql; do
    is_file "$work/prefix/share/adtmap/$file"
done
for file in ci/changed-tiles ci/show-pictures cluster/adtmap.sbatch live/live; do
    [ -x "$work/prefix/share/adtmap/$file" ] || wrong "$file cannot be run"
done

# Programs of other versions work with this library: one built when the structs had fewer fields,
# one for headers to come, with more.
for name in OLDER NEWER; do
    # shellcheck disable=SC2046
    build_and_run $name -D$name $(pkg-config --cflags --libs adtmap)
    same "$work/shared" "$work/$name"
done
rm "$libraries"/libadtmap.so*
# shellcheck disable=SC2046
build_and_run static $(pkg-config --static --cflags --libs adtmap)
same "$work/shared" "$work/static"
cat "$work/static"
finish
