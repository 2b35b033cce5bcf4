/* adtmap: what names on the map may not lie on: tools, pins, the thumbs of a comparison. A map fires "obstacles" when
 * these change. */

const TOOLS = '.bar, .tools, .floors, .zone-view, .area, .readout, .ruler, .other, .side';
const THUMB_PX = 44;
const GAP_PX = 6; /* between a name and what is next to it */

/* Of boxes {x, y, width, height} around their middle. */
export const overlaps = (a, b) => Math.abs(a.x - b.x) * 2 < a.width + b.width + GAP_PX &&
    Math.abs(a.y - b.y) * 2 < a.height + b.height + GAP_PX;

/* Where the middle of a box is next to another one. */
export const aboveIt = ({ height }, other) => other.y - (height + other.height + GAP_PX) / 2;
export const belowIt = ({ height }, other) => other.y + (height + other.height + GAP_PX) / 2;

/* The middle of a thumb goes from one edge of the window to the other; its slider is as high. */
const thumbOf = ({ value, max }, { top, height }) => ({ x: (window.innerWidth * value) / max, y: top + height / 2, width: THUMB_PX, height });

/* In the map's window, which is the page's. */
export function findObstacles(map) {
    const boxes = (parts) => parts.map((part) => [part, part.getBoundingClientRect()]).filter(([, { width }]) => width > 0);
    const all = (selectors) => [...document.querySelectorAll(selectors)];
    return [
        ...boxes([...all(TOOLS), ...map.getPane('markerPane').children]).map(([, { left, top, width, height }]) =>
            ({ x: left + width / 2, y: top + height / 2, width, height })),
        ...boxes(all('.divider')).map(([slider, box]) => thumbOf(slider, box)),
    ];
}
