// The parts of the page that need no browser: node --test page.test.mjs, with PAGE the folder of scripts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import vm from 'node:vm';

const context = vm.createContext({ URLSearchParams, encodeURIComponent });
for (const name of ['places', 'search', 'link', 'pictures', 'tile_grid', 'scale', 'measure', 'view',
    'renderings', 'overlays', 'changes', 'area_shapes', 'area_labels', 'marker_groups', 'markers', 'flight_paths', 'height_page']) {
    vm.runInContext(readFileSync(join(process.env.PAGE, `${name}.js`), 'utf8'), context);
}
const { places, search, link, pictures, tileGrid, scale, measure, view, renderings, overlays, changes, areaShapes, areaLabels,
    markerGroups, markers, flightPaths, heightPage } = context.adtmap;
const plain = (value) => JSON.parse(JSON.stringify(value));
const TILE_YARDS = 1600 / 3;

/* A map with the tiles `x_y`, as its page gets them. */
function tilesOf(names) {
    const rows = Array(64).fill(0n);
    names.forEach((name) => {
        const [x, y] = name.split('_').map(Number);
        rows[y] |= 1n << BigInt(x);
    });
    return places.tileSet(rows.map((row) => row.toString(16).padStart(16, '0')));
}

function block(x, y, columns, rows) {
    return Array.from({ length: columns * rows }, (_, i) =>
        `${x + (i % columns)}_${y + Math.floor(i / columns)}`);
}

test('a place lies in the tile that its corners enclose', () => {
    assert.deepEqual(plain(places.tileAt({ lat: 0, lng: 0 })), { x: 32, y: 32 });
    assert.deepEqual(plain(places.tileAt({ lat: 0.1, lng: 0.1 })), { x: 31, y: 31 });
    const [[north, west], [south, east]] = places.tileCorners(30, 28, 2, 1);
    assert.deepEqual([north, west, south, east].map((yards) => Math.round(yards / TILE_YARDS)), [4, 2, 3, 0]);
    assert.ok(places.isInside({ lat: 17066, lng: -17066 }));
    assert.ok(!places.isInside({ lat: 17067, lng: 0 }));
});

test('bits of the rows are tiles, and none lies outside the grid', () => {
    const hasTile = tilesOf(['0_0', '63_5']);
    assert.ok(hasTile(0, 0) && hasTile(63, 5));
    assert.ok(!hasTile(1, 0) && !hasTile(64, 5) && !hasTile(-1, 0) && !hasTile(0, 64));
});

test('lone tiles far away do not make the whole map small', () => {
    assert.deepEqual(plain(places.mainBlock(tilesOf([...block(28, 30, 8, 6), '2_60', '60_1']))), [28, 30, 8, 6]);
    assert.deepEqual(plain(places.mainBlock(tilesOf(['5_5', '40_40']))), [5, 5, 36, 36]);
    assert.deepEqual(plain(places.mainBlock(tilesOf([...block(0, 0, 3, 3), ...block(20, 0, 2, 2)]))), [0, 0, 22, 3]);
});

test('tiles at the edges of the grid are no neighbours', () => {
    assert.deepEqual(plain(places.mainBlock(tilesOf([...block(40, 8, 24, 2), '0_10']))), [40, 8, 24, 2]);
});

test('the search knows places, tiles and markers', () => {
    const find = (text) => plain(search.interpret(text, 'Demo',
        { mark: ['Old tower', 'Tower'], area: ['Towerfield', 'Mere', 'Old'], landmark: ['Towerfield, Mere', 'Crypt'] }, 0));
    const only = (kind, index) => ({ kind, index, nth: 1, of: 1 });
    assert.deepEqual(find('-450, 620.5'), { kind: 'place', place: { lat: -450, lng: 620.5 } });
    assert.deepEqual(find(' 1;2 '), { kind: 'place', place: { lat: 1, lng: 2 } });
    for (const text of ['33_30', 'demo_33_30.adt', 'map33_30', 'DEMO_33_30']) {
        assert.deepEqual(find(text), { kind: 'tile', tile: { x: 33, y: 30 } }, text);
    }
    assert.deepEqual(find('tower'), only('mark', 1));
    assert.deepEqual(find('old t'), only('mark', 0));
    assert.deepEqual(find(' mere'), only('area', 1));
    assert.deepEqual(find('field'), { kind: 'area', index: 0, nth: 1, of: 2 });
    assert.deepEqual(find('old'), only('area', 2));
    assert.deepEqual(find('crypt'), only('landmark', 1));
    assert.deepEqual(find('field, me'), only('landmark', 0));
});

