#!/bin/sh
# Help comes in two sizes; its examples run as they stand, but for the names of a client's maps and zones.
. "$(dirname "$0")/common.sh"

# options FORM: how many options the last run listed.
options() { grep -cE '^ .{5}--[a-z]' "$out"; }

# -h has the options that most runs need, --help and 'help' all.
for pair in 'render 12' 'tile 8'; do
    command=${pair% *}
    runs 0 "$command" -h
    [ "$(options)" -eq "${pair#* }" ] || wrong "$command -h lists $(options) options"
    [ "$(wc -l <"$out")" -le 60 ] || wrong "$command -h is long"
    all=$(sed -n "s/^'adtmap help $command' lists all \([0-9]*\) options.$/\1/p" "$out")
    runs 0 help "$command"
    [ "$(options)" -eq $((all + 1)) ] || wrong "help $command lists $(options) options, -h says $all"
    cp "$out" "$work/long"
    runs 0 "$command" --help
    same "$out" "$work/long"
done
runs 0 maps -h
cp "$out" "$work/long"
runs 0 maps --help
same "$out" "$work/long"

# Each command has examples, the man page has them all.
"$ADTMAP" help | sed -n 's/^  \([a-z]*\) .*/\1/p' >"$work/commands"
[ "$(wc -l <"$work/commands")" -ge 13 ] || wrong 'the list of commands'
while read -r command; do
    "$ADTMAP" help "$command" | sed -n '/^Examples:$/,$s/^  \(adtmap .*\)/\1/p' >"$work/examples-$command"
    [ -s "$work/examples-$command" ] || wrong "help $command has no example"
done <"$work/commands"
"$ADTMAP" help --man | sed -n '/^\.SH EXAMPLES/,/^\.SH EXIT/p' | tr -d '\134' >"$out"
cat "$work"/examples-* >"$work/examples"
while read -r line; do
    grep -qxF -e "$line" "$out" || wrong "the man page lacks: $line"
done <"$work/examples"

# They run in a folder with a client, in this order. What they draw is small here: the last size counts.
small_world
mkdir "$work/here" "$work/bin"
ln -s "$(command -v "$ADTMAP")" "$work/bin/adtmap"
cd "$work/here" || exit 1
ln -s "$DEMO" client
ln -s "$DEMO" old-client
mkdir patches files
cp "$(find "$DEMO" -name 'Demo_31_31.adt')" .
printf 'map\tx\ty\tz\n0\t40\t-30\t14.66\n' >creature.tsv
for command in demo maps ls info cat locate heightmap render tile compare diff init publish; do
    case $command in
    compare)
        cp tile.png before.png && cp tile.png after.png && mkdir before after && cp tile.png before/ && cp tile.png after/
        ;;
    diff) cp -r site old-site ;;
    esac
    small=
    case $command in render | tile) small=' -s 16' ;; esac
    while read -r line; do
        # shellcheck disable=SC2001 # several at once
        echo "$line" | sed "s/Azeroth/Demo/g; s/32_48/31_31/g; s/Elwynn Forest/Greenmark/; s/-8949.95 -132.49 83.53/40 -30 20/
            s/\$/$small/" >script
        [ "$command" != publish ] || sed -i 's/  size: 512/  size: 16/' site.yaml
        PATH=$work/bin:$PATH sh ./script >"$out" 2>"$err" </dev/null
        got=$?
        [ "$got" -eq 0 ] || wrong "exit status $got: $(cat script)"
    done <"$work/examples-$command"
done
for file in maps/Demo/tiles poster/Demo/Demo.png site/index.html tile.png Map.dbc files heights report site.yaml; do
    [ -e "$file" ] || wrong "the examples leave no $file"
done
finish
