/* adtmap: what a click on the map tells: where that is, and what of it can be copied. */
import { create } from './dom.js';
import { placeText, tileName } from './places.js';
import { copy } from './speak.js';
import { heightText } from './value_page.js';

function addLine(card, label, copied, what = copied) {
    const button = create('button', { type: 'button', className: 'copy', title: `Copy ${copied}` }, label);
    button.addEventListener('click', () => copy(copied, what));
    card.append(button);
}

/* `values` knows heights, in yards or null, and liquids; a world has null. `area` has the name and per cent of the
 * place, which may be ''. `linkTo` makes the address of a view of the place. */
export function makePlaceCard(place, values, area, linkTo) {
    const [height, floor, liquid] = values
        ? [values.heightAt(place), values.floorAt(place), values.liquidAt(place)] : [null, null, ''];
    const lines = [
        tileName(place) ? `Tile ${tileName(place)}` : 'Outside the map',
        height === null ? '' : `Height ${heightText(height)} yd`,
        floor === null ? '' : `Surface ${heightText(floor)} yd`,
        liquid ? `Liquid ${liquid}` : '',
        area.percent ? `${area.name}: ${area.percent}` : area.name,
    ];
    const card = create('div', { className: 'place-card' }, create('strong', {}, placeText(place)),
        ...lines.filter(Boolean).map((line) => create('span', {}, line)));
    addLine(card, 'Copy X Y', placeText(place));
    addLine(card, 'Copy .go xyz', `.go xyz ${placeText(place)}`);
    if (tileName(place)) {
        addLine(card, 'Copy link', linkTo(place), 'the link');
    }
    return card;
}
