"""Bounds of tables and of the lights in them, and of models in the forms of older clients."""
import struct
import subprocess

from folder_bounds import areas_with_a_name
from harness import ADTMAP, DEMO, World, case, chunk, number_of, parts_of, render
from world_bounds import doodads, wmo_with


def db2_of_sections(world, sections, records, copies):
    """The areas as a WDC2 in the layout of 8.0: each section has so many records, and copies of its last one."""
    (world.folder / 'DBFilesClient/AreaTable.dbc').unlink()
    columns = b''.join(struct.pack('<HHIIIII', 32 * i, 32, 0, 0, 0, 0, 0) for i in range(4))
    fields = b''.join(struct.pack('<hH', 0, 4 * i) for i in range(4))
    head = struct.pack('<4s9I2H7I', b'WDC2', sections * records, 4, 16, 1, 0, 0x22229BE7, 1, 1 << 24, 0, 4, 0, 4, 0, 0,
                       len(columns), 0, 0, sections)
    begin = len(head) + 36 * sections + len(fields) + len(columns)
    heads, bodies = b'', bytearray()
    for section in range(sections):
        first = section * records + 1
        ids = struct.pack(f'<{records}I', *range(first, first + records))
        own = b''.join(struct.pack('<II', 1 << 20 | section << 12 | i, first + records - 1) for i in range(copies))
        heads += struct.pack('<Q7I', 0, begin + len(bodies), records, 1, len(own), 0, len(ids), 0)
        bodies += bytes(16 * records) + b'\0' + ids + own
    world.write('DBFilesClient/AreaTable.db2', head + heads + fields + columns + bodies)


@case('TABLE_SECTIONS_MAX', 64, r'AreaTable.db2: 65 sections: only 64 are read')
def sections_of_a_db2(folder, count):
    world = World(folder)
    db2_of_sections(world, count, 512, 16)
    return render(world, folder, '--web', '--areas')


@case('TABLE_COPIES_MAX', 1024, r'AreaTable.db2: more than 1024 copies of records in a section; the rest left out')
def copies_of_a_db2(folder, count):
    """In as many sections and records as there may be."""
    world = World(folder)
    db2_of_sections(world, 64, 4096, count)
    return render(world, folder, '--web', '--areas')


@case('TABLE_STRING_MAX', 4095, r'AreaTable.dbc: texts of 4096 bytes or more count as empty')
def a_text_of_a_table(folder, count):
    world = World(folder)
    areas_with_a_name(world, b'n' * count)
    return render(world, folder, '--web', '--areas')


