/* adtmap: data layers over the map, each with a switch and an opacity. */
adtmap.overlays = (function () {
    'use strict';

    const NAMES = { height: 'Relief', normal: 'Normals', shadow: 'Baked shadows', holes: 'Holes', area: 'Areas',
        layers: 'Ground layers', albedo: 'Ground textures', 'vertex-color': 'Painted colours',
        impassable: 'Impassable', doodads: 'Doodads' };
    const OPACITY = 70;

    const nameOf = (id) => NAMES[id] || id.replace(/^alpha-(\d+)$/, 'Ground layer $1');

    /* The layers that a link names, separated by spaces, of those that there are. */
    const read = (text, ids) => [...new Set((text || '').split(' '))].filter((id) => ids.includes(id));

    function makeRow(id, onSwitch, onOpacity) {
        const row = document.createElement('div');
        const label = document.createElement('label');
        const box = document.createElement('input');
        const slider = document.createElement('input');
        box.type = 'checkbox';
        box.value = id;
        label.append(box, ` ${nameOf(id)}`);
        Object.assign(slider, { type: 'range', min: 10, max: 100, step: 5, value: OPACITY, disabled: true });
        slider.setAttribute('aria-label', `Opacity of ${nameOf(id)}`);
        row.className = 'layer-row';
        row.append(label, slider);
        box.addEventListener('change', () => onSwitch(id, box.checked));
        slider.addEventListener('input', () => onOpacity(id, slider.value / 100));
        return { row, box, slider };
    }

    /* `pictures` maps ids to Leaflet layers; rows are put into `list`. */
    function make(map, pictures, list, onChange) {
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
            rows.set(id, makeRow(id, (...state) => {
                show(...state);
                onChange();
            }, (_, opacity) => layer.setOpacity(opacity)));
            list.append(rows.get(id).row);
        });
        const ids = [...pictures.keys()];
        return {
            shown: () => ids.filter((id) => rows.get(id).box.checked).join(' '),
            follow: (text) => ids.forEach((id) => show(id, read(text, ids).includes(id))),
        };
    }

    return { nameOf, read, make };
})();
