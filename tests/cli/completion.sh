#!/bin/bash
# Completion for bash: commands, options and choices are those of the program.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/../../tools/completion/adtmap.bash"

# completes WANTED WORD...: the last of the words is completed to these.
completes() {
    wanted=$1
    shift
    COMP_WORDS=("$ADTMAP" "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _adtmap
    [ "${COMPREPLY[*]}" = "$wanted" ] || wrong "adtmap $*: ${COMPREPLY[*]}, wanted $wanted"
}

: >"$out"
: >"$err"
completes 'render' re
completes 'maps' m
completes 'cat compare' help c
completes '--listfile --live --light' render --li
completes 'neutral unlit noggit' render --light ''
completes 'small' render --png s
completes '' render --out ''
completes '--check --changed' render -d data --ch
completes 'height holes' render --layer h
completes 'height,holes,alpha:0 height,holes,albedo' render --layer height,holes,al
completes 'normal no-liquid' render --layer n
demo=$(printf %q "$DEMO")
completes 'Demo' render -d "$demo" -m D
completes 'Demo Hall' locate --data "$demo" --map ''
completes '' render -m D
mkdir -p "$work/a world/World/Maps"
cp -r "$(find "$DEMO" -type d -ipath '*/world/maps' | head -n 1)/Hall" "$work/a world/World/Maps/The Hall"
mv "$work/a world/World/Maps/The Hall/Hall.wdt" "$work/a world/World/Maps/The Hall/The Hall.wdt"
completes 'The\ Hall' render -d "$(printf %q "$work/a world")" -m T
finish
