#!/bin/sh
# tools/fresh where it cannot do its work: one line each, exit status 2, and nothing left behind. The
# programs that it calls are replaced by others that fail.
. "$(dirname "$0")/../cli/common.sh"
fresh=$(CDPATH='' cd -- "$(dirname "$0")/../../tools" && pwd)/fresh
TMPDIR=$work/temporary
export TMPDIR
mkdir "$work/bin" "$work/bare" "$TMPDIR"

# replace PROGRAM COMMANDS: the program is a script.
replace() {
    printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# refuses TEXT [OPTION...]: with the replaced programs it says this, in its last line.
refuses() {
    wanted=$1
    shift
    PATH=$work/bin:$PATH "$fresh" "$@" >"$out" 2>"$err"
    [ $? -eq 2 ] || wrong "no exit status 2 where it should say '$wanted'"
    says_one_line
    says "fresh: $wanted"
    [ -z "$(find "$TMPDIR" -mindepth 1)" ] || wrong "it leaves $(find "$TMPDIR" -mindepth 1 -maxdepth 1)"
}

refuses "what is '--fast'" --fast
replace id 'echo 1000'
refuses 'run it as root'
replace id 'echo 0'

ln -s "$(command -v dirname)" "$work/bare/dirname"
PATH=$work/bare "$fresh" >"$out" 2>"$err"
[ $? -eq 2 ] || wrong 'no exit status 2 without apt-get'
says_one_line
says 'no apt-get here'

replace unshare 'exit 1'
refuses 'this machine allows no mounts'
rm "$work/bin/unshare"
command -v apt-get >/dev/null || skip 'not a Debian system'
unshare --mount --pid --fork true 2>/dev/null || skip 'no mounts are allowed here'

replace git 'exit 127'
refuses "$(dirname "$(dirname "$fresh")") is no clone, or git is missing"
replace git 'echo 0123'

# mmdebstrap is not installed, and there is no network; then it is, and there is none.
replace dpkg-query ':'
replace apt-get 'echo "E: no answer" >&2; exit 100'
refuses 'apt-get could not install: mmdebstrap'
says 'is there a network?'
replace dpkg-query 'echo "installed mmdebstrap, ,"'
# shellcheck disable=SC2016 # the script expands it
replace mmdebstrap 'for system; do :; done; mkdir -p "$system/etc"; echo "E: apt-get update failed"; exit 1'
refuses 'mmdebstrap cannot make a system: E: apt-get update failed; is there a network?'

# It ends with what passed in there, as tools/test counts it.
# shellcheck disable=SC2016 # the script expands it
replace mmdebstrap 'for system; do :; done; mkdir -p "$system/etc/dpkg/dpkg.cfg.d"'
replace mount true
# shellcheck disable=SC2016
replace chroot 'mkdir -p "$1/root/adtmap/build/log" &&
    echo "3 passed, 0 failed, 1 skipped: building 2 s" >"$1/root/adtmap/build/log/summary"'
PATH=$work/bin:$PATH "$fresh" >"$out" 2>"$err" || wrong 'a system in which all passes'
tail -n 2 "$out" | grep -q '^tools/demo   passed, [0-9]* s$' || wrong 'the outcome of tools/demo'
tail -n 1 "$out" | grep -q '^tools/test   passed: 3 passed, 0 failed, 1 skipped: building 2 s, [0-9]* s$' ||
    wrong 'the outcome of tools/test'

# A signal ends what it started.
replace mmdebstrap "touch '$work/started'; exec flock '$work/lock' sleep 600"
PATH=$work/bin:$PATH "$fresh" >"$out" 2>"$err" &
run=$!
while [ ! -e "$work/started" ] && kill -0 $run 2>"$work/gone"; do sleep 0.05; done
kill -TERM $run
wait $run
[ $? -eq 143 ] || wrong 'a signal is not the exit status'
flock -w 20 "$work/lock" true || wrong 'mmdebstrap goes on after the signal'
[ -z "$(find "$TMPDIR" -mindepth 1)" ] || wrong 'a signal leaves the temporary folder'
finish
