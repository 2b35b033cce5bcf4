"""Changes one thing in the ADTs of a map, for tests of what `adtmap diff` says.

    edit_adt.py FOLDER EDIT [TILE]

FOLDER holds the ADTs. Edits of terrain change the first tile, or TILE (X_Y), and the first chunk
that they fit; edits of placements change all tiles that list the placement. Edits of MTXP change a
split tile; `far-add X_Y` adds a huge building; `next-add X_Y` a tree that stands on the tile to the
east of the one that lists it; `unshadowed` takes the baked shadows of all tiles. `keep X-X_Y-Y` leaves these tiles alone on the map.
"""
import struct
import sys
from pathlib import Path

DOODAD_ID = 4000001
FAR_ID = 4000003
NEXT_ID = 4000080


def read_chunks(data):
    """The chunks of a file as [id, contents] in order."""
    chunks, at = [], 0
    while at < len(data):
        size, = struct.unpack_from('<I', data, at + 4)
        chunks.append([data[at:at + 4][::-1].decode(), bytearray(data[at + 8:at + 8 + size])])
        at += 8 + size
    return chunks


def write_chunks(chunks):
    """The file, with the offsets of MHDR and MCIN made to fit."""
    order = ['MCIN', 'MTEX', 'MMDX', 'MMID', 'MWMO', 'MWID', 'MDDF', 'MODF', 'MFBO', 'MH2O', 'MTXF']
    at, places, map_chunks = 0, {}, []
    for name, contents in chunks:
        places.setdefault(name, at)
        if name == 'MCNK':
            map_chunks.append((at, len(contents) + 8))
        at += 8 + len(contents)
    content = {name: contents for name, contents in chunks if name != 'MCNK'}
    base = places['MHDR'] + 8
    for i, name in enumerate(order):
        old, = struct.unpack_from('<I', content['MHDR'], 4 + 4 * i)
        if name in places and (old or name in ('MMDX', 'MMID', 'MDDF')):
            struct.pack_into('<I', content['MHDR'], 4 + 4 * i, places[name] - base)
    for i, (place, size) in enumerate(map_chunks):
        struct.pack_into('<II', content['MCIN'], 16 * i, place, size)
    return b''.join(name.encode()[::-1] + struct.pack('<I', len(contents)) + bytes(contents)
                    for name, contents in chunks)


def save(path, data):
    """Puts a file in place whole, so that who watches the folder reads no half of it."""
    whole = path.with_name(path.name + '.new')
    whole.write_bytes(data)
    whole.replace(path)


def part(chunk, at):
    """Where the contents of a part of MCNK begin, by its offset at `at` of the header."""
    return struct.unpack_from('<I', chunk, at)[0]


def edit_height(chunk):
    at = part(chunk, 0x14) + 4 * 40
    struct.pack_into('<f', chunk, at, struct.unpack_from('<f', chunk, at)[0] + 5)
    return True


def edit_texture(chunk):
    layers, = struct.unpack_from('<I', chunk, 0x0C)
    used = [struct.unpack_from('<I', chunk, part(chunk, 0x1C) + 16 * i)[0] for i in range(layers)]
    free = [i for i in range(3) if i not in used]
    if not free:
        return False
    struct.pack_into('<I', chunk, part(chunk, 0x1C), free[0])
    return True


def edit_alpha(chunk):
    layers, = struct.unpack_from('<I', chunk, 0x0C)
    if layers < 2:
        return False
    _, flags, offset, _ = struct.unpack_from('<IIII', chunk, part(chunk, 0x1C) + 16)
    at = part(chunk, 0x24) + offset + (1 if flags & 0x200 else 70)
    chunk[at] ^= 0x40
    return True


def edit_shadow(chunk):
    flags, = struct.unpack_from('<I', chunk, 0)
    if not flags & 1:
        return False
    chunk[part(chunk, 0x2C) + 20] ^= 0x0F
    return True


def edit_hole(chunk):
    chunk[0x3C] |= 1
    return True


def edit_area(chunk):
    struct.pack_into('<I', chunk, 0x34, 4711)
    return True


