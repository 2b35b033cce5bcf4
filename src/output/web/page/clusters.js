/* adtmap: many points as few circles with numbers. Nothing here needs a page. */

const SHIFT = 0.28; /* of a square, at most, in each direction */

/* From -1 to 1, the same for a square each time. */
function scatter(column, row, salt) {
    let mixed = Math.imul(column, 73856093) ^ Math.imul(row, 19349663) ^ salt;
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
    mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 31 - 1;
}

const heartOf = (column, row) => ({ x: column + 0.5 + SHIFT * scatter(column, row, 1), y: row + 0.5 + SHIFT * scatter(column, row, 2) });

/* The square whose heart is nearest to a point, in squares. */
function nearestSquare(x, y) {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    let nearest = { distance: Infinity, name: '' };
    for (let i = column - 1; i <= column + 1; i++) {
        for (let j = row - 1; j <= row + 1; j++) {
            const heart = heartOf(i, j);
            const distance = (heart.x - x) ** 2 + (heart.y - y) ** 2;
            nearest = distance < nearest.distance ? { distance, name: `${i} ${j}` } : nearest;
        }
    }
    return nearest.name;
}

/*
 * Points {x, y, count} in pixels, joined where one heart is the nearest to them: {key, x, y, count, points}, in the middle
 * of what it holds. Each square of `edge` pixels has a heart, off its middle, so that circles over points everywhere are
 * no lattice. Hearts stay where they are while the map moves.
 */
export function clusterPoints(points, edge) {
    const squares = new Map();
    points.forEach((point) => {
        const square = nearestSquare(point.x / edge, point.y / edge);
        const cluster = squares.get(square) || { square, x: 0, y: 0, count: 0, points: [] };
        cluster.x += point.x * point.count;
        cluster.y += point.y * point.count;
        cluster.count += point.count;
        cluster.points.push(point);
        squares.set(square, cluster);
    });
    return [...squares.values()].map(({ square, x, y, count, points: within }) =>
        ({ key: `${square} ${count} ${within.length}`, x: x / count, y: y / count, count, points: within }));
}

/* A number that fits into a circle: 87, 1.2k, 34k. */
export function shortCount(count) {
    const thousands = count / 1000;
    return count < 1000 ? String(count) : `${thousands < 9.95 ? thousands.toFixed(1) : Math.round(thousands)}k`;
}

/* [group, count] of a cluster whose points have counts by group: the largest first. */
export function groupsWithin(points) {
    const sums = new Map();
    points.forEach(({ groups }) => groups.forEach(([group, count]) => sums.set(group, (sums.get(group) || 0) + count)));
    return [...sums].sort((a, b) => b[1] - a[1]);
}
