#!/bin/sh
# The worlds of all eras that one process writes are those that one process each writes.
. "$(dirname -- "$0")/common.sh"

runs 0 demo "$work/all" --all-eras
prints 'the demo worlds of all eras'
count=0
for era in "$work"/all/*; do
    runs 0 demo "$work/one" --era "${era##*/}" -q
    same_tree "$era" "$work/one"
    rm -rf "$work/one"
    count=$((count + 1))
done
[ "$count" -eq 10 ] || wrong "$count eras in place of 10"

for option in '--era vanilla' '--pack mpq'; do
    # shellcheck disable=SC2086 # words
    runs 2 demo "$work/both" --all-eras $option
    says '--all-eras goes with neither --era nor --pack'
done
no_file "$work/both"

# What cannot be written is named, and nothing after it is tried.
mkdir -p "$work/blocked/alpha" && : >"$work/blocked/wotlk4" || exit 1
runs 2 demo "$work/blocked" --all-eras
says blocked/wotlk4
no_file "$work/blocked/vanilla"
finish
