/* adtmap: data layers over the map, each with a switch and an opacity. */
import { create, createSwitch, element } from './dom.js';

const OPACITY = 70;
const LEAST = 10;

/* The layers that a link names, of those that there are: opacities in per cent by id. They are separated by
 * spaces; an opacity may follow a colon. */
export function readLayers(text, ids) {
    const entries = (text || '').split(' ').map((part) => part.split(':'));
    return new Map(entries.filter(([id]) => ids.includes(id)).map(([id, opacity]) =>
        [id, /^\d{1,3}$/.test(opacity || '') ? Math.min(Math.max(Number(opacity), LEAST), 100) : OPACITY]));
}

/* What the colours mean: pairs of a colour and a word. */
export function createLegend(legend) {
    return create('ul', { className: 'legend', hidden: true }, ...legend.map(([color, word]) => {
        const sample = create('span', { className: 'sample' });
        sample.style.background = color;
        return create('li', {}, sample, word);
    }));
}

function createRow({ id, title, legend }, onSwitch, onOpacity) {
    const { row, box } = createSwitch(id, title, onSwitch);
    const slider = create('input', { type: 'range', min: LEAST, max: 100, step: 5, value: OPACITY, disabled: true });
    slider.setAttribute('aria-label', `Opacity of ${title}`);
    slider.addEventListener('input', () => onOpacity(slider.value / 100));
    const meaning = createLegend(legend);
    row.append(slider, ...(legend.length ? [meaning] : []));
    return { row, box, slider, meaning };
}

/* `layers` have id, title and legend; `pictures` maps their ids to Leaflet layers; rows are put into `list`. */
export function makeOverlays(map, layers, pictures, list, onChange) {
    const ids = layers.map(({ id }) => id);
    const rows = new Map();

    function show(id, isShown) {
        const { box, slider, meaning } = rows.get(id);
        box.checked = isShown;
        meaning.hidden = !isShown;
        slider.disabled = !isShown;
        if (isShown) {
            pictures.get(id).addTo(map);
        } else {
            pictures.get(id).remove();
        }
        const overBoth = element('over-both'); /* of a comparison, which a world has not */
        if (overBoth) {
            overBoth.hidden = ids.every((each) => !rows.get(each).box.checked);
        }
    }

    layers.forEach((layer) => {
        const picture = pictures.get(layer.id);
        picture.setOpacity(OPACITY / 100);
        rows.set(layer.id, createRow(layer, (isShown) => {
            show(layer.id, isShown);
            onChange();
        }, (opacity) => {
            picture.setOpacity(opacity);
            onChange();
        }));
        list.append(rows.get(layer.id).row);
    });
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
