#!/bin/sh
# Two publications of one site at once: the one that writes the first page later shows what the other has
# drawn, as no card is read before the site's lock is held.
. "$(dirname "$0")/common.sh"

mkdir "$work/leaflet"
echo 'script' >"$work/leaflet/leaflet.js"
echo 'style' >"$work/leaflet/leaflet.css"
ln -s "$DEMO" "$work/data"
cat >"$work/site.yaml" <<'EOY'
version: 1
data: [data]
all: {size: 16}
renderings: [{name: minimap}]
maps:
  - {name: Hall}
  - {name: Demo, tiles: "31_31"}
EOY
site=$work/site
publish() { runs 0 publish "$work/site.yaml" --leaflet "$work/leaflet" "$@"; }
publish
cp "$site/index.html" "$work/earlier.html"
rm -r "$site/minimap/Hall" "$site/index.html"

# Another has the lock.
mkfifo "$work/wait"
python3 -c 'import fcntl, sys
with open(sys.argv[1], "a+") as lock:
    fcntl.lockf(lock, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.read()' "$site/.adtmap/lock" <"$work/wait" >"$work/held" &
holder=$!
exec 8>"$work/wait"
while [ ! -s "$work/held" ]; do sleep 0.02; done
"$ADTMAP" publish "$work/site.yaml" --leaflet "$work/leaflet" --map Hall >"$work/said" 2>&1 8>&- &
publication=$!
while [ ! -e "$site/minimap/Hall/index.html" ] && kill -0 $publication; do sleep 0.02; done
# Meanwhile a map becomes larger.
runs 0 render -d "$DEMO" -m Demo -t 32_31 -s 16 -o "$site/minimap" --web --leaflet "$work/leaflet" 8>&-
no_file "$site/index.html"
exec 8>&-
wait $holder
wait $publication || wrong "a publication that waits: $(cat "$work/said")"
is_file "$site/index.html"
! cmp -s "$work/earlier.html" "$site/index.html" || wrong 'a card from before the lock is listed'
cp "$site/index.html" "$work/later.html"
publish --map Hall
same "$work/later.html" "$site/index.html"

# --check waits for nobody and makes no lock.
rm "$site/.adtmap/lock"
publish --check --map Hall
no_file "$site/.adtmap/lock"
finish
