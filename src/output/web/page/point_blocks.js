/* adtmap: markers that are loaded in parts: what the page knows of a block at first, and what its script holds.
 * marker_blocks.h says how both are written. Nothing here needs a page. */

function pairsOf(flat) {
    const pairs = [];
    for (let i = 0; i < flat.length; i += 2) {
        pairs.push([flat[i], flat[i + 1]]);
    }
    return pairs;
}

/* What the page begins with: {low, high, middle, shapes, counts: [group, markers][]}. */
export function readOutline([lowX, lowY, highX, highY, x, y, shapes, flat]) {
    return { low: [lowX, lowY], high: [highX, highY], middle: [x, y], shapes, counts: pairsOf(flat) };
}

function readVertices(steps) {
    const vertices = [];
    for (let i = 0, x = 0, y = 0; i < steps.length; i += 2) {
        x += steps[i];
        y += steps[i + 1];
        vertices.push([x, y]);
    }
    return vertices;
}

/* What the script of names holds, for the search: {name, index: of the group, blocks: [block, markers][], count}. */
export const readNames = (rows) => rows.map(([index, name, ...flat]) => {
    const blocks = pairsOf(flat);
    return { name, index, blocks, count: blocks.reduce((sum, [, count]) => sum + count, 0) };
});

/* How far a place is from the part between two points. */
function distanceToPart([x, y], [endX, endY], { lat, lng }) {
    const [dx, dy] = [endX - x, endY - y];
    const along = dx || dy ? Math.min(Math.max(((lat - x) * dx + (lng - y) * dy) / (dx * dx + dy * dy), 0), 1) : 0;
    return Math.hypot(x + along * dx - lat, y + along * dy - lng);
}

function isWithin(corners, { lat, lng }) {
    const crossings = corners.filter(([x, y], i) => {
        const [nextX, nextY] = corners[(i + 1) % corners.length];
        return (y > lng) !== (nextY > lng) && lat < x + ((lng - y) / (nextY - y)) * (nextX - x);
    });
    return crossings.length % 2 === 1;
}

/* How many yards a place is from a line, or from an area; 0 within it. */
export function distanceTo({ vertices, isArea }, place) {
    const ends = isArea ? [...vertices, vertices[0]] : vertices;
    return isArea && isWithin(vertices, place) ? 0
        : Math.min(...ends.slice(0, -1).map((from, i) => distanceToPart(from, ends[i + 1], place)));
}

/* The markers of a block's script; those with `vertices` are lines, with `isArea` areas. */
export const readRows = (rows, groups) => rows.map(([index, name, ...rest]) => {
    const isShape = Array.isArray(rest[0]);
    const vertices = isShape ? readVertices(rest[0]) : null;
    const [x, y] = isShape ? vertices[0] : rest;
    const [icon, color, text, link, picture] = rest.slice(2);
    const group = groups[index];
    return { index, name, x, y, vertices, isArea: isShape && rest[1] === 1, group: group.name,
        icon: icon || group.icon, color: color || group.color, text: text || '', link: link || '', picture: picture || '' };
});