test('what was copied from a card is a place', () => {
    const find = (text) => plain(search.interpret(text, 'Demo', {}, 0));
    for (const text of ['.go xyz 100.5 -200', ' .GO  XYZ 100.5 -200 30.2 0 ']) {
        assert.deepEqual(find(text), { kind: 'place', place: { lat: 100.5, lng: -200 } }, text);
    }
    assert.deepEqual(find('.go xyz 100'), { kind: 'none' });
});

test('of several with one name each has its turn, whatever it is', () => {
    const names = { mark: ['Inn', 'Tower', 'inn'], area: [['Inn', 'Inn, Town']], landmark: [] };
    const find = (text, turn) => plain(search.interpret(text, 'Demo', names, turn));
    assert.deepEqual([0, 1, 2, 3].map((turn) => find('inn', turn)), [
        { kind: 'mark', index: 0, nth: 1, of: 3 }, { kind: 'mark', index: 2, nth: 2, of: 3 },
        { kind: 'area', index: 0, nth: 3, of: 3 }, { kind: 'mark', index: 0, nth: 1, of: 3 }]);
    assert.deepEqual(find('inn, town', 0), { kind: 'area', index: 0, nth: 1, of: 1 });
});

test('what lies outside differs from what is not found', () => {
    const kind = (text) => search.interpret(text, 'Demo', { mark: ['Tower'], area: ['Mere'], landmark: [] }, 0).kind;
    ['20000 0', '0 -17067', '99_99', '64_0'].forEach((text) => assert.equal(kind(text), 'outside', text));
    ['', '  ', 'nowhere', '1 2 3', 'Other_33_30', '1.2.3 4', '..1 2'].forEach((text) =>
        assert.equal(kind(text), 'none', text));
});

test('a link brings back what was written', () => {
    const view = { map: 'Isle & Co', zoom: 5.254, place: { lat: -1.25, lng: 9 }, layer: 'a=b' };
    assert.deepEqual(plain(link.read(link.write(view))),
        { map: 'Isle & Co', zoom: 5.25, place: { lat: -1.3, lng: 9 }, layer: 'a=b', mark: null });
    assert.deepEqual(plain(link.read(link.write({ ...view, mark: { lat: 5, lng: -7.25 } })).mark), { lat: 5, lng: -7.3 });
    assert.ok(!link.write({ ...view, layer: '' }).includes('layer'));
    assert.equal(link.pageOf('Isle & Co'), '../Isle%20%26%20Co/index.html');
});

test('links that make no sense say nothing', () => {
    const nothing = { map: null, zoom: null, place: null, layer: null, mark: null };
    for (const hash of ['', '#', '#zoom=x&x=1', '#x=1e9&y=0', '#%%%', '#y=3', '#mark=1', '#mark=1e9+0', '#mark=a+b']) {
        assert.deepEqual(plain(link.read(hash)), nothing, hash);
    }
});

test('pictures are asked for where tiles lie, but not those that show nothing', () => {
    const has = pictures.pictureSet(pictures.levelsOf(tilesOf(['31_33'])), ['7/62/67']);
    assert.ok(has(0, 0, 0) && has(5, 15, 16) && has(6, 31, 33) && has(7, 63, 66) && has(8, 124, 132));
    assert.ok(!has(6, 32, 33) && !has(5, 16, 16) && !has(7, 64, 66) && !has(7, 62, 67));
});

test('below an empty square no picture is asked for', () => {
    const has = pictures.pictureSet(pictures.levelsOf(tilesOf(['31_33', '30_33'])), ['5/15/16'], ['6/31/33', '7/61/66']);
    assert.ok(has(4, 7, 8) && has(6, 30, 33) && has(7, 60, 66) && has(8, 120, 132));
    assert.ok(!has(5, 15, 16) && !has(6, 31, 33) && !has(7, 63, 66) && !has(8, 124, 132) && !has(8, 122, 133));
});

