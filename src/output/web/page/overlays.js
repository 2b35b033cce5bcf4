/* adtmap: data layers over the map, each with a switch and an opacity. */
import { create, createSwitch } from './dom.js';

const NAMES = { height: 'Relief', normal: 'Normals', shadow: 'Baked shadows', holes: 'Holes', area: 'Areas',
    layers: 'Ground layers', albedo: 'Ground textures', 'vertex-color': 'Painted colours',
    impassable: 'Impassable', doodads: 'Doodads' };
const OPACITY = 70;

export const layerName = (id) => NAMES[id] || id.replace(/^alpha-(\d+)$/, 'Ground layer $1');

/* The layers that a link names, separated by spaces, of those that there are. */
export const readLayers = (text, ids) => [...new Set((text || '').split(' '))].filter((id) => ids.includes(id));

function createRow(id, onSwitch, onOpacity) {
    const { row, box } = createSwitch(id, layerName(id), onSwitch);
    const slider = create('input', { type: 'range', min: 10, max: 100, step: 5, value: OPACITY, disabled: true });
    slider.setAttribute('aria-label', `Opacity of ${layerName(id)}`);
    slider.addEventListener('input', () => onOpacity(slider.value / 100));
    row.append(slider);
    return { row, box, slider };
}

/* `pictures` maps ids to Leaflet layers; rows are put into `list`. */
export function makeOverlays(map, pictures, list, onChange) {
    const rows = new Map();

    function show(id, isShown) {
        const { box, slider } = rows.get(id);
        box.checked = isShown;
        slider.disabled = !isShown;
        if (isShown) {
            pictures.get(id).addTo(map);
        } else {
            pictures.get(id).remove();
        }
    }

    pictures.forEach((layer, id) => {
        layer.setOpacity(OPACITY / 100);
        rows.set(id, createRow(id, (isShown) => {
            show(id, isShown);
            onChange();
        }, (opacity) => layer.setOpacity(opacity)));
        list.append(rows.get(id).row);
    });
    const ids = [...pictures.keys()];
    return {
        shown: () => ids.filter((id) => rows.get(id).box.checked).join(' '),
        follow: (text) => ids.forEach((id) => show(id, readLayers(text, ids).includes(id))),
    };
}
