import assert from 'node:assert/strict';
import test from 'node:test';
import { readFlights } from '../../../src/output/web/page/flight_paths.js';

test('a flight has its ends as a name, and its points by steps', () => {
    assert.deepEqual(readFlights([['Port', 'Hill', [10, -20, 5, 0, -1, 30]], ['Hill', 'Fort', [1, 2, 3, 4]]]), [
        { name: 'Port \u2013 Hill', points: [[10, -20], [15, -20], [14, 10]] },
        { name: 'Hill \u2013 Fort', points: [[1, 2], [4, 6]] }]);
    assert.deepEqual(readFlights([]), []);
});
