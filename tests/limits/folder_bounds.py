"""Bounds of folders, of names in files, and of pictures that are read back."""
import struct

from harness import DEMO, World, case, numbered, render, run_once
from site_bounds import maps_beside
from world_bounds import crowded_oak, doodads, png_rows


@case('NESTED_FOLDERS_MAX', 5000, r'data: its data are searched for in 20000 folders', statuses=(1, 1))
def folders_without_data(folder, count):
    """Each is looked at once for each of the four levels."""
    for i in range(count):
        (folder / f'data/{i}').mkdir(parents=True)
    return ['maps', '-d', folder / 'data']


@case('DIRECTORY_DEPTH_MAX', 39, r'data: (x/){39}x: left out: nested in more than 40 folders')
def depth_of_folders(folder, count):
    """A picture of the tile in the deepest, next to the world."""
    world = World(folder)
    below = folder / 'data' / '/'.join('x' * count)
    below.mkdir(parents=True)
    (below / 'one.blp').write_bytes(b'BLP2')
    return ['render', '-d', folder / 'data', '-d', world.folder, '-m', 'Demo', '-t', '31_31', '-s', '64', '-o',
            folder / 'out.d']


@case('PICTURE_FOLDERS_DEPTH_MAX', 20, r'a/(x/){20}x: nested in more than 20 folders', statuses=(0, 0))
def depth_of_folders_of_pictures(folder, count):
    for side in 'ab':
        below = folder / side / '/'.join('x' * count)
        below.mkdir(parents=True)
        (folder / side / 'one.png').write_bytes(png_rows(64, 64, bytes(9)))
        (below / 'two.png').write_bytes(png_rows(64, 64, bytes(9)))
    return ['compare', folder / 'a', folder / 'b']


@case('PICTURE_PIXELS_MAX', 8192, None, statuses=(0, 2), seconds=30)
def pixels_of_a_picture(folder, count):
    """The picture of a tile, which a second run reads for a client's minimap. There is none that is larger: more
    than a tile's pixels are refused by the unit tests of the reader."""
    world = World(folder)
    arguments = ['render', '-d', world.folder, '-m', 'Demo', '-t', '31_31', '-s', count, '-o', folder / 'out.d']
    run_once(arguments, folder)
    return [*arguments, '--client-minimap', folder / 'client']


@case('POINT_MAPS_MAX', 1024, r'points.csv: line 1026: map M1024: the points name more than 1024 maps',
      statuses=(0, 1))
def maps_of_points(folder, count):
    """Their areas are as many as a site takes."""
    world = World(folder)
    maps_beside(folder, count)
    world.table('AreaTable.dbc', 65536, numbered(0))
    (folder / 'points.csv').write_text('map,x,y\n' + ''.join(f'M{i},1,1\n' for i in range(count)))
    return ['locate', '-d', world.folder, folder / 'points.csv']


def areas_with_a_name(world, name):
    """All areas of the table have it."""
    data = (DEMO / 'DBFilesClient/AreaTable.dbc').read_bytes()
    rows, fields, size, strings = struct.unpack_from('<4I', data, 4)
    first = list(struct.unpack_from(f'<{fields}I', data, 20))
    first[11] = strings
    body = bytearray()
    for i in range(1 << 16):
        first[0] = i + 1
        body += struct.pack(f'<{fields}I', *first)
    texts = data[20 + rows * size:] + name + b'\0'
    world.write('DBFilesClient/AreaTable.dbc',
                struct.pack('<4s4I', b'WDBC', 1 << 16, fields, size, len(texts)) + body + texts)


@case('AREA_NAME_BYTES_MAX', 255, r'AreaTable: 65536 names of areas have more than 255 bytes; cut')
def name_of_an_area(folder, count):
    world = World(folder)
    areas_with_a_name(world, b'n' * count)
    (folder / 'points.csv').write_text('map,x,y\nDemo,200,200\n')
    return ['locate', '-d', world.folder, folder / 'points.csv']


@case('M2_TEXTURE_NAME_MAX', 259, r"demooak.m2: MD20 at .*: a texture's name has 260 bytes or more; left out")
def name_of_a_texture_of_a_model(folder, count):
    world = World(folder)
    crowded_oak(world, 6)
    own = world.folder / 'World/Demo/Trees/DemoOak.m2'
    data = bytearray(own.read_bytes())
    at, = struct.unpack_from('<I', data, 0x54)
    struct.pack_into('<II', data, at + 8, count + 1, len(data))
    own.write_bytes(data + b't' * (count - 4) + b'.blp\0')
    world.adt(MDDF=doodads(512), MODF=b'')
    return render(world, folder, '--doodads', 'all')


@case('ADT_TEXTURE_NAME_MAX', 4096 * 260 + 1,
      r'31_31.adt: MTEX at .*: more than 4096 names in 1064960 bytes; the rest left out')
def names_of_the_textures_of_a_tile(folder, count):
    """The byte that ends the last name is not needed."""
    world = World(folder)
    one = b't' * 255 + b'.blp\0'
    world.adt(MTEX=one * 4095 + b't' * (count - 4096 * 260) + one)
    return render(world, folder)
