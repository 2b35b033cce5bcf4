#!/bin/sh
# tools/fresh where it cannot do its work: one line each, exit status 2, and nothing left behind. The
# programs that it calls are replaced by others that fail.
. "$(dirname "$0")/../cli/common.sh"
tools=$(CDPATH='' cd -- "$(dirname "$0")/../../tools" && pwd)
XDG_CACHE_HOME=$work/cache
export XDG_CACHE_HOME
cache=$XDG_CACHE_HOME/adtmap-fresh
mkdir "$work/bin" "$work/bare" "$work/cache"

# Of a small project.
project=$work/project
fresh=$project/tools/fresh
mkdir -p "$project/tools/container"
cp "$tools/fresh" "$tools/common.sh" "$tools/packages" "$project/tools"
cp "$tools/container/enter" "$project/tools/container"

# replace PROGRAM COMMANDS: the program is a script.
replace() {
    printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# leaves_nothing: no run and no half-made system are left, and nothing is mounted.
leaves_nothing() {
    left=$(find "$work/cache" -mindepth 2 -maxdepth 2 ! -name lock ! -name '20*-build*'; grep -F "$work/cache" /proc/mounts)
    [ -z "$left" ] || wrong "it leaves $left"
    [ -z "$(find "$work/cache" -name '*.part')" ] || wrong 'it leaves half a system'
}

# refuses TEXT [OPTION...]: with the replaced programs it says this, in its last line.
refuses() {
    wanted=$1
    shift
    PATH=$work/bin:$PATH "$fresh" "$@" >"$out" 2>"$err"
    [ $? -eq 2 ] || wrong "no exit status 2 where it should say '$wanted'"
    says_one_line
    says "fresh: $wanted"
    leaves_nothing
}

refuses "what is '--fast'" --fast
refuses "what is '--run'" --run
refuses "what is '--push --demo'" --push --demo
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
rm "$work/bin/id"
[ "$(id -u)" -eq 0 ] || skip 'only root can mount'

# mmdebstrap is not installed, and there is no network; then it is, and there is none.
replace dpkg-query ':'
replace apt-get 'echo "E: no answer" >&2; exit 100'
refuses 'apt-get could not install: mmdebstrap'
says 'is there a network?'
replace dpkg-query 'echo "installed mmdebstrap, ,"'
: >"$work/file"
XDG_CACHE_HOME=$work/file refuses "cannot write to $work/file/adtmap-fresh"
replace git 'exit 127'
refuses "$project is no clone, or git is missing"
rm "$work/bin/git"
refuses "$project is no clone, or git is missing"
git init -q "$project" 2>"$err"
git -C "$project" add -A
git -C "$project" -c user.name=Test -c user.email=test@example.com commit -qm all || wrong 'no commit'
# shellcheck disable=SC2016 # the script expands it
replace mmdebstrap 'for system; do :; done; mkdir -p "$system/etc"; echo "E: apt-get update failed"; exit 1'
refuses 'the system cannot be made: E: apt-get update failed; is there a network?'
# shellcheck disable=SC2016
replace mmdebstrap 'for system; do :; done; mkdir -p "$system/etc"; echo "tar: x: No space left on device"; exit 2'
refuses "the system cannot be made: no room in $cache"
replace df 'printf "%s\n" "head" "/dev/x 9 9 900000 1% /"'
refuses "no room: 8 GB are needed in $cache, and 0 are free"
replace df 'printf "%s\n" "head" "/dev/x 9 9 90000000 1% /"'

# A system of a few programs in place of Debian.
cat >"$work/bin/mmdebstrap" <<'END'
#!/bin/sh
for system; do :; done
mkdir -p "$system/proc" "$system/sys" "$system/dev" "$system/etc" "$system/root" "$system/usr/bin" "$system/tmp"
ln -s usr/bin "$system/bin"
chmod 1777 "$system/tmp"
for program in sh env setpriv awk cat chmod date dirname id mkdir rm rmdir sed sleep touch tr umount; do
    path=$(command -v $program) && cp -L "$path" "$system/usr/bin/$program" || exit 1
    for library in $(ldd "$path" | sed -n 's/[^/]*\(\/[^ ]*\).*/\1/p'); do
        mkdir -p "$system$(dirname "$library")" && cp -L "$library" "$system$library" || exit 1
    done
done
printf '#!/bin/sh\necho "$*" >>/asked\n' >"$system/usr/bin/apt-get"
chmod +x "$system/usr/bin/apt-get"
echo made >>"$(dirname "$0")/../made"
END
chmod +x "$work/bin/mmdebstrap"

# tries STATUS COUNTS COMMAND
tries() {
    PATH=$work/bin:$PATH "$fresh" --run "$3" >"$out" 2>"$err"
    got=$?
    [ "$got" -eq "$1" ] || wrong "exit status $got, wanted $1: $3"
    [ "$(tail -n 1 "$out")" = "$2" ] || wrong "not counted: $2"
    leaves_nothing
}
mkdir -p "$cache/2020-W01-0123456789abcdef-build" "$cache/run.killed" "$cache/2020-W01-01-build.part"
tries 0 '1 passed, 0 failed, 0 skipped' "[ \$(id -u) = 1000 ] && [ \$(umask) = 0077 ] && [ \"\$LC_ALL\" = C ] &&
    [ -x tools/fresh ] && [ ! -e '$work' ] && [ ! -e /.outside ] && [ -f /asked ] && touch written ~/written"
[ -e "$cache/2020-W01-0123456789abcdef-build" ] && wrong 'the system of a week that is over stays'
# What was written is gone, and the system is not made again.
tries 0 '1 passed, 0 failed, 0 skipped' '[ ! -e written ] && [ ! -e ~/written ]'
[ "$(wc -l <"$work/made")" -eq 1 ] || wrong 'the system was made twice'
tries 0 '1 passed, 0 failed, 0 skipped' "# [ \$(id -u) = 0 ] && [ \$(umask) = 0022 ]"
tries 1 '0 passed, 1 failed, 0 skipped' 'false'
tries 2 '0 passed, 1 failed, 0 skipped' 'exit 2'
tries 1 '3 passed, 1 failed, 2 skipped' \
    'mkdir -p build/log && echo "3 passed, 1 failed, 2 skipped: building 2 s" >build/log/summary && false'
# Nobody writes to the real files.
mkdir -p "$work/real"
: >"$work/real/file"
ADTMAP_REAL=$work/real tries 0 '1 passed, 0 failed, 0 skipped' \
    "[ -f ../shared/real/file ] && [ -f \"\$ADTMAP_REAL/file\" ]"
ADTMAP_REAL=$work/real tries 1 '0 passed, 1 failed, 0 skipped' '# touch ../shared/real/file'
# Settings of the network are known in there.
https_proxy=http://localhost:1 npm_config_registry=http://localhost:2 NODE_EXTRA_CA_CERTS=$work/real/file \
    tries 0 '1 passed, 0 failed, 0 skipped' \
    "[ \$https_proxy = http://localhost:1 ] && [ \$npm_config_registry = http://localhost:2 ] &&
    [ -f \"\$NODE_EXTRA_CA_CERTS\" ]"

# ends_with SIGNAL STATUS BEGUN COMMAND...: a signal as soon as BEGUN is true ends all processes and mounts.
ends_with() {
    signal=$1
    wanted=$2
    begun=$3
    shift 3
    (
        exec 6>"$work/alive"
        flock 6
        PATH=$work/bin:$PATH exec "$fresh" "$@" >"$out" 2>"$err"
    ) &
    run=$!
    until $begun; do
        kill -0 $run 2>"$work/gone" || break
        sleep 0.05
    done
    $begun || wrong "it ends before $signal"
    kill "-$signal" $run
    wait $run 2>"$work/gone"
    got=$?
    [ "$got" -eq "$wanted" ] || wrong "exit status $got after $signal"
    flock -w 300 "$work/alive" true || wrong "something goes on after $signal"
    grep -F "$work/cache" /proc/mounts && wrong "something is mounted after $signal"
    # What is left then is removed by the next.
    [ "$signal" = KILL ] || leaves_nothing
}
# shellcheck disable=SC2317 # called by its name
runs_command() { grep -qx begun "$out"; }
# shellcheck disable=SC2317
makes_system() { [ -n "$(find "$cache" -name '*-build.part')" ]; }
: >"$out"
ends_with TERM 143 runs_command --run "echo be''gun && sleep 600"
: >"$out"
ends_with KILL 137 runs_command --run "echo be''gun && sleep 600"
tries 0 '1 passed, 0 failed, 0 skipped' true
# shellcheck disable=SC2016
replace mmdebstrap 'for system; do :; done; mkdir -p "$system" && exec sleep 600'
ends_with TERM 143 makes_system --demo
ends_with KILL 137 makes_system --demo
tries 0 '1 passed, 0 failed, 0 skipped' true

# Another one makes a system: this one waits, and is interrupted then, too.
(
    exec 9>"$cache/lock"
    flock 9
    : >"$work/held"
    exec sleep 600
) &
holder=$!
while [ ! -e "$work/held" ]; do sleep 0.05; done
# shellcheck disable=SC2317
waits() { grep -q 'waiting for another tools/fresh' "$out"; }
: >"$out"
ends_with TERM 143 waits --run true
kill $holder
finish