test('tiles differ by what they show, and where one map has none', () => {
    const contents = (names, digits) => changes.read(digits.join(''), tilesOf(names));
    const old = contents(['3_1', '1_2', '2_2'], ['00000001', '00000002', '0000000a']);
    const recent = contents(['1_2', '2_2', '9_2', '0_0'], ['00000005', '00000003', '0000000a', '00000004']);
    assert.deepEqual(plain([...old]), [['3_1', '00000001'], ['1_2', '00000002'], ['2_2', '0000000a']]);
    assert.deepEqual(plain(changes.between(old, recent)), ['0_0', '3_1', '1_2', '9_2']);
    assert.deepEqual(plain(changes.between(old, old)), []);
    assert.deepEqual([[0, 5], [1, 5], [2, 5], [5, 5], [1, 1]].map(([count, total]) => changes.describe(count, total)),
        ['No tile differs', '1 of 5 tiles differs', '2 of 5 tiles differ', 'All 5 tiles differ', 'The tile differs']);
});

test('a link names the data layers that there are, each once', () => {
    const ids = ['height', 'area', 'alpha-1'];
    assert.deepEqual(plain(overlays.read('area height area nothing', ids)), ['area', 'height']);
    assert.deepEqual(plain(overlays.read('color', ids)), []);
    assert.deepEqual(plain(overlays.read(null, ids)), []);
    assert.deepEqual(['height', 'alpha-1', 'new'].map(overlays.nameOf), ['Relief', 'Ground layer 1', 'new']);
});

test('awaited pictures have the shape of their tiles', () => {
    const hasTile = tilesOf(['2_1', '3_1']);
    assert.deepEqual(plain(pictures.squaresIn(5, 1, 0, hasTile)), [[0, 0.5, 0.5], [0.5, 0.5, 0.5]]);
    assert.deepEqual(plain(pictures.squaresIn(8, 9, 5, hasTile)), [[0, 0, 1]]);
    assert.deepEqual(plain(pictures.squaresIn(6, 4, 1, hasTile)), []);
});

test('the grid names each tile once, at its corner', () => {
    const hasTile = tilesOf(block(0, 0, 4, 4));
    assert.deepEqual(plain(tileGrid.namesIn({ x: 0, y: 0 }, 128, hasTile)), [
        { name: '0_0', left: 0, top: 0 }, { name: '1_0', left: 128, top: 0 },
        { name: '0_1', left: 0, top: 128 }, { name: '1_1', left: 128, top: 128 }]);
    assert.deepEqual(plain(tileGrid.namesIn({ x: 1, y: 0 }, 512, hasTile)), []);
});

test('closer and farther rest on whole levels', () => {
    assert.deepEqual([4.25, 4, 4.75].map((zoom) => view.nextLevel(zoom, true)), [5, 5, 5]);
    assert.deepEqual([4.25, 4, 4.75].map((zoom) => view.nextLevel(zoom, false)), [4, 3, 4]);
});

test('the scale is a round number of yards', () => {
    assert.deepEqual([1, 1.9, 2, 4.99, 5, 99, 100, 0.07].map(scale.roundLength), [1, 1, 2, 2, 5, 50, 100, 0.05]);
});

test('a line is as long as its parts', () => {
    assert.equal(measure.lengthOf([]), 0);
    assert.equal(measure.lengthOf([{ lat: 1, lng: 1 }]), 0);
    assert.equal(measure.lengthOf([{ lat: 0, lng: 0 }, { lat: 3, lng: 4 }, { lat: 3, lng: 16 }]), 17);
});

test('a map has the renderings that the site lists, and none on a site without', () => {
    const site = { rendering: 'trees', maps: { Demo: [['minimap', 'Minimap'], ['trees', 'With trees']] } };
    assert.deepEqual(plain(renderings.of(site, 'Demo')), site.maps.Demo);
    assert.deepEqual(plain(renderings.othersOf(site, 'Demo')), [['minimap', 'Minimap']]);
    assert.deepEqual(plain(renderings.othersOf(site, 'Hall')), []);
    assert.deepEqual(plain(renderings.of(site, 'toString')), []);
    assert.deepEqual(plain(renderings.of(null, 'Demo')), []);
    assert.equal(renderings.pageOf('trees', 'Old map'), '../../trees/Old%20map/index.html');
});

/* Greenmark is a square of 8 chunks with a hole, the Mere, and has a map; a strip lies east of it. */
const areas = areaShapes.read([
    ['Greenmark', 0, 514, 510, 3, [300, -100, 400, -400], '4f4fQQ +f+fEE'],
    ['Mere', 1, 512, 512, 1, 0, '+f+fEE'],
    ['Strip', 0, 516, 512, 1, 0, 'ogB4fCQ'],
]);
const chunk = (x, y) => areaShapes.placeOf(x, y);
const nameAt = (x, y) => areaShapes.at(areas, chunk(x, y))?.name;

