"""The binding: maps, tiles as arrays, placements, errors. $DEMO is a demo world."""
import array
import inspect
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy
import pytest

import adtmap

DEMO = Path(os.environ['DEMO'])


@pytest.fixture(name='data')
def open_data():
    with adtmap.Data(DEMO) as data:
        yield data


def test_maps_and_tiles(data):
    assert data.maps() == ['Demo', 'Hall']
    with data.map('demo') as demo:
        tiles = demo.tiles()
        assert (31, 31) in tiles and len(tiles) > 40
        assert not demo.has_tile(0, 0) and not demo.has_tile(64, 0)
    with data.map('Hall') as alone, data.map('Hall', parents='demo') as hall:
        assert hall.has_tile(28, 28) and not alone.has_tile(28, 28)


def test_a_tile_is_an_array(data):
    with data.map('Demo') as demo:
        pixels = demo.render(31, 31, size=64)
        assert pixels.shape == (64, 64, 4) and pixels.dtype == numpy.uint8
        assert (pixels[..., 3] == 255).all()
        assert pixels[..., :3].std() > 5
        assert (demo.render(31, 31, size=64) == pixels).all()


def test_closing_the_data_closes_its_maps():
    """The library ended the program, by an assertion."""
    data = adtmap.Data(DEMO)
    demo, hall = data.map('Demo'), data.map('Hall')
    assert demo.locate([(0, 0)])[0].dtype.names[0] == 'flags'
    hall.close()
    data.close()
    with pytest.raises(ValueError):
        demo.has_tile(31, 31)
    demo.close()


def test_threads_that_are_first_share_one_locator(data, monkeypatch):
    """Each made one of its own, and the library ended the program when the data were closed."""
    opened = []
    original = adtmap._library.adtmap_locator_open

    def open_slowly(*arguments):
        opened.append(1)
        time.sleep(0.05)
        return original(*arguments)

    monkeypatch.setattr(adtmap._library, 'adtmap_locator_open', open_slowly)
    barrier = threading.Barrier(8)
    with data.map('Demo') as demo:
        def ask():
            barrier.wait()
            demo.locate([(40, -30, 500)])

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(opened) == 1


@pytest.mark.parametrize('call, work', [
    ('adtmap_tile_draw', lambda data, demo: demo.render(31, 31, size=64).shape),
    ('adtmap_locate', lambda data, demo: demo.locate([(40, -30, 500)]).shape),
    ('adtmap_map_open', lambda data, demo: type(data.map('Hall'))),
])
def test_closing_waits_for_calls_of_other_threads(monkeypatch, call, work):
    """The library ended the program."""
    begun = threading.Event()
    original = getattr(adtmap._library, call)
    results = []
    with adtmap.Data(DEMO) as data:
        demo = data.map('Demo')

        def call_slowly(*arguments):
            begun.set()
            time.sleep(0.1)
            return original(*arguments)

        monkeypatch.setattr(adtmap._library, call, call_slowly)
        thread = threading.Thread(target=lambda: results.append(work(data, demo)))
        thread.start()
        assert begun.wait(10)
        data.close()
        thread.join()
    assert len(results) == 1
    with pytest.raises(ValueError, match='closed'):
        work(data, demo)


def another_value(setting):
    """A value that the setting does not have by default."""
    if setting.kind == 'choice':
        return setting.choices[-1]
    if setting.kind in ('bool', 'bit'):
        return not setting.default
    if setting.kind == 'whole':
        return 96
    if setting.kind == 'direction':
        return (0.2, -0.9, 0.3)
    if setting.kind == 'bytes':
        return (255, 0, 255, 255)
    return tuple(0.9 if value < 0.5 else 0.1 for value in setting.default)


@pytest.fixture(name='other')
def open_data_with_other_liquid_textures(tmp_path):
    """The demo world without textures of magma and slime, and with one of water."""
    folder = shutil.copytree(DEMO, tmp_path / 'client', ignore=lambda *_: ['XTextures'])
    texture = folder / 'XTextures/river/lake_a.1.blp'
    texture.parent.mkdir(parents=True)
    shutil.copyfile(DEMO / 'XTextures/lava/lava.1.blp', texture)
    with adtmap.Data(folder) as data:
        yield data


