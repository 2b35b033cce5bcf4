/* adtmap: the grid of tiles with their names, from where edges are 32 pixels apart. */
import { EDGE_PX } from './pictures.js';
import { GRID } from './places.js';

const CELL_PX = EDGE_PX;
const TILE_PX = CELL_PX / GRID; /* at zoom 0 */
const MIN_ZOOM = 3;
const NAMED_PX = 64;
const LONG_NAME_PX = 256;

/* Names of the tiles whose north-west corners lie in the cell, with their places there. */
export function namesIn(coords, span, hasTile) {
    const names = [];
    for (let y = Math.ceil(coords.y * CELL_PX / span); y * span < (coords.y + 1) * CELL_PX; y++) {
        for (let x = Math.ceil(coords.x * CELL_PX / span); x * span < (coords.x + 1) * CELL_PX; x++) {
            if (hasTile(x, y)) {
                names.push({ name: `${x}_${y}`, left: x * span - coords.x * CELL_PX,
                    top: y * span - coords.y * CELL_PX });
            }
        }
    }
    return names;
}

function nameTiles(cell, coords, span, mapName, hasTile) {
    namesIn(coords, span, hasTile).forEach(({ name, left, top }) => {
        const label = L.DomUtil.create('span', 'grid-name leaflet-zoom-hide', cell);
        label.textContent = span >= LONG_NAME_PX ? `${mapName}_${name}` : name;
        label.style.left = `${left}px`;
        label.style.top = `${top}px`;
    });
}

export function makeTileGrid(mapName, hasTile, bounds) {
    const TileGrid = L.GridLayer.extend({
        createTile(coords) {
            const cell = L.DomUtil.create('div', 'grid-cell');
            const span = TILE_PX * 2 ** coords.z;
            const inside = { x: (coords.x * CELL_PX) % span, y: (coords.y * CELL_PX) % span };
            cell.setAttribute('aria-hidden', 'true');
            cell.style.backgroundSize = `${span}px ${span}px`;
            cell.style.backgroundPosition = `${-inside.x}px ${-inside.y}px`;
            cell.classList.toggle('small', span < CELL_PX / 2);
            if (span >= NAMED_PX) {
                nameTiles(cell, coords, span, mapName, hasTile);
            }
            return cell;
        },
    });
    return new TileGrid({ minZoom: MIN_ZOOM, noWrap: true, bounds, pane: 'overlayPane' });
}
