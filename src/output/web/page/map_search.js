/* adtmap: the search of a map's page, with its list: what search_page.js loads. */
import { makeFinder } from './finder.js';
import { makeSearchList } from './search_list.js';

/* `parts` are those of makeFinder, and loadNames(), which promises whether all names are there; `keep` keeps the view as a link. */
export function makeMapSearch(view, data, parts, { field, openMap, keep }) {
    const finder = makeFinder(view, data, parts, field, openMap);
    let allNames = null;
    const loadNames = () => (allNames ??= parts.loadNames().then((areAllThere) => {
        if (!areAllThere) {
            allNames = null;
        }
        finder.forget();
        return areAllThere;
    }));
    const list = makeSearchList(data.name, finder.about, finder.index, loadNames, ({ entry }) => {
        if (entry) {
            finder.showEntry(entry);
        } else {
            finder.search();
        }
        keep();
    });

    async function submit() {
        const isChosen = list.chooseActive();
        list.close();
        await loadNames();
        if (!isChosen && finder.search()) {
            list.remember(field.value.trim());
        }
        keep();
    }

    /* More names are there. What a link found may be a marker, whose name is elsewhere. */
    function forget() {
        finder.forget();
        if (finder.found()) {
            loadNames();
        }
    }

    return { submit, open: list.open, forget, clear: finder.clear, recall: finder.recall, found: finder.found };
}
