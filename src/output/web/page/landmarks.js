/*
 * adtmap: landmarks. Of groups with many map.js has only the number, `count` in place of `places`: landmarks.js has those,
 * by group. The page of a map loads it after the first pictures, or when something asks for them.
 */
import { loadScript } from './scripts.js';
import { siteData } from './site_data.js';
import { say } from './speak.js';

/* Whether places of landmarks are still to come. */
export const areLate = (landmarks) => landmarks.some(({ places }) => !places);

/* Landmarks with all their places; those of a group that is not there stay away. */
export const withPlaces = (landmarks, late) => landmarks.map((entry) => ({ ...entry, places: entry.places || late[entry.group] || [] }));

/* Promises map.js of a map, with all landmarks. load(map, file, member, read) promises what a script of its folder sets. */
export async function loadMapData(load, name) {
    const data = await load(name, 'map.js', 'map', (read) => read);
    const late = areLate(data.landmarks) ? await load(name, 'landmarks.js', 'landmarks', (read) => read).catch(() => ({})) : {};
    return { ...data, landmarks: withPlaces(data.landmarks, late) };
}

/* A function that promises that `fill` got all landmarks of the page's map; it asks for them once, or again after that failed. */
export function makeLateLandmarks(landmarks, fill) {
    let loading = areLate(landmarks) ? null : Promise.resolve();
    return () => (loading ??= loadScript('landmarks.js', siteData, 'landmarks', (late) => fill(withPlaces(landmarks, late)))
        .catch(({ message }) => {
            loading = null;
            say(message, true);
        }));
}
