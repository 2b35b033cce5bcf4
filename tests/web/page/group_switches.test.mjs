import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { makeGroupSwitches } from '../../../src/output/web/page/group_switches.js';
import { openPage } from './fake_page.mjs';

test('groups have switches, which links know by name', () => {
    openPage();
    let switched = 0;
    const list = element('marker-list');
    const switches = makeGroupSwitches([{ name: 'Inns', color: '#111', count: 2, isHidden: false }, { name: 'Ways', color: '#222', count: 1, isHidden: true }],
        list, () => { switched++; });
    assert.deepEqual(list.children.map(({ textContent }) => textContent), [' Inns (2)', ' Ways (1)']);
    assert.deepEqual([switches.hidden(), switches.startHidden, switches.isOn(0), switches.isOn(1)], [['Ways'], ['Ways'], true, false]);
    switches.hide(['Ways', 'nothing']);
    assert.equal(switched, 0, 'nothing changes');
    switches.hide(['Inns']);
    assert.deepEqual([switches.hidden(), switched], [['Inns'], 1]);
    list.querySelectorAll('input')[1].click();
    switches.turnOn(0);
    assert.deepEqual([switches.hidden(), switched], [['Ways'], 2]);
});
