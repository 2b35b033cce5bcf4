"""Bounds of site files, and of names that become files, folders and addresses of a site."""
import os
import shutil
import struct
from pathlib import Path

from harness import DEMO, World, case, number_of


def publish(folder, text, *options, world=None):
    """The arguments that publish a site file of a world, or of the demo world, and `text`."""
    world = world or World(folder)
    (folder / 'site.yaml').write_text(
        f'version: 1\ntitle: A\ndata: [{world.folder}]\nout: {folder}/out.d\nall: {{size: 16, tiles: "31-31_31-31"}}\n'
        + text)
    return ['publish', folder / 'site.yaml', *options]


def maps_beside(folder, count):
    """Puts `count` maps without tiles into the world, each a link to one WDT."""
    world = folder / 'world/World/Maps'
    hall = (DEMO / 'World/Maps/Hall/Hall.wdt').read_bytes()
    at = hall.index(b'NIAM') + 8
    (folder / 'one.wdt').write_bytes(hall[:at] + bytes(64 * 64 * 8) + hall[at + 64 * 64 * 8:])
    for i in range(count):
        (world / f'M{i}').mkdir()
        os.link(folder / 'one.wdt', world / f'M{i}/M{i}.wdt')


@case('SITE_FILE_BYTES_MAX', 1 << 20, r'site.yaml.*has more than 1024 KiB', statuses=(1, 2))
def bytes_of_a_site_file(folder, count):
    arguments = publish(folder, 'maps: [{name: Hall}]\n', '--check')
    with open(folder / 'site.yaml', 'a', encoding='ascii') as out:
        out.write('#' * (count - out.tell()))
    return arguments


@case('SITE_VALUES_BYTES_MAX', 64 << 20, r'site.yaml: its values have more than 64 MiB', statuses=(1, 2))
def values_of_a_site_file(folder, count):
    """A pattern of 500 kB, which an alias gives to 134 renderings; names and other values are within 2000 bytes."""
    each = 500000
    fill = count - 134 * each + (0 if count > 64 << 20 else -2000)
    return publish(folder, 'maps: [{name: Demo}]\nrenderings:\n- {name: n, hide: &a ["' + 'a' * each + '"]}\n'
                   + ''.join(f'- {{name: r{i}, hide: *a}}\n' for i in range(133))
                   + f'- {{name: rest, hide: ["{"a" * fill}"]}}\n', '--check')


@case('SITE_DEPTH_MAX', 16, r'site.yaml:7:\d+: is nested more than 16 deep', statuses=(2, 2))
def depth_of_a_site_file(folder, count):
    """The mapping of all is the first of them."""
    return publish(folder, 'maps: [{name: Hall}]\nfooter: ' + '[' * (count - 1) + ']' * (count - 1) + '\n')


@case('SITE_ANCHORS_MAX', 256, r'site.yaml:\d+:\d+: has more than 256 anchors', statuses=(1, 2))
def anchors_of_a_site_file(folder, count):
    return publish(folder, 'maps: [{name: Hall}]\nrenderings:\n'
                   + ''.join(f'- {{name: &n{i} r{i}, title: {"&t " if i == 0 and count > 256 else ""}A}}\n'
                             for i in range(256)), '--check')


@case('SITE_ENTRIES_MAX', 4096, r'site.yaml:7:\d+: 4097 maps are more than 4096', statuses=(1, 2))
def maps_of_a_site_file(folder, count):
    arguments = publish(folder, 'maps:\n' + ''.join(f'- name: M{i}\n' for i in range(count)), '--check')
    maps_beside(folder, count)
    return arguments


@case('SITE_ENTRIES_MAX', 4096, r'site.yaml:10:\d+: 4097 maps are more than 4096', statuses=(0, 2))
def frames_of_a_world(folder, count):
    """Each shows the one tile that the map has, next to the one before."""
    return publish(folder, 'maps: [{name: Demo}]\nworlds:\n- name: w\n  maps:\n'
                   + '  - map: Demo\n' * count)


