/* adtmap: elements of the page, which its markup has by id, and new ones. */

export const element = (id) => document.getElementById(id);

/* A new element with these properties and contents: elements, or text that stays text. */
export function create(tag, properties = {}, ...contents) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...contents);
    return made;
}

/* A sign of 24 units, for looks alone. */
export function createSign(path) {
    const [svg, drawing] = ['svg', 'path'].map((tag) => document.createElementNS('http://www.w3.org/2000/svg', tag));
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    drawing.setAttribute('d', path);
    svg.append(drawing);
    return svg;
}

/* Shows whether a button is pressed, also to those who cannot see it. */
export const press = (id, isPressed) => element(id).setAttribute('aria-pressed', String(isPressed));

/* A switch in a list of them: `before` stands between its box and its words, a text or an element. `onSwitch` gets whether it is on. */
export function createSwitch(value, words, onSwitch, ...before) {
    const box = create('input', { type: 'checkbox', value });
    const row = create('div', { className: 'layer-row' }, create('label', {}, box, ...before, ' ', words));
    box.addEventListener('change', () => onSwitch(box.checked));
    return { row, box };
}

/* The same for a group of markers: a sample of its colour, its name and how many it has, which setCount() changes. */
export function createGroupSwitch(name, count, color, onSwitch) {
    const sample = create('span', { className: 'sample' });
    sample.style.background = color;
    const words = create('span', {});
    const setCount = (number) => { words.textContent = `${name} (${number})`; };
    setCount(count);
    return { ...createSwitch(name, words, onSwitch, sample), setCount };
}
