#!/bin/sh
# tools/ci/show-pictures: pictures of pull requests go to a branch, and into one comment for each.
. "$(dirname "$0")/common.sh"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)
command -v git >/dev/null || skip 'no git'
HOME=$work
export HOME GIT_CONFIG_NOSYSTEM=1
mkdir -p "$work/bin" "$work/a/my maps" "$work/b/my maps"

# A host: its repository, and its comments, which a stand-in of gh keeps. Another has written one, too.
git init -q --bare "$work/host.git"
printf '%s\n' '[{"id": 7, "user": {"type": "User"}, "body": "<!-- adtmap: minimap -->\nours?"}]' >"$work/comments"
cat >"$work/bin/gh" <<'END'
#!/bin/sh
set -eu
comments=${0%/*}/../comments
echo "$*" >>"$comments.calls"
case "$2 $3" in
'--paginate repos/me/maps/issues/12/comments?per_page=100') jq -r "$5" "$comments" ;;
'--method POST') [ "$4" = repos/me/maps/issues/12/comments ] &&
    jq --rawfile body "${6#body=@}" '. + [{id: 9, user: {type: "Bot"}, body: $body}]' "$comments" >"$comments.new" ;;
'--method PATCH') [ "$4" = repos/me/maps/issues/comments/9 ] &&
    jq --rawfile body "${6#body=@}" '(.[] | select(.id == 9)).body = $body' "$comments" >"$comments.new" ;;
*) exit 1 ;;
esac
[ ! -e "$comments.new" ] || mv "$comments.new" "$comments"
END
chmod +x "$work/bin/gh"
PATH=$work/bin:$PATH
export PATH GITHUB_SERVER_URL=https://host.example GITHUB_REPOSITORY=me/maps GITHUB_RUN_ID=500 GITHUB_RUN_ATTEMPT=1 \
    PULL_REQUEST=12 GH_TOKEN=secret PICTURES_REMOTE="$work/host.git"
show_pictures() { "$root/tools/ci/show-pictures" "$@" >"$out" 2>"$err"; }
# compares: the report of what differs, with a summary for the pull request.
compares() {
    show_pictures --address minimap || wrong 'no address'
    rm -rf "$work/report"
    "$ADTMAP" compare "$work/a" "$work/b" -q --report "$work/report" --markdown "$work/summary.md" \
        --pictures-at "$(cat "$out")"
}
shown() { git -C "$work/host.git" -c core.quotePath=off ls-tree -r --name-only adtmap-pictures; }
comment() { jq -r '.[] | select(.id == 9) | .body' "$work/comments"; }

# Nothing differs, and nothing did: no branch, no comment.
cp "$root/golden/lake.png" "$work/a/same.png" && cp "$work/a/same.png" "$work/b/same.png"
compares
show_pictures "$work/report" "$work/summary.md" minimap || wrong 'a report without pictures'
[ "$(jq length "$work/comments")" -eq 1 ] || wrong 'a comment that says nothing'
git -C "$work/host.git" rev-parse -q --verify adtmap-pictures >/dev/null && wrong 'a branch without pictures'

# The address of each picture in the comment is where the branch has it.
cp "$root/golden/lake.png" "$work/a/my maps/x_y.png" && cp "$root/golden/lake-vanilla.png" "$work/b/my maps/x_y.png"
compares
show_pictures "$work/report" "$work/summary.md" minimap || wrong 'showing pictures'
[ "$(comment | head -n 2)" = "<!-- adtmap: minimap -->
**1 of 2 pictures differs**: 1 different" ] || wrong 'the comment'
comment | grep -o 'src="[^"]*"' | sed 's|^src="https://host.example/me/maps/raw/adtmap-pictures/||; s|"$||; s|%20| |g' |
    sort >"$work/addresses"
shown | sort >"$work/shown"
[ "$(wc -l <"$work/addresses")" -eq 3 ] || wrong 'the pictures of the comment'
same "$work/shown" "$work/addresses"
git -C "$work/host.git" show 'adtmap-pictures:12/minimap/500-1/my maps/x_y.before.png' >"$work/picture.png"
same "$work/picture.png" "$root/golden/lake.png"
grep -rqF secret "$work/comments.calls" && wrong 'the token is an argument'

# A later run replaces what is its own: neither another workflow's pictures nor another pull request's.
GITHUB_RUN_ID=501
PULL_REQUEST=3 show_pictures "$work/report" "$work/summary.md" minimap && wrong 'a comment that cannot be written'
says 'cannot read the comments'
show_pictures "$work/report" "$work/summary.md" golden || wrong 'another workflow'
jq 'map(select(.body | startswith("<!-- adtmap: golden -->") | not))' "$work/comments" >"$work/left" && mv "$work/left" "$work/comments"
GITHUB_RUN_ID=502
compares
show_pictures "$work/report" "$work/summary.md" minimap || wrong 'a later run'
shown | sed 's|/my maps/.*||' | sort -u >"$work/shown"
printf '12/golden/501-1\n12/minimap/502-1\n3/minimap/501-1\n' >"$work/wanted"
same "$work/wanted" "$work/shown"
comment | grep -q '/12/minimap/502-1/my%20maps/x_y.diff.png' || wrong 'the comment of a later run'
[ "$(jq length "$work/comments")" -eq 2 ] || wrong 'a second comment'
jq -e '.[0].body | endswith("ours?")' "$work/comments" >/dev/null || wrong "another's comment is changed"

# Another run that pushes meanwhile: the branch is fetched again.
cat >"$work/bin/git" <<'END'
#!/bin/sh
case " $* " in
*' push '*) [ -e "${0%/*}/pushed" ] || { : >"${0%/*}/pushed"; exit 1; } ;;
esac
PATH=${PATH#*:} exec git "$@"
END
chmod +x "$work/bin/git"
GITHUB_RUN_ID=503 show_pictures "$work/report" "$work/summary.md" minimap || wrong 'a second try'
is_file "$work/bin/pushed"
rm "$work/bin/git"

# What differed no longer does: the comment says so.
cp "$work/a/my maps/x_y.png" "$work/b/my maps/x_y.png"
compares
show_pictures "$work/report" "$work/summary.md" minimap || wrong 'pictures that are the same again'
comment | grep -qFx '**All 2 pictures are the same**' || wrong 'the comment of a run without differences'

# What the script misses, a line for each.
for call in '' '--address' '--address a/b' "$work/report" "$work/report $work/summary.md a/b" "$work/report $work/none.md minimap"; do
    # shellcheck disable=SC2086 # words
    show_pictures $call
    [ $? -eq 2 ] || wrong "show-pictures $call: exit status"
    says_one_line
done
PULL_REQUEST='' show_pictures --address minimap && wrong 'an address without a pull request'
says "\$PULL_REQUEST is not set"
GH_TOKEN='' show_pictures "$work/report" "$work/summary.md" minimap && wrong 'no token'
says 'GH_TOKEN, is not set'
finish
