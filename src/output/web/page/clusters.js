/* adtmap: many points as few circles with numbers. Nothing here needs a page. */

/*
 * Points {x, y, count} in pixels, joined where they are in one square of `edge` pixels: {key, x, y, count,
 * points}, in the middle of what it holds. The squares stay where they are while the map moves.
 */
export function clusterPoints(points, edge) {
    const squares = new Map();
    points.forEach((point) => {
        const square = `${Math.floor(point.x / edge)} ${Math.floor(point.y / edge)}`;
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
