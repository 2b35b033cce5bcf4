# Completion of adtmap for bash: commands, options and their choices, as `adtmap help` lists them.

# _adtmap_complete_options COMMAND: the options of a command, one a line.
_adtmap_complete_options() {
    "$1" help "$2" 2>/dev/null | grep -oE '^ .{5}--[a-z-]+' | grep -oE -e '--[a-z-]+'
    "$1" help "$2" 2>/dev/null | sed -n 's/^  \(-[a-z]\), --.*/\1/p'
}

# _adtmap_complete_choices PROGRAM COMMAND OPTION: what an option may be, where there are few.
_adtmap_complete_choices() {
    "$1" help "$2" 2>/dev/null |
        sed -nE "s/^ .{5}$3 ([a-z][a-z0-9-]*(\\|[a-z0-9-]+)+)( .*)?\$/\\1/p" | tr '|' '\n'
}

# _adtmap_complete_layers PROGRAM WORD: names for the last of a list with commas, and what is before it.
_adtmap_complete_layers() {
    local before=
    case $2 in *,*) before=${2%,*}, ;; esac
    "$1" help --layers 2>/dev/null | sed "s|^|$before|; s/:N\t.*/:0/; s/\t.*//"
}

# _adtmap_complete_maps PROGRAM: the maps of the data that the line names.
_adtmap_complete_maps() {
    local data=() i
    for ((i = 2; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in -d | --data) eval "data+=(-d ${COMP_WORDS[i + 1]})" 2>/dev/null ;; esac
    done
    [ ${#data[@]} -eq 0 ] || "$1" maps --json "${data[@]}" 2>/dev/null | sed -n 's/^\t*"name":\t"\(.*\)",$/\1/p'
}

_adtmap() {
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]}
    local command=${COMP_WORDS[1]-} before=${COMP_WORDS[COMP_CWORD - 1]} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$(echo help && "$program" help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')
    elif [ "$command" = help ]; then
        words=$("$program" help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')
    elif [ "$before" = --layer ]; then
        words=$(_adtmap_complete_layers "$program" "$word")
    elif [ "$before" = -m ] || [ "$before" = --map ]; then
        words=$(_adtmap_complete_maps "$program")
    elif [[ $before == --* ]]; then
        words=$(_adtmap_complete_choices "$program" "$command" "$before")
    fi
    if [ -z "$words" ] && [[ $word == -* ]]; then
        words=$(_adtmap_complete_options "$program" "$command")
    fi
    local name
    COMPREPLY=()
    while IFS= read -r name; do
        case $name in
        '') ;;
        "$word"*) COMPREPLY+=("${name// /\\ }") ;;
        esac
    done <<<"$words"
}

complete -o default -F _adtmap adtmap