@case('HOUR_KEYS_MAX', 32, r'\d+ colours of its lights left out: more than 32')
def colours_of_lights(folder, count):
    """Of as many lights as there may be, in a table as in 5.0."""
    world = World(folder)
    (world.folder / 'DBFilesClient/LightIntBand.dbc').unlink()

    def light(i, values):
        values[0:2] = [i + 2, 0]
        values[2:7] = map(number_of, (36 * 17066.0, 36 * 100.0, 36 * 17066.0, 36 * 50.0, 36 * 4000.0))
        values[7] = i + 1
    world.table('Light.dbc', 1024, light)
    rows = b''.join(struct.pack('<24I', i + 1, i % 1024 + 1, i // 1024 * 80, 0xFF8800, *[0x446688] * 20)
                    for i in range(1024 * count))
    world.write('DBFilesClient/LightData.dbc', struct.pack('<4s4I', b'WDBC', 1024 * count, 24, 96, 1) + rows + b'\0')
    return render(world, folder, '--time', '21:00')


@case('MCLQ_LAYERS_MAX', 4, None)
def liquids_before_wrath(folder, count):
    """Of all chunks, each of its whole extent. A chunk has four flags for them: there is no fifth, whose block is
    not looked at."""
    world = World(folder)
    block = struct.pack('<2f', -500, 500) + struct.pack('<If', 0, 60) * 81 + bytes(64)
    liquids = block.ljust(804, b'\0') * count

    def with_liquids(contents):
        contents = bytearray(contents)
        flags, = struct.unpack_from('<I', contents, 0)
        struct.pack_into('<I', contents, 0, flags | 0x3C)
        struct.pack_into('<II', contents, 0x60, 8 + len(contents), 8 + len(liquids))
        return bytes(contents) + chunk('MCLQ', liquids)
    world.adt(with_liquids, MH2O=None)
    return render(world, folder)


@case('MDX_GEOSETS_MAX', 255, r'demooak.mdx: GEOS: 256 geosets are more than 255')
def parts_of_a_model_before_wrath(folder, count):
    """The first part of a tree of the alpha, again and again."""
    world = World(folder)
    subprocess.run([ADTMAP, 'demo', '-q', '--era', 'alpha', folder / 'alpha'], check=True)
    own = 'World/Demo/Trees/DemoOak'
    tree = (folder / 'alpha' / (own + '.mdx')).read_bytes()
    at = tree.index(b'GEOS')
    size, _, first = struct.unpack_from('<3I', tree, at + 4)
    parts = struct.pack('<I', count) + tree[at + 12:at + 12 + first] * count
    for file in (world.folder / own).parent.glob('DemoOak*'):
        if file.stem in ('DemoOak', 'DemoOak00'):
            file.unlink()
    world.write(own + '.mdx', tree[:at + 4] + struct.pack('<I', len(parts)) + parts + tree[at + 8 + size:])
    world.adt(MDDF=doodads(512), MODF=b'')
    return render(world, folder, '--doodads', 'all')


def collision_of_the_oak(world, vertices, corners):
    """The tree that `doodads` places gets a mesh to stand on, of these bytes."""
    own = 'World/Demo/Trees/DemoOak.m2'
    data = bytearray((DEMO / own).read_bytes())
    struct.pack_into('<4I', data, 0xD8, len(corners) // 2, len(data), len(vertices) // 12, len(data) + len(corners))
    world.write(own, bytes(data) + corners + vertices)


def surfaces(world, folder):
    (folder / 'points.csv').write_text('map,x,y\n' + 'Demo,266,266\n' * 1000)
    return ['locate', '-d', world.folder, '--surfaces', folder / 'points.csv']


@case('FLOORS_LOOKED_AT_MAX', 1024, r'31_31.adt: too many triangles of buildings and doodads')
def triangles_that_are_looked_at(folder, count):
    """Each tree has 65536, of which none has an extent."""
    world = World(folder)
    collision_of_the_oak(world, struct.pack('<12f', -2, -2, 3, 2, -2, 3, 2, 2, 3, -2, 2, 3), bytes(6 * 65536))
    world.adt(MDDF=doodads(count, spread=False), MODF=b'')
    return surfaces(world, folder)


@case('FLOOR_DOODAD_CORNERS_MAX', 1 << 23, r'31_31.adt: doodads left out of its floors: .* more than 8388608 corners')
def corners_of_the_floors_of_doodads(folder, count):
    """In one tree: as many triangles as fill it, and the rest vertices."""
    world = World(folder)
    corners = (1 << 23) - 5
    collision_of_the_oak(world, struct.pack('<3f', 2, 2, 3) * (count - corners), bytes(2 * corners))
    world.adt(MDDF=doodads(20, spread=False), MODF=b'')
    return surfaces(world, folder)


@case('DESCRIBE_LEVELS_MAX', 16, r'"file_ids_left_out":\s*1\b', is_printed=True)
def levels_of_a_report(folder, count):
    """Of the only group of a building."""
    world = World(folder)
    own = wmo_with(folder, world, groups=1)
    ids = struct.pack(f'<{count}I', *range(1, count + 1))
    world.write(own, (world.folder / own).read_bytes() + chunk('GFID', ids))
    return ['info', world.folder / own, '--json']
