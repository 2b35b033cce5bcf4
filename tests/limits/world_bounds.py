"""Bounds of the files of a world, of tables, and of what a user gives."""
import itertools
import os
import shutil
import struct
import subprocess
import sys
import zlib
from pathlib import Path

from harness import DEMO, TILE_CORNER, World, case, chunk, number_of, numbered, parts_of, render, run_once
from site_bounds import maps_beside


def doodads(count, spread=True):
    place = []
    for i in range(count):
        x, y = (i % 512, i // 512) if spread else (266, 266)
        place.append(struct.pack('<II6fHH', 0, i + 1, TILE_CORNER - 533 + x, 0,
                                 TILE_CORNER - 533 + y, 0, 0, 0, 1024, 0))
    return b''.join(place)


def put_table(world):
    """Gives the tree that `doodads` places a level square to stand on."""
    own = 'World/Demo/Trees/DemoOak.m2'
    data = bytearray((DEMO / own).read_bytes())
    struct.pack_into('<4I', data, 0xD8, 6, len(data), 4, len(data) + 12)
    data += struct.pack('<6H', 0, 1, 2, 0, 2, 3)
    data += struct.pack('<12f', -2, -2, 3, 2, -2, 3, 2, 2, 3, -2, 2, 3)
    world.write(own, data)


def wmos(count, name=0):
    box = (TILE_CORNER - 400, -50, TILE_CORNER - 400, TILE_CORNER - 100, 50, TILE_CORNER - 100)
    return b''.join(struct.pack('<II12f4H', name, i + 1, TILE_CORNER - 266, 0, TILE_CORNER - 266,
                                0, 0, 0, *box, 0, 0, 0, 0) for i in range(count))


@case('ADT_PLACEMENTS_MAX', 1 << 18, r'31_31.adt: MDDF at .*: 262145 entries are more than 262144')
def doodads_of_a_tile(folder, count):
    world = World(folder)
    world.adt(MDDF=doodads(count))
    return render(world, folder, '--doodads', 'all')


@case('ADT_PLACEMENTS_MAX', 1 << 18, r'31_31.adt: MODF at .*: 262145 entries are more than 262144')
def buildings_of_a_tile(folder, count):
    world = World(folder)
    world.adt(MODF=wmos(count))
    return render(world, folder)


@case('ADT_PLACEMENTS_MAX', 1 << 18, r'other/world/.*31_31.adt: MDDF at .*: 262145 entries are more than 262144',
      statuses=(1, 1))
def doodads_that_differ(folder, count):
    world = World(folder)
    world.adt(MDDF=doodads(count))
    other = folder / 'other'
    other.mkdir()
    second = World(other)
    second.adt(MDDF=doodads(count, spread=False))
    return ['diff', world.folder, second.folder, '-m', 'Demo', '--json']


@case('ADT_PLACEMENTS_MAX', 1 << 18, r'31_31.adt: MDDF at .*: 262145 entries are more than 262144')
def doodads_that_are_listed(folder, count):
    world = World(folder)
    world.adt(MDDF=doodads(count), MODF=wmos(count))
    return render(world, folder, '--objects')


@case('ADT_PLACEMENTS_MAX', 1 << 18, None, seconds=30)
def objects_of_a_whole_map(folder, count):
    """All tiles of the demo world, each with so many doodads and buildings."""
    world = World(folder)
    shutil.rmtree(world.folder)
    shutil.copytree(DEMO, world.folder, copy_function=os.link)
    world.adt(MDDF=doodads(count), MODF=wmos(count))
    one = world.folder / 'World/Maps/Demo/Demo_31_31.adt'
    for adt in world.folder.rglob('Demo_*.adt'):
        if adt != one:
            adt.unlink()
            os.link(one, adt)
    return ['render', '-d', world.folder, '-m', 'Demo', '-s', '16', '--no-picture', '--objects', '-o',
            folder / 'out.d']


@case('CHUNK_STRAY_MAX', 16 << 20, r'Demo.wdt: MAIN: no such chunk')
def bytes_without_a_chunk(folder, count):
    world = World(folder)
    name = 'World/Maps/Demo/Demo.wdt'
    head, *rest = [chunk(*part) for part in parts_of((DEMO / name).read_bytes())]
    world.write(name, head + bytes(count - 1) + b''.join(rest))
    return render(world, folder)


@case('MH2O_LAYERS_MAX', 32, r'MH2O at .*: more than 32 layers in chunk 0')
def liquids_of_all_chunks(folder, count):
    """All layers cover their chunks, one over the other."""
    world = World(folder)
    head, layers = b'', b''
    for i in range(256):
        head += struct.pack('<3I', 256 * 12 + len(layers), count, 0)
        layers += b''.join(struct.pack('<HHff4B2I', 1, 2, 60 + k, 60 + k, 0, 0, 8, 8, 0, 0) for k in range(count))
    world.adt(MH2O=head + layers)
    chunks = (world.folder / 'World/Maps/Demo/Demo_31_31.adt').read_bytes()
    if b'O2HM' not in chunks:
        at = chunks.index(b'KNCM')
        world.write('World/Maps/Demo/Demo_31_31.adt', chunks[:at] + chunk('MH2O', head + layers) + chunks[at:])
    return render(world, folder)


@case('FAR_PLACEMENTS_MAX FAR_TILES', 64, r'31_31.adt: MODF: more than 64 buildings reach beyond')
def far_buildings(folder, count):
    world = World(folder)
    box = (TILE_CORNER - 4000, -50, TILE_CORNER - 4000, TILE_CORNER + 4000, 50, TILE_CORNER + 4000)
    world.adt(MODF=b''.join(
        struct.pack('<II12f4H', 0, i + 1, TILE_CORNER - 266, 0, TILE_CORNER - 266, 0, 0, 0, *box, 0, 0, 0, 0)
        for i in range(count)))
    return render(world, folder)


def crowded_oak(world, corners, half=8):
    """The tree that `doodads` places becomes a square, of 2 `half` yards on each side, that is drawn again and
    again: 4 vertices, so many corners of triangles."""
    own = world.folder / 'World/Demo/Trees/DemoOak.m2'
    for file in own.parent.glob('DemoOak*'):
        if file.stem in ('DemoOak', 'DemoOak00'):
            file.unlink()
    subprocess.run([sys.executable, Path(__file__).parent.parent / 'cli/make_m2.py', own, 'none.blp', str(half), '0'],
                   check=True)
    file = own.with_name('DemoOak00.skin')
    skin = bytearray(file.read_bytes())
    struct.pack_into('<II', skin, 0x0C, corners, len(skin))
    part, = struct.unpack_from('<I', skin, 0x20)
    struct.pack_into('<H', skin, part + 10, corners)
    file.write_bytes(skin + struct.pack('<6H', 0, 1, 2, 0, 2, 3) * (corners // 6) + bytes(2 * (corners % 6)))


@case('TILE_VERTICES_MAX', 256, r'31_31.adt: 1 of its doodads left out: together .* 8388608 vertices')
def vertices_of_a_tile(folder, count):
    world = World(folder)
    crowded_oak(world, 32760)
    world.adt(MDDF=doodads(count), MODF=b'')
    return render(world, folder, '--doodads', 'all')


@case('MESH_PIXELS_MAX MESH_LAYERS_MAX', 2048,
      r'31_31.adt: 2 of its triangles and crowns left out: .* more than 268435456 pixels', seconds=60)
def pixels_of_a_tile(folder, count):
    """Pairs of triangles whose boxes are the tile, which is drawn with 256 x 256 pixels."""
    world = World(folder)
    crowded_oak(world, 6 * count, half=1600)
    world.adt(MDDF=doodads(1, spread=False), MODF=b'')
    return render(world, folder, '--doodads', 'all')


@case('anything else', 4 << 20, None)
def textures_of_a_model(folder, count):
    """A model of 64 MiB that lists textures of which none is drawn."""
    world = World(folder)
    crowded_oak(world, 6)
    own = world.folder / 'World/Demo/Trees/DemoOak.m2'
    data = bytearray(own.read_bytes())
    struct.pack_into('<II', data, 0x50, count, len(data))
    own.write_bytes(data + bytes(16 * count))
    world.adt(MDDF=doodads(512), MODF=b'')
    return render(world, folder, '--doodads', 'all')


@case('FLOOR_TRIANGLES_MAX FLOOR_MEMBERS_MAX', 64, r'31_31.adt: too many triangles of buildings and doodads')
def triangles_of_floors(folder, count):
    """Collision meshes of 65536 triangles, each in a quad of its own."""
    world = World(folder)
    own = 'World/Demo/Trees/DemoOak.m2'
    data = bytearray((DEMO / own).read_bytes())
    corners = struct.pack('<6H', 0, 1, 2, 0, 2, 3) * 32768
    struct.pack_into('<4I', data, 0xD8, 6 * 32768, len(data), 4, len(data) + len(corners))
    data += corners + struct.pack('<12f', -0.5, -0.5, 3, 0.5, -0.5, 3, 0.5, 0.5, 3, -0.5, 0.5, 3)
    world.write(own, data)
    quad = 100 / 24
    world.adt(MODF=b'', MDDF=b''.join(
        struct.pack('<II6fHH', 0, i + 1, TILE_CORNER - (2 * i % 100 + 1.5) * quad, 0,
                    TILE_CORNER - (2 * (i // 50) + 1.5) * quad, 0, 0, 0, 1024, 0) for i in range(count)))
    (folder / 'points.csv').write_text('map,x,y\n' + 'Demo,266,266\n' * 1000)
    return ['locate', '-d', world.folder, '--surfaces', folder / 'points.csv']


@case('ADT_TEXTURES_MAX', 4096, r'31_31.adt: MTEX at .*: .*4096.*left out')
def textures_of_a_tile(folder, count):
    world = World(folder)
    first = dict(parts_of((DEMO / 'World/Maps/Demo/Demo_31_31.adt').read_bytes()))['MTEX']
    known = first.split(b'\0')[:-1]
    names = known + [known[0]] * (count - len(known))
    world.adt(MTEX=b'\0'.join(names) + b'\0')
    return render(world, folder)


@case('ADT_LAYERS_MAX', 8, r'31_31.adt: MCLY at .*: .*layers.*8')
def layers_of_a_chunk(folder, count):
    """Of the first chunk; each shows the first texture."""
    world = World(folder)
    is_done = []

    def with_layers(contents):
        if is_done:
            return contents
        is_done.append(True)
        head = bytearray(contents[:128])
        struct.pack_into('<I', head, 12, count)
        layers = struct.pack('<4I', 0, 0, 0, 0) * count
        begin = contents.find(b'YLCM')
        end = begin + 8 + struct.unpack_from('<I', contents, begin + 4)[0]
        for at in (0x14, 0x18, 0x1C, 0x20, 0x24, 0x2C, 0x58, 0x60, 0x74):
            offset, = struct.unpack_from('<I', head, at)
            if offset >= end + 8:
                struct.pack_into('<I', head, at, offset + len(layers) + 8 - (end - begin))
        return bytes(head) + contents[128:begin] + chunk('MCLY', layers) + contents[end:]
    world.adt(with_layers)
    return render(world, folder)


@case('ADT_NAMES_MAX', 1 << 18, r'31_31.adt: MMID at .*: 262145 names are more than 262144; the rest left out')
def names_of_doodads(folder, count):
    world = World(folder)
    world.adt(MMID=bytes(4 * count), MDDF=doodads(1))
    return render(world, folder, '--doodads', 'all')


@case('ADT_NAMES_BYTES_MAX', 16 << 20, r'31_31.adt: MMDX at .*: 16777217 bytes of names are more than 16777216; the rest left out')
def text_of_the_names_of_doodads(folder, count):
    world = World(folder)
    first = dict(parts_of((DEMO / 'World/Maps/Demo/Demo_31_31.adt').read_bytes()))['MMDX']
    world.adt(MMDX=first + b'n' * (count - len(first) - 1) + b'\0')
    return render(world, folder, '--doodads', 'all')


def wmo_with(folder, world, doodad_count=None, groups=None, sets=0):
    """The first building that the tile places, changed."""
    names = dict(parts_of((DEMO / 'World/Maps/Demo/Demo_31_31.adt').read_bytes()))['MWMO']
    name = names.split(b'\0')[0].decode().replace('\\', '/')
    path = next(p for p in DEMO.rglob('*.wmo') if str(p.relative_to(DEMO)).lower() == name.lower())
    own = str(path.relative_to(DEMO))
    chunks = dict(parts_of(path.read_bytes()))
    if doodad_count is not None:
        one = struct.pack('<I3f4ffI', 0, 0, 0, 5, 0, 0, 0, 1, 1, 0xFFFFFFFF)
        chunks['MODN'] = b'World\\Demo\\Trees\\DemoOak.mdx\0'.ljust(32, b'\0')
        chunks['MODD'] = one * doodad_count
        chunks['MODS'] = struct.pack('<20sIII', b'Set_$DefaultGlobal', 0, 0 if sets else doodad_count, 0)
        for i in range(sets):
            chunks['MODS'] += struct.pack('<20sIII', b'Set_%d' % i, i, doodad_count // sets, 0)
        head = bytearray(chunks['MOHD'])
        struct.pack_into('<III', head, 16, 1, doodad_count, 1 + sets)
        chunks['MOHD'] = bytes(head)
    if groups is not None:
        head = bytearray(chunks['MOHD'])
        struct.pack_into('<I', head, 4, groups)
        chunks['MOHD'] = bytes(head)
        chunks['MOGI'] = chunks['MOGI'][:32] * groups
        body = path.with_name(path.stem + '_000.wmo').read_bytes()
        for i in range(groups):
            world.write(f'{own[:-4]}_{i:03}.wmo', body)
    world.write(own, b''.join(chunk(k, v) for k, v in chunks.items()))
    return own


def heavy_group(folder, world, pieces, draws):
    """The first building that the tile places gets one group, of 21845 triangles a piece, which all lie upon each
    other, and which batches draw so many times."""
    own = wmo_with(folder, world, groups=1)
    name = f'{own[:-4]}_000.wmo'
    at_once = 21845
    chunks = list(parts_of((world.folder / name).read_bytes()))
    head, parts = bytearray(chunks[-1][1][:68]), dict(parts_of(chunks[-1][1][68:]))
    batch = bytearray(parts['MOBA'][:24])
    batches = b''
    for begin in list(range(0, pieces * at_once, at_once)) * draws:
        struct.pack_into('<IH', batch, 12, 3 * begin, 3 * at_once)
        batches += bytes(batch)
    places = list(struct.iter_unpack('<3f', parts['MOVT']))

    def area(corners):
        """As seen from above."""
        (ax, ay, _), (bx, by, _), (cx, cy, _) = (places[corner] for corner in corners)
        return (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    largest = max(struct.iter_unpack('<3H', parts['MOVI']), key=area)
    parts['MOPY'] = parts['MOPY'][:2] * (pieces * at_once)
    parts['MOVI'] = struct.pack('<3H', *largest) * (pieces * at_once)
    parts['MOBA'] = batches
    struct.pack_into('<3H', head, 40, 0, 0, len(batches) // 24)
    group = bytes(head) + b''.join(chunk(*part) for part in parts.items())
    world.write(name, b''.join(chunk(*part) for part in chunks[:-1]) + chunk('MOGP', group))


@case('WMO_DRAWS_MAX', 4, r'_000.wmo: MOBA at .*: batch \d+ draws triangles that others draw: more than 4 times')
def triangles_of_a_group(folder, count):
    world = World(folder)
    heavy_group(folder, world, 24, count)
    world.adt(MODF=wmos(1), MDDF=b'')
    return render(world, folder)


@case('TILE_VERTICES_MAX', 127, r'31_31.adt: 1 of its buildings left out: together .* 8388608 vertices', mib=700)
def vertices_of_buildings(folder, count):
    world = World(folder)
    heavy_group(folder, world, 1, 1)
    world.adt(MODF=wmos(count), MDDF=b'')
    return render(world, folder)


@case('INTERIOR_BLOCKS_MAX INTERIOR_BLOCKS_ALL_MAX INTERIOR_BLOCKS_MAP_MAX', 1 << 14,
      r'the rooms of 1 buildings left out: .* more than 16384 pictures')
def pictures_of_rooms(folder, count):
    """Buildings of one room each, with a box of so many pictures. All but a few of these have nothing in
    them, and are not written."""
    world = World(folder)
    inn = DEMO / 'World/wmo/Demo/Village/Inn.wmo'
    root = dict(parts_of(inn.read_bytes()))
    head = bytearray(root['MOHD'])
    struct.pack_into('<I', head, 4, 1)
    root['MOHD'], root['MOGI'] = bytes(head), root['MOGI'][32:64]
    room = inn.with_name('Inn_001.wmo').read_bytes()
    names = []
    while count:
        own = min(count, 4096)
        size = (64 * 128, 64 * 128) if own == 4096 else (own * 128, 128)
        group = bytearray(room)
        at = group.index(b'PGOM') + 8 + 12
        low = struct.unpack_from('<3f', group, at)
        struct.pack_into('<2f', group, at + 12, low[0] + size[0] - 1, low[1] + size[1] - 1)
        name = f'World/wmo/Demo/Village/Big{len(names)}.wmo'
        world.write(name, b''.join(chunk(k, v) for k, v in root.items()))
        world.write(name[:-4] + '_000.wmo', bytes(group))
        names.append(name)
        count -= own
    offsets = [sum(len(other) + 1 for other in names[:i]) for i in range(len(names))]
    world.adt(MWMO=b''.join(name.encode() + b'\0' for name in names), MWID=struct.pack(f'<{len(names)}I', *offsets),
              MODF=b''.join(wmos(1, i) for i in range(len(names))), MDDF=b'')
    return render(world, folder, '--client-minimap', folder / 'client', '--client-minimap-interiors')


@case('WMO_DOODADS_LOOKED_AT_MAX', 1 << 20, r'31_31.adt: doodads left out: its buildings have more than 1048576')
def doodads_of_buildings(folder, count):
    world = World(folder)
    wmo_with(folder, world, doodad_count=4096)
    world.adt(MODF=wmos(count // 4096 + (count % 4096 > 0)), MDDF=b'')
    return render(world, folder, '--doodads', 'all')


@case('WMO_DOODADS_LOOKED_AT_MAX', 1 << 20, None)
def floors_of_doodads_of_buildings(folder, count):
    world = World(folder)
    put_table(world)
    wmo_with(folder, world, doodad_count=4096)
    world.adt(MODF=wmos(count // 4096 + (count % 4096 > 0)), MDDF=b'')
    (folder / 'points.csv').write_text('map,x,y\nDemo,200,200\nDemo,10,10\n')
    return ['locate', '-d', world.folder, '--surfaces', folder / 'points.csv']


@case('WMO_GROUPS_MAX', 512, r'513 groups.*512')
def groups_of_a_building(folder, count):
    world = World(folder)
    wmo_with(folder, world, groups=count)
    world.adt(MODF=wmos(4), MDDF=b'')
    return render(world, folder)


def more_of_a_building(world, ident, size, count, counted_at=None):
    """The first building that the tile places has so many entries in a chunk of its root, each as the first one, or
    of zeros."""
    own = wmo_with(None, world)
    chunks = dict(parts_of((world.folder / own).read_bytes()))
    chunks[ident] = chunks.get(ident, bytes(size))[:size] * count
    if counted_at is not None:
        head = bytearray(chunks['MOHD'])
        struct.pack_into('<I', head, counted_at, count)
        chunks['MOHD'] = bytes(head)
    world.write(own, b''.join(chunk(k, v) for k, v in chunks.items()))
    world.adt(MODF=wmos(4), MDDF=b'')


@case('WMO_MATERIALS_MAX', 4096, r'.wmo: MOMT at .*4097.*4096')
def materials_of_a_building(folder, count):
    world = World(folder)
    more_of_a_building(world, 'MOMT', 64, count, 0)
    return render(world, folder)


@case('WMO_AMBIENTS_MAX', 64, r'.wmo: MAVG at .*65.*64')
def ambient_colours_of_a_building(folder, count):
    world = World(folder)
    more_of_a_building(world, 'MAVG', 48, count)
    return render(world, folder)


@case('FLOOR_DOODADS_MAX QUAD_MEMBERS_MAX', 1 << 17, r'31_31.adt: doodads left out of its floors: more than 131072')
def floors_of_doodads(folder, count):
    world = World(folder)
    put_table(world)
    world.adt(MDDF=doodads(count, spread=False))
    (folder / 'points.csv').write_text('map,x,y\n' + 'Demo,266,266\n' * 1000)
    return ['locate', '-d', world.folder, '--surfaces', folder / 'points.csv']


@case('PLACES_AREAS_MAX', 65536, r'AreaTable.dbc: more than 65536 rows')
def areas(folder, count):
    world = World(folder)
    world.table('AreaTable.dbc', count, numbered(0))
    return render(world, folder, '--web', '--areas')


@case('PLACES_FLIGHTS_MAX', 4096, r'TaxiPath: more than 4096 flights of the map')
def flights(folder, count):
    world = World(folder)
    nodes = 92
    pairs = [(a, b) for a in range(1, nodes) for b in range(a + 1, nodes + 1)]

    def path(i, values):
        values[:3] = [i + 1, *pairs[i]]
    world.table('TaxiNodes.dbc', nodes, numbered(0))
    world.table('TaxiPath.dbc', count, path)
    return render(world, folder, '--web', '--landmarks')


@case('PLACES_LANDMARKS_MAX', 4096, r'TaxiNodes, WorldSafeLocs and Map: more than 4096 landmarks')
def landmarks(folder, count):
    """The entrance of the Hall is one of them."""
    world = World(folder)
    (world.folder / 'DBFilesClient/TaxiNodes.dbc').unlink()
    world.table('WorldSafeLocs.dbc', count - 1, numbered(0))
    return render(world, folder, '--web', '--landmarks')


@case('PLACES_ZONES_MAX ZONE_GRIDS_MAX', 1024, r'WorldMapArea.dbc: more than 1024 zones of the map')
def zones(folder, count):
    world = World(folder)
    world.table('WorldMapArea.dbc', count, numbered(0, 2))
    return render(world, folder, '--zones')


@case('WORLDMAP_ZONES_MAX', 256, r'257.*256')
def zones_of_the_world_map(folder, count):
    world = World(folder)
    world.table('WorldMapArea.dbc', count, numbered(0, 2))
    return render(world, folder, '--client-worldmap', folder / 'client')


@case('TABLE_RECORDS_MAX', 262144, r'Map.dbc: 262145 records: more than 262144')
def maps_of_a_table(folder, count):
    world = World(folder)
    world.table('Map.dbc', count, numbered(0))
    return ['maps', '-d', world.folder]


def db2_of_areas(count, field_count=16):
    """A WDB5 in a layout that areas had in 7.0, its ids apart."""
    fields = [(0, 4 * i) for i in range(field_count)]
    record = 4 * field_count
    strings = b'\0Area\0'
    head = struct.pack('<4s10I2H', b'WDB5', count, len(fields), record, len(strings), 0x1234, 0xFCC856E3, 1,
                       count, 0, 0, 4, 0)
    body = bytearray(record * count)
    ids = b''.join(struct.pack('<I', i + 1) for i in range(count)) if count < 1 << 20 else bytes(4 * count)
    return head + b''.join(struct.pack('<hH', *field) for field in fields) + body + strings + ids


@case('TABLE_RECORDS_MAX', 262144, r'AreaTable.db2: 262145 records: more than 262144')
def records_of_a_db2(folder, count):
    world = World(folder)
    (world.folder / 'DBFilesClient/AreaTable.dbc').unlink()
    world.write('DBFilesClient/AreaTable.db2', db2_of_areas(count))
    return render(world, folder, '--web', '--areas')


@case('TABLE_RECORDS_MAX', 10000000, None)
def ten_million_records_of_a_db2(folder, count):
    world = World(folder)
    (world.folder / 'DBFilesClient/AreaTable.dbc').unlink()
    world.write('DBFilesClient/AreaTable.db2', db2_of_areas(count))
    return render(world, folder, '--web', '--areas')


@case('TABLE_FIELDS_MAX', 36, r'AreaTable.db2: 37 fields: the first 36 are read')
def fields_of_a_db2(folder, count):
    world = World(folder)
    (world.folder / 'DBFilesClient/AreaTable.dbc').unlink()
    world.write('DBFilesClient/AreaTable.db2', db2_of_areas(65536, count))
    return render(world, folder, '--web', '--areas', '-v')


@case('MAP_PARENTS_MAX', 8, r'M8: more than 8 parents; id:\d+ is left out')
def parents_of_a_map(folder, count):
    """A Map.dbc of 4.0: each map is the parent of the one before. The first has no tiles."""
    world = World(folder)
    texts, rows = b'\0', b''
    maps_beside(folder, 1)
    for i in range(count + 1):
        name = f'M{i}'
        parent = i + 1 if i < count else 0xFFFFFFFF
        rows += struct.pack('<19I', i, len(texts), 0, 0, 0, len(texts), *[0] * 5, 0xFFFFFFFF, *[0] * 6, parent)
        texts += name.encode() + b'\0'
        if i:
            (world.folder / f'World/Maps/{name}').mkdir()
            for end in ('.wdt', '_31_31.adt'):
                os.link(DEMO / f'World/Maps/Demo/Demo{end}', world.folder / f'World/Maps/{name}/{name}{end}')
    world.write('DBFilesClient/Map.dbc', struct.pack('<4s4I', b'WDBC', count + 1, 19, 76, len(texts)) + rows + texts)
    return ['render', '-d', world.folder, '-m', 'M0', '--parent', 'auto', '-s', '64', '-o', folder / 'out.d']


@case('ADT_DOODAD_SETS_MAX', 8, r'31_31.adt: MODF at .*: entry 0 has sets of doodads that .*more than 8; 8 shown')
def doodad_sets_of_a_placement(folder, count):
    """Each set has doodads of its own; 512 placements, in a file without MCIN."""
    world = World(folder)
    wmo_with(folder, world, doodad_count=9, sets=9)
    place = bytearray(wmos(1))
    struct.pack_into('<2H', place, 56, 0x80, 0)
    world.adt(MODF=bytes(place) * 512, MDDF=b'', MCIN=None,
              behind=chunk('MWDS', struct.pack(f'<{count}H', *range(1, count + 1)))
              + chunk('MWDR', struct.pack('<2I', 0, count - 1)))
    return render(world, folder, '--doodads', 'all')


@case('LIQUID_TYPES_MAX', 4096, r'LiquidType.dbc: more than 4096 types')
def liquid_types(folder, count):
    world = World(folder)
    rows = b''.join(struct.pack('<45I', i + 1000, 0, 0, 0, *[0] * 41) for i in range(count))
    world.write('DBFilesClient/LiquidType.dbc', struct.pack('<4s4I', b'WDBC', count, 45, 180, 1) + rows + b'\0')
    return render(world, folder)


@case('FLOOR_ROWS_MAX', 256, r'1 rows of DungeonMap are more than the 256')
def floors_of_a_map(folder, count):
    world = World(folder)
    world.table('DungeonMap.dbc', count, numbered(0, 2))
    return ['render', '-d', world.folder, '-m', 'Hall', '-s', '32', '-t', '31_31', '--floors', 'auto', '-o',
            folder / 'out.d']


@case('FLOOR_GROUPS_MAX', 4096, r'rows of DungeonMapChunk are more than the 4096')
def groups_of_floors(folder, count):
    world = World(folder)
    world.table('DungeonMapChunk.dbc', count, numbered(0))
    return ['render', '-d', world.folder, '-m', 'Hall', '-s', '32', '-t', '31_31', '--floors', 'auto', '-o',
            folder / 'out.d']


@case('MARKERS_MAX', 100000, r'markers.json.*100000', statuses=(0, 2))
def markers(folder, count):
    feature = ('{"type":"Feature","geometry":{"type":"Point","coordinates":[%d,%d]},'
               '"properties":{"name":"M%d","group":"G%d"}}')
    text = ','.join(feature % (i % 500, i // 500, i, i % 300) for i in range(count))
    (folder / 'markers.json').write_text('{"type":"FeatureCollection","features":[' + text + ']}')
    world = World(folder)
    return render(world, folder, '--web', '--markers', folder / 'markers.json')


@case('MARKER_VERTICES_MAX', 1000000, r'markers.json.*1000000', statuses=(0, 2))
def points_of_lines(folder, count):
    points = ','.join(f'[{i % 500},{i // 5000}]' for i in range(count))
    (folder / 'markers.json').write_text(
        '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"LineString",'
        '"coordinates":[' + points + ']},"properties":{"name":"A"}}]}')
    world = World(folder)
    return render(world, folder, '--web', '--markers', folder / 'markers.json')


@case('MARKERS_BYTES_MAX', 64 << 20, r'markers.json.*64 MiB', statuses=(0, 2))
def bytes_of_markers(folder, count):
    """One long text in a file without a marker on the map."""
    with open(folder / 'markers.json', 'w', encoding='ascii') as out:
        out.write('{"type":"FeatureCollection","features":[],"x":"')
        out.write('x' * (count - out.tell() - 2) + '"}')
    world = World(folder)
    return render(world, folder, '--web', '--markers', folder / 'markers.json')


@case('JSON_TREE_BYTES_MAX', 5242873, r'markers.json: has so many values that reading them would take over 400 MiB',
      statuses=(0, 2))
def values_of_markers(folder, count):
    """A value counts 80 bytes."""
    (folder / 'markers.json').write_text(
        '{"type":"FeatureCollection","features":[],"x":[' + '1,' * (count - 1) + '1]}')
    return render(World(folder), folder, '--web', '--markers', folder / 'markers.json')


@case('MARKER_NAMES_BYTES_MAX', 31340,
      r'the names of the markers are over 8 MiB; the search does not find the last 1\b')
def names_of_markers(folder, count):
    """Each has a name of 256 bytes."""
    feature = '{"type":"Feature","geometry":{"type":"Point","coordinates":[%d,%d]},"properties":{"name":"%05d%s"}}'
    text = ','.join(feature % (i % 500, i // 500, i, 'n' * 251) for i in range(count))
    (folder / 'markers.json').write_text('{"type":"FeatureCollection","features":[' + text + ']}')
    return render(World(folder), folder, '--web', '--markers', folder / 'markers.json')


@case('POINT_LINE_MAX', 1 << 20, r'points.csv:2:.*1048576|points.csv.*line 2.*', statuses=(0, 1))
def a_line_of_points(folder, count):
    (folder / 'points.csv').write_text('map,x,y,note\nDemo,1,1,' + 'x' * (count - 9) + '\nDemo,1,1,y\n')
    return ['locate', '-d', DEMO, folder / 'points.csv']


@case('POINT_FIELDS_MAX', 256, r'points.csv: line 1: more than 256 columns; left out', statuses=(0, 1))
def columns_of_points(folder, count):
    more = ''.join(f',c{i}' for i in range(count - 3))
    (folder / 'points.csv').write_text('map,x,y' + more + '\nDemo,1,1' + ',' * (count - 3) + '\n')
    return ['locate', '-d', DEMO, folder / 'points.csv']


@case('POINT_WRONG_LINES_MAX', 1 << 18,
      r'points.csv: line 262146: more than 262144 lines were left out: the rest is not read', statuses=(1, 1))
def wrong_lines_of_points(folder, count):
    """Far more than 262144, once there is one more."""
    count = count if count <= 1 << 18 else 31000000
    (folder / 'points.csv').write_text('map,x,y\n' + 'a\n' * count)
    return ['locate', '-d', DEMO, folder / 'points.csv']


@case('POINT_WRONG_LINES_MAX', (1 << 18) - 1,
      r'markers.csv: line 262146: more than 262144 lines were left out: the rest is not read')
def wrong_lines_of_markers(folder, count):
    """The line with a quote that never ends is one of them."""
    count = count if count < 1 << 18 else 31000000
    (folder / 'markers.csv').write_text('x,y,name\n1,1,"A\n' + 'a\n' * count)
    return render(World(folder), folder, '--web', '--markers', folder / 'markers.csv')


@case('', 1000000, None)
def points(folder, count):
    (folder / 'points.csv').write_text('map,x,y\n' + 'Demo,200,200\n' * count)
    return ['locate', '-d', DEMO, folder / 'points.csv']


@case('', 2000000, None)
def names_of_a_listfile(folder, count):
    with open(folder / 'list.txt', 'w', encoding='ascii') as out:
        for i in range(count):
            out.write(f'{i + 1};world/maps/demo/some_folder_{i % 999}/some_file_{i}.adt\n')
    return ['maps', '-d', DEMO, '--listfile', folder / 'list.txt']


@case('OPTION_DOODAD_RULES_MAX', 512, r'512', statuses=(0, 2))
def rules_for_doodads(folder, count):
    (folder / 'rules').write_text(''.join(f'exclude *t{i}x*\n' for i in range(count)))
    world = World(folder)
    return render(world, folder, '--doodad-rules', folder / 'rules')


@case('OPTION_STRINGS_MAX', 64, r'--only.*64', statuses=(0, 2))
def values_of_an_option(folder, count):
    return render(World(folder), folder, *(word for i in range(count) for word in ('--only', f'*n{i}*')))


@case('PLACES_BYTES_MAX', 64 << 20, r'.adtmap/places: has more than 64 MiB: not read')
def places_of_a_map(folder, count):
    """What an earlier run has kept of them, with blank lines behind it."""
    arguments = render(World(folder), folder, '--zones')
    run_once(arguments, folder)
    shutil.copytree(folder / 'out.d', folder / 'other.d')
    with open(folder / 'other.d/Demo/.adtmap/places', 'ab') as out:
        out.write(b'\n' * (count - out.tell()))
    return ['diff', folder / 'out.d', folder / 'other.d', '-m', 'Demo']


@case('SHARDS_MAX', 4096, r'4096', statuses=(0, 2))
def shards(folder, count):
    world = World(folder)
    return ['render', '-d', world.folder, '-m', 'Demo', '-s', '16', '-o', folder / 'out.d', '--shard',
            f'1/{count}']


@case('BUILD_LOG_BYTES_MAX', 128 << 20, r'log: .*128 MiB|log: over the limit of 134217728 bytes')
def build_log(folder, count):
    world = World(folder)
    arguments = render(world, folder)
    run_once(arguments, folder)
    log = folder / 'out.d/Demo/.adtmap/log'
    with open(log, 'wb') as out:
        out.write(b'adtmap-log 3\nmap\tDemo\n')
        number = 0
        while out.tell() < count:
            lines = [f'input\t{i} {i:032x} {i:016x} w/{i}\n' for i in range(number, number + 10000)]
            out.write(''.join(lines).encode())
            number += len(lines)
        out.truncate(count)
    return arguments


def png_rows(width, height, line, interlaced=0, depth=1, color=0):
    """A PNG, grey of 1 bit a pixel, all rows equal; compressed a piece at a time."""
    packer = zlib.compressobj(1 if depth == 1 else 9)
    data = bytearray()
    for begin in range(0, height, 4096):
        data += packer.compress(line * min(4096, height - begin))
    data += packer.flush()

    def part(name, body):
        return struct.pack('>I', len(body)) + name + body + struct.pack('>I', zlib.crc32(name + body))
    head = struct.pack('>IIBBBBB', width, height, depth, color, 0, 0, interlaced)
    return b'\x89PNG\r\n\x1a\n' + part(b'IHDR', head) + part(b'IDAT', bytes(data)) + part(b'IEND', b'')


@case('PNG_ROW_PIXELS_MAX', 1 << 20, r'a.png.*1048576', statuses=(0, 2))
def width_of_a_png(folder, count):
    line = bytes(1 + (count + 7) // 8)
    for name in 'ab':
        (folder / f'{name}.png').write_bytes(png_rows(count, 64, line))
    return ['compare', folder / 'a.png', folder / 'b.png']


@case('PNG_BLANK_MAX', 1 << 30, r'a.png.*', statuses=(0, 2), seconds=30)
def pixels_of_a_blank_png(folder, count):
    line = bytes(1 + (1 << 15) // 8)
    height = (count >> 15) + (count % (1 << 15) > 0)
    data = png_rows(1 << 15, height, line)
    for name in 'ab':
        (folder / f'{name}.png').write_bytes(data)
    return ['compare', folder / 'a.png', folder / 'b.png']


@case('PNG_BLANK_MAX', 1 << 30, r'a.png.*', statuses=(0, 2))
def bytes_of_a_blank_png(folder, count):
    """Of 8 bytes a pixel."""
    width = 1 << 12
    height = (count >> 15) + (count % (1 << 15) > 0)
    data = png_rows(width, height, bytes(1 + 8 * width), depth=16, color=6)
    for name in 'ab':
        (folder / f'{name}.png').write_bytes(data)
    return ['compare', folder / 'a.png', folder / 'b.png']


@case('MD5TRANSLATE_BYTES_MAX', 16 << 20, r'md5translate.trs: .* 16777217 bytes are more than 16 MiB', statuses=(0, 2))
def table_of_a_client_minimap(folder, count):
    world = World(folder)
    table = folder / 'client/textures/Minimap/md5translate.trs'
    table.parent.mkdir(parents=True)
    line = 'Other\\map%02d_%02d.blp\t%032x.blp\n'
    with open(table, 'w', encoding='ascii', newline='') as out:
        out.write('dir: Other\n')
        for i in range((count - 20) // 60):
            out.write(line % (i % 64, i // 64 % 64, i))
        out.write('\n' * (count - out.tell()))
    return render(world, folder, '--client-minimap', folder / 'client')


@case('MESSAGES_SEEN_MAX', 1 << 18, None, statuses=(1, 1))
def different_warnings(folder, count):
    (folder / 'points.csv').write_text('map,x,y\n' + ''.join(f'Demo,1,a{i}\n' for i in range(count)))
    return ['locate', '-d', DEMO, folder / 'points.csv']


@case('PNG_INTERLACED_PIXELS_MAX', 1 << 24, r'a.png.*', statuses=(0, 2))
def pixels_of_an_interlaced_png(folder, count):
    size = 1 << 12
    rows = b''
    for left, top, right, down in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4),
                                   (1, 0, 2, 2), (0, 1, 1, 2)):
        wide, high = (size - left + right - 1) // right, (size + count // size - size - top + down - 1) // down
        rows += bytes((1 + (wide + 7) // 8) * high)
    height = count // size + (count % size > 0)

    def part(name, body):
        return struct.pack('>I', len(body)) + name + body + struct.pack('>I', zlib.crc32(name + body))
    data = (b'\x89PNG\r\n\x1a\n' + part(b'IHDR', struct.pack('>IIBBBBB', size, height, 1, 0, 0, 0, 1))
            + part(b'IDAT', zlib.compress(rows)) + part(b'IEND', b''))
    for name in 'ab':
        (folder / f'{name}.png').write_bytes(data)
    return ['compare', folder / 'a.png', folder / 'b.png']


@case('BLP_SIZE_MAX', 8192, r'\.blp: .*8193')
def texels_of_a_texture(folder, count):
    world = World(folder)
    head = struct.pack('<4sIBBBBII', b'BLP2', 1, 1, 0, 8, 0, count, count)
    data = head + struct.pack('<16I', 1172, *[0] * 15) + struct.pack('<16I', count * count, *[0] * 15)
    data += bytes(range(256)) * 4 + bytes(count * count)
    names = dict(parts_of((DEMO / 'World/Maps/Demo/Demo_31_31.adt').read_bytes()))['MTEX']
    for name in names.split(b'\0')[:-1]:
        own = name.decode().replace('\\', '/')
        path = next((p for p in DEMO.rglob('*.blp') if str(p.relative_to(DEMO)).lower() == own.lower()), None)
        if path:
            world.write(str(path.relative_to(DEMO)), data)
            break
    return render(world, folder)


def jpeg_of(size, scans):
    """A progressive picture of one colour, of size x size texels, which are 4 components: all scans but the
    first say of one coefficient of one component that it is nought everywhere."""
    def part(marker, body):
        return struct.pack('>BBH', 0xFF, marker, len(body) + 2) + body
    blocks = (size // 8) ** 2
    codes = b'\1' + bytes(15)
    data = b'\xff\xd8' + part(0xDB, b'\0' + b'\1' * 64)
    data += part(0xC2, struct.pack('>BHHB', 8, size, size, 4) + b''.join(bytes([i, 0x11, 0]) for i in range(1, 5)))
    data += part(0xC4, b'\0' + codes + b'\0') + part(0xC4, b'\x10' + codes + b'\xe0')
    data += part(0xDA, b'\4' + b''.join(bytes([i, 0]) for i in range(1, 5)) + b'\0\0\0') + bytes(blocks // 2)
    runs = bytes(15 * (blocks >> 14) // 8) + b'\x01'
    for i in range(scans - 1):
        coefficient = 1 + i // 4
        data += part(0xDA, bytes([1, 1 + i % 4, 0, coefficient, coefficient, 0])) + runs
    return data + b'\xff\xd9'


def textures_in_turn(count):
    """What gives the layers of a tile so many textures, one after the other."""
    textures = itertools.cycle(range(count))

    def edit(contents):
        contents = bytearray(contents)
        at = contents.find(b'YLCM', 128) + 8
        own, = struct.unpack_from('<I', contents, 12)
        for k in range(own):
            struct.pack_into('<I', contents, at + 16 * k, next(textures))
        return contents
    return edit


@case('BLP_JPEG_SCANS_MAX BLP_JPEG_TEXELS_MAX', 24, r'jpeg/0.blp: .*JPEG of level 0: more than 24 scans')
def scans_of_textures(folder, count):
    """The ground's textures of a tile are links to one."""
    world = World(folder)
    size = 1024
    jpeg = jpeg_of(size, count)
    head = struct.pack('<4sIIIIII', b'BLP1', 0, 0, size, size, 5, 0)
    head += struct.pack('<16I', 160, *[0] * 15) + struct.pack('<16I', len(jpeg), *[0] * 15) + bytes(4)
    world.write('jpeg/0.blp', head + jpeg)
    for i in range(1, 40):
        os.link(world.folder / 'jpeg/0.blp', world.folder / f'jpeg/{i}.blp')
    world.adt(textures_in_turn(40), MTEX=b''.join(b'jpeg\\%d.blp\0' % i for i in range(40)))
    return render(world, folder)


@case('TEXTURE_LARGE_TEXELS_MAX', 16, r'\.blp: .*1073741824')
def large_textures_of_a_tile(folder, count):
    """Each of 8192 x 8192 texels, one file under as many names."""
    world = World(folder)
    size = 8192
    head = struct.pack('<4sIBBBBII', b'BLP2', 1, 1, 0, 8, 0, size, size)
    data = head + struct.pack('<16I', 1172, *[0] * 15) + struct.pack('<16I', size * size, *[0] * 15)
    world.write('large/0.blp', data + bytes(range(256)) * 4 + bytes(size * size))
    for i in range(1, count):
        os.link(world.folder / 'large/0.blp', world.folder / f'large/{i}.blp')
    world.adt(textures_in_turn(count), MTEX=b''.join(b'large\\%d.blp\0' % i for i in range(count)))
    return render(world, folder)


@case('M2_INDICES_MAX', 48, r'demooak.m2: SKIN: more than 3145728 indices in its batches')
def corners_of_a_doodad(folder, count):
    """So many batches draw the same 65535 corners."""
    world = World(folder)
    crowded_oak(world, 65535 // 6 * 6)
    file = world.folder / 'World/Demo/Trees/DemoOak00.skin'
    skin = bytearray(file.read_bytes())
    part, = struct.unpack_from('<I', skin, 0x20)
    corners, at = struct.unpack_from('<II', skin, 0x0C)
    skin += struct.pack('<3H', 0, 1, 2)
    batch, = struct.unpack_from('<I', skin, 0x28)
    struct.pack_into('<II', skin, 0x0C, corners + 3, at)
    struct.pack_into('<H', skin, part + 10, 65535)
    one = bytes(skin[batch:batch + 24])
    struct.pack_into('<II', skin, 0x24, count, len(skin))
    file.write_bytes(skin + one * count)
    world.adt(MDDF=doodads(2), MODF=b'')
    return render(world, folder, '--doodads', 'all')


@case('TABLE_COMMON_MAX TABLE_COMMON_ALL_MAX', (1 << 14) - 1,
      r'AreaTable.db2: field 2 has 16384 values for some records: more than 16383; the rest count as its default')
def common_values_of_a_db2(folder, count):
    """A WDC2 in the layout that areas had in 8.0: the maps of so many areas are apart, but of none that there
    is, so that all are looked at for each."""
    world = World(folder)
    (world.folder / 'DBFilesClient/AreaTable.dbc').unlink()
    areas = 1 << 14
    pairs = b''.join(struct.pack('<II', 1 << 20 | i, 0) for i in range(count))
    columns = b''.join(struct.pack('<HHIIIII', 0 if kind else 32 * i, 0 if kind else 32, len(pairs) if kind else 0,
                                   kind, 0, 0, 0) for i, kind in enumerate((0, 0, 2, 0)))
    records = bytes(16 * areas)
    ids = b''.join(struct.pack('<I', i + 1) for i in range(areas))
    head = struct.pack('<4s9I2H7I', b'WDC2', areas, 4, 16, 1, 0, 0x22229BE7, 1, areas, 0, 4, 0, 4, 0, 0, len(columns),
                       len(pairs), 0, 1)
    fields = b''.join(struct.pack('<hH', 0, 4 * i) for i in range(4))
    begin = len(head) + 36 + len(fields) + len(columns) + len(pairs)
    section = struct.pack('<Q7I', 0, begin, areas, 1, 0, 0, len(ids), 0)
    world.write('DBFilesClient/AreaTable.db2', head + section + fields + columns + pairs + records + b'\0' + ids)
    return render(world, folder, '--web', '--areas')


@case('ZONE_PIXELS_MAX', 4,
      r"no picture of the zone '.*': it would have 65536 x 40960 pixels; the limit is 2147483648", seconds=60)
def pixels_of_a_zone(folder, count):
    """A zone of 8 tiles by so many, of 8192 px each, most of which is background."""
    tile = 1600 / 3

    def zone(i, values):
        values[4:8] = map(number_of, (tile * 4, -tile * 4, tile * (count - 2), -tile * 2))
    world = World(folder)
    world.table('WorldMapArea.dbc', 1, zone)
    return ['render', '-d', world.folder, '-m', 'Demo', '-t', '31_31', '-s', '8192', '-o', folder / 'out.d', '--zones']


@case('ZONE_GRIDS_MAX', 4, r"no picture of the zone '.*': those of zones would have more pixels than four times")
def grids_of_zones(folder, count):
    """Each is as large as the whole map."""
    edge = 17066.666

    def zone(i, values):
        values[0], values[2] = i + 1, i + 1
        values[4:8] = map(number_of, (edge, -edge, edge, -edge))
    world = World(folder)
    world.table('WorldMapArea.dbc', count, zone)
    return render(world, folder, '--zones')


@case('HOUR_LIGHTS_MAX', 1024, r'1 of its lights left out: more than 1024')
def lights_of_a_map(folder, count):
    def light(i, values):
        values[0] = i + 2
        values[1] = 0
        values[2:7] = map(number_of, (36 * 17066.0, 36 * 100.0, 36 * 17066.0, 36 * 50.0, 36 * 4000.0))
    world = World(folder)
    world.table('Light.dbc', count, light)
    return render(world, folder, '--time', '21:00')


@case('MARKER_GROUPS_MAX', 200, r'the markers have over 199 groups')
def groups_of_markers(folder, count):
    feature = ('{"type":"Feature","geometry":{"type":"Point","coordinates":[%d,%d]},'
               '"properties":{"name":"M%d","group":"G%d"}}')
    text = ','.join(feature % (i % 500, i // 500, i, i % count) for i in range(20000))
    (folder / 'markers.json').write_text('{"type":"FeatureCollection","features":[' + text + ']}')
    return render(World(folder), folder, '--web', '--markers', folder / 'markers.json')


@case('DESCRIBE_LIST_MAX', 32768, r'"doodad_placements_left_out":\s*1\b', is_printed=True)
def a_list_of_a_report(folder, count):
    world = World(folder)
    world.adt(MDDF=doodads(count))
    return ['info', world.folder / 'World/Maps/Demo/Demo_31_31.adt', '--json']
