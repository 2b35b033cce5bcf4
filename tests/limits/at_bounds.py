#!/usr/bin/env python3
"""What a file at a bound of docs/security.md costs, and what is said one above it.

    at_bounds.py [CASE...]

Builds inputs on the demo world in $DEMO that ask for as much as a bound allows, and for one more, and
runs $ADTMAP on both. At the bound nothing is said of it; above it one line names the file and the
bound, and the rest is made. Neither takes more than 10 seconds of processor time and 512 MiB, or
what the case says. Prints a row for each: the case, the constants that it is of, both figures of the
run at the bound. Without a case, all of them. Exit status 1 if one fails.
"""
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import traceback
import zlib
from pathlib import Path

ADTMAP = os.environ['ADTMAP']
DEMO = Path(os.environ['DEMO'])
SECONDS_MOST, MIB_MOST = 10, 512
TILE_CORNER = 32 * 1600 / 3  # of the tile 31_31, in the axes of MDDF and MODF


def chunk(name, data):
    return name.encode()[::-1] + struct.pack('<I', len(data)) + data


def parts_of(data):
    """The chunks of a file as (id, contents)."""
    at = 0
    while at + 8 <= len(data):
        size, = struct.unpack_from('<I', data, at + 4)
        yield data[at:at + 4][::-1].decode(), data[at + 8:at + 8 + size]
        at += 8 + size


def find(ending):
    return sorted(DEMO.rglob(ending), key=str)[0]


class World:
    """A copy of the parts of the demo world that one tile needs, whose files are links until they
    are written."""

    def __init__(self, folder):
        self.folder = folder / 'world'
        shutil.copytree(DEMO, self.folder, copy_function=os.link)
        for adt in self.folder.rglob('*.adt'):
            if 'Demo_31_31' not in adt.name:
                adt.unlink()

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(data)

    def adt(self, **replaced):
        """Writes the ADT of 31_31 with these chunks in place of its own; it is found by its
        chunks, as the offsets of its header no longer fit."""
        name = 'World/Maps/Demo/Demo_31_31.adt'
        chunks = []
        for ident, contents in parts_of((DEMO / name).read_bytes()):
            if ident == 'MCIN':
                contents = bytes(len(contents))
            elif ident == 'MHDR':
                contents = contents[:4] + bytes(len(contents) - 4)
            chunks.append(chunk(ident, replaced.get(ident, contents)))
        self.write(name, b''.join(chunks))

    def table(self, name, count, row):
        """Writes a DBC with `count` rows: row(i, fields, strings) changes a copy of the first."""
        path = 'DBFilesClient/' + name
        data = (DEMO / path).read_bytes()
        rows, fields, size, strings = struct.unpack_from('<4I', data, 4)
        first = struct.unpack_from(f'<{size // 4}I', data, 20)
        texts = data[20 + rows * size:]
        body = bytearray()
        for i in range(count):
            values = list(first)
            row(i, values)
            body += struct.pack(f'<{size // 4}I', *values)
        self.write(path, struct.pack('<4s4I', b'WDBC', count, fields, size, len(texts)) + body + texts)


def numbered(*columns):
    """For World.table: rows whose numbers in these columns are 1, 2, ..."""
    def row(i, values):
        for column in columns:
            values[column] = i + 1
    return row


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


def build(function, folder, count):
    """The arguments of a run. Builds in a process of its own, since a child begins with the memory
    that its parent has used."""
    builder = os.fork()
    if builder == 0:
        try:
            arguments = [str(argument) for argument in function(folder, count)]
            (folder / 'arguments').write_text(json.dumps(arguments))
            os._exit(0)
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(1)
    os.waitpid(builder, 0)
    return json.loads((folder / 'arguments').read_text())


