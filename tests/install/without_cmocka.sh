#!/bin/sh
# Configuring where cmocka is missing says so and goes on without tests.
. "$(dirname "$0")/../cli/common.sh"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)
cmake -S "$root" -B "$work/build" -G Ninja -DCMAKE_C_COMPILER="${CC:-cc}" \
    -DCMAKE_DISABLE_FIND_PACKAGE_cmocka=ON >"$out" 2>"$err" || wrong 'configuring without cmocka'
prints 'tests: no (install libcmocka-dev)'
says_nothing
ninja -C "$work/build" -t targets all >"$work/targets" || wrong 'no build'
grep -q '^adtmap: ' "$work/targets" || wrong 'the program is not built'
grep -q '_tests: ' "$work/targets" && wrong 'there are programs of tests'
finish
