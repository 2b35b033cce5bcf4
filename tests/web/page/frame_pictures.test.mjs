import assert from 'node:assert/strict';
import test from 'node:test';
import { fakeLayer, namesOf, openPage } from './fake_page.mjs';
import { makeFramePictures } from '../../../src/output/web/page/frame_pictures.js';
import { tilesOf } from './tiles.mjs';

const made = [];
globalThis.L = { imageOverlay: (url, corners, options) => {
    const overlay = fakeLayer({ options, photo: { style: { width: '256px' } }, getElement: () => overlay.photo });
    made.push(overlay);
    return overlay;
} };

/* A map whose view is of these edges at a zoom. */
function mapAt(view) {
    const bounds = { getNorth: () => view.north, getSouth: () => view.south, getWest: () => view.east, getEast: () => view.west };
    return fakeLayer({ getBounds: () => ({ pad: () => bounds }), getZoom: () => view.zoom });
}
const frame = (parts) => ({ base: '../Land/', offset: [0, 0], scale: 1, isPart: false, hasTile: tilesOf(['31_31', '32_32']),
    layer: { id: 'color', format: 'png', maxZoom: 7, missing: [], empty: [] }, ...parts });
const isOnMap = (overlay) => namesOf(overlay).includes('addTo') && !namesOf(overlay).includes('remove');
const urlOf = ({ calls }) => calls.filter(([name]) => name === 'setUrl').at(-1)[1];

async function show(parts) {
    openPage({ devicePixelRatio: 1 });
    made.length = 0;
    const view = { north: 500, south: -500, west: 500, east: -500, zoom: 6 };
    const map = mapAt(view);
    const pictures = makeFramePictures(map, [frame(parts)]);
    pictures.update();
    await null;
    await null;
    return { map, view, pictures };
}

test('pictures of the tiles that are seen come from the folder of the map', async () => {
    await show({});
    assert.deepEqual(made.map(urlOf), ['../Land/web/color/6/31/31.png', '../Land/web/color/6/32/32.png']);
    assert.equal(made[0].photo.style.clipPath, undefined);
});

test('those of the view before stay until all new ones are there, also one that fails', async () => {
    const { map, view, pictures } = await show({});
    let done = 0;
    pictures.whenThere(() => { done++; });
    made.forEach((overlay) => overlay.fire('load'));
    assert.equal(done, 1);
    const before = [...made];
    Object.assign(view, { north: 500, south: 100, west: 500, east: 100, zoom: 7 });
    map.fire('moveend');
    await null;
    await null;
    const after = made.slice(2);
    assert.ok(after.length > 0 && after.every((overlay) => /\/7\//.test(urlOf(overlay))));
    assert.ok(before.every(isOnMap));
    after.slice(1).forEach((overlay) => overlay.fire('load'));
    assert.ok(before.every(isOnMap));
    after[0].fire('error');
    assert.ok(!before.some(isOnMap));
    assert.match(urlOf(after[0]), /^data:image/);
});

test('of a part, and of JPEG, only tiles that belong to it are shown', async () => {
    const { map, view } = await show({ isPart: true, hasTile: tilesOf(['31_31']) });
    Object.assign(view, { zoom: 5 });
    map.fire('moveend');
    await null;
    await null;
    assert.equal(urlOf(made.at(-1)), '../Land/web/color/5/15/15.png');
    assert.match(made.at(-1).photo.style.clipPath, /^path\(/);
});
