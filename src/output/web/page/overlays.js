/* adtmap: data layers over the map, each with a switch and an opacity. */
import { create, createSwitch } from './dom.js';

const NAMES = { height: 'Relief', normal: 'Normals', shadow: 'Baked shadows', holes: 'Holes', area: 'Areas',
    layers: 'Ground layers', albedo: 'Ground textures', 'vertex-color': 'Painted colours',
    impassable: 'Impassable', doodads: 'Doodads' };
const OPACITY = 70;
const LEAST = 10;

export const layerName = (id) => NAMES[id] || id.replace(/^alpha-(\d+)$/, 'Ground layer $1');

/* The layers that a link names, of those that there are: opacities in per cent by id. They are separated by
 * spaces; an opacity may follow a colon. */
export function readLayers(text, ids) {
    const entries = (text || '').split(' ').map((part) => part.split(':'));
    return new Map(entries.filter(([id]) => ids.includes(id)).map(([id, opacity]) =>
        [id, /^\d{1,3}$/.test(opacity || '') ? Math.min(Math.max(Number(opacity), LEAST), 100) : OPACITY]));
}

function createRow(id, onSwitch, onOpacity) {
    const { row, box } = createSwitch(id, layerName(id), onSwitch);
    const slider = create('input', { type: 'range', min: LEAST, max: 100, step: 5, value: OPACITY, disabled: true });
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
        }, (opacity) => {
            layer.setOpacity(opacity);
            onChange();
        }));
        list.append(rows.get(id).row);
    });
    const ids = [...pictures.keys()];
    return {
        /* As readLayers reads it. */
        shown: () => ids.filter((id) => rows.get(id).box.checked).map((id) => {
            const { value } = rows.get(id).slider;
            return Number(value) === OPACITY ? id : `${id}:${value}`;
        }).join(' '),
        follow(text) {
            const wanted = readLayers(text, ids);
            ids.forEach((id) => {
                rows.get(id).slider.value = wanted.get(id) ?? OPACITY;
                pictures.get(id).setOpacity((wanted.get(id) ?? OPACITY) / 100);
                show(id, wanted.has(id));
            });
        },
    };
}
