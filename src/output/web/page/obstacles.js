/* adtmap: what names on the map may not lie on: tools, open lists, pins, the thumbs of a comparison. A map fires "obstacles" when
 * these change. */

const TOOLS = '.bar, .tools, .floors, .zone-view, .area, .readout, .ruler, .other, .side, .open-full, .length, .layer-list';
const THUMB_PX = 44;
const GAP_PX = 6; /* between a name and what is next to it */
const ROUNDING_PX = 0.001; /* of sums: what was moved next to a box does not overlap it */

/* Of boxes {x, y, width, height} around their middle. */
const isNear = (distance, sizes) => Math.abs(distance) * 2 < sizes + GAP_PX - ROUNDING_PX;
export const overlaps = (a, b) => isNear(a.x - b.x, a.width + b.width) && isNear(a.y - b.y, a.height + b.height);

/* Where the middle of a box is next to another one. */
export const aboveIt = ({ height }, other) => other.y - (height + other.height + GAP_PX) / 2;
export const belowIt = ({ height }, other) => other.y + (height + other.height + GAP_PX) / 2;

/* The middle of a thumb goes from one edge of the window to the other; its slider is as high. */
const thumbOf = ({ value, max }, { top, height }) => ({ x: (window.innerWidth * value) / max, y: top + height / 2, width: THUMB_PX, height });

/* In the map's window, which is the page's. `others` are selectors of more. */
export function findObstacles(map, others = []) {
    const boxes = (parts) => parts.map((part) => [part, part.getBoundingClientRect()]).filter(([, { width }]) => width > 0);
    const all = (selectors) => [...document.querySelectorAll(selectors)];
    return [
        ...boxes([...all([TOOLS, ...others].join(', ')), ...map.getPane('markerPane').children]).map(([, { left, top, width, height }]) =>
            ({ x: left + width / 2, y: top + height / 2, width, height })),
        ...boxes(all('.divider')).map(([slider, box]) => thumbOf(slider, box)),
    ];
}
