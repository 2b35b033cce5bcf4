"""Compares files of `adtmap heightmap` with the ADTs, read here, or with a server's .map files.

    check_heightmap.py FOLDER adt MAPS_FOLDER      FOLDER/heightmap.json and the files it names
    check_heightmap.py FOLDER server MAPS_FOLDER ID
"""
import json
import math
import struct
import sys
import zlib
from pathlib import Path


def read_png(path):
    """The numbers of a grey PNG of 16 bits."""
    data = path.read_bytes()
    at, packed, width = 8, b'', 0
    while at < len(data):
        size, kind = struct.unpack('>I4s', data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b'IHDR':
            width, _, depth, color = struct.unpack('>IIBB', body[:10])
            assert (depth, color) == (16, 0)
        packed += body if kind == b'IDAT' else b''
        at += size + 12
    lines, stride, before, rows = zlib.decompress(packed), width * 2, bytes(width * 2), []
    for start in range(0, len(lines), stride + 1):
        kind, line = lines[start], bytearray(lines[start + 1:start + 1 + stride])
        for i in range(stride):
            left, up, corner = (line[i - 2], before[i], before[i - 2]) if i > 1 else (0, before[i], 0)
            guess = left + up - corner
            best = min((left, up, corner), key=lambda v: abs(guess - v))
            line[i] = (line[i] + (0, left, up, (left + up) // 2, best)[kind]) % 256
        rows.extend(struct.unpack(f'>{width}H', line))
        before = line
    return rows


def read_chunks(path):
    """145 heights of each of the 256 chunks of an ADT in one file."""
    data, chunks, at = path.read_bytes(), {}, 0
    while at + 8 <= len(data):
        kind, size = data[at:at + 4], struct.unpack('<I', data[at + 4:at + 8])[0]
        if kind == b'KNCM':
            head = data[at + 8:at + 8 + 128]
            column, row = struct.unpack('<II', head[4:12])
            base = struct.unpack('<f', head[112:116])[0]
            inner = at + 8 + 128
            while data[inner:inner + 4] != b'TVCM':
                inner += 8 + struct.unpack('<I', data[inner + 4:inner + 8])[0]
            values = struct.unpack('<145f', data[inner + 8:inner + 8 + 580])
            chunks[row * 16 + column] = [base + value for value in values]
        at += 8 + size
    return chunks


def outer_of(chunks):
    """129 x 129 vertices."""
    grid = {}
    for number, heights in chunks.items():
        for v, height in enumerate(heights):
            row, column = divmod(v, 17)
            if column < 9:
                grid[number // 16 * 8 + row, number % 16 * 8 + column] = height
    return [grid[row, column] for row in range(129) for column in range(129)]


def server_outer(path):
    data = path.read_bytes()
    at = struct.unpack('<I', data[20:24])[0]
    kind, flags, least, most = struct.unpack('<4sIff', data[at:at + 16])
    assert kind == b'MHGT'
    count, at = 129 * 129, at + 16
    if flags & 1:
        return [least] * count
    if flags & 6:
        letter, top = ('H', 65535) if flags & 2 else ('B', 255)
        values = struct.unpack_from(f'<{count}{letter}', data, at)
        return [least + value / top * (most - least) for value in values]
    return list(struct.unpack_from(f'<{count}f', data, at))


def main():
    folder, kind, maps = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    told = json.loads((folder / 'heightmap.json').read_text())
    count = told['columns'] * told['rows']
    worst = 0
    for tile in told['tiles']:
        path = folder / tile['file']
        if told['format'] == 'png16':
            values = read_png(path)
        else:
            letter = 'H' if told['format'] == 'raw16' else 'f'
            values = struct.unpack(f'<{count}{letter}', path.read_bytes())
        assert len(values) == count, (path, len(values), count)
        yards = [value * told['scale'] + told['offset'] for value in values]
        if kind == 'server':
            wanted = server_outer(maps / f"{int(sys.argv[4]):03}{tile['y']:02}{tile['x']:02}.map")
        else:
            chunks = read_chunks(maps / f"{told['map']}_{tile['x']}_{tile['y']}.adt")
            wanted = (outer_of(chunks) if told['points'] == 'outer' else
                      [height for number in range(256) for height in chunks[number]])
        assert math.isclose(tile['north'], (32 - tile['y']) * 1600 / 3)
        assert math.isclose(tile['west'], (32 - tile['x']) * 1600 / 3)
        worst = max(worst, *(abs(a - b) for a, b in zip(yards, wanted)))
    print(len(told['tiles']), worst, told['scale'] / 2)
    bound = 0.07 if kind == 'server' else 1e-4
    assert worst <= bound + (0 if told['format'] == 'raw32f' else told['scale'] / 2), worst


main()
