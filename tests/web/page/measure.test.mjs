import assert from 'node:assert/strict';
import test from 'node:test';
import { lengthOf } from '../../../src/output/web/page/measure.js';

test('a line is as long as its parts', () => {
    assert.equal(lengthOf([]), 0);
    assert.equal(lengthOf([{ lat: 1, lng: 1 }]), 0);
    assert.equal(lengthOf([{ lat: 0, lng: 0 }, { lat: 3, lng: 4 }, { lat: 3, lng: 16 }]), 17);
});