def edit_liquid(contents):
    for i in range(256):
        instances, count, _ = struct.unpack_from('<III', contents, 12 * i)
        if count:
            struct.pack_into('<H', contents, instances, 3)
            return True
    return False


def edit_first_tile(folder, edit, of_chunk, tile):
    for path in sorted(folder.glob(f'*{tile}.adt')):
        chunks = read_chunks(path.read_bytes())
        name = 'MCNK' if of_chunk else 'MH2O'
        if any(edit(contents) for found, contents in chunks if found == name):
            save(path, write_chunks(chunks))
            return
    sys.exit('edit_adt.py: nothing to edit')


def wmo_of_most_tiles(tiles):
    """The unique id of the building that most tiles list."""
    ids = [struct.unpack_from('<I', modf, at + 4)[0]
           for modf in tiles for at in range(0, len(modf), 64)]
    return max(sorted(set(ids)), key=ids.count)


def edit_wmos(folder, what):
    files = {path: read_chunks(path.read_bytes()) for path in sorted(folder.glob('*.adt'))}
    lists = {path: next(c for c in chunks if c[0] == 'MODF') for path, chunks in files.items()}
    wanted = wmo_of_most_tiles([entry[1] for entry in lists.values()])
    for path, chunks in files.items():
        entries = [lists[path][1][at:at + 64] for at in range(0, len(lists[path][1]), 64)]
        result = []
        for entry in entries:
            if struct.unpack_from('<I', entry, 4)[0] != wanted:
                result.append(entry)
                continue
            moved = bytearray(entry)
            struct.pack_into('<f', moved, 8, struct.unpack_from('<f', entry, 8)[0] + 3)
            if what == 'add':
                struct.pack_into('<I', moved, 4, 4000002)
            result += {'move': [moved], 'remove': [], 'add': [entry, moved]}[what]
        lists[path][1] = bytearray(b''.join(result))
        save(path, write_chunks(chunks))


class Placements:
    """The doodads that an ADT lists, or its buildings."""

    def __init__(self, path, are_wmos=False):
        self.path = path
        self.chunks = read_chunks(path.read_bytes())
        found = {name: entry for entry in self.chunks for name in [entry[0]] if name != 'MCNK'}
        kinds = ('MWMO', 'MWID', 'MODF') if are_wmos else ('MMDX', 'MMID', 'MDDF')
        self.names, self.ids, self.places = (found[kind] for kind in kinds)

    def add_name(self, name):
        """The number of the file's name, which is new."""
        self.ids[1] += struct.pack('<I', len(self.names[1]))
        self.names[1] += name + b'\0'
        return len(self.ids[1]) // 4 - 1

    def at(self, unique_id):
        return self.places[1].index(struct.pack('<I', unique_id)) - 4

    def move(self, unique_id, by, *members):
        """Adds to floats of a placement, which are so many bytes behind its beginning."""
        for member in members:
            at = self.at(unique_id) + member
            struct.pack_into('<f', self.places[1], at, struct.unpack_from('<f', self.places[1], at)[0] + by)

    def write(self):
        save(self.path, write_chunks(self.chunks))


def edit_doodad(folder, what):
    """Adds a tree to the first tile, or moves or removes it."""
    doodads = Placements(sorted(folder.glob('*.adt'))[0])
    if what == 'add':
        corner = struct.unpack_from('<fff', next(c for n, c in doodads.chunks if n == 'MCNK'), 0x68)
        number = doodads.add_name(b'World\\Demo\\Tree.mdx')
        doodads.places[1] += struct.pack('<II6fHH', number, DOODAD_ID, 17066.666 - corner[1] + 5, corner[2],
                                         17066.666 - corner[0] + 5, 0, 0, 0, 1024, 0)
    elif what == 'remove':
        at = doodads.at(DOODAD_ID)
        del doodads.places[1][at:at + 36]
    else:
        doodads.move(DOODAD_ID, 2, 8)
    doodads.write()


