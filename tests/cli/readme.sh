#!/bin/sh
# README.md: the commands of its first steps work as they stand, with nothing but the program, and leave
# nothing in the project that git does not ignore. Its pictures are not mostly one colour.
. "$(dirname "$0")/common.sh"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)

mkdir -p "$work/project/build/release" "$work/bin"
ln -s "$ADTMAP" "$work/project/build/release/adtmap"
ln -s "$ADTMAP" "$work/bin/adtmap"
PATH=$work/bin:$PATH
# The commands, without the alias, which scripts ignore, and those that need a client.
sed -n '/^## First steps/,/^## What it draws/s/^    //p' "$root/README.md" |
    grep -v -e '^alias ' -e '[~]/wow' >"$work/commands"
[ "$(wc -l <"$work/commands")" -ge 6 ] || wrong 'the commands of README.md'
grep -F '#' "$work/commands" >"$out" && wrong 'a comment, of which the command line of Windows makes arguments'
while IFS= read -r command; do
    (cd "$work/project" && sh -c "$command") >"$out" 2>"$err" </dev/null
    got=$?
    wanted=0
    case $command in *--diff*) wanted=1 ;; esac # these pictures differ
    [ "$got" -eq "$wanted" ] || wrong "exit status $got: $command"
    says_nothing
done <"$work/commands"
# The alias works in a folder with blanks.
mkdir -p "$work/a clone/build/release"
ln -s "$ADTMAP" "$work/a clone/build/release/adtmap"
{
    echo 'shopt -s expand_aliases'
    sed -n 's/^    \(alias .*\)/\1/p' "$root/README.md"
    echo 'adtmap --version'
} >"$work/script"
(cd "$work/a clone" && PATH=/usr/bin:/bin bash "$work/script") >"$out" 2>"$err" || wrong 'the alias of README.md'
prints 'adtmap '
# shellcheck disable=SC2016 # backquotes of Markdown
for file in $(grep -oE '`out/[^`]*`' "$root/README.md" | tr -d '`'); do
    [ -e "$work/project/$file" ] || wrong "README.md names $file"
done

# What the steps wrote is ignored, and no two folders differ in case alone, tools/demo's among them.
grep -qx '/out/' "$root/.gitignore" || wrong '.gitignore'
[ "$(cd "$work/project" && find . -mindepth 1 -maxdepth 1 | sort | tr '\n' ' ')" = './build ./out ' ] ||
    wrong 'files of the first steps outside out/'
mkdir -p "$work/project/out/demo"
(cd "$work/project" && find out | tr '[:upper:]' '[:lower:]' | sort | uniq -d) >"$out"
[ ! -s "$out" ] || wrong 'two names that differ in case alone'

# A picture of one colour compresses to next to nothing.
sed -n 's/.*!\[[^]]*\](\(golden[^)]*\)).*/\1/p; s/.*| !\[[^]]*\](\(golden[^)]*\)) |.*/\1/p' "$root/README.md" | sort -u >"$work/pictures"
[ -s "$work/pictures" ] || wrong 'no pictures'
while read -r picture; do
    is_file "$root/$picture"
    [ "$(wc -c <"$root/$picture")" -gt 100000 ] || wrong "$picture shows next to nothing"
done <"$work/pictures"
[ "$(wc -l <"$root/README.md")" -le 150 ] || wrong 'README.md has more than 150 lines'
finish
