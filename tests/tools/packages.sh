#!/bin/sh
# Lists of packages: each is named once in a run, and programs that scripts call come from one of them.
. "$(dirname "$0")/../cli/common.sh"
tools=$(CDPATH='' cd -- "$(dirname "$0")/../../tools" && pwd)
list=$tools/packages

# A script that sources tools/common.sh prints the packages of some purposes.
mkdir "$work/tools"
cp "$list" "$tools/common.sh" "$work/tools/"
# shellcheck disable=SC2016 # the script expands them
printf '%s\n' '. "$(dirname -- "$0")/common.sh"' 'packages_of "$@"' >"$work/tools/script"
names() { sh "$work/tools/script" "$@" >"$out" 2>"$err" || wrong "the packages of $*"; }

purposes=$(sed -n 's/^\([a-z]*\) .*/\1/p' "$list" | sort -u | tr '\n' ' ')
# shellcheck disable=SC2086 # names
names $purposes
[ "$(wc -l <"$out")" -gt 30 ] || wrong 'few packages'
[ -z "$(sort "$out" | uniq -d)" ] || wrong "named twice: $(sort "$out" | uniq -d)"
names build
prints cmake
grep -qx chromium-headless-shell "$out" && wrong 'a build takes packages of tests'
names test bench
prints libcmocka-dev
names fresh
[ "$(cat "$out")" = mmdebstrap ] || wrong 'the packages of tools/fresh'
names nothing
[ ! -s "$out" ] || wrong 'packages of a purpose that is none'

# Each purpose is asked for by a script, and no script asks for another.
grep -rhoE '(need_packages|packages_of|groups=)[ "]*[a-z $]+' "$tools" | tr -s ' "=' '\n' | sort -u >"$work/asked"
for purpose in $purposes; do
    grep -qx "$purpose" "$work/asked" || wrong "no script installs the packages of $purpose"
done
finish
