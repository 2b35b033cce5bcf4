/* adtmap: the page of keys: what each does, in a dialog. */
import { create, element } from './dom.js';

const OTHERS = [
    [['↑', '↓', '←', '→'], 'Move the map'],
    [['Enter'], 'Tell about the middle of the map'],
    [['/'], 'Search'],
    [['m'], 'Hide all markers, and show them again'],
    [['c'], 'Copy X Y of the middle'],
    [['Esc'], 'Close what is open'],
];

const FLOORS = [[['PgUp', 'PgDn'], 'The floor above, and below']];

/* [keys, words] of each button that has keys, by `letters`, which has a button's id for each key. */
export function rowsOf(letters) {
    const ids = [...new Set(Object.values(letters))].filter((id) => !element(id).hidden);
    return ids.map((id) => [Object.keys(letters).filter((key) => letters[key] === id), element(id).getAttribute('aria-label')]);
}

/* Of a comparison. */
const STEPS = [[[','], 'Compare with the rendering before'], [['.'], 'Compare with the rendering after']];

/* Opens the dialog. Its list is made when it is asked for, of the buttons that there are then. */
export function showKeys(letters) {
    const ifShown = (id, rows) => (element(id)?.hidden === false ? rows : []);
    const rows = [...OTHERS, ...ifShown('floors', FLOORS), ...rowsOf(letters), ...ifShown('compare', STEPS)];
    element('key-list').replaceChildren(...rows.flatMap(([keys, words]) =>
        [create('dt', {}, ...keys.map((key) => create('kbd', {}, key))), create('dd', {}, words)]));
    element('keys').showModal();
    element('keys').scrollTop = 0; /* its button has the focus, which lies at the end */
}
