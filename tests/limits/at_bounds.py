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


@case('PLACES_AREAS_MAX', 65536, None)
def areas(folder, count):
    world = World(folder)

    def row(i, values):
        values[0] = i + 1
    world.table('AreaTable.dbc', count, row)
    return render(world, folder, '--web', '--areas')


@case('PLACES_FLIGHTS_MAX', 4096, None)
def flights(folder, count):
    world = World(folder)

    def row(i, values):
        values[0] = i + 1
    world.table('TaxiNodes.dbc', count, row)
    return render(world, folder, '--web', '--landmarks')


@case('PLACES_ZONES_MAX ZONE_GRIDS_MAX', 1024, None)
def zones(folder, count):
    world = World(folder)

    def row(i, values):
        values[0] = i + 1
        values[2] = i + 1
    world.table('WorldMapArea.dbc', count, row)
    return render(world, folder, '--zones')


@case('TABLE_RECORDS_MAX', 262144, None)
def maps_of_a_table(folder, count):
    world = World(folder)

    def row(i, values):
        values[0] = i + 1
    world.table('Map.dbc', count, row)
    return ['maps', '-d', world.folder]


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


def mpq_of_one(name, packed, size):
    """An archive with one file, of one unit, compressed."""
    table = crypt_table()
    hashes = [0xFFFFFFFF] * 64
    at = 4 * (mpq_hash(table, name, 0) % 16)
    hashes[at:at + 4] = [mpq_hash(table, name, 1), mpq_hash(table, name, 2), 0, 0]
    hash_at = 32 + len(packed)
    blocks = [32, len(packed), size, 0x81000200]
    total = hash_at + 256 + 16
    return (struct.pack('<4sIIHHIIII', b'MPQ\x1a', 32, total, 0, 3, hash_at, hash_at + 256, 16, 1) + packed
            + mpq_encrypt(table, hashes, mpq_hash(table, '(hash table)', 3))
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
    (folder / 'a.mpq').write_bytes(mpq_of_one('world\\maps\\demo\\demo.wdt', bytes(packed), size))
    return ['cat', '-d', folder / 'a.mpq', 'world/maps/demo/demo.wdt', '--into', folder / 'into']


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
