/* adtmap: markers and landmarks of a world's maps, where they lie in the world, each with its place on its map. */
import { frameOf, toWorld } from './frames.js';
import { addressOf, entrancesOn, withWays } from './ways.js';

/* {markers, landmarks} as makeMarkerPage takes them. `data` has those of each map; icons and pictures are of the
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
        withWays(landmarks, entrancesOn(site, maps, map)).forEach(({ group, icon, color, places }) => {
            const entry = groups.get(group) || { group, icon, color, places: [] };
            groups.set(group, entry);
            places.forEach(([name, x, y, way]) => {
                const at = place(x, y);
                if (at) {
                    entry.places.push([name, at.lat, at.lng, way || { href: addressOf(map, { lat: x, lng: y }), words: `Open ${at.frame.title}` }, { lat: x, lng: y }]);
                }
            });
        });
    });
    return { markers, landmarks: [...groups.values()].filter(({ places }) => places.length > 0) };
}
