/* adtmap: the groups of markers, and which markers a zoom has room for. Nothing here needs a page. */
const OWN_GROUP = 'Markers'; /* of markers without a group */
const NEAR_PX = 34;          /* between markers from NEAR_ZOOM on; an icon is 30 px wide */
const NEAR_ZOOM = 6;
const FARTHER_PX = 18;       /* more for each level farther away */

/* Landmarks as markers; a way leads into another map (ways.js). */
const unpack = ({ group, icon, color, places = [] }) => places.map(([name, x, y, way, place]) =>
    ({ name, icon, color, group, x, y, ...(way && { way, place }) }));

/* How many landmarks a group has, those that are still to come among them. */
const countOf = ({ places = [], count = 0 }) => Math.max(places.length, count);

const ownGroup = ([name, marks]) =>
    ({ name, color: marks[0].color, isHidden: Boolean(marks[0].hidden), isOwn: true, count: marks.length, marks });

const landmarkGroup = (entry) =>
    ({ name: entry.group, color: entry.color, isHidden: false, isOwn: false, count: countOf(entry), marks: unpack(entry) });

/*
 * {name, color, isHidden, isOwn, count, marks} of each group; marks of landmarks may still be missing, whose number is
 * in `count` (landmarks.js). Hidden groups are off until they are switched on. Those of the site come before landmarks,
 * which come by their number: what is rare is kept where not all can be shown.
 */
export function groupsOf(markers, landmarks) {
    const own = new Map(markers.map(({ group }) => [group || OWN_GROUP, []]));
    markers.forEach((mark) => own.get(mark.group || OWN_GROUP).push(mark));
    const others = landmarks.map(landmarkGroup);
    others.sort((a, b) => a.count - b.count);
    return [...[...own].map(ownGroup), ...others];
}

/* How far apart markers are at a zoom; 0: all are shown. */
export const gapAt = (zoom, deepest) => (zoom >= deepest ? 0
    : NEAR_PX + Math.max(0, NEAR_ZOOM - zoom) * FARTHER_PX);

/*
 * The points, {x, y}, that are shown with `gap` between any two: a point gives way to those before
 * it. Points are looked up in squares of a gap, so that the time grows as their number.
 */
export function thin(points, gap) {
    const squares = new Map();
    const near = (x, y) => squares.get(`${x} ${y}`) || [];
    const isClose = (a, b) => Math.abs(a.x - b.x) < gap && Math.abs(a.y - b.y) < gap;
    return points.filter((point) => {
        const [x, y] = [Math.floor(point.x / gap), Math.floor(point.y / gap)];
        for (let dy = -1; dy <= 1; dy++) {
            for (let dx = -1; dx <= 1; dx++) {
                if (near(x + dx, y + dy).some((other) => isClose(point, other))) {
                    return false;
                }
            }
        }
        squares.set(`${x} ${y}`, [...near(x, y), point]);
        return true;
    });
}
