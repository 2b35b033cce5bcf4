/*
 * adtmap: the pictures of frames on the page. Each lies at its own place, as frames need not share a grid. Those of the view
 * before stay until the new ones are there.
 */
import { picturesIn } from './frames.js';
import { BROKEN, clipOf, levelsOf, pictureSet, sourceOf, squaresIn } from './pictures.js';

const PAD = 0.3; /* of the window, beyond its edges */

/* Whether not all of a picture may be shown: a part of a map, and JPEG, which has no transparency. */
const isCut = ({ isPart, layer }) => isPart || layer.format === 'jpg';

/* {update, whenThere}: the next time all that is seen is there, its function is called. Pictures lie in a pane, which none
 * are added to while it is hidden. */
export function makeFramePictures(map, frames, pane = map.getPane('tilePane')) {
    const shown = new Map(); /* by name */
    const levels = frames.map(({ hasTile }) => levelsOf(hasTile));
    const sets = frames.map(({ layer }, i) => pictureSet(levels[i], layer.missing, layer.empty));
    const sources = frames.map(({ layer, base }) => sourceOf(layer, base));
    const waiting = [];
    let wanted = new Set();

    function clip({ overlay, frame, picture }) {
        const photo = overlay.getElement();
        if (photo && isCut(frame)) {
            photo.style.clipPath = clipOf(squaresIn(picture.zoom, picture.x, picture.y, frame.hasTile), parseFloat(photo.style.width));
        }
    }

    /* Takes pictures away that are not seen, when all that are seen are there. */
    function settle() {
        if ([...wanted].every((name) => shown.get(name).isDone)) {
            shown.forEach(({ overlay }, name) => {
                if (!wanted.has(name)) {
                    overlay.remove();
                    shown.delete(name);
                }
            });
            waiting.splice(0).forEach((act) => act());
        }
    }

    function add(name, frame, i, picture) {
        const { zoom, x, y, corners } = picture;
        const file = `${frame.base}web/${frame.layer.id}/${zoom}/${x}/${y}.${frame.layer.format}`;
        const overlay = L.imageOverlay('', corners, { alt: '', pane, zIndex: (i + 1) * 32 + zoom, className: 'world-picture' });
        const entry = { overlay, frame, picture, isDone: false };
        const end = () => {
            entry.isDone = true;
            settle();
        };
        shown.set(name, entry);
        overlay.once('load', end);
        overlay.once('error', () => {
            end();
            overlay.setUrl(BROKEN);
        });
        const address = sources[i] ? sources[i](file, zoom, x, y) : Promise.resolve(file);
        address.catch(() => BROKEN).then((url) => {
            if (shown.get(name) === entry) {
                overlay.setUrl(url);
                overlay.addTo(map);
                clip(entry);
            }
        });
    }

    function update() {
        if (pane.style.display === 'none') {
            return;
        }
        const view = map.getBounds().pad(PAD);
        /* To the west Y grows; what Leaflet calls east is where it is largest. */
        const corners = [{ lat: view.getNorth(), lng: view.getEast() }, { lat: view.getSouth(), lng: view.getWest() }];
        const zoom = map.getZoom() + (window.devicePixelRatio > 1.25 ? 1 : 0);
        wanted = new Set();
        frames.forEach((frame, i) => picturesIn(frame, sets[i], corners, zoom).forEach((picture) => {
            const name = `${i}/${picture.zoom}/${picture.x}/${picture.y}`;
            wanted.add(name);
            if (!shown.has(name)) {
                add(name, frame, i, picture);
            }
        }));
        shown.forEach(clip);
        settle();
    }

    map.on('moveend', update);
    return { update, whenThere: (act) => waiting.push(act) };
}
