#!/bin/sh
# The worlds of all eras that one process writes are those that one process each writes.
#
#     demo.sh [rest]      rest: those of all eras. Else the last, and one of each way to cut a map into files, of the
#                         worlds that all tests share. The first is compared where the tests with sanitizers write
#                         theirs (shared_world).
. "$(dirname -- "$0")/common.sh"

# same_world ERA FOLDER: a process writes what FOLDER has, also over what is there.
same_world() {
    mkdir -p "$work/one/World/Maps/Demo" && echo old >"$work/one/World/Maps/Demo/Demo.wdt" || exit 1
    # A run that was killed while it packed the files has left them.
    mkdir -p "$work/one/.loose/World" && echo old >"$work/one/.loose/World/a" || exit 1
    runs 0 demo "$work/one" --era "$1" -q
    same_tree "$2" "$work/one"
    rm -rf "$work/one"
}

# What one process wrote, if the tests of a build share that.
write_all() {
    all=$work/all
    runs 0 demo "$all" --all-eras
    prints 'the demo worlds of all eras'
}

if [ "${1-}" = rest ]; then
    write_all
    count=0
    for era in "$all"/*; do
        same_world "${era##*/}" "$era"
        count=$((count + 1))
    done
    [ "$count" -eq 10 ] || wrong "$count eras in place of 10"
    finish
fi

if [ "${ALL_WORLDS-}" ]; then
    shared_world wotlk
    all=${shared%/*}
else
    write_all
fi
for era in alpha cata bfa; do
    same_world $era "$all/$era"
done

for option in '--era vanilla' '--pack mpq'; do
    # shellcheck disable=SC2086 # words
    runs 2 demo "$work/both" --all-eras $option
    says '--all-eras goes with neither --era nor --pack'
done
no_file "$work/both"

# What cannot be written is named, and nothing after it is tried.
mkdir "$work/blocked" && : >"$work/blocked/wotlk" || exit 1
runs 2 demo "$work/blocked" --all-eras
says blocked/wotlk
no_file "$work/blocked/wotlk4"
finish
