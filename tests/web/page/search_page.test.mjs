import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { makeSearchPage } from '../../../src/output/web/page/search_page.js';
import { siteData } from '../../../src/output/web/page/site_data.js';
import { beQuiet } from '../../../src/output/web/page/speak.js';
import { openPage } from './fake_page.mjs';

const settle = () => new Promise((done) => { setTimeout(done); });

/* A page whose search, once `arrive` has brought it, notes what it is asked for. With `isEarly` somebody writes before it opens. */
function open(isEarly = false) {
    openPage();
    if (isEarly) {
        element('query').focus();
        element('query').value = 'mere';
    }
    const asked = [];
    const note = (name) => (...values) => { asked.push([name, ...values]); };
    const part = { open: note('open'), submit: async () => asked.push(['submit', field.value]), forget: note('forget'), clear: note('clear'),
        recall: note('recall'), found: () => 'found' };
    const [form, field, status] = [element('search'), element('query'), element('nothing')];
    status.hidden = true;
    let areNamesThere = false;
    const made = makeSearchPage((makeMapSearch) => makeMapSearch(), { mark: note('mark'), marked: () => null }, () => areNamesThere);
    const page = { ...made, start() {
        areNamesThere = true;
        made.start();
    } };
    return {
        page, asked, field, status,
        scripts: () => document.head.children.length,
        go() {
            field.focus();
            field.fire('focus');
        },
        write(words) {
            field.value = words;
            field.fire('input');
        },
        enter: () => form.fire('submit', { preventDefault() {} }),
        async arrive() {
            siteData.more = { makeMapSearch: () => part };
            document.head.children[0].fire('load');
            await settle();
        },
        async fail() {
            document.head.children[0].fire('error');
            await settle();
        },
    };
}

test('nothing is loaded until somebody goes to the field', async () => {
    const { page, asked, scripts, go, arrive } = open();
    page.start();
    assert.equal(scripts(), 0);
    go();
    assert.equal(scripts(), 1);
    await arrive();
    assert.deepEqual(asked, [['forget'], ['open']]);
});

test('what is written before the search is there is searched then, once', async () => {
    const { asked, status, go, write, enter, arrive } = open();
    go();
    assert.ok(status.hidden);
    write('mere');
    assert.deepEqual([status.hidden, status.textContent], [false, 'The search is being loaded']);
    enter();
    enter();
    await arrive();
    assert.deepEqual(asked.filter(([name]) => name === 'submit'), [['submit', 'mere']]);
    write('inn');
    enter();
    await settle();
    assert.deepEqual(asked.at(-1), ['submit', 'inn']);
});

test('what was written before the page had its scripts opens the list, too', async () => {
    const { asked, status, scripts, arrive } = open(true);
    assert.deepEqual([scripts(), status.hidden], [1, false]);
    await arrive();
    assert.deepEqual(asked, [['open']]);
});

test('a field that was left stays closed', async () => {
    const { asked, field, status, go, write, arrive } = open();
    go();
    write('mere');
    field.blur();
    field.fire('blur');
    await arrive();
    assert.deepEqual([asked, status.hidden], [[], true]);
});

test('a search that does not come is asked for again', async () => {
    const { asked, status, scripts, go, write, enter, fail, arrive } = open();
    go();
    write('mere');
    await fail();
    assert.deepEqual([status.hidden, scripts(), element('toast').textContent], [true, 0, '../page-files/page-more.js could not be loaded']);
    write('mere 2');
    assert.deepEqual([status.hidden, scripts()], [true, 0], 'letters do not ask');
    enter();
    assert.deepEqual([status.hidden, scripts()], [false, 1]);
    await fail();
    go();
    assert.equal(scripts(), 1);
    await fail();
    enter();
    await arrive();
    assert.deepEqual(asked, [['submit', 'mere 2']]);
    beQuiet();
});

test('what a link found waits for names, then for the search', async () => {
    const { page, asked, field, scripts, arrive } = open();
    const wanted = { words: 'Mere', turn: 0 };
    page.recall(wanted, true);
    assert.deepEqual([field.value, page.found(), scripts()], ['Mere', wanted, 0]);
    page.start();
    field.value = 'written since';
    await arrive();
    assert.deepEqual([asked, page.found(), field.value], [[['recall', wanted, true], ['forget']], 'found', 'written since']);
    page.recall(null, false);
    assert.deepEqual(asked.at(-1), ['recall', null, false]);
});

test('a link that is followed later loads the search, one without words does not', async () => {
    const { page, scripts } = open();
    page.start();
    page.recall(null, true);
    assert.deepEqual([page.found(), scripts()], [null, 0]);
    page.recall({ words: 'Mere', turn: 0 }, false);
    assert.equal(scripts(), 1);
});

test('what was found is cleared with its mark, whether the search is there or not', async () => {
    const { page, asked, go, arrive } = open();
    page.recall({ words: 'Mere', turn: 0 }, true);
    page.clear();
    assert.deepEqual([page.found(), asked], [null, [['mark', null]]]);
    go();
    await arrive();
    page.clear();
    assert.deepEqual(asked.slice(-2), [['mark', null], ['clear']]);
});
