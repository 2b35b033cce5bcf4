#!/bin/sh
# A MariaDB of its own for a test: in the test's folder, on a socket there, without a network.
# For tests to source.
. "$(dirname "$0")/../cli/common.sh"
server=$(command -v mariadbd || command -v /usr/sbin/mariadbd) || skip 'mariadb-server is not installed'
command -v mariadb-install-db >/dev/null || skip 'mariadb-install-db is not installed'
socket=$work/s
server_pid=

# sql DATABASE: runs SQL from standard input; lines of TSV come back.
sql() { mariadb --no-defaults --default-character-set=utf8mb4 -S "$socket" -B "$1"; }

stop_server() {
    [ -z "$server_pid" ] || kill "$server_pid" 2>/dev/null
    [ -z "$server_pid" ] || wait "$server_pid" 2>/dev/null
    rm -rf "$work"
}
trap stop_server EXIT

# A server that starts removes the temporary tables of all others in the folder.
export TMPDIR="$work"
mariadb-install-db --no-defaults --datadir="$work/db" --auth-root-authentication-method=normal \
    --skip-test-db --user="$(id -un)" >"$work/db.log" 2>&1 || {
    cat "$work/db.log"
    exit 1
}
"$server" --no-defaults --datadir="$work/db" --socket="$socket" --skip-networking --user="$(id -un)" \
    --pid-file="$work/pid" --innodb-buffer-pool-size=16M --skip-log-bin >"$work/db.log" 2>&1 &
server_pid=$!
until [ -S "$socket" ] && echo 'SELECT 1' | sql mysql >/dev/null 2>&1; do
    kill -0 "$server_pid" 2>/dev/null || {
        cat "$work/db.log"
        exit 1
    }
    sleep 0.2
done
