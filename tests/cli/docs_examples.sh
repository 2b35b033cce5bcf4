#!/bin/sh
# The examples of docs/locate.md print what the manual says, and those of docs/spawns.md run. In place
# of a database there is a program mysql that answers their queries.
. "$(dirname "$0")/common.sh"
: >"$err"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)

# In a block of code, lines that begin with "$ " are commands, which go on behind a line that ends with
# a backslash or a bar; the others are what the last command prints.
mkdir "$work/bin" "$work/examples" "$work/here"
awk -v to="$work/examples/" '
    !/^    / { open = 0; next }
    /^    \$ / { number++; open = 1; more = 0; file = sprintf("%s%02d", to, number); printf "" > (file ".wanted") }
    !open { next }
    { text = substr($0, 5) }
    /^    \$ / || more { sub(/^\$ /, "", text); print text > (file ".sh"); more = text ~ /[\\|]$/; next }
    { print text > (file ".wanted") }' "$root/docs/locate.md"
[ "$(find "$work/examples" -name '*.sh' | wc -l)" -ge 10 ] || wrong 'docs/locate.md has less than 10 examples'
ln -s "$(command -v "$ADTMAP")" "$work/bin/adtmap"
ln -s "$DEMO" "$work/here/world"
cat >"$work/bin/mysql" <<'END'
#!/bin/sh
case "$*" in
*Flight*) printf 'CreatureId\n72\n' ;;
*Swim*) printf 'CreatureId\n71\n' ;;
*creature_template_movement*) exit 1 ;;
*npcflag*) printf 'map\tx\ty\tname\ttext\tgroup\ticon\n0\t40\t-30\tAnna\tBread\tVendors\thouse\n' ;;
*'FROM creature'*)
    printf '%s\t' guid id1 map position_x position_y position_z zoneId && echo areaId
    tr ' ' '\t' <<'ROWS'
1 70 0 40 -30 14.66 2 2
2 70 0 40 -30 20 2 2
3 71 0 -1500 -1400 -10 0 0
4 72 0 -200 100 44 2 2
5 70 0 300 -800 14 2 7
ROWS
    ;;
*) printf 'map\tx\ty\tname\tgroup\n0\t40\t-30\tWolf\tCreatures\n' ;;
esac
END
chmod +x "$work/bin/mysql"
example() { (cd "$work/here" && PATH=$work/bin:$PATH sh -c "$1" 2>&1); }
for command in "$work"/examples/*.sh; do
    example "$(cat "$command")" >"$out"
    cmp -s "$out" "${command%.sh}.wanted" ||
        wrong "docs/locate.md: $(cat "$command"): $(diff "${command%.sh}.wanted" "$out")"
done

# docs/spawns.md: its site file and the line that goes from the database to published maps, of a small
# world with small pictures; the query that it changes; players as it shows them.
small_world
block() { awk -v language="$1" -v wanted="$2" '
    $0 == "```" language { number++; open = number == wanted; next }
    /^```/ { open = 0 }
    open' "$root/docs/spawns.md"; }
block yaml 1 | sed "s|/home/me/wow|$DEMO|; s|^all:|&\n  size: 16|" >"$work/here/site.yaml"
grep -q "$DEMO" "$work/here/site.yaml" || wrong 'docs/spawns.md: its site file names other data'
ln -s "$root/tools" "$work/here/tools"
line=$(sed -n 's/^    \(mysql .* && adtmap publish site.yaml\)$/\1/p' "$root/docs/spawns.md")
[ -n "$line" ] || wrong 'docs/spawns.md: no line from a database to published maps'
example "$line" >"$out" || wrong "docs/spawns.md: $line"
grep -q '"Wolf"' "$work/here/site/minimap/Demo/markers.geojson" || wrong 'docs/spawns.md: the spawns of the maps'
query=$(awk '/^    mysql .* -e .SELECT/ { open = 1 } open { print substr($0, 5) } />/ && open { exit }' "$root/docs/spawns.md")
example "$query" >"$out" || wrong "docs/spawns.md: $query"
sed -i 's|spawns.tsv|vendors.tsv|' "$work/here/site.yaml"
example 'adtmap publish site.yaml' >"$out" || wrong 'docs/spawns.md: the vendors'
grep -q '"Anna"' "$work/here/site/minimap/Demo/markers.geojson" || wrong 'docs/spawns.md: the marker of a vendor'
live=$(block yaml 2 | grep '^  live:')
sed "s|^  markers:.*|&\n$live|" "$work/here/site.yaml" >"$work/here/live.yaml"
grep -q 'live: /live/players.json' "$work/here/live.yaml" || wrong 'docs/spawns.md: the address of players'
example 'adtmap publish --check live.yaml' >"$out"
[ $? -eq 1 ] || wrong 'docs/spawns.md: the site file with players'
awk '/^    \{"players"/ { open = 1 } open && !/^    / { exit } open' "$root/docs/spawns.md" >"$work/players"
jq -e '.players[0] | .uuid and .name and (.position.x | type) == "number"' "$work/players" >"$out" ||
    wrong 'docs/spawns.md: the file of players'
finish
