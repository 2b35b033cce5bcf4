"""What a game server made of the same data, for tests that compare.

    server_facts.py points SERVER TABLE MAP...   rows of a table of its SQL files as TSV: guid, map, x, y, z
    server_facts.py layers SERVER ID FOLDER      layers of 256 px in FOLDER against its .map files
"""
import re
import struct
import sys
from pathlib import Path

import numpy
from PIL import Image

SIZE = 256
STEP_YD = 6553.5 / 65535  # of a layer of heights
LEAST_YD = -500           # its extractor cuts the ground there, and has this for no liquid
# Of the column of the key, the map, X, Y and Z.
TABLES = {'creature': 'guid map position_x position_y position_z',
          'game_tele': 'id map position_x position_y position_z',
          'game_graveyard': 'id map x y z'}


def split_values(text):
    """The values of each row of an INSERT."""
    values = re.compile(r"\s*('(?:[^']|'')*'|[^,()']+)\s*([,)])")
    at = text.find('(')
    while at >= 0:
        row, at = [], at + 1
        while True:
            match = values.match(text, at)
            row.append(match[1].strip("'"))
            at = match.end()
            if match[2] == ')':
                break
        yield row
        if text[at:].lstrip()[:1] != ',':
            return
        at = text.find('(', at)


def points(server, table, maps):
    print('guid\tmap\tx\ty\tz')
    for path in sorted((server / 'sql').glob('*.sql')):
        text = re.sub('(?m)^ *--.*$', '', path.read_text(encoding='utf-8'))
        for head in re.finditer(r'INSERT INTO (?:\w+\.)?`?(\w+)`?\s*\(([^)]*)\)\s*VALUES', text):
            if head[1] != table:
                continue
            names = [name.strip(' `\n').lower() for name in head[2].split(',')]
            columns = [names.index(name) for name in TABLES[table].split()]
            for row in split_values(text[head.end():]):
                if row[columns[1]] in maps:
                    print('\t'.join(row[column] for column in columns))


def read_map(path):
    """Outer and inner heights, and heights of liquids at the outer vertices, NaN for none."""
    data = path.read_bytes()
    height_at, = struct.unpack_from('<I', data, 20)
    liquid_at, = struct.unpack_from('<I', data, 28)
    _, flags, low, high = struct.unpack_from('<4sIff', data, height_at)
    kind = 'u2' if flags & 2 else 'u1' if flags & 4 else 'f4'
    numbers = numpy.frombuffer(data, '<' + kind, 129 * 129 + 128 * 128, height_at + 16).astype('f8')
    if kind != 'f4':
        numbers = low + numbers / (65535 if kind == 'u2' else 255) * (high - low)
    outer, inner = numbers[:129 * 129].reshape(129, 129), numbers[129 * 129:].reshape(128, 128)
    liquid = numpy.full((129, 129), numpy.nan)
    if liquid_at:
        _, flags, _, _, x, y, width, height, _ = struct.unpack_from('<4sBBHBBBBf', data, liquid_at)
        assert flags == 0
        found = numpy.frombuffer(data, '<f4', width * height, liquid_at + 16 + 16 * 16 * 3)
        liquid[y:y + height, x:x + width] = found.reshape(height, width)
        liquid[liquid <= LEAST_YD] = numpy.nan
    return outer, inner, liquid


def quarters(corners):
    """Four values a quad, a quarter of it from its edges, of values for the four quarters."""
    pixels = numpy.empty((SIZE, SIZE))
    for row in range(2):
        for column in range(2):
            pixels[row::2, column::2] = corners[row][column]
    return pixels


def ground_of(outer, inner):
    """A quarter from a corner is half-way from it to the middle."""
    return quarters([[(outer[row:row + 128, column:column + 128] + inner) / 2 for column in (0, 1)]
                     for row in (0, 1)])


def liquid_of(liquid):
    weights = (0.75, 0.25)

    def at(row, column):
        return sum(weights[row ^ r] * weights[column ^ c] * liquid[r:r + 128, c:c + 128]
                   for r in (0, 1) for c in (0, 1))
    return quarters([[at(row, column) for column in (0, 1)] for row in (0, 1)])


def layer(folder, name, tile):
    path, = (folder / 'layers' / name).glob(f'*_{tile[0]:02}_{tile[1]:02}.png')
    return numpy.asarray(Image.open(path)).astype('f8')


def layers(server, number, folder):
    for path in sorted((server / 'maps').glob(f'{number}*.map')):
        tile = int(path.stem[5:7]), int(path.stem[3:5])
        outer, inner, liquid = read_map(path)
        surface, ground = layer(folder, 'surface', tile), ground_of(outer, inner)
        is_cut = ground_of(outer <= LEAST_YD, inner <= LEAST_YD) > 0
        is_ground = (surface > 0) & ~is_cut
        off_ground = abs(surface * STEP_YD - 2000 - ground)[is_ground]
        wanted = liquid_of(liquid)
        has_liquid = ~numpy.isnan(wanted)
        kind, heights = layer(folder, 'liquid', tile), layer(folder, 'liquid-height', tile)
        off_liquid = abs(heights * STEP_YD - 2000 - wanted)[has_liquid]
        print(tile, f'ground {is_ground.mean():.4f} within {off_ground.max():.3f} yd,',
              f'liquid {has_liquid.sum()} of {(kind > 0).sum()} pixels within',
              f'{off_liquid.max(initial=0):.3f} yd')
        assert is_ground.sum() + is_cut.sum() > 0.999 * SIZE * SIZE  # the rest are holes
        assert (off_ground < 0.06).all() and (off_liquid < 0.06).all()  # half a step, and one of its
        # It has no height at the south and east edge of a liquid.
        assert (kind[has_liquid] > 0).all() and has_liquid.sum() >= 0.85 * (kind > 0).sum()
        assert ((heights > 0) == (kind > 0)).all()


if __name__ == '__main__':
    what, root, *rest = sys.argv[1:]
    if what == 'points':
        points(Path(root), rest[0], rest[1:])
    else:
        layers(Path(root), rest[0], Path(rest[1]))
