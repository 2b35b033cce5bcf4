#!/bin/sh
# The players of a server's database as the file that pages ask for, by tools/live.
. "$(dirname "$0")/mariadb.sh"
tools=$(CDPATH='' cd -- "$(dirname "$0")/../../tools" && pwd)
command -v jq >/dev/null || skip 'jq is not installed'
file=$work/players.json

echo 'CREATE DATABASE characters CHARACTER SET utf8mb4' | sql mysql || exit 1
sql characters <"$(dirname "$0")/characters.sql" || exit 1
write() { "$tools/live/live" "$file" 0 --no-defaults -S "$socket" characters >"$out" 2>"$err"; }
write || wrong 'live failed'
jq -e '(.players | length) == 2 and (.time | type) == "number" and (.players | map(select(.uuid == "7"))[0] |
    .name == "Ännä" and .world == 0 and .position.x == 40.5 and .position.y == -30.25 and .class == 8 and .faction == "alliance" and .level == 70) and
    (.players | map(select(.uuid == "8"))[0] | .name == "O\"k\\" and .world == 1 and .faction == "horde")' "$file" >/dev/null ||
    wrong "players: $(cat "$file")"
if command -v node >/dev/null; then
    cat >"$work/read.mjs" <<END
import { readFileSync } from 'node:fs';
import { readLive } from '$tools/../src/output/web/page/live.js';
const { players } = readLive(readFileSync('$file', 'utf8'), { name: 'Demo', number: 0 });
console.log(players.map(({ name, color, words }) => [name, color, words].join(' ')).join('; '));
END
    [ "$(node "$work/read.mjs")" = 'Ännä #3fc7eb level 70, mage, alliance' ] || wrong 'what the page reads'
fi

# Factions go by race; of very many players as many come as a page reads.
sql characters <<'END' || exit 1
INSERT INTO characters SELECT 100000 + seq, 4, CONVERT(_utf8mb4 0xF09F90B2F09F90B2F09F90B2F09F90B2F09F90B2F09F90B2F09F90B2F09F90B2F09F90B2F09F90B2F09F90B2F09F90B2 USING utf8mb4),
    ELT(1 + seq % 4, 52, 70, 24, 85), 13, 0, 80, -16066.654321, -16066.654321, -1066.654321, 65535, 0, 1 FROM seq_1_to_8000;
END
write || wrong 'live failed with many players'
[ "$(wc -c <"$file")" -lt 1048576 ] || wrong "many players: $(wc -c <"$file") bytes"
jq -e '(.players | length) == 4000 and (.players | map(select(.uuid >= "100001" and .uuid <= "100004").faction)) ==
    ["horde", "neutral", "alliance", "alliance"]' "$file" >/dev/null || wrong 'many players'

# Nobody there is a file, too; a database that is gone leaves the last one.
echo 'UPDATE characters SET online = 0' | sql characters
write || wrong 'live failed without players'
jq -e '.players == []' "$file" >/dev/null || wrong "nobody: $(cat "$file")"
cp "$file" "$work/last.json"
kill "$server_pid" && wait "$server_pid"
server_pid=
write && wrong 'live without a database'
cmp -s "$file" "$work/last.json" || wrong 'the last file is gone'
[ ! -e "$file.new" ] || wrong 'a part of a file is left'
finish
