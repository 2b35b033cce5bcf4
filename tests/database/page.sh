#!/bin/sh
# From a server's database to a published map in a browser, by the lines that docs/spawns.md gives: the
# spawns as circles with numbers, and the players of the table characters, where they are now.
#
#     page.sh BUILD
. "$(dirname "$0")/../cli/common.sh"
CHROMIUM=$(find_chromium) || skip 'chromium is not installed'
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
npm_modules "$1/web" "$here/../web/package.json"
shots=$(CDPATH='' cd -- "$1/web" && pwd)/screenshots
mkdir -p "$shots"
. "$here/mariadb.sh"
manual=$here/../../docs/spawns.md

# The spawns of the demo world, and a pack of 3,000 wolves all over the island.
sql mysql <<'SQL' || exit 1
CREATE DATABASE acore_world; CREATE DATABASE acore_characters CHARACTER SET utf8mb4;
SQL
sql acore_world <"$here/azerothcore.sql" || exit 1
sql acore_characters <"$here/characters.sql" || exit 1
echo 'INSERT INTO creature SELECT 100 + seq, 69, 0, 0, 0, 0, 0, seq * 37 % 1900 - 950.0, seq * 91 % 1901 - 950.0, 20, 0 FROM seq_1_to_3000' |
    sql acore_world || exit 1

# The programs that the manual calls, with this server and this build.
mkdir "$work/bin" "$work/live"
printf '#!/bin/sh\nexec mariadb --no-defaults -S "%s" "$@"\n' "$socket" >"$work/bin/mysql"
chmod +x "$work/bin/mysql"
ln -s "$ADTMAP" "$work/bin/adtmap"
PATH=$work/bin:$PATH
ln -s "$here/../../tools" "$work/tools"

# The site file of the manual, with the data of the demo world and the live layer, drawn small; then its line.
awk '/^```yaml/ { inside = !done; next } /^```/ { done = done || inside; inside = 0 } inside' "$manual" |
    sed "s|^data:.*|data: [\"$DEMO\"]|; s|^  markers: .*|&\\n  live: /live/players.json\\n  size: 64|" >"$work/site.yaml"
grep -q 'live: /live' "$work/site.yaml" || wrong 'the site file of the manual'
line=$(sed -n 's/^    \(mysql -B acore_world .*publish.*\)/\1/p' "$manual")
[ -n "$line" ] || wrong 'the line of the manual'
(cd "$work" && sh -c "$line") >"$out" 2>"$err" || wrong "$line"

live_pid=
# shellcheck disable=SC2317 # called by the trap
stop_all() {
    [ -z "$live_pid" ] || kill "$live_pid" 2>/dev/null
    stop_server
}
trap stop_all EXIT
"$work/tools/live/live" "$work/live/players.json" 1 --no-defaults -S "$socket" acore_characters &
live_pid=$!
MODULES=$MODULES CHROMIUM=$CHROMIUM SOCKET=$socket node "$here/page.mjs" "$work" "$shots" || failures=$((failures + 1))
finish
