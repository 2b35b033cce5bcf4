/* adtmap: parts of the page that page-more.js has: loaded when they are asked for, and again after that failed. */
import { loadScript } from './scripts.js';
import { siteData } from './site_data.js';
import { say } from './speak.js';

/* `make` gets what more.js has and gives the part, which `use` hands to what needs it. */
export function makeLater(make) {
    let part = null;
    let loading = null;
    const load = () => (loading ??= loadScript('../page-files/page-more.js', siteData, 'more', (more) => { part = make(more); })
        .catch((error) => {
            loading = null;
            throw error;
        }));
    return {
        part: () => part,
        use: (act) => load().then(() => act(part)).catch(({ message }) => say(message, true)),
    };
}
