import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { siteData } from '../../../src/output/web/page/site_data.js';
import { makeZonePage } from '../../../src/output/web/page/zone_page.js';
import { openPage } from './fake_page.mjs';

/* A page whose script of zones notes what it is asked for. */
function open(framed) {
    openPage();
    const asked = [];
    const zones = { show: (name) => asked.push(name), toggle: () => asked.push('toggle'), shown: () => 'Mere', close: () => true };
    const page = makeZonePage({ areas: { framed: () => framed } });
    const arrive = async () => {
        siteData.more = { makeZoneView: () => zones };
        document.head.children[0].fire('load');
        await new Promise((done) => { setTimeout(done); });
    };
    return { page, asked, arrive };
}

test('a link waits for areas, then for the script', async () => {
    const { page, asked, arrive } = open([{}]);
    page.show('Mere');
    assert.deepEqual([document.head.children.length, page.shown(), page.close()], [0, 'Mere', false]);
    page.start();
    assert.equal(document.head.children.length, 1);
    await arrive();
    assert.deepEqual([asked, page.shown(), page.close(), element('zone').hidden], [['Mere'], 'Mere', true, false]);
    page.show(null);
    await new Promise((done) => { setTimeout(done); });
    assert.deepEqual(asked, ['Mere', null]);
});

test('without a link nothing is loaded, without maps of zones there is no tool', () => {
    const { page } = open([]);
    page.show(null);
    page.start();
    assert.deepEqual([document.head.children.length, element('zone').hidden], [0, true]);
});

test('a script that does not come is asked for again', async () => {
    const { page, asked, arrive } = open([{}]);
    page.start();
    page.toggle();
    document.head.children[0].fire('error');
    await new Promise((done) => { setTimeout(done); });
    page.toggle();
    await arrive();
    assert.deepEqual(asked, ['toggle']);
});
