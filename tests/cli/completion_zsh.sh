#!/bin/sh
# Completion for zsh: in a shell on a terminal of its own, keys are pressed, and the line is what they make of it.
. "$(dirname "$0")/common.sh"
command -v zsh >/dev/null || skip 'zsh is not installed'
folder=$(CDPATH='' cd -- "$(dirname "$0")/../../tools/completion" && pwd)
mkdir "$work/bin" "$work/home" "$work/a world"
ln -s "$ADTMAP" "$work/bin/adtmap"
cp -r "$DEMO/." "$work/a world/"
: >"$work/home/.zshrc"

# A line a test: what is typed before the Tab key, and what the line is then.
cat >"$work/wanted" <<'END'
adtmap ren|adtmap render 
adtmap help comp|adtmap help compare 
adtmap render --listf|adtmap render --listfile 
adtmap render --light nog|adtmap render --light noggit 
adtmap render --png s|adtmap render --png small 
adtmap render --layer ho|adtmap render --layer holes 
adtmap render --layer height,alb|adtmap render --layer height,albedo 
adtmap render --layer raster|adtmap render --layer raster-dem 
adtmap render -d "a world" -m De|adtmap render -d "a world" -m Demo 
adtmap locate --data a\ world --map Ha|adtmap locate --data a\ world --map Hall 
adtmap render --out hom|adtmap render --out home/
END
cat >"$work/press" <<'END'
zmodload zsh/zpty zsh/zselect
zpty shell zsh -i
wait_for() { # until the file has so many lines; what the shell says is read, or it would wait
    while [[ $(wc -l <lines) -lt $1 ]]; do
        zpty -r -t shell text || zselect -t 2
        zpty -t shell || exit 1
    done
}
: >lines
zpty -w shell "fpath=(${(q)1} \$fpath); path=(${(q)PWD}/bin \$path); autoload -Uz compinit; compinit -u -D"
zpty -w shell 'take() { print -r -- "$BUFFER" >>lines; BUFFER= }; zle -N take; bindkey "^X" take; bindkey "^I" complete-word; print ready >>lines'
wait_for 1
number=1
while IFS='|' read -r typed wanted; do
    zpty -n -w shell "$typed"$'\t\x18'
    wait_for $((++number))
done <wanted
zpty -d shell
END
(cd "$work" && ZDOTDIR=$work/home HOME=$work/home TERM=dumb zsh -f press "$folder") >"$out" 2>"$err" || wrong 'zsh'
cut -d '|' -f 2 "$work/wanted" >"$work/right"
tail -n +2 "$work/lines" >"$work/got"
diff "$work/right" "$work/got" >"$out" || wrong 'completed lines'
finish
