#!/bin/sh
# Merging over a damaged map, and writing its pages: it is repaired, or the command says what is
# wrong and leaves what is published. Neither publishes less.
. "$(dirname "$0")/common.sh"
map=Demo
render() { # render STATUS OUT OPTION...
    wanted_status=$1
    to=$2
    shift 2
    runs "$wanted_status" render -d "$DEMO" -m "$map" -o "$to" -s 64 "$@"
}
merge() { # merge STATUS OPTION...
    wanted_status=$1
    shift
    runs "$wanted_status" merge "$o" --stitch --web "$@"
}
whole=$work/whole
o=$work/o
render 0 "$whole" -t 30-33_30-32 --stitch --web --layer height,area --height-range -100,500
fresh() { rm -rf "$o" && cp -r "$whole" "$o"; }
# refuses TEXT: a merge says this in one line and changes nothing.
refuses() {
    rm -rf "$work/before"
    cp -r "$o" "$work/before"
    merge 2
    says "$1"
    [ "$(grep -c error "$err")" -eq 1 ] || wrong 'not one error'
    same_tree "$work/before" "$o"
}
# web_refuses TEXT: no page can be written, and none changes.
web_refuses() {
    rm -rf "$work/before"
    cp -r "$o" "$work/before"
    runs 2 web "$o"
    says "$1"
    says "$map: the build log is damaged, a run was cut short, or shards are not joined"
    says 'the list of maps stays as it is'
    same_tree "$work/before" "$o"
}
repaired() { same_tree "$whole" "$o"; }

# The log lost its end, at any place: all is there afterwards, or nothing has changed.
log=$o/$map/.adtmap/log
size=$(wc -c <"$whole/$map/.adtmap/log")
for share in 15 40 45 50 55 60 70 80 90 99; do
    fresh
    head -c $((size * share / 100)) "$whole/$map/.adtmap/log" >"$log"
    "$ADTMAP" merge "$o" --stitch --web >"$out" 2>"$err"
    status=$?
    [ $status -eq 0 ] || [ $status -eq 2 ] || wrong "status $status of a log cut at $share of 100"
    [ $status -eq 0 ] || [ -s "$err" ] || wrong 'no message'
    repaired
done
fresh
head -c $((size / 2)) "$whole/$map/.adtmap/log" >"$log"
refuses 'has no record: the build log is damaged'
web_refuses 'has no record'
runs 0 render -d "$DEMO" -m Hall -o "$o" -s 16 --web
says "$map: has pages, but its build log, which is missing or damaged, tells of no zoom levels"
rm -r "$o/Hall"
render 0 "$o" -t 30_30
says 'files have no record'
rm "$log"
web_refuses 'has no record'
render 0 "$o" -t 30-33_30-32 --layer height,area --height-range -100,500
repaired
head -c $((size / 2)) "$whole/$map/.adtmap/log" >"$log"
render 0 "$o"
says 'files of data layers had no record'

# A line in its middle is no record: that of a layer, which took all its files with it, or that of a
# picture below others.
for line in 'fact.layer height' 'made.web/height/2/' 'made.web/height/values'; do
    fresh
    sed "s|^$line.*|damaged|" "$whole/$map/.adtmap/log" >"$log"
    refuses 'the build log is damaged: draw the map'
    web_refuses 'lines are no records'
done
# Each line is a record, but one says something else, or one is gone: the sum tells.
for edit in 's/^(fact.picture.[0-9a-f]{4}).{4}/\10000/' '/^made.web.height.3.4.3/d'; do
    fresh
    sed -E "$edit" "$whole/$map/.adtmap/log" >"$log"
    refuses 'log: has other bytes than were written'
    web_refuses 'the build log is damaged'
done
fresh
grep -vE 'web/color/4/7/7|^sum' "$whole/$map/.adtmap/log" >"$log"
web_refuses '(web/color/4/7/7.png has no record)'
grep -vE 'web/height/3/4/3|^sum' "$whole/$map/.adtmap/log" >"$log"
merge 0
repaired

# Pictures that are made of tiles are made of them again, those of layers too.
fresh
for file in web/height/4/7/7.png web/area/2/2/1.png web/color/3/3/3.png web/height/values/31_31.js \
    $map.height.png $map.area.png $map.png $map.area.pgw areas.geojson; do
    is_file "$o/$map/$file"
    for damage in 'rm' 'truncate -s 20'; do
        $damage "$o/$map/$file"
        merge 0
        repaired
    done
done
fresh
rm -r "$o/$map/web/height/2" "$o/$map/$map.height.png" "$o/$map/web/area"
merge 0
repaired

# A tile cannot be made again: of the pictures or of a layer, without shards or with those of others.
for file in tiles/${map}_31_31.png layers/height/${map}_31_31.png layers/area/${map}_30_31.png; do
    fresh
    rm "$o/$map/$file"
    refuses "$file: is missing or not as it was drawn, and no shards are there"
    render 0 "$o" -t 30_30 --shard 1/1
    refuses "$file: is missing or not as it was drawn, and no shards are there that have it"
    is_file "$o/$map/.adtmap/log.1-of-1"
done

# Shards bring a tile of their own, whatever has become of it.
fresh
echo >>"$o/$map/tiles/${map}_31_31.png"
rm "$o/$map/web/height/4/7/7.png"
render 0 "$o" -t 31_31 --shard 1/1
merge 0
repaired

finish