test('numbers have as many digits as they need', () => {
    assert.deepEqual(plain(areaShapes.numbersOf('ACDefggBhgB')), [0, 1, -1, 15, -15, 512, -512]);
    assert.deepEqual(plain(areaShapes.numbersOf('')), []);
});

test('rings turn at each corner and come back', () => {
    const [ring] = areaShapes.read([['L', 0, 1, 1, 1, 0, 'KMECDG']])[0].rings;
    assert.deepEqual(plain(ring), [[5, 6], [7, 6], [7, 7], [6, 7], [6, 10], [5, 10]]);
});

test('a place has the area whose rings are round it, but not in its holes', () => {
    assert.equal(nameAt(508.01, 508.01), 'Greenmark');
    assert.equal(nameAt(515.99, 515.99), 'Greenmark');
    assert.equal(nameAt(512, 512), 'Mere');
    assert.equal(nameAt(516.01, 512), 'Strip');
    assert.equal(nameAt(507.99, 512), undefined);
    assert.equal(nameAt(516.5, 516.01), undefined);
    assert.equal(areaShapes.fullName(areaShapes.at(areas, chunk(512, 512))), 'Mere, Greenmark');
});

test('per cent are those of the zone, and end at the edges of its map', () => {
    const [zone, mere, strip] = areas;
    assert.deepEqual(plain(areaShapes.percentAt(zone, { lat: 200, lng: 200 })), [25, 25]);
    assert.deepEqual(plain(areaShapes.percentAt(mere, { lat: -400, lng: -100 })), [100, 100]);
    assert.equal(areaShapes.percentAt(mere, { lat: 0, lng: 301 }), null);
    assert.equal(areaShapes.percentAt(strip, { lat: 0, lng: 0 }), null);
    assert.equal(areaShapes.percentAt(null, { lat: 0, lng: 0 }), null);
});

test('an area is shown with its subzones', () => {
    assert.equal(areaShapes.ringsOf(areas, areas[0]).length, 3);
    assert.equal(areaShapes.ringsOf(areas, areas[1]).length, 1);
});

const labelsAt = (scale) => areaLabels.choose(areas,
    (x, y) => ({ x: (x - 512) * scale + 500, y: (y - 512) * scale + 500 }), scale, { x: 1000, y: 1000 })
    .map(({ area }) => area.name);
const labels = (scale) => plain(labelsAt(scale));

test('zones are named from far away, subzones from near, none over another', () => {
    assert.deepEqual(labels(1), []);
    assert.deepEqual(labels(4), ['Greenmark']);
    assert.deepEqual(labels(40), ['Greenmark', 'Strip', 'Mere']);
    assert.deepEqual(labels(12), ['Greenmark']);
});

test('labels lie within the window', () => {
    assert.deepEqual(labels(150), ['Greenmark', 'Mere']);
});

test('a flight has its ends as a name, and its points by steps', () => {
    assert.deepEqual(plain(flightPaths.read([['Port', 'Hill', [10, -20, 5, 0, -1, 30]], ['Hill', 'Fort', [1, 2, 3, 4]]])), [
        { name: 'Port \u2013 Hill', points: [[10, -20], [15, -20], [14, 10]] },
        { name: 'Hill \u2013 Fort', points: [[1, 2], [4, 6]] }]);
    assert.deepEqual(plain(flightPaths.read([])), []);
});

test('markers are in their groups, those of the site first, rare landmarks before common ones', () => {
    const mark = (name, group) => ({ name, icon: 'pin', color: '#112233', x: 0, y: 0, ...(group && { group }) });
    const landmark = (group, places) => ({ group, icon: 'flag', color: '#445566', places });
    const groups = plain(markerGroups.groupsOf([mark('a'), mark('b', 'Shops'), mark('c')],
        [landmark('Many', [['m', 1, 2], ['n', 3, 4]]), landmark('Few', [['f', 5, 6.5]])]));
    assert.deepEqual(groups.map(({ name, isOwn, marks }) => [name, isOwn, marks.map((each) => each.name).join('')]),
        [['Markers', true, 'ac'], ['Shops', true, 'b'], ['Few', false, 'f'], ['Many', false, 'mn']]);
    assert.deepEqual(groups[2].marks[0], { name: 'f', icon: 'flag', color: '#445566', group: 'Few', x: 5, y: 6.5 });
    assert.deepEqual(plain(markerGroups.groupsOf([], [])), []);
});

