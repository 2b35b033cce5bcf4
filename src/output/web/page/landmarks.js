/*
 * adtmap: landmarks. Of groups with many map.js has only the number, `count` in place of `places`: landmarks.js has those,
 * by group. The page of a map loads it after the first pictures, or when something asks for them.
 */
import { makeLateScript } from './later.js';

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

/* As makeLateScript; `fill` gets all landmarks of the page's map, unless it has had them from the start. */
export const makeLateLandmarks = (landmarks, fill) => (areLate(landmarks)
    ? makeLateScript('landmarks.js', 'landmarks', (late) => withPlaces(landmarks, late), fill) : async () => true);
