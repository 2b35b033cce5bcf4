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

_adtmap() {
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]}
    local command=${COMP_WORDS[1]-} before=${COMP_WORDS[COMP_CWORD - 1]} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="help $("$program" help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')"
    elif [ "$command" = help ]; then
        words=$("$program" help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')
    elif [[ $before == --* ]]; then
        words=$(_adtmap_complete_choices "$program" "$command" "$before")
    fi
    if [ -z "$words" ] && [[ $word == -* ]]; then
        words=$(_adtmap_complete_options "$program" "$command")
    fi
    # shellcheck disable=SC2207 # one word a line
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}

complete -o default -F _adtmap adtmap
