#!/bin/sh
# Configuring: where cmocka is missing it says so and goes on without tests; flags that its user gives are used, and
# no others for the same.
. "$(dirname "$0")/../cli/common.sh"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)
cmake -S "$root" -B "$work/build" -G Ninja -DCMAKE_C_COMPILER="${CC:-cc}" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_DISABLE_FIND_PACKAGE_cmocka=ON -DADTMAP_HARDEN=OFF '-DCMAKE_C_FLAGS_RELEASE=-O0 -g' \
    >"$out" 2>"$err" || wrong 'configuring without cmocka'
prints 'tests: no (install libcmocka-dev)'
says_nothing
ninja -C "$work/build" -t targets all >"$work/targets" || wrong 'no build'
grep -q '^adtmap: ' "$work/targets" || wrong 'the program is not built'
grep -q '_tests: ' "$work/targets" && wrong 'there are programs of tests'
grep -q -e '-O0 -g .*-c ' "$work/build/compile_commands.json" || wrong 'the flags that were given are not used'
grep -q -e ' -O3' "$work/build/compile_commands.json" && wrong 'other flags are used, too'
finish
