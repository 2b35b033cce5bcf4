import assert from 'node:assert/strict';
import test from 'node:test';
import { placeOf } from '../../../src/output/web/page/area_shapes.js';
import { chooseInFrames } from '../../../src/output/web/page/world_labels.js';

const area = (name, x, y) => ({ name, zone: null, x, y, reach: 60, box: [x - 60, y - 60, x + 60, y + 60], rings: [] });
const frame = (map, offset, scale = 1) => ({ map, offset, scale, hasTile: (x) => x < 40 });

test('areas of each frame are named where they lie in the world, those of later frames where there is room', () => {
    const areas = { Land: [area('North', 512, 512), area('Beyond', 900, 512)], Mine: [area('Deep', 512, 512)] };
    const pixelOf = ({ lat, lng }) => ({ x: 500 - lng / 20, y: 400 - lat / 20 });
    const middle = placeOf(512, 512);
    const choose = (...frames) => chooseInFrames(frames, areas, pixelOf, { x: 1000, y: 800 }, []).map(({ area: { name }, x }) => [name, Math.round(x)]);
    assert.deepEqual(choose(frame('Land', [0, 0])), [['North', 500]], 'what lies on none of its tiles is not named');
    assert.deepEqual(choose(frame('Land', [0, 0]), frame('Mine', [0, -4000])), [['North', 500], ['Deep', 700]]);
    assert.deepEqual(choose(frame('Land', [0, 0]), frame('Lost', [0, 0])), [['North', 500]]);
    assert.equal(middle.lat, 0);
});