def test_every_setting_changes_the_picture(data, other):
    # Where there is no general answer: what shows in the demo world.
    values = {'objects.hide': ['*'], 'objects.only': ['*barn*'], 'doodad_rules': [('*', False)],
              'objects.cut_height_yd': 5.0, 'cut_below_yd': 5.0, 'doodad_min_size_yd': 8.0,
              'blend': 'height',
              'light.shadow_ambient': 0.5, 'light.shadow_diffuse': 0.1, 'low_res': 'only',
              'edge': 'fix', 'parent_fade': 0.5, 'sky': 0.9, 'contour_yd': 10.0,
              'shore': 1.0, 'time_min': 1200.0}
    with data.map('Demo') as demo, other.map('Demo') as liquids, \
            data.map('Hall', parents='Demo') as hall:
        tiles = [(x, y) for x in range(30, 35) for y in range(30, 34)]
        values['objects.hide_ids'] = [item['unique_id'] for tile in tiles
                                      for item in demo.placements(*tile)]
        for name, setting in adtmap.settings().items():
            value = values[name] if name in values else another_value(setting)
            if name == 'size_px':
                assert demo.render(31, 31, size=value).shape == (value, value, 4)
                continue
            is_of_liquids = name.startswith(('liquids.magma', 'liquids.slime', 'add_liquid'))
            drawn = liquids if is_of_liquids else \
                hall if name in ('background', 'parent_fade') else demo
            argument = {name.replace('.', '_'): value}
            differs = any((drawn.render(*tile, size=64, **argument) !=
                           drawn.render(*tile, size=64)).any()
                          for tile in tiles if drawn.has_tile(*tile))
            # All chunks of the demo world have ground textures.
            assert differs == (name not in ('cpu', 'bare_ground')), name


def test_settings_have_ranges_and_defaults(data):
    settings = adtmap.settings()
    assert settings['size_px'].default == 512 and settings['size_px'].low == 16
    assert settings['blend'].choices == ['auto', 'sequential', 'weighted', 'height']
    assert settings['draw.wmo'].default is True and settings['objects.hide'].default == []
    assert all(setting.about and setting.since for setting in settings.values())
    with data.map('Demo') as demo:
        noggit = demo.render(31, 31, size=64, preset='noggit')
        assert (noggit != demo.render(31, 31, size=64)).any()
        same = {name.replace('.', '_'): setting.default for name, setting in settings.items()
                if name != 'size_px'}
        assert (demo.render(31, 31, size=64, preset='noggit', **same) ==
                demo.render(31, 31, size=64)).all()
        relief = demo.render(31, 31, size=64, style='relief')
        assert (relief == demo.render(31, 31, size=64, style='relief', ground='relief')).all()
        assert (relief != demo.render(31, 31, size=64, style='relief', ground='textured')).any()
        for wrong in ({'style': 'gaudy'}, {'gloss': 1}, {'blend': 'soft'}, {'light_sun': (1, 2)}, {'preset': 'dim'},
                      {'light_ambient': (9, 9, 9)}, {'draw_wmo': 2}):
            with pytest.raises((adtmap.Error, TypeError, ValueError)):
                demo.render(31, 31, size=64, **wrong)


def test_an_adt_of_any_folder(data):
    folder = DEMO / 'World/Maps/Demo'
    with data.map('Demo') as demo:
        of_map = demo.render(29, 30, size=64)
    alone = data.render_adt(folder / 'Demo_29_30.adt', folder / 'Demo.wdt', size=64)
    assert numpy.abs(alone.astype(int) - of_map).mean() < 1
    assert data.render_adt(folder / 'Demo_29_30.adt', size=64).shape == (64, 64, 4)


