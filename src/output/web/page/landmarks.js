/*
 * adtmap: landmarks. Of groups with many map.js has only the number, `count` in place of `places`: landmarks.js has those,
 * by group. The page of a map loads it after the first pictures, or when something asks for them.
 */
import { makeLateScript } from './later.js';

/* Whether places of landmarks are still to come. */
export const areLate = (landmarks) => landmarks.some(({ places }) => !places);

/* Landmarks with all their places; those of a group that is not there stay away. */
export const withPlaces = (landmarks, late) => landmarks.map((entry) =>
    ({ ...entry, count: undefined, places: entry.places || late[entry.group] || [] }));

/* load(map, file, member, read) promises what a script of a map's folder sets. */
const loadPlaces = (load, name) => load(name, 'landmarks.js', 'landmarks', (read) => read);
export const loadMap = (load, name) => load(name, 'map.js', 'map', (read) => read);

/* Promises map.js of a map, with all landmarks; `onLost` is told if those of large groups do not come. */
export async function loadMapData(load, name, onLost) {
    const data = await loadMap(load, name);
    const late = areLate(data.landmarks) ? await loadPlaces(load, name).catch(() => (onLost(), {})) : {};
    return { ...data, landmarks: withPlaces(data.landmarks, late) };
}

/* Loads the landmarks that are still to come of several maps, `data` by name, and hands take(name, landmarks) all of a
 * map's; promises the names of the maps whose did not come. */
export async function loadLateLandmarks(load, data, take) {
    const names = Object.keys(data).filter((name) => areLate(data[name].landmarks));
    const came = await Promise.all(names.map((name) => loadPlaces(load, name)
        .then((late) => take(name, withPlaces(data[name].landmarks, late))).then(() => true, () => false)));
    return names.filter((name, i) => !came[i]);
}

/* As makeLateScript; `fill` gets all landmarks of the page's map, unless it has had them from the start. */
export const makeLateLandmarks = (landmarks, fill) => (areLate(landmarks)
    ? makeLateScript('landmarks.js', 'landmarks', (late) => withPlaces(landmarks, late), fill) : async () => true);
