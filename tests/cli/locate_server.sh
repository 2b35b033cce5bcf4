#!/bin/sh
# What a game server's database and extractor say of two maps, against locate and the layers of liquids and
# surfaces.
. "$(dirname "$0")/common.sh"
server=$real/server
[ -d "$server" ] || skip "no $server"
python=
for program in python3 /usr/bin/python3; do
    "$program" -c 'import numpy, PIL' 2>/dev/null && python=$program
done
[ -n "$python" ] || skip 'no python3-numpy or python3-pil'
facts() { "$python" "$(dirname "$0")/server_facts.py" "$@" >"$out" 2>"$err" || wrong "$*: $(tail -n 1 "$err")"; }

# near TABLE WANTED: as many of its points on the two maps stand within two yards of what is there.
near() {
    facts points "$server" "$1" 902 906
    cp "$out" "$work/$1.tsv"
    "$ADTMAP" locate -d "$server/client" --check "$work/$1.tsv" >"$out" 2>"$err"
    found="$(($(wc -l <"$work/$1.tsv") - $(wc -l <"$out"))) of $(($(wc -l <"$work/$1.tsv") - 1))"
    echo "$1: $found"
    [ "$found" = "$2" ] || wrong "$1: $found stand on something, not $2"
}
# The other spawns stand in buildings that these data lack, but for two.
near creature '178 of 198'
[ "$(cut -f 2- "$out" | grep -c 'below the ground')" -eq 14 ] || wrong 'spawns below the ground'
near game_tele '2 of 2'
near game_graveyard '2 of 2'

for map in 902/StoneLog 906/AFarmlands; do
    runs 0 render -d "$server/client" -m "${map#*/}" -s 256 --no-picture -o "$work/layers" \
        --layer liquid,liquid-height,surface
    facts layers "$server" "${map%/*}" "$work/layers/${map#*/}"
    cat "$out"
done
finish
