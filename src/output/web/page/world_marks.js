/* adtmap: markers and landmarks of a world's maps, where they lie in the world, each with its place on its map. */
import { frameOf, toWorld } from './frames.js';
import { addressOf, entrancesOn, withWays } from './ways.js';

/* {markers, landmarks} as makeMarkerPage takes them. `data` has those of each map, or the number of those to come; icons and pictures are of the
 * map's folder. */
export function marksOf(frames, data, site, maps) {
    const markers = [];
    const groups = new Map();
    Object.entries(data).forEach(([map, { markers: own, landmarks }]) => {
        const place = (x, y) => {
            const frame = frameOf(frames, map, { lat: x, lng: y });
            return frame && { ...toWorld(frame, { lat: x, lng: y }), frame };
        };
        own.forEach((mark) => {
            const at = place(mark.x, mark.y);
            const inFolder = (file) => (file?.includes('/') ? at.frame.base + file : file);
            if (at) {
                markers.push({ ...mark, x: at.lat, y: at.lng, place: { lat: mark.x, lng: mark.y }, icon: inFolder(mark.icon), picture: inFolder(mark.picture),
                    way: { href: addressOf(map, { lat: mark.x, lng: mark.y }), words: `Open ${at.frame.title}` } });
            }
        });
        withWays(landmarks, entrancesOn(site, maps, map)).forEach(({ group, icon, color, places = [], count = 0 }) => {
            const entry = groups.get(group) || { group, icon, color, places: [], late: 0 };
            groups.set(group, entry);
            entry.late += count;
            places.forEach(([name, x, y, own]) => {
                const at = place(x, y);
                if (at) {
                    const way = own || { href: addressOf(map, { lat: x, lng: y }), words: `Open ${at.frame.title}` };
                    entry.places.push([name, at.lat, at.lng, way, { lat: x, lng: y }]);
                }
            });
        });
    });
    const all = [...groups.values()].map(({ late, ...entry }) => ({ ...entry, count: entry.places.length + late }));
    return { markers, landmarks: all.filter(({ count }) => count > 0) };
}
