#!/bin/sh
# adtmap heightmap: vertices for engines, against the ADTs as a reader of its own finds them, and
# against what a server's extractor made of real ones.
. "$(dirname "$0")/common.sh"
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
maps=$DEMO/World/Maps/Demo
check() { python3 "$here/check_heightmap.py" "$@" >"$out" 2>"$err" || wrong "$*: $(tail -n 1 "$err")"; }
heightmap() { # heightmap NAME OPTION...
    name=$1
    shift
    runs 0 heightmap -d "$DEMO" -m demo -t 30-31_31-32 -o "$work/$name" "$@"
}

for format in png16 raw16 raw32f; do
    for points in outer all; do
        heightmap "$format-$points" --format "$format" --points "$points"
        check "$work/$format-$points/Demo/heightmap" adt "$maps"
        prints '4 '
    done
done
is_file "$work/png16-outer/Demo/heightmap/Demo_30_31.png"
[ "$(wc -c <"$work/raw16-outer/Demo/heightmap/Demo_30_31.r16")" -eq $((129 * 129 * 2)) ] || wrong 'the size of raw16'
[ "$(wc -c <"$work/raw32f-all/Demo/heightmap/Demo_30_31.r32")" -eq $((256 * 145 * 4)) ] || wrong 'the size of raw32f'

# The last column of a tile is the first one of its neighbour.
edge() { # edge FILE COLUMN
    python3 -c 'import sys
data, column = open(sys.argv[1], "rb").read(), int(sys.argv[2])
sys.stdout.buffer.write(b"".join(data[4 * (129 * y + column):][:4] for y in range(129)))' "$1" "$2"
}
folder=$work/raw32f-outer/Demo/heightmap
edge "$folder/Demo_30_31.r32" 128 >"$work/east"
edge "$folder/Demo_31_31.r32" 0 >"$work/west"
same "$work/east" "$work/west"

# A range of one's own; heights beyond it are its ends.
heightmap range --format raw16 --height-range 0,10
folder=$work/range/Demo/heightmap
[ "$(jq -c '[.offset, .range_yd]' "$folder/heightmap.json")" = '[0,[0,10]]' ] || wrong 'the range'
python3 -c 'import array, sys
values = array.array("H", open(sys.argv[1], "rb").read())
sys.exit(not (min(values) == 0 and max(values) == 65535))' "$folder/Demo_30_31.r16" || wrong 'clamped heights'

# A damaged tile is named; the others are there.
copy_world
damaged=$(in_world Demo_31_31.adt)
printf 'junk' >"$damaged"
runs 1 heightmap -d "$world" -m Demo -t 30-31_31 -o "$work/damaged"
says 'Demo_31_31.adt'
is_file "$work/damaged/Demo/heightmap/Demo_30_31.png"
no_file "$work/damaged/Demo/heightmap/Demo_31_31.png"

# Without a tile that can be read nothing is made.
runs 2 heightmap -d "$world" -m Demo -t 31_31 -o "$work/none"
says 'none of these tiles of the map Demo can be read'
runs 2 heightmap -d "$DEMO" -m Demo -t 0_0 -o "$work/none" --height-range 0,10
says 'has none of these tiles'
no_file "$work/none"
mkdir "$world/World/Maps/De+mo"
cp "$(in_world Demo.wdt)" "$world/World/Maps/De+mo/De+mo.wdt"
cp "$(in_world Demo_30_31.adt)" "$world/World/Maps/De+mo/De+mo_30_31.adt"
runs 2 heightmap -d "$world" -m De+mo -t 30_31 -o "$work/none"
says 'cannot become a file name'

# While files of two ranges lie there, no heightmap.json describes them; the next run goes on.
folder=$work/kept/Demo/heightmap
heightmap kept --format raw16
cp "$folder/heightmap.json" "$work/kept.json"
heightmap kept --format raw16
same "$folder/heightmap.json" "$work/kept.json"
rm "$folder/Demo_31_32.r16"
mkdir "$folder/Demo_31_32.r16"
runs 2 heightmap -d "$DEMO" -m demo -t 30-31_31-32 -o "$work/kept" --format raw16
says 'Demo_31_32.r16'
same "$folder/heightmap.json" "$work/kept.json"
runs 2 heightmap -d "$DEMO" -m demo -t 30-31_31-32 -o "$work/kept" --format raw16 --height-range 0,10
no_file "$folder/heightmap.json"
rmdir "$folder/Demo_31_32.r16"
heightmap kept --format raw16
same "$folder/heightmap.json" "$work/kept.json"

# Files of an earlier run that heightmap.json no longer describes are named.
heightmap twice
says_nothing
runs 0 heightmap -d "$DEMO" -m demo -t 30_31 -o "$work/twice" --format raw16
says 'Demo_30_31.png and 3 more files of an earlier run'
runs 2 heightmap -d "$DEMO" -m Demo -o "$work/none" --height-range 10,0
says 'MIN must be below MAX'
runs 2 heightmap -d "$DEMO" -m Demo -o "$DEMO/World"
runs 1 heightmap -d "$DEMO" -m demo -t 0_0,30_31 -o "$work/lacking"
says '0_0 is not in the map Demo'

# Where pictures lie: the first vertex is the corner of its tile. A run without the option leaves none that may be wrong.
heightmap placed --world-files
folder=$work/placed/Demo/heightmap
[ "$(tr '\n' ' ' <"$folder/Demo_30_31.pgw")" = '4.1666666667 0.0000000000 0.0000000000 -4.1666666667 -1066.6666666667 533.3333333333 ' ] ||
    wrong "the world file: $(cat "$folder/Demo_30_31.pgw")"
grep -q 'LOCAL_CS\["Game map in yards' "$folder/Demo_30_31.png.aux.xml" || wrong 'the axes'
[ "$(find "$folder" -name '*.pgw' -o -name '*.aux.xml' | wc -l)" -eq 8 ] || wrong 'two files for each picture'
heightmap placed --points all
[ "$(find "$folder" -name '*.pgw' -o -name '*.aux.xml' | wc -l)" -eq 0 ] || wrong 'places of another grid'
for option in --format=raw16 --points=all; do
    runs 2 heightmap -d "$DEMO" -m Demo -o "$work/none" --world-files "${option%=*}" "${option#*=}"
    says '--world-files places pictures of a square grid: with --format png16 and --points outer'
done

# One run at a time writes to a folder.
mkfifo "$work/wait"
python3 -c 'import fcntl, sys
with open(sys.argv[1], "r+") as lock:
    fcntl.lockf(lock, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.read()' "$work/lacking/Demo/heightmap/.adtmap/lock" <"$work/wait" >"$work/held" &
exec 8>"$work/wait"
while [ ! -s "$work/held" ]; do sleep 0.02; done
runs 2 heightmap -d "$DEMO" -m demo -t 30_31 -o "$work/lacking"
says 'Demo/heightmap: another run is writing there'
exec 8>&-
wait $!
runs 0 heightmap -d "$DEMO" -m demo -t 30_31 -o "$work/lacking"

# shellcheck disable=SC2154 # of common.sh
server=$real/server
if [ -d "$server/maps" ]; then
    runs 0 heightmap -d "$server/client" -m id:902 -t 28-30_28 -o "$work/real" --format raw32f
    check "$work"/real/*/heightmap server "$server/maps" 902
    prints '3 '
else
    echo "no $server: heights of a server are not compared"
fi
finish
