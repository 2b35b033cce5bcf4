/* adtmap: markers. Their names come from outside and only ever become text. */
import { create } from './dom.js';
import { full } from './embed.js';
import { placeText } from './places.js';
import { copy } from './speak.js';

const LIGHT = 170; /* of 255 */
const CONTRAST = 4.5; /* of small letters, as WCAG's level AA has it */
const SIGNS = {
    pin: 'M15 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
    star: 'm15 8 2 4.6 5 .4-3.8 3.3 1.2 4.9L15 18.6l-4.4 2.6 1.2-4.9L8 13l5-.4z',
    flag: 'M10 8h1.5v1L20 11.5l-8.5 3V22H10z',
    house: 'm15 8 7 6h-2v7h-3.5v-4h-3v4H10v-7H8z',
    tower: 'M10 8h2v2h2V8h2v2h2V8h2v5l-1 1v7h-8v-7l-1-1z',
    skull: 'M15 8a6 6 0 0 1 4 10.5V21h-2v-1.5h-1V21h-2v-1.5h-1V21h-2v-2.5A6 6 0 0 1 15 8z' +
        'm-2.5 4.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z' +
        'm5 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z',
    cave: 'M7 21q1-12 8-12t8 12h-4.5q0-6-3.5-6t-3.5 6z',
    cross: 'M13.5 8h3v4h4v3h-4v7h-3v-7h-4v-3h4z',
    gem: 'm11 9h8l3 4-7 8-7-8z',
    ship: 'M14 7h1.5v1l5 5.5h-5V15H22l-2 5H10l-2-5h6z',
    info: 'M13.5 8h3v3h-3zM12 13h4.5v6H18v2h-6v-2h1.5v-4H12z',
};

function svg(name, attributes, parent) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
    parent.append(node);
    return node;
}

/* White, or dark on colours that white cannot be told from. */
export function inkOn(color) {
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
    return 0.299 * red + 0.587 * green + 0.114 * blue > LIGHT ? '#17212a' : '#fff';
}

/* White, or black where small letters could not be read in white: on any colour one of the two can be. */
export function letterInkOn(color) {
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    return 1.05 / (luminance + 0.05) < CONTRAST ? '#000' : '#fff';
}

/* An icon of the site is a picture file, in its own shape; others are signs in a pin. */
function makeIcon({ icon, color }) {
    if (icon.includes('/')) {
        return L.divIcon({ className: 'marker own', html: create('img', { src: icon, alt: '' }), iconSize: [32, 32], popupAnchor: [0, -14],
            tooltipAnchor: [14, 0] });
    }
    const ink = inkOn(color);
    const html = create('div');
    const drawing = svg('svg', { viewBox: '0 0 30 38', 'aria-hidden': 'true' }, html);
    svg('path', { d: 'M15 1a14 14 0 0 1 14 14c0 9-14 22-14 22S1 24 1 15A14 14 0 0 1 15 1z',
        fill: color, stroke: ink, 'stroke-width': 1.5 }, drawing);
    if (SIGNS[icon]) {
        svg('path', { d: SIGNS[icon], fill: ink, 'fill-rule': 'evenodd' }, drawing);
    } else {
        const sign = L.DomUtil.create('span', 'sign', html);
        sign.textContent = icon;
        sign.style.color = ink;
        sign.setAttribute('aria-hidden', 'true');
    }
    return L.divIcon({ className: 'marker', html, iconSize: [30, 38], iconAnchor: [15, 37],
        popupAnchor: [0, -34], tooltipAnchor: [14, -22] });
}

const LIST_MAX = 50;

/* Markers in one place as buttons, which `open` one each. */
export function makeMarkList(marks, open) {
    const rows = marks.slice(0, LIST_MAX).map((mark) => {
        const button = create('button', { type: 'button' }, mark.name);
        button.addEventListener('click', () => open(mark));
        return create('li', {}, button);
    });
    const rest = marks.length > LIST_MAX ? [create('small', {}, `and ${marks.length - LIST_MAX} more`)] : [];
    return create('div', { className: 'cluster-list' }, create('ul', {}, ...rows), ...rest);
}

/* The link to a marker: the address has the card that is open, in a world the way to its map. */
function makeCopy({ way, place }) {
    const button = create('button', { type: 'button', className: 'copy' }, 'Copy link');
    button.addEventListener('click', () => copy(place && way ? new URL(way.href, location.href).href : full(location.href), 'the link'));
    return button;
}

/* What a card says of a marker. `way` leads into another map; `place` is that on its map where the marker lies in a
 * world. */
export function makePopup(mark) {
    const { name, x, y, group, text, link, picture, way, place } = mark;
    return create('div', {}, ...[
        create('strong', {}, name),
        create('code', {}, placeText(place || { lat: x, lng: y })),
        group && create('small', {}, group),
        picture && create('img', { className: 'picture', src: picture, alt: '' }),
        text && create('p', {}, text),
        way && create('a', { href: way.href, className: 'way' }, way.words),
        link && create('a', { href: link, rel: 'noopener noreferrer' }, 'More about this place'),
        makeCopy(mark),
    ].filter(Boolean));
}

/* What a click on a marker does, or Enter, which Leaflet knows of cards alone. */
export function onPress(layer, act) {
    layer.on('click', act);
    layer.on('keypress', ({ originalEvent }) => originalEvent.key === 'Enter' && act());
}

/* A Leaflet marker that says what it is to those who cannot see it. `makeCard` makes what its card holds. */
export function makeMarker(mark, makeCard = () => makePopup(mark)) {
    const label = mark.group ? `${mark.name} (${mark.group})` : mark.name;
    const layer = L.marker([mark.x, mark.y], { icon: makeIcon(mark) });
    layer.bindTooltip(create('span', {}, mark.name)).bindPopup(makeCard, { of: mark.name });
    layer.on('popupopen', () => layer.closeTooltip());
    layer.on('add', () => {
        layer.getElement().setAttribute('role', 'button');
        layer.getElement().setAttribute('aria-label', label);
    });
    return layer;
}