def edit_far_building(folder, what, tile):
    """Adds a castle of twenty times its size, 700 yards long or more, that TILE alone lists, or moves
    it east; 'crowd' adds 70 of them."""
    wmos = Placements(next(folder.glob(f'*_{tile}.adt')), are_wmos=True)
    if what == 'move':
        wmos.move(FAR_ID, 60, 8, 32, 44)  # positions run from the grid's west edge
    else:
        number = wmos.add_name(b'World\\wmo\\Demo\\Castle\\Castle.wmo')
        x, y = ((int(number) + 0.5) * 1600 / 3 for number in tile.split('_'))
        for i in range(70 if what == 'crowd' else 1):
            wmos.places[1] += struct.pack('<II12f4H', number, FAR_ID + i, x, 400, y, 0, 0, 0, x - 1000, 0, y - 1000,
                                          x + 1000, 900, y + 1000, 4, 0, 0, 20 * 1024)
    wmos.write()


def edit_next_tree(folder, what, tile):
    """Adds a tall tree that TILE lists and that stands 12 yards from the east edge of the tile to the
    east of it, or moves it south."""
    doodads = Placements(next(folder.glob(f'*_{tile}.adt')))
    if what == 'move':
        doodads.move(NEXT_ID, 30, 16)
    else:
        x, y = (int(number) for number in tile.split('_'))
        neighbour = next(folder.glob(f'*_{x + 1}_{y}.adt'))
        corners = [struct.unpack_from('<fff', c, 0x68) for n, c in
                   read_chunks(neighbour.read_bytes()) if n == 'MCNK']
        number = doodads.add_name(b'World\\Demo\\Trees\\DemoFir.m2')
        doodads.places[1] += struct.pack('<II6fHH', number, NEXT_ID, (x + 2) * 1600 / 3 - 12, corners[16 * 8 + 15][2],
                                         (y + 0.5) * 1600 / 3, 0, 0, 0, 3 * 1024, 0)
    doodads.write()


def take_shadows(folder):
    for path in folder.glob('*.adt'):
        chunks = read_chunks(path.read_bytes())
        for name, contents in chunks:
            if name == 'MCNK':
                flags, = struct.unpack_from('<I', contents, 0)
                struct.pack_into('<I', contents, 0, flags & ~1)
        save(path, write_chunks(chunks))


def edit_texture_of_split_tile(folder, what, tile):
    """Changes one value of the first texture with heights."""
    path = next(folder.glob(f'*{tile}_tex0.adt'))
    data = bytearray(path.read_bytes())
    at = data.index(b'PXTM') + 8
    while struct.unpack_from('<f', data, at + 4)[0] == 0:
        at += 16
    place, form, value = {'repeat': (0, '<I', 2 << 4), 'scale': (4, '<f', 0.5),
                          'offset': (8, '<f', 0.5)}[what]
    struct.pack_into(form, data, at + place, value)
    save(path, data)


def keep_tiles(folder, tiles):
    """Removes the ADTs of other tiles, and their entries in the MAIN of the WDT."""
    columns, rows = ([int(end) for end in side.split('-')] for side in tiles.split('_'))
    wdt = folder / f'{folder.name}.wdt'
    data = bytearray(wdt.read_bytes())
    main_at = data.index(b'NIAM') + 8
    for y in range(64):
        for x in range(64):
            if not (columns[0] <= x <= columns[1] and rows[0] <= y <= rows[1]):
                struct.pack_into('<II', data, main_at + 8 * (64 * y + x), 0, 0)
                (folder / f'{folder.name}_{x}_{y}.adt').unlink(missing_ok=True)
    save(wdt, data)


def main():
    folder, name = Path(sys.argv[1]), sys.argv[2]
    what, _, how = name.partition('-')
    if what == 'wmo':
        edit_wmos(folder, how)
    elif what == 'doodad':
        edit_doodad(folder, how)
    elif what == 'far':
        edit_far_building(folder, how, sys.argv[3])
    elif what == 'next':
        edit_next_tree(folder, how, sys.argv[3])
    elif what == 'unshadowed':
        take_shadows(folder)
    elif what == 'mtxp':
        edit_texture_of_split_tile(folder, how, sys.argv[3])
    elif what == 'keep':
        keep_tiles(folder, sys.argv[3])
    elif what == 'tile':
        sorted(folder.glob('*.adt'))[0].unlink()
    else:
        edit_first_tile(folder, globals()['edit_' + what], what != 'liquid',
                        ''.join(sys.argv[3:4]))


main()
