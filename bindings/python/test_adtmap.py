"""The binding: maps, tiles as arrays, placements, errors. $DEMO is a demo world."""
import os
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


def test_a_tile_is_an_array(data):
    with data.map('Demo') as demo:
        pixels = demo.render(31, 31, size=64)
        assert pixels.shape == (64, 64, 4) and pixels.dtype == numpy.uint8
        assert (pixels[..., 3] == 255).all()
        assert pixels[..., :3].std() > 5
        assert (demo.render(31, 31, size=64) == pixels).all()


def test_an_adt_of_any_folder(data):
    folder = DEMO / 'World/Maps/Demo'
    with data.map('Demo') as demo:
        of_map = demo.render(29, 30, size=64)
    alone = data.render_adt(folder / 'Demo_29_30.adt', folder / 'Demo.wdt', size=64)
    assert numpy.abs(alone.astype(int) - of_map).mean() < 1
    assert data.render_adt(folder / 'Demo_29_30.adt', size=64).shape == (64, 64, 4)


def test_placements(data):
    with data.map('Demo') as demo:
        found = [item for x, y in demo.tiles() for item in demo.placements(x, y)]
    wmos = [item for item in found if item['kind'] == 'wmo']
    assert wmos and all(item['name'].lower().endswith('.wmo') for item in wmos)
    assert all(item['scale'] > 0 and len(item['position']) == 3 for item in found)


def test_points(data):
    with data.map('Demo') as demo:
        points = numpy.random.default_rng(1).uniform(-1500, 1500, (100000, 3))
        places = demo.locate(points)
        ground = (places['flags'] & adtmap.GROUND) != 0
        assert ground.mean() > 0.5 and numpy.isfinite(places['ground']).all()
        alone = demo.locate(points[:3, :2])
        assert (alone['ground'] == places['ground'][:3]).all()
        assert demo.area_name(int(places['zone'][ground][0]))
        assert (demo.locate([[1e9, 0]])['flags'] == 0).all()
        with pytest.raises(ValueError):
            demo.locate([1, 2, 3])


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