def run_once(arguments, folder):
    """Status, processor time, peak memory in MiB, and what was said."""
    with open(folder / 'err', 'w+b') as err, open(folder / 'out', 'w+b') as out:
        child = subprocess.Popen([ADTMAP, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=out,
                                 stderr=err, cwd=folder)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        said = err.read().decode(errors='replace')
    return child.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, said


CASES = {}


def case(constants, bound, said, statuses=(0, 0), seconds=SECONDS_MOST, mib=MIB_MOST):
    """A function(folder, count) that builds an input of `count` and gives the arguments of a run;
    `said` is what the line above the bound has, with the bound."""
    def add(function):
        CASES[function.__name__] = (function, constants, bound, said, statuses, seconds, mib)
        return function
    return add


def render(world, folder, *more):
    return ['render', '-d', world.folder, '-m', 'Demo', '-t', '31_31', '-s', '64', '-o', folder / 'out.d',
            *more]


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


def crowded_oak(world, corners):
    """The tree that `doodads` places becomes a square that is drawn again and again: 4 vertices, so many
    corners of triangles."""
    own = world.folder / 'World/Demo/Trees/DemoOak.m2'
    for file in own.parent.glob('DemoOak*'):
        if file.stem in ('DemoOak', 'DemoOak00'):
            file.unlink()
    subprocess.run([sys.executable, Path(__file__).parent.parent / 'cli/make_m2.py', own, 'none.blp', '8', '0'],
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
    return ['locate', '-d', world.folder, '--floors', folder / 'points.csv']


@case('ADT_TEXTURES_MAX', 4096, r'31_31.adt: MTEX at .*: .*4096.*left out')
def textures_of_a_tile(folder, count):
    world = World(folder)
    first = dict(parts_of((DEMO / 'World/Maps/Demo/Demo_31_31.adt').read_bytes()))['MTEX']
    known = first.split(b'\0')[:-1]
    names = known + [known[0]] * (count - len(known))
    world.adt(MTEX=b'\0'.join(names) + b'\0')
    return render(world, folder)


def wmo_with(folder, world, doodad_count=None, groups=None):
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
        chunks['MODS'] = struct.pack('<20sIII', b'Set_$DefaultGlobal', 0, doodad_count, 0)
        head = bytearray(chunks['MOHD'])
        struct.pack_into('<III', head, 16, 1, doodad_count, 1)
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
    return ['locate', '-d', world.folder, '--floors', folder / 'points.csv']


@case('WMO_GROUPS_MAX', 512, r'513 groups.*512')
def groups_of_a_building(folder, count):
    world = World(folder)
    wmo_with(folder, world, groups=count)
    world.adt(MODF=wmos(4), MDDF=b'')
    return render(world, folder)


@case('FLOOR_DOODADS_MAX QUAD_MEMBERS_MAX', 1 << 17, r'31_31.adt: doodads left out of its floors: more than 131072')
def floors_of_doodads(folder, count):
    world = World(folder)
    put_table(world)
    world.adt(MDDF=doodads(count, spread=False))
    (folder / 'points.csv').write_text('map,x,y\n' + 'Demo,266,266\n' * 1000)
    return ['locate', '-d', world.folder, '--floors', folder / 'points.csv']


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


def db2_of_areas(count):
    """A WDB5 in a layout that areas had in 7.0, its ids apart."""
    fields = [(0, 4 * i) for i in range(16)]
    record = 64
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


@case('MARKERS_BYTES_MAX JSON_TREE_BYTES_MAX', 64 << 20, r'markers.json.*64 MiB', statuses=(2, 2))
def bytes_of_markers(folder, count):
    with open(folder / 'markers.json', 'w', encoding='ascii') as out:
        out.write('{"type":"FeatureCollection","x":[')
        out.write('1,' * ((count - 50) // 2) + '1]}')
        out.write(' ' * (count - out.tell()))
    world = World(folder)
    return render(world, folder, '--web', '--markers', folder / 'markers.json')


@case('POINT_LINE_MAX', 1 << 20, r'points.csv:2:.*1048576|points.csv.*line 2.*', statuses=(0, 1))
def a_line_of_points(folder, count):
    (folder / 'points.csv').write_text('map,x,y,note\nDemo,1,1,' + 'x' * (count - 9) + '\nDemo,1,1,y\n')
    return ['locate', '-d', DEMO, folder / 'points.csv']


@case('POINT_FIELDS_MAX', 256, r'points.csv: line 1: more than 256 columns; left out', statuses=(0, 1))
def columns_of_points(folder, count):
    more = ''.join(f',c{i}' for i in range(count - 3))
    (folder / 'points.csv').write_text('map,x,y' + more + '\nDemo,1,1' + ',' * (count - 3) + '\n')
    return ['locate', '-d', DEMO, folder / 'points.csv']


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


@case('SHARDS_MAX', 4096, r'4096', statuses=(0, 2))
def shards(folder, count):
    world = World(folder)
    return ['render', '-d', world.folder, '-m', 'Demo', '-s', '16', '-o', folder / 'out.d', '--shard',
            f'1/{count}']


@case('BUILD_LOG_BYTES_MAX', 512 << 20, r'log: .*512 MiB|log: over the limit of 536870912 bytes', mib=1200)
def build_log(folder, count):
    world = World(folder)
    arguments = render(world, folder)
    run_once(arguments, folder)
    log = folder / 'out.d/Demo/.adtmap/log'
    with open(log, 'r+b') as out:
        out.truncate(count)
    return arguments


def png_rows(width, height, line, interlaced=0):
    """A PNG of 1 bit a pixel, all rows equal; compressed a piece at a time."""
    packer = zlib.compressobj(1)
    data = bytearray()
    for begin in range(0, height, 4096):
        data += packer.compress(line * min(4096, height - begin))
    data += packer.flush()

    def part(name, body):
        return struct.pack('>I', len(body)) + name + body + struct.pack('>I', zlib.crc32(name + body))
    head = struct.pack('>IIBBBBB', width, height, 1, 0, 0, 0, interlaced)
    return b'\x89PNG\r\n\x1a\n' + part(b'IHDR', head) + part(b'IDAT', bytes(data)) + part(b'IEND', b'')


@case('PNG_ROW_PIXELS_MAX', 1 << 20, r'a.png.*1048576', statuses=(0, 2))
def width_of_a_png(folder, count):
    line = bytes(1 + (count + 7) // 8)
    for name in 'ab':
        (folder / f'{name}.png').write_bytes(png_rows(count, 64, line))
    return ['compare', folder / 'a.png', folder / 'b.png']


@case('PNG_BLANK_PIXELS_MAX', 1 << 30, r'a.png.*', statuses=(0, 2), seconds=30)
def pixels_of_a_blank_png(folder, count):
    line = bytes(1 + (1 << 15) // 8)
    height = (count >> 15) + (count % (1 << 15) > 0)
    data = png_rows(1 << 15, height, line)
    for name in 'ab':
        (folder / f'{name}.png').write_bytes(data)
    return ['compare', folder / 'a.png', folder / 'b.png']


def crypt_table():
    table, seed = [0] * 1280, 0x00100001
    for i in range(256):
        for k in range(5):
            seed = (seed * 125 + 3) % 0x2AAAAB
            high = (seed & 0xFFFF) << 16
            seed = (seed * 125 + 3) % 0x2AAAAB
            table[i + 256 * k] = high | (seed & 0xFFFF)
    return table


def mpq_hash(table, name, kind):
    one, two = 0x7FED7FED, 0xEEEEEEEE
    for byte in name.upper().encode():
        one = table[kind * 256 + byte] ^ (one + two) & 0xFFFFFFFF
        two = (byte + one + two + (two << 5) + 3) & 0xFFFFFFFF
    return one


def mpq_encrypt(table, words, key):
    out, seed = [], 0xEEEEEEEE
    for word in words:
        seed = (seed + table[0x400 + (key & 0xFF)]) & 0xFFFFFFFF
        out.append(word ^ (key + seed) & 0xFFFFFFFF)
        key = ((~key << 21) + 0x11111111 | key >> 11) & 0xFFFFFFFF
        seed = (word + seed + (seed << 5) + 3) & 0xFFFFFFFF
    return struct.pack(f'<{len(out)}I', *out)


def mpq_of(names, packed, size):
    """An archive of files with the same contents, each of one unit, compressed."""
    table = crypt_table()
    hashes = [0xFFFFFFFF] * 64
    blocks = []
    for i, name in enumerate(names):
        at = mpq_hash(table, name, 0) % 16
        while hashes[4 * at + 3] != 0xFFFFFFFF:
            at = (at + 1) % 16
        hashes[4 * at:4 * at + 4] = [mpq_hash(table, name, 1), mpq_hash(table, name, 2), 0, i]
        blocks += [32 + i * len(packed), len(packed), size, 0x81000200]
    hash_at = 32 + len(names) * len(packed)
    total = hash_at + 256 + 4 * len(blocks)
    head = struct.pack('<4sIIHHIIII', b'MPQ\x1a', 32, total, 0, 3, hash_at, hash_at + 256, 16, len(names))
    return (head + packed * len(names) + mpq_encrypt(table, hashes, mpq_hash(table, '(hash table)', 3))
            + mpq_encrypt(table, blocks, mpq_hash(table, '(block table)', 3)))


@case('UNPACK_BYTES_MAX', 256 << 20, r'demo.wdt: more than 256 MiB with its packed bytes', statuses=(0, 1))
def a_file_of_an_archive(folder, count):
    packer = zlib.compressobj(9)
    packed = bytearray(b'\x02')
    size = (256 << 20) - 300000
    for _ in range(size // (1 << 16)):
        packed += packer.compress(bytes(1 << 16))
    packed += packer.compress(bytes(size % (1 << 16))) + packer.flush()
    if count > 256 << 20:
        size += 300000
    (folder / 'a.mpq').write_bytes(mpq_of(['world\\maps\\demo\\demo.wdt'], bytes(packed), size))
    return ['cat', '-d', folder / 'a.mpq', 'world/maps/demo/demo.wdt', '--into', folder / 'into']


@case('UNPACK_WASTE_MAX', 8, r'a.mpq: .*2 GiB|a.mpq: .*no more', statuses=(1, 1))
def damaged_files_of_an_archive(folder, count):
    """Each unpacks to 256 MiB and ends too early."""
    packer = zlib.compressobj(9)
    packed = bytearray(b'\x02')
    size = (256 << 20) - 300000
    for _ in range(size // (1 << 16)):
        packed += packer.compress(bytes(1 << 16))
    packed += packer.flush(zlib.Z_SYNC_FLUSH)
    names = [f'{i}.txt' for i in range(count if count == 8 else count + 2)]
    (folder / 'a.mpq').write_bytes(mpq_of(names, bytes(packed), size))
    return ['cat', '-d', folder / 'a.mpq', *names, '--into', folder / 'into']


def mpq_of_junk(hash_count, block_count):
    """Tables of zeros, which are junk once they are decrypted."""
    hash_at = 32
    block_at = hash_at + 16 * hash_count
    head = struct.pack('<4sIIHHIIII', b'MPQ\x1a', 32, block_at + 16 * block_count, 0, 3, hash_at, block_at,
                       hash_count, block_count)
    return head + bytes(16 * (hash_count + block_count))


@case('MPQ_ENTRIES_MAX', 1 << 22, r'a.mpq: .*more than 4 million files', statuses=(1, 2))
def files_of_an_archive(folder, count):
    (folder / 'a.mpq').write_bytes(mpq_of_junk(1 << 22, count))
    return ['maps', '-d', folder / 'a.mpq']


@case('MPQ_LISTFILE_BYTES_MAX', 64 << 20, r'a.mpq: none of its names is listed: a list of more than 64 MiB',
      statuses=(1, 1))
def list_of_an_archive(folder, count):
    """A name in each two bytes."""
    packer = zlib.compressobj(9)
    packed = b'\x02' + packer.compress(b'a\n' * (count // 2) + b'a' * (count % 2)) + packer.flush()
    (folder / 'a.mpq').write_bytes(mpq_of(['(listfile)'], packed, count))
    return ['maps', '-d', folder / 'a.mpq']


@case('', (64 << 20) - 512, r'a.mpq: .*not an MPQ archive', statuses=(0, 2))
def bytes_before_an_archive(folder, count):
    packer = zlib.compressobj(9)
    packed = b'\x02' + packer.compress(b'text' * 99) + packer.flush()
    with open(folder / 'a.mpq', 'wb') as out:
        out.truncate((count + 511) // 512 * 512)
        out.seek(0, os.SEEK_END)
        out.write(mpq_of(['a.txt'], packed, 396))
    return ['cat', '-d', folder / 'a.mpq', 'a.txt']


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
    name = 'World/Maps/Demo/Demo_31_31.adt'
    layers = 0
    chunks = []
    for ident, contents in parts_of((DEMO / name).read_bytes()):
        if ident == 'MCIN':
            contents = bytes(len(contents))
        elif ident == 'MHDR':
            contents = contents[:4] + bytes(len(contents) - 4)
        elif ident == 'MTEX':
            contents = b''.join(b'large\\%d.blp\0' % i for i in range(count))
        elif ident == 'MCNK':
            contents = bytearray(contents)
            at = contents.find(b'YLCM', 128) + 8
            own, = struct.unpack_from('<I', contents, 12)
            for k in range(own):
                struct.pack_into('<I', contents, at + 16 * k, layers % count)
                layers += 1
        chunks.append(chunk(ident, contents))
    world.write(name, b''.join(chunks))
    return render(world, folder)


def check(name):
    function, constants, bound, said, statuses, seconds, mib = CASES[name]
    problems, figures = [], None
    for above in (0, 1):
        with tempfile.TemporaryDirectory(prefix='adtmap-bounds-') as work:
            folder = Path(work)
            arguments = build(function, folder, bound + above)
            status, cpu, memory, text = run_once(arguments, folder)
        lines = [line for line in text.splitlines() if said and re.search(said, line)]
        figures = figures or (cpu, memory)
        if status != statuses[above]:
            problems.append(f'status {status}, not {statuses[above]}: {text[-300:]}')
        if cpu > seconds or memory > mib:
            problems.append(f'{cpu:.1f} s, {memory:.0f} MiB')
        if above and said and len(lines) != 1:
            problems.append(f'{len(lines)} lines of the bound: {text[:600]}')
        if not above and lines:
            problems.append(f'said at the bound: {lines[0]}')
    print(f'{name}: {constants}: {figures[0]:.1f} s, {figures[1]:.0f} MiB', flush=True)
    for problem in problems:
        print(f'    WRONG: {problem}', flush=True)
    return not problems


def main():
    names = sys.argv[1:] or list(CASES)
    return 0 if all([check(name) for name in names]) else 1


if __name__ == '__main__':
    sys.exit(main())
