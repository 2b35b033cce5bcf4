#!/bin/sh
# tools/demo with wrong arguments: nothing is built, and nothing written.
. "$(dirname "$0")/../cli/common.sh"
demo=$(CDPATH='' cd -- "$(dirname "$0")/../../tools" && pwd)/demo

cd "$work" || exit 1
"$demo" --help >"$out" 2>"$err" || wrong '--help fails'
prints 'tools/demo [DIRECTORY]'
says_nothing
"$demo" --fast >"$out" 2>"$err"
[ $? -eq 2 ] || wrong 'an option is taken for a folder'
says "demo: what is '--fast'? --help tells"
says_one_line
: >file
"$demo" file/x >"$out" 2>"$err"
[ $? -eq 2 ] || wrong 'a folder below a file'
says 'demo: cannot write to file/x'
says_one_line
[ "$(find . -mindepth 1 ! -name stdout ! -name stderr)" = ./file ] || wrong 'it leaves something'
finish
