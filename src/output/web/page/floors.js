/* adtmap: the floors of a dungeon: which one is shown, by buttons, keys and links. */
import { create, element } from './dom.js';

const NONE = null; /* the picture of all floors */

/* Layers that are floors, from the highest down. */
export const floorsOf = (layers) => layers.filter(({ floor }) => floor !== undefined).sort((a, b) => b.low - a.low);

/* The number of the floor above (-1) or below (1) another, of numbers from the highest down. All floors together
 * lie above the highest. */
export function nextFloor(numbers, shown, step) {
    const all = [NONE, ...numbers];
    return all[Math.min(Math.max(all.indexOf(shown) + step, 0), all.length - 1)];
}

/* `pictures` are those of the whole map, `make` gives the pictures of a layer; `onChange` is called when another
 * floor is shown. */
export function makeFloors(map, layers, pictures, make, onChange) {
    const floors = floorsOf(layers);
    const numbers = floors.map(({ floor }) => floor);
    const made = new Map([[NONE, pictures]]);
    const buttons = [[NONE, 'All'], ...numbers.map((number) => [number, String(number)])].map(([number, words]) => {
        const button = create('button', { className: 'button', type: 'button', title: 'Page up and page down change floors' }, words);
        button.setAttribute('aria-label', number === NONE ? 'All floors' : `Floor ${number}`);
        button.addEventListener('click', () => change(number));
        return [number, button];
    });
    let shown = NONE;

    function show(number) {
        const layer = floors.find(({ floor }) => floor === number);
        if (!made.has(number)) {
            made.set(number, make(layer));
        }
        made.get(shown).remove();
        made.get(number).addTo(map);
        shown = number;
        map.fire('floor');
        buttons.forEach(([each, button]) => button.setAttribute('aria-pressed', String(each === shown)));
    }

    function change(number) {
        if (number !== shown) {
            show(number);
            onChange();
        }
    }

    element('floors').hidden = floors.length === 0;
    element('floors').append(...buttons.map(([, button]) => button));
    show(NONE);
    return {
        shown: () => shown,
        /* By a link; a floor that is not there is all of them. */
        follow: (number) => show(numbers.includes(number) ? number : NONE),
        step: (by) => change(nextFloor(numbers, shown, by)),
    };
}
