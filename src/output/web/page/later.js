/* adtmap: what the page loads when it is asked for, and again after that failed: scripts of a map, and parts that page-more.js has. */
import { loadScript } from './scripts.js';
import { siteData } from './site_data.js';
import { say } from './speak.js';

/* A function that loads a script once, hands `take` what `read` makes of it, and promises whether it came; what went wrong is said. */
export function makeLateScript(address, member, read, take) {
    let loading = null;
    return () => (loading ??= loadScript(address, siteData, member, read).then(take).then(() => true, ({ message }) => {
        loading = null;
        say(message, true);
        return false;
    }));
}

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