def test_damaged_files_are_pictures_or_errors(data, tmp_path):
    """Cut anywhere, and with other bytes anywhere: a file is drawn as far as it goes, or is refused."""
    whole = (DEMO / 'World/Maps/Demo/Demo_29_30.adt').read_bytes()
    random = numpy.random.default_rng(1)
    damaged = tmp_path / 'damaged.adt'
    outcomes = set()
    for i in range(40):
        content = numpy.frombuffer(whole, numpy.uint8).copy()
        if i % 2:
            content = content[:random.integers(len(whole))]
        else:
            content[random.integers(min(len(whole), 4 << (i // 2)), size=20)] = random.integers(256, size=20)
        damaged.write_bytes(content.tobytes())
        try:
            outcomes.add(data.render_adt(damaged, size=64).shape)
        except adtmap.Error as error:
            assert 'damaged.adt' in str(error)
            outcomes.add(error.status)
    assert (64, 64, 4) in outcomes and len(outcomes) > 1


def test_placements(data):
    with data.map('Demo') as demo:
        found = [item for x, y in demo.tiles() for item in demo.placements(x, y)]
    wmos = [item for item in found if item['kind'] == 'wmo']
    assert wmos and all(item['name'].lower().endswith('.wmo') for item in wmos)
    assert all(item['scale'] > 0 and len(item['position']) == 3 for item in found)


def test_points(data):
    with data.map('Demo') as demo:
        points = numpy.random.default_rng(1).uniform(-1500, 1500, (1000000, 3))
        places = demo.locate(points)
        ground = (places['flags'] & adtmap.GROUND) != 0
        assert ground.mean() > 0.5 and numpy.isfinite(places['ground']).all()
        alone = demo.locate(points[:3, :2])
        assert (alone['ground'] == places['ground'][:3]).all()
        flat = demo.locate(array.array('d', points[:3].ravel()))
        assert (flat == places[:3]).all() and (adtmap.column(flat, 'surface') == places['surface'][:3]).all()
        below = (places['flags'] & adtmap.BELOW) != 0
        assert (places['surface'][below] > points[below, 2] + 2).all() and below.any()
        assert demo.area_name(int(places['zone'][ground][0]))
        assert (demo.locate([[1e9, 0]])['flags'] == 0).all()
        assert len(demo.locate(numpy.zeros((0, 3)))) == 0
        with pytest.raises(ValueError):
            demo.locate([1, 2, 3])


def test_zones(data):
    with data.map('Demo') as demo:
        place = demo.locate([(40, -30)])[0]
        zone = int(place['zone'])
        assert demo.zone_by_name(demo.area_name(zone).upper()) == zone
        assert demo.zone_by_name('Nowhere') is None
        x, y = demo.zone_point(zone, place['zone_x'], place['zone_y'])
        assert abs(x - 40) < 1e-6 and abs(y + 30) < 1e-6
        assert demo.zone_point(4711, 50, 50) is None


WITHOUT_NUMPY = """
import array, os, sys
sys.modules['numpy'] = None
import adtmap

with adtmap.Data(os.environ['DEMO']) as data, data.map('Demo') as demo:
    pixels = demo.render(31, 31, size=64, light_sun=(1, 0, 1), draw_wmo=False)
    assert pixels.shape == (64, 64, 4) and pixels[5, 5, 3] == 255
    place = demo.locate([(40, -30, 500)])[0]
    assert place.flags & adtmap.GROUND and place.ground == place.surface
    assert demo.locate([(40, -30)])[0].ground == place.ground
    numbers = array.array('d', [40, -30, 500]) * 1000000
    places = demo.locate(memoryview(numbers).cast('B').cast('d', (1000000, 3)))
    assert len(places) == 1000000 and places[999999].surface == place.surface
    flat = memoryview(array.array('d', [40, -30, 41, -31])).cast('B').cast('d', (2, 2))
    assert demo.locate(flat)[0].ground == place.ground and len(demo.locate(flat)) == 2
    heights = adtmap.column(demo.locate(numbers), 'ground')
    assert array.array('d', heights) == array.array('d', [place.ground]) * 1000000
    assert adtmap.column(places, 'area')[999999] == place.area > 0
    assert len(demo.locate([])) == 0
    for wrong in ([(1, 2), (1, 2, 3)], [(1,)], array.array('d', [1, 2]), array.array('f', [1, 2, 3]),
                  memoryview(array.array('i', [1, 2])).cast('B').cast('i', (1, 2))):
        try:
            demo.locate(wrong)
        except ValueError:
            continue
        raise AssertionError(wrong)
"""


def test_numpy_is_not_needed():
    subprocess.run([sys.executable, '-c', WITHOUT_NUMPY], check=True)


def test_errors(data):
    with pytest.raises(adtmap.Error) as caught:
        data.map('Nowhere')
    assert 'no map "Nowhere"' in str(caught.value)
    assert caught.value.status == 'not found'
    with pytest.raises(adtmap.Error):
        adtmap.Data('/nonexistent')
    with pytest.raises(adtmap.Error):
        data.render_adt('/nonexistent.adt')
    with data.map('Demo') as demo:
        with pytest.raises(adtmap.Error):
            demo.placements(64, 0)
        with pytest.raises(ValueError):
            demo.render(31, 31, size=8)
    with pytest.raises(ValueError):
        demo.tiles()


def test_version():
    assert adtmap.version().count('.') == 2
    assert adtmap.__version__ == adtmap.version()


def test_what_is_shown_of_objects(data):
    with data.map('Demo') as demo:
        assert repr(demo) == "<adtmap.Map 'Demo'>"
    assert repr(demo) == "<adtmap.Map 'Demo' closed>"
    assert repr(data).startswith('<adtmap.Data ') and not repr(data).endswith('closed>')


def test_library_of_pkg_config(tmp_path, monkeypatch):
    (tmp_path / 'lib').mkdir()
    library = tmp_path / 'lib' / 'libadtmap.so.0'
    library.touch()
    monkeypatch.setattr(adtmap.sys, 'platform', 'linux')
    program = tmp_path / 'pkg-config'
    program.write_text(f'#!/bin/sh\n[ "$*" = "--variable=libdir adtmap" ] && echo "{tmp_path}/lib"\n')
    program.chmod(0o755)
    monkeypatch.setenv('PATH', f'{tmp_path}:/usr/bin:/bin')
    assert adtmap._configured() == str(library)
    program.write_text('#!/bin/sh\nexit 1\n')
    assert adtmap._configured() is None
    program.unlink()
    monkeypatch.setenv('PATH', str(tmp_path))
    assert adtmap._configured() is None


@pytest.mark.parametrize('system, library', [('linux', 'lib/x86_64-linux-gnu/libadtmap.so.0'),
                                             ('darwin', 'lib/libadtmap.0.dylib'),
                                             ('win32', 'bin/libadtmap-0.dll'),
                                             ('win32', 'share/adtmap/python/libadtmap.dll')])
def test_library_of_the_prefix(tmp_path, monkeypatch, system, library):
    path = tmp_path / library
    path.parent.mkdir(parents=True)
    path.touch()
    monkeypatch.setattr(adtmap.sys, 'platform', system)
    monkeypatch.setattr(adtmap, '__file__', str(tmp_path / 'share/adtmap/python/adtmap/__init__.py'))
    assert adtmap._installed() == str(path)


def test_public_calls_have_type_hints():
    calls = [adtmap.settings, adtmap.version, adtmap.column]
    for kind in (adtmap.Data, adtmap.Map):
        calls += [getattr(kind, name) for name in dir(kind) if not name.startswith('_')] + [kind.__init__]
    assert len(calls) > 15
    for call in calls:
        signature = inspect.signature(call)
        assert signature.return_annotation is not inspect.Signature.empty, call
        assert all(parameter.annotation is not inspect.Parameter.empty
                   for name, parameter in signature.parameters.items() if name != 'self'), call
    assert Path(adtmap.__file__).with_name('py.typed').is_file()


HINTS = """
import inspect, typing, adtmap
for kind in (adtmap, adtmap.Data, adtmap.Map):
    for name, function in inspect.getmembers(kind, inspect.isfunction):
        typing.get_type_hints(function)
print('numpy' if adtmap.numpy else 'none')
"""


@pytest.mark.parametrize('numpy_is', ['numpy', 'none'])
def test_hints_of_all_functions_are_found(numpy_is):
    hide = "import sys; sys.modules['numpy'] = None\n" if numpy_is == 'none' else ''
    run = subprocess.run([sys.executable, '-c', hide + HINTS], capture_output=True, text=True)
    assert (run.stdout, run.stderr) == (numpy_is + '\n', '')


def pictures(folder):
    return {path.name: path.read_bytes() for path in folder.rglob('*.png')}


def test_a_map_from_bytes_is_that_of_the_folder_also_after_a_cancelled_run(tmp_path):
    files = {str(path.relative_to(DEMO)): path.read_bytes()
             for path in DEMO.rglob('*') if path.is_file()}
    seen = []

    def stop(progress):
        seen.append(progress)
        if progress.done == 2:
            raise KeyboardInterrupt('enough')

    with adtmap.Data(DEMO) as data:
        made = data.render_map('Demo', tmp_path / 'folder', size=16)
        assert (made.drawn, made.unchanged, made.failed) == (64, 0, [])
    with adtmap.Data(source=files) as data:
        assert 'Demo' in data.maps()
        with pytest.raises(KeyboardInterrupt, match='enough'):
            data.render_map('Demo', tmp_path / 'bytes', size=16, progress=stop)
        assert [progress.done for progress in seen] == [0, 1, 2]
        made = data.render_map('Demo', tmp_path / 'bytes', size=16)
        assert made.unchanged >= 2 and made.drawn + made.unchanged == 64
    assert pictures(tmp_path / 'bytes') == pictures(tmp_path / 'folder')


def test_a_tile_tells_how_far_it_is_and_ends_where_it_is_told(data):
    def stop(progress):
        seen.append(progress)
        if progress.done >= 10:
            raise KeyboardInterrupt('enough')

    adt = DEMO / 'World/Maps/Demo/Demo_29_30.adt'
    with data.map('Demo') as demo:
        for render in lambda **named: demo.render(29, 30, size=64, **named), lambda **named: data.render_adt(adt, size=64, **named):
            told, seen = [], []
            pixels = render(progress=told.append)
            assert told[0].done == 0 and told[-1].done == told[-1].total
            assert numpy.array_equal(pixels, render())
            with pytest.raises(KeyboardInterrupt, match='enough'):
                render(progress=stop)
            assert seen[-1].done == 10


def test_what_a_call_calls_cannot_close_what_it_was_called_for(tmp_path):
    class Closing(dict):
        def __getitem__(self, name):
            if self.act:
                with pytest.raises(RuntimeError, match='cannot be closed'):
                    self.act()
                self.count += 1
            return super().__getitem__(name)

    files = Closing({str(path.relative_to(DEMO)): path.read_bytes() for path in DEMO.rglob('*') if path.is_file()})
    files.act, files.count = None, 0
    with adtmap.Data(source=files) as data, adtmap.Data(DEMO) as other:
        demo = data.map('Demo')
        calls = [lambda progress: demo.render(29, 30, size=16, progress=progress),
                 lambda progress: data.render_map('Demo', tmp_path, tiles=[(32, 32)], size=16, progress=progress)]
        for call, closed in (calls[0], demo), (calls[0], data), (calls[1], data):
            with pytest.raises(RuntimeError, match='cannot be closed by what its own call runs'):
                call(lambda told, closed=closed: closed.close())
        calls[0](lambda told: other.close())
        with pytest.raises(ValueError, match='it is closed'):
            other.maps()
        assert demo.has_tile(29, 30) and 'Demo' in data.maps()
        files.act = data.close
        data.map('Hall').render(31, 31, size=16)
        assert files.count > 0
    assert repr(demo) == "<adtmap.Map 'Demo' closed>"


def test_files_that_a_source_cannot_give_are_named_and_stop_no_other(tmp_path):
    class Broken(dict):
        def __getitem__(self, name):
            if name.endswith('_32_32.adt'):
                raise OSError('a broken disk')
            return super().__getitem__(name)

    files = Broken({str(path.relative_to(DEMO)): path.read_bytes()
                    for path in DEMO.rglob('*') if path.is_file()})
    with adtmap.Data(source=files) as data:
        made = data.render_map('Demo', tmp_path, tiles=[(32, 32), (33, 32)], size=16)
        assert made.drawn == 1
        assert [(x, y) for x, y, _ in made.failed] == [(32, 32)]
        assert 'cannot open: input/output error' in made.failed[0][2]
    with pytest.raises(AttributeError, match='encode'):
        adtmap.Data(source={1: b'a name that is none'})
    with pytest.raises(adtmap.Error, match='no map'):
        with adtmap.Data(source={}) as data:
            data.render_map('Demo', tmp_path)