@case('SITE_WORLDS_MAX', 64, r'site.yaml:8:\d+: 65 worlds are more than 64', statuses=(0, 2))
def worlds_of_a_site_file(folder, count):
    return publish(folder, 'maps: [{name: Demo}]\nworlds:\n'
                   + ''.join(f'- name: w{i}\n  maps:\n' + '  - map: Demo\n' * (4096 // count)
                             for i in range(count)))


@case('SITE_RENDERINGS_MAX', 256, r'site.yaml:8:\d+: 257 renderings are more than 256', statuses=(1, 2))
def renderings_of_a_site_file(folder, count):
    return publish(folder, 'maps: [{name: Demo}]\nrenderings:\n'
                   + ''.join(f'- {{name: r{i}}}\n' for i in range(count)), '--check')


@case('SITE_PAIRS_MAX', 256,
      r"site.yaml:6:1: 257 entries of 'maps' and 256 renderings are 65792 pairs, more than 65536",
      statuses=(2, 2))
def pairs_of_a_site_file(folder, count):
    """The maps are not there."""
    return publish(folder, 'renderings:\n' + ''.join(f'- {{name: r{i}}}\n' for i in range(256)) + 'maps:\n'
                   + ''.join(f'- {{name: N{i}}}\n' for i in range(count)))


@case('SITE_FOLDER_NAME_MAX', 64, r"site.yaml:8:10: 'r+' cannot be a folder of the site: use at most 64",
      statuses=(0, 2))
def name_of_a_rendering(folder, count):
    return publish(folder, f'maps: [{{name: Demo}}]\nrenderings:\n- {{name: {"r" * count}}}\n')


@case('MAP_FILE_NAME_MAX', 120, r"n{120,}.*: a map's name over 120 bytes cannot become a file name", statuses=(0, 2))
def name_of_a_map(folder, count):
    world = World(folder)
    name = 'n' * count
    maps = folder / 'world/World/Maps'
    (maps / name).mkdir()
    for end in ('.wdt', '_31_31.adt'):
        os.link(maps / f'Demo/Demo{end}', maps / name / f'{name}{end}')
    return ['render', '-d', world.folder, '-m', name, '-t', '31_31', '-s', '16', '-o', folder / 'out.d', '--web']


@case('SITE_LANGUAGE_MAX', 35, r"site.yaml:6:\d+: language: .* 35 bytes", statuses=(0, 2))
def language_of_a_site(folder, count):
    tag = ('de' + '-abcdefgh' * 3).ljust(count - 1, '-')[:count - 6 - (count > 35)]
    return publish(folder, f'language: {tag}{"-abcdef" if count > 35 else "-abcde"}\nmaps: [{{name: Demo}}]\n')


@case('OPTION_ADDRESS_MAX', 250, r"site.yaml:6:\d+: address: .* of at most 250 bytes", statuses=(0, 2))
def address_of_a_site(folder, count):
    return publish(folder, f'address: {"https://maps.example/".ljust(count, "a")}\nmaps: [{{name: Demo}}]\n')


@case('OWN_PICTURE_BYTES_MAX', 256 << 10, r'logo.png.*over 256 KiB', statuses=(0, 2))
def logo_of_a_site(folder, count):
    (folder / 'logo.png').write_bytes(b'\x89PNG\r\n\x1a\n'.ljust(count, b'\0'))
    return publish(folder, 'logo: logo.png\nmaps: [{name: Demo}]\n')


@case('SITE_ENTRANCES_MAX', 4096, r'Map: more than 4096 entrances; the rest left out')
def entrances_of_a_site(folder, count):
    """Further maps of Map.dbc, each with its own folder, that are entered from Demo."""
    world = World(folder)
    data = (DEMO / 'DBFilesClient/Map.dbc').read_bytes()
    rows, fields, size, strings = struct.unpack_from('<4I', data, 4)
    demo, hall = (list(struct.unpack_from(f'<{fields}I', data, 20 + i * size)) for i in range(rows))
    texts = data[20 + rows * size:]
    body = struct.pack(f'<{fields}I', *demo)
    for i in range(count):
        hall[0], hall[1] = i + 2, len(texts)
        texts += b'inside%d\0' % i
        body += struct.pack(f'<{fields}I', *hall)
    world.write('DBFilesClient/Map.dbc',
                struct.pack('<4s4I', b'WDBC', count + 1, fields, size, len(texts)) + body + texts)
    return publish(folder, 'maps: [{name: Demo}]\n', world=world)


@case('SITE_TRANSFORMS_MAX', 1024, r'WorldMapTransforms: more than 1024 transforms; the rest left out')
def transforms_of_a_site(folder, count):
    """Each moves a tile of Hall onto Demo."""
    def part(i, values):
        north, west = 31 - i % 32, 31 - i // 32
        values[0] = i + 1
        values[2:6] = map(number_of, (north * 1600 / 3, west * 1600 / 3, (north + 1) * 1600 / 3, (west + 1) * 1600 / 3))
    world = World(folder)
    world.table('WorldMapTransforms.dbc', count, part)
    return publish(folder, 'maps: [{name: Demo}, {name: Hall}]\n'
                   'worlds: [{name: w, transforms: true, maps: [{map: Demo}]}]\n', world=world)


@case('SITE_PATTERNS_MAX', 256, r"site.yaml:.*more than 256 entries of 'maps' are patterns", statuses=(2, 2))
def patterns_of_a_site_file(folder, count, names=4096):
    """Patterns that fit a name but for their end, from each of its letters on, and as many such names."""
    world = World(folder)
    maps_beside(folder, 0)
    for i in range(names):
        name = f'{i:04}' + 'a' * 116
        (folder / f'world/World/Maps/{name}').mkdir()
        os.link(folder / 'one.wdt', folder / f'world/World/Maps/{name}/{name}.wdt')
    return publish(folder, 'maps:\n' + ''.join(f'- name: "*{"a" * 58}{i:04}"\n' for i in range(count)),
                   world=world)


@case('SITE_COMPARED_MAX', 5118,
      r"site.yaml:\d+:\d+: more than 1310720 pairs of a map and a pattern: the last maps are left out",
      statuses=(2, 2))
def maps_against_patterns(folder, count):
    """The world has two maps more than these."""
    return patterns_of_a_site_file(folder, 256, count)


@case('a file of players (pages)', 1000, r'^1 players are left out$')
def players_of_a_page(folder, count):
    """What pages read of a file of 1 MiB, in node."""
    reader = Path(__file__).parent.parent.parent / 'src/output/web/page/live.js'
    (folder / 'read.mjs').write_text(f"""
import {{ readFileSync }} from 'node:fs';
import {{ LIVE_BYTES_MAX, readBounded, readLive }} from '{reader}';
const bytes = readFileSync('players.json');
const {{ players, left }} = readLive(await readBounded(new Response(bytes)), {{ name: 'Demo', number: 0 }});
if (bytes.length !== LIVE_BYTES_MAX || players.length !== 1000) {{
    throw new Error(`${{players.length}} players in ${{bytes.length}} bytes`);
}}
if (left > 0) {{
    console.error(`${{left}} players are left out`);
}}
""")
    players = ','.join(f'{{"uuid":"{i}","name":"P{i}","world":0,"position":{{"x":{i},"y":1,"z":2}}}}'
                       for i in range(count))
    text = f'{{"players":[{players}],"rest":"'
    (folder / 'players.json').write_text(text + 'x' * ((1 << 20) - len(text) - 2) + '"}')
    return [shutil.which('node'), folder / 'read.mjs']
