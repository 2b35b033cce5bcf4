#!/bin/sh
# Help of every command, and invalid arguments: exit status 2 and one clear line.
. "$(dirname "$0")/common.sh"

commands='render tile maps ls cat info compare demo'

runs 0 --help
for command in $commands; do prints "  $command "; done
runs 0 help
runs 0 --version
for library in libpng zlib libdeflate libjpeg stb_dxt cJSON xxHash OpenMP; do
    grep -q "^  $library  *[0-9t]" "$out" || wrong "the version of $library"
done
prints 'adtmap 0.'
prints libdeflate
prints libpng

for command in $commands; do
    runs 0 help "$command"
    says_nothing
    prints "Usage: adtmap $command "
    cp "$out" "$work/help"
    runs 0 "$command" --help
    same "$out" "$work/help"
    [ "$(awk 'length > 80' "$out" | wc -l)" -eq 0 ] || wrong "help $command is wider than 80"
    twice=$(grep '^[A-Z].*:$' "$out" | sort | uniq -d)
    [ -z "$twice" ] || wrong "help $command has a section twice: $twice"
    ! grep -q '[0-9]e+[0-9]' "$out" || wrong "help $command prints a whole number with an exponent"
    runs 2 "$command" --no-such-option
    says "adtmap $command: --no-such-option: no such option"
    says_one_line
done

runs 2
says "'adtmap help' lists them"
runs 2 rendr
says 'did you mean render'
runs 2 help xyzzy
says "'xyzzy' is not a command"

runs 2 render
says 'adtmap render: --data DATA, --map MAP, --out OUT are missing'
runs 2 render -d . -m A
says 'adtmap render: --out OUT is missing'
runs 2 render -d . -m A -m B -o "$work/o"
says "adtmap render: --map: is given twice, 'B' the second time"
says_one_line
runs 2 publish --map A site.yaml --map B
says "adtmap publish: --map: is given twice"
runs 2 tile
says 'adtmap tile: FILE is missing'
runs 2 compare a.png
says 'adtmap compare: PNG is missing'
runs 2 compare a.png b.png c.png
says "'c.png' is one argument too many"

runs 2 ls
says 'adtmap ls: --data DATA is missing'
runs 2 cat -d .
says 'adtmap cat: NAME is missing'
runs 2 cat -d . a -o b --into c
says '--out and --into: one of them only'

for size in 0 7 15 8193 -1 many 512.5; do
    runs 2 render -d . -m A -o "$work/o" --size="$size"
    says 'adtmap render: --size: '
    says '16..8192'
    says_one_line
done
for tiles in 64_0 1 5-3_1 "1_1," a_b; do
    runs 2 render -d . -m A -o "$work/o" -t "$tiles"
    says 'adtmap render: --tiles: '
done
runs 2 render -d . -m A -o "$work/o" --full-grid
says '--full-grid goes with --stitch'
says_one_line
runs 2 render -d . -m A -o "$work/o" --light candle
says 'not one of neutral, unlit, noggit'
runs 2 render -d . -m A -o "$work/o" --blnd auto
says 'did you mean --blend?'
no_file "$work/o"

if [ -w /dev/full ]; then
    "$ADTMAP" --version >/dev/full 2>"$err"
    [ $? -eq 2 ] || wrong 'a full standard output is no success'
    says 'standard output'
fi
# Data are an option of most commands, but not of these.
runs 2 init -d "$DEMO"
says "-d: no such option: data stand alone: 'adtmap init DATA'"
runs 2 publish --data "$DEMO"
says "--data: no such option: the site file names the data: 'data: [DATA]'"

# hints OPTION WORDS COMMAND...: so does one for what other programs, or other commands, call so.
hints() {
    option=$1
    words=$2
    shift 2
    for command in "$@"; do
        runs 2 "$command" "$option" 4
        says "adtmap $command: ${option%%=*}: no such option: $words"
        says_one_line
    done
}
for colour in --colour --color --colour=red; do
    hints "$colour" '--background, --water, --ambient and others set colours' tile render maps
done
hints --format "pictures are PNG files; --web-format of 'adtmap render' is that of a website" tile render
hints --format '--output is the kind of the output, --input that of the input' locate
hints --format '--json prints the maps for programs' maps
hints --format '--json prints the files for programs' ls
hints --format '--json prints it for programs' info
hints --format "'web-format: webp' in the site file is that of its pictures" publish
hints --threads 'a large tile takes the threads that there are; OMP_NUM_THREADS limits them' tile
hints --threads '--jobs is the number of threads' render publish
hints -m "'adtmap tile' finds the map by the file's name; 'adtmap render -m' draws maps" tile
finish
