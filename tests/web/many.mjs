// Fills a folder with pictures z/x/y.png, enough that an archive of them needs more than one
// directory. Most are different; some are equal, as tiles of empty sea are.
// The build log gets a record of each, like that of the picture of zoom 0, and one of each tile, since the
// pictures that count are those of the tiles.
//     node many.mjs FOLDER LOG
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, log] = process.argv.slice(2);
const lines = readFileSync(log, 'utf8').split('\n');
const lineOf = (path) => lines.find((line) => line.startsWith(`made\t${path}\t`));
const record = lineOf('web/color/0/0/0.png');
const tile = lineOf('tiles/Demo_31_31.png');
const records = [];
let state = 12345;
const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state;
};
for (let z = 0; z <= 7; z++) {
    for (let x = 0; x < 2 ** z; x++) {
        mkdirSync(join(folder, String(z), String(x)), { recursive: true });
        for (let y = 0; y < 2 ** z; y++) {
            const kind = random() >> 8;
            if (kind % 10 === 0 && z > 0) {
                continue;
            }
            const words = kind % 10 < 4 && y > 2 ** z / 2 ? 'sea' : `${z} ${x} ${y} `.repeat(1 + (kind >> 4) % 30);
            writeFileSync(join(folder, String(z), String(x), `${y}.png`), words);
            records.push(record.replace('0/0/0.png', `${z}/${x}/${y}.png`));
        }
    }
}
const twoDigits = (number) => String(number).padStart(2, '0');
for (let i = 0; i < 64 * 64; i++) {
    if (i !== 31 * 64 + 31) {
        records.push(tile.replace('31_31', `${twoDigits(i % 64)}_${twoDigits(Math.floor(i / 64))}`));
    }
}
appendFileSync(log, `${records.join('\n')}\n`);
