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
finish
