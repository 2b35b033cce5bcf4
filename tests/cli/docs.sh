#!/bin/sh
# The manual: docs/ has every option and no other, its links and the files that it names exist, and
# the man page is well-formed.
. "$(dirname "$0")/common.sh"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)
pages="$root/README.md $root/CHANGELOG.md $root/docs/*.md"

# docs/options.md is what the option tables say.
runs 0 help --markdown
same "$out" "$root/docs/options.md" ||
    echo "    remedy: adtmap help --markdown >docs/options.md"
grep -oE -e '--[a-z][a-z-]+' "$out" | LC_ALL=C sort -u >"$work/options"
[ "$(wc -l <"$work/options")" -gt 40 ] || wrong 'the manual has less than 40 options'
sed -n 's/^## //p' "$out" >"$work/commands"
while read -r command; do
    "$ADTMAP" help "$command" | grep -oE '^ .{5}--[a-z-]+' | grep -oE -e '--[a-z-]+' | LC_ALL=C sort -u >"$work/names"
    # shellcheck disable=SC2016 # backquotes of Markdown
    sed -n "/^## $command\$/,/^## /p" "$root/docs/options.md" | grep -oE '`--[a-z-]+[ `]' | tr -d ' `' | LC_ALL=C sort -u >"$work/section"
    for option in $(LC_ALL=C comm -23 "$work/names" "$work/section"); do
        wrong "docs/options.md: $command lacks $option"
    done
done <"$work/commands"
: >"$out"

# The limits in docs/security.md are those that readers use, and a line that was changed by hand is seen.
runs 0 help --limits
[ "$(wc -l <"$out")" -gt 60 ] || wrong 'there are less than 60 limits'
limits_of() { sed -n '/^| a file may ask for/,/^$/p' "$1" | sed '$d'; }
limits_of "$root/docs/security.md" >"$work/limits"
same "$out" "$work/limits" ||
    echo "    remedy: put what adtmap help --limits prints into docs/security.md"
sed 's/16 MiB; what follows/15 MiB; what follows/' "$root/docs/security.md" >"$work/security.md"
limits_of "$work/security.md" | cmp -s - "$out" && wrong 'a changed limit is not seen'
: >"$out"

# The tables in docs/formats.md are those of the readers, and a row that was changed by hand is seen.
runs 0 help --formats
[ "$(wc -l <"$out")" -gt 300 ] || wrong 'the tables of formats have less than 300 lines'
formats_of() { sed -n '/^## Map: WDT$/,/^## Settled by files$/p' "$1" | sed '$d' | sed '$d'; }
formats_of "$root/docs/formats.md" >"$work/formats"
same "$out" "$work/formats" ||
    echo "    remedy: put what adtmap help --formats prints into docs/formats.md"
sed 's/^| MAHO | holes | yes |/| MAHO | holes | no |/' "$root/docs/formats.md" >"$work/formats.md"
formats_of "$work/formats.md" | cmp -s - "$out" && wrong 'a changed row of formats is not seen'
: >"$out"

# What pages call options are options: of adtmap, of a script in tools/, of these programs, or what people write
# for one of adtmap.
foreign='--version --preset --list-presets --man --markdown --limits --formats --build --install --prefix --test-dir
    --cflags --libs --static --variable --files-from --array --parsable --dependency --wrap --default-character-set
    --threads --colour --delete --prod --project-name --layers'
for option in $foreign; do
    echo "$option"
done | LC_ALL=C sort -u - "$work/options" >"$work/known"
for page in $pages; do
    grep -oE -e '(^|[ `(])--[a-z][a-z-]+' "$page" | grep -oE -e '--[a-z-]+' | LC_ALL=C sort -u >"$work/names"
    for option in $(LC_ALL=C comm -23 "$work/names" "$work/known"); do
        grep -rqF -e "$option" "$root/tools" || wrong "${page#"$root/"}: $option is no option"
    done
done

# anchors PAGE: the names that links into a page may have.
anchors() {
    sed -n 's/^##* //p' "$1" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9_\n-'
}

mkdir "$work/anchors"
for page in $pages; do
    grep -oE '\]\([^)]*\)' "$page" | sed 's/^](//; s/)$//' | grep -v '^https\{0,1\}:' >"$work/links"
    while read -r link; do
        file=${link%%#*}
        target=${page%/*}/$file
        [ -n "$file" ] || target=$page
        [ -e "$target" ] || wrong "${page#"$root/"}: no file for the link $link"
        case $link in
        *#*) known=$work/anchors/${target##*/} # no two pages have the same name
            [ -e "$known" ] || anchors "$target" >"$known"
            grep -qxF -e "${link#*#}" "$known" || wrong "${page#"$root/"}: no heading for the link $link" ;;
        esac
    done <"$work/links"
done

# Sources that pages name exist: as written, below src/, or below include/. NAME stands for a name.
for page in $pages; do
    # shellcheck disable=SC2016 # backquotes of Markdown
    grep -oE '`[a-z_]+(/[A-Za-z0-9_.]+)+/?`' "$page" | tr -d '`' |
        grep -E '\.(c|h|js|sh|md)$|^(src|tests|tools|golden|include)/' |
        grep -v '[A-Z]' | sort -u >"$work/names"
    while read -r name; do
        [ -e "$root/$name" ] || [ -e "$root/src/$name" ] || [ -e "$root/include/$name" ] ||
            wrong "${page#"$root/"}: no file $name"
    done <"$work/names"
done

# Archives of a release have those scripts that a page links to.
cat "$root"/docs/*.md >"$work/all"
for file in "$root"/tools/ci/* "$root"/tools/cluster/* "$root"/tools/live/* "$root"/tools/spawns/*; do
    grep -qF "](../${file#"$root/"})" "$work/all" || wrong "no page links to ${file#"$root/"}"
done

# The list of folders has each.
for folder in "$root"/src/*/; do
    grep -qF "| \`$(basename "$folder")/\` |" "$root/docs/development.md" ||
        wrong "docs/development.md lacks src/$(basename "$folder")/"
done

# The commands of the README work, in their order: those of its first steps in readme.sh. Those that need a
# client are left out; the demo world is there already, and the pictures are small.
mkdir "$work/first"
cp -r "$DEMO" "$work/first/world"
sed '/^## First steps/,/^## What it draws/d; s/^    adtmap //; t; d' "$root/README.md" | sed '/~/d' >"$work/commands"
grep -qx 'demo world' "$work/commands" || wrong 'README.md: the first world is another'
grep -vx 'demo world' "$work/commands" >"$work/others"
[ "$(wc -l <"$work/others")" -ge 2 ] || wrong 'README.md has less than 2 commands'
while read -r arguments; do
    case $arguments in render*) arguments="$arguments -s 64" ;; esac
    # shellcheck disable=SC2086 # words of a command
    (cd "$work/first" && "$ADTMAP" $arguments) >"$out" 2>"$err" </dev/null || wrong "README.md: adtmap $arguments"
done <"$work/others"

runs 0 help --man
sed 's/\\-/-/g' "$out" | grep -oE -e '--[a-z][a-z-]+' | LC_ALL=C sort -u >"$work/names"
for option in $(LC_ALL=C comm -23 "$work/options" "$work/names"); do
    case $option in --version | --man | --markdown) continue ;; esac
    wrong "the man page lacks $option"
done
if command -v groff >/dev/null; then
    cp "$out" "$work/adtmap.1"
    groff -man -ww -z "$work/adtmap.1" >"$out" 2>"$err"
    says_nothing
fi

runs 2 render --help=html
says "--help: 'html' is not one of text, man, markdown"
finish
