/* adtmap: what a click on the map tells: where that is, and what of it can be copied. */
adtmap.placeCard = (function () {
    'use strict';

    const { text, tileName } = adtmap.places;

    function addLine(card, label, copied) {
        const button = Object.assign(document.createElement('button'), {
            type: 'button', className: 'copy', textContent: label, title: `Copy ${copied}`,
        });
        button.addEventListener('click', () => adtmap.speak.copy(copied));
        card.append(button);
    }

    function addText(card, text) {
        card.append(Object.assign(document.createElement('span'), { textContent: text }));
    }

    /* `height` in yards may be null. `area` has the name and per cent of the place, which may be ''.
     * `linkTo` makes the address of a view of the place. */
    function make(place, height, area, linkTo) {
        const card = document.createElement('div');
        card.className = 'place-card';
        card.append(Object.assign(document.createElement('strong'), { textContent: text(place) }));
        addText(card, tileName(place) ? `Tile ${tileName(place)}` : 'Outside the map');
        if (height !== null) {
            addText(card, `Height ${adtmap.heightPage.text(height)} yd`);
        }
        if (area.name) {
            addText(card, area.percent ? `${area.name}: ${area.percent}` : area.name);
        }
        addLine(card, 'Copy X Y', text(place));
        addLine(card, 'Copy .go xyz', `.go xyz ${text(place)}`);
        if (tileName(place)) {
            addLine(card, 'Copy link', linkTo(place));
        }
        return card;
    }

    return { make };
})();