test('markers are thinned out from far away, and all are there at the deepest pictures', () => {
    const points = Array.from({ length: 400 }, (_, i) => ({ x: (i * 97) % 500 - 250, y: (i * 61) % 300 - 150 }));
    const kept = markerGroups.thin(points, 60);
    assert.equal(kept[0], points[0]);
    kept.forEach((a, i) => kept.slice(i + 1).forEach((b) =>
        assert.ok(Math.abs(a.x - b.x) >= 60 || Math.abs(a.y - b.y) >= 60, JSON.stringify([a, b]))));
    points.forEach((point) => assert.ok(kept.some((other) =>
        Math.abs(other.x - point.x) < 60 && Math.abs(other.y - point.y) < 60), 'nothing stands for a marker'));
    assert.ok(kept.length >= 15 && kept.length < 80, String(kept.length));
    assert.ok(markerGroups.gapAt(2, 7) > markerGroups.gapAt(4, 7));
    assert.ok(markerGroups.gapAt(6.75, 7) >= 30);
    assert.equal(markerGroups.gapAt(7, 7), 0);
});

test('a sign can be told from the colour of its marker', () => {
    assert.deepEqual(['#ffffff', '#FFE9A8', '#e0483e', '#000000', '#2f6fb0'].map(markers.inkOn),
        ['#17212a', '#17212a', '#fff', '#fff', '#fff']);
});

test('a hundred thousand markers are thinned out at once', () => {
    const points = Array.from({ length: 100000 }, (_, i) => ({ x: (i * 7919) % 10007, y: (i * 104729) % 10009 }));
    const begun = Date.now();
    assert.ok(markerGroups.thin(points, 34).length > 1000);
    assert.ok(Date.now() - begun < 5000);
});

test('heights are read step by step and lie between the corners of their square', () => {
    const edge = 65;
    const value = (column, row) => 1 + 10 * column + 3 * row;
    const steps = Array.from({ length: edge * edge }, (_, i) => {
        const [column, row] = [i % edge, Math.floor(i / edge)];
        return value(column, row) - (column ? value(column - 1, row) : row ? value(0, row - 1) : 0);
    });
    const yards = heightPage.read({ low: -101, high: 65434, steps });
    assert.equal(yards.length, edge * edge);
    assert.deepEqual(plain([yards[0], yards[64], yards[65], yards[edge * edge - 1]]), [-100, 540, -97, 732]);
    const square = TILE_YARDS / 64;
    const near = (place, wanted) => assert.ok(Math.abs(heightPage.at(yards, place) - wanted) < 1e-6);
    near({ lat: 0, lng: 0 }, -100);
    near({ lat: -square / 2, lng: -2.5 * square }, -100 + 25 + 1.5);
    near({ lat: TILE_YARDS, lng: TILE_YARDS }, -100);
    near({ lat: 1e-9, lng: 1e-9 }, 732);
});

test('a place without ground has no height', () => {
    const yards = heightPage.read({ low: -2000, high: 4000, steps: [...Array(65 * 65 - 1).fill(0), 7] });
    assert.ok(Number.isNaN(heightPage.at(yards, { lat: -9, lng: -9 })));
    assert.ok(Number.isNaN(heightPage.at(yards, { lat: 1e-9, lng: 1e-9 })));
});

test('a height is shown in whole yards', () => {
    assert.equal(heightPage.text(null), '\u2013');
    assert.equal(heightPage.text(-0.4), '0');
    assert.equal(heightPage.text(-12.6), '-13');
});

test('a picture is cut to its tiles', () => {
    const cut = (zoom, x, y, names) => pictures.clipOf(pictures.squaresIn(zoom, x, y, tilesOf(names)), 256);
    assert.equal(cut(6, 3, 4, ['3_4']), '');
    assert.equal(cut(7, 7, 9, ['3_4']), '');
    assert.equal(cut(5, 1, 2, ['2_4', '3_4', '2_5', '3_5']), '');
    assert.equal(cut(5, 1, 2, ['2_4', '3_4']), 'path("M-1 -1H257V128H-1Z")');
    assert.equal(cut(5, 1, 2, ['3_4', '2_5']), 'path("M128 -1H257V128H128ZM-1 128H128V257H-1Z")');
    assert.equal(cut(4, 0, 0, ['0_0', '2_0']), 'path("M-1 -1H64V64H-1ZM128 -1H192V64H128Z")');
});
