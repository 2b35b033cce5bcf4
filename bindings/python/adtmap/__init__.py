"""Draws World of Warcraft maps from above: libadtmap for Python, with numpy arrays where numpy is.

    import adtmap

    with adtmap.Data('client') as data:
        print(data.maps())
        with data.map('Azeroth') as azeroth:
            pixels = azeroth.render(32, 48, size=512)     # (512, 512, 4) uint8, RGBA
            placements = azeroth.placements(32, 48)       # dictionaries
            places = azeroth.locate(points)               # (n, 3) yards in, a record a point out
            pixels = azeroth.render(32, 48, preset='noggit', draw_wmo=False, objects_hide=['*inn*'])
        data.render_map('Azeroth', 'out', stitch=True)        # all tiles into files, as the program does
    pixels = data.render_adt('Azeroth_32_48.adt')         # an ADT of any folder
    print(adtmap.settings())                              # what may be set: names, ranges, defaults

The library is $ADTMAP_LIBRARY, or that of the prefix where this module is installed, or the one that
the system's loader or pkg-config finds. Without numpy, pixels are a memoryview of the same shape, and places an
array of ctypes structures.
Errors are raised as adtmap.Error, whose `status` is a name of adtmap/status.h. Objects may be used
by several threads at once; the library draws without Python's lock. `close` waits for calls that are
under way; a function that such a call calls, as `progress`, cannot close what it is called for: RuntimeError.
"""
from __future__ import annotations

import array
import contextlib
import ctypes
import ctypes.util
import functools
import importlib
import itertools
import os
import pathlib
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, TypeVar, Union

numpy: Any  # or None
try:
    numpy = importlib.import_module('numpy')
except ImportError:
    numpy = None

if TYPE_CHECKING:
    from numpy import ndarray
    Pixels = Union[ndarray[Any, Any], memoryview]
    Places = Union[ndarray[Any, Any], ctypes.Array['_Place']]
    Points = Union[ndarray[Any, Any], Sequence[Sequence[float]], array.array[float], memoryview]
    Path = Union[str, bytes, os.PathLike[str], os.PathLike[bytes]]
else:  # what typing.get_type_hints finds, with and without numpy
    Pixels = Union[numpy.ndarray, memoryview] if numpy else memoryview
    Places = Union[numpy.ndarray, ctypes.Array] if numpy else ctypes.Array
    Points = Union[Pixels, Sequence[Sequence[float]], array.array]
    Path = Union[str, bytes, os.PathLike]

__all__ = ['Data', 'Error', 'Map', 'Progress', 'Rendered', 'Setting', 'column', 'settings', 'version', 'ON_GRID', 'TILE', 'HOLE', 'GROUND', 'LIQUID', 'SURFACE',
           'PERCENT', 'DAMAGED', 'BELOW', 'UNDER', 'OVER', 'WMO']

GRID = 64
SIZE_DEFAULT = 512
PRESETS = ('neutral', 'unlit', 'noggit')  # in the order of enum adtmap_light_preset
SETTINGS_BYTES = 4096  # more than the struct has; the library fills what it knows


_Method = TypeVar('_Method', bound=Callable[..., Any])
_Self = TypeVar('_Self', bound='_Handle')


class Error(Exception):
    """A call failed. `status` is the name of the status, `str()` says where and what."""

    def __init__(self, status: str, text: str) -> None:
        super().__init__(text)
        self.status = status


class _Message(ctypes.Structure):
    _fields_ = [('level', ctypes.c_int), ('status', ctypes.c_int), ('file', ctypes.c_char * 256),
                ('chunk', ctypes.c_char * 5), ('offset', ctypes.c_int64),
                ('what', ctypes.c_char * 256)]


class _Placement(ctypes.Structure):
    _fields_ = [('kind', ctypes.c_int), ('unique_id', ctypes.c_uint32), ('name', ctypes.c_char_p),
                ('file_id', ctypes.c_uint32), ('position', ctypes.c_double * 3),
                ('rotation', ctypes.c_double * 3), ('scale', ctypes.c_double),
                ('doodad_set', ctypes.c_uint32), ('flags', ctypes.c_uint32)]


class _Settings(ctypes.Structure):
    """The start of struct adtmap_settings, which grows at its end only."""
    _fields_ = [('struct_bytes', ctypes.c_uint32), ('size_px', ctypes.c_uint32),
                ('rest', ctypes.c_uint8 * (SETTINGS_BYTES - 8))]


# In the order of enum adtmap_setting_kind.
_KINDS = ('whole', 'choice', 'bool', 'bit', 'bytes', 'reals', 'direction', 'texts', 'ids', 'rules')


class _Setting(ctypes.Structure):
    """The start of struct adtmap_setting."""
    _fields_ = [('name', ctypes.c_char_p), ('about', ctypes.c_char_p), ('since', ctypes.c_char_p),
                ('kind', ctypes.c_int), ('bit', ctypes.c_uint32), ('offset', ctypes.c_size_t),
                ('count', ctypes.c_size_t), ('low', ctypes.c_double), ('high', ctypes.c_double),
                ('initial', ctypes.c_double * 4), ('choices', ctypes.POINTER(ctypes.c_char_p))]


class _Rule(ctypes.Structure):
    _fields_ = [('pattern', ctypes.c_char_p), ('include', ctypes.c_int)]


class _Source(ctypes.Structure):
    """struct adtmap_source."""
    _fields_ = [('struct_bytes', ctypes.c_uint32), ('label', ctypes.c_char_p), ('user', ctypes.c_void_p), ('list', ctypes.c_void_p),
                ('exists', ctypes.c_void_p), ('open', ctypes.c_void_p), ('read', ctypes.c_void_p), ('close', ctypes.c_void_p)]


class _Progress(ctypes.Structure):
    _fields_ = [('done', ctypes.c_uint32), ('total', ctypes.c_uint32), ('failed', ctypes.c_uint32), ('seconds', ctypes.c_double)]


class _TilePlace(ctypes.Structure):
    _fields_ = [('x', ctypes.c_uint32), ('y', ctypes.c_uint32)]


class _RenderRequest(ctypes.Structure):
    """struct adtmap_render_request."""
    _fields_ = [('struct_bytes', ctypes.c_uint32), ('outputs', ctypes.c_uint32), ('threads', ctypes.c_uint32), ('force', ctypes.c_uint32),
                ('out', ctypes.c_char_p), ('settings', ctypes.POINTER(_Settings)), ('parent', ctypes.c_char_p),
                ('tiles', ctypes.POINTER(_TilePlace)), ('tile_count', ctypes.c_size_t), ('progress', ctypes.c_void_p),
                ('failed', ctypes.c_void_p), ('user', ctypes.c_void_p)]


class _HeightRange(ctypes.Structure):
    _fields_ = [('low_yd', ctypes.c_float), ('high_yd', ctypes.c_float), ('each_tile', ctypes.c_int)]


class _TileRequest(ctypes.Structure):
    """struct adtmap_tile_request."""
    _fields_ = [('struct_bytes', ctypes.c_uint32), ('height', _HeightRange), ('settings', ctypes.POINTER(_Settings)),
                ('picture', ctypes.c_void_p), ('picture_stride_bytes', ctypes.c_size_t), ('images', ctypes.c_void_p),
                ('image_count', ctypes.c_size_t), ('progress', ctypes.c_void_p), ('user', ctypes.c_void_p)]


class _RenderResult(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ('drawn', 'unchanged', 'failed', 'missing_assets')]


class _Place(ctypes.Structure):
    _fields_ = ([(name, ctypes.c_uint32) for name in ('flags', 'tile_x', 'tile_y', 'chunk_x', 'chunk_y',
                                                      'area', 'zone', 'liquid')] +
                [(name, ctypes.c_double) for name in ('zone_x', 'zone_y', 'ground', 'liquid_z',
                                                      'surface', 'under', 'over')])


# Bits of `flags`, as enum adtmap_place_flag.
(ON_GRID, TILE, HOLE, GROUND, LIQUID, SURFACE, PERCENT, DAMAGED,
 BELOW, UNDER, OVER, WMO) = (1 << bit for bit in range(12))


_VISIT_MAP = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)
_VISIT_PLACEMENT = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(_Placement))
_ADD = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)
_LIST = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, _ADD, ctypes.c_void_p)
_OPEN = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_uint64))
_READ = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_size_t,
                         ctypes.POINTER(ctypes.c_size_t))
_CLOSE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_SHOW = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(_Progress))
_FAILED = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.POINTER(_Message))
_OK, _NOT_FOUND, _IO = range(3)  # of enum adtmap_status


def _file_name() -> str:
    """A pattern for the library's file. Windows has a version in its name, and looks for it in bin."""
    return {'win32': 'libadtmap*.dll', 'cygwin': 'cygadtmap*.dll',
            'darwin': 'libadtmap*.dylib'}.get(sys.platform, 'libadtmap.so*')


def _installed() -> Optional[str]:
    """The library next to this package, as in the zip for Windows, or in the prefix of
    PREFIX/share/adtmap/python/adtmap, or None."""
    here = pathlib.Path(__file__).resolve().parents[1]
    for library in sorted(here.glob(_file_name())):
        return str(library)
    if here.parts[-3:] != ('share', 'adtmap', 'python'):
        return None
    for folder in ('lib', 'lib64', 'lib/*-linux-*', 'bin'):
        for library in sorted(here.parents[2].glob(f'{folder}/{_file_name()}')):
            return str(library)
    return None


def _configured() -> Optional[str]:
    """The library that pkg-config knows, or None."""
    try:
        asked = subprocess.run(['pkg-config', '--variable=libdir', 'adtmap'], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    found = sorted(pathlib.Path(asked.stdout.strip()).glob(_file_name()))
    return str(found[0]) if found else None


def _load() -> ctypes.CDLL:
    path = (os.environ.get('ADTMAP_LIBRARY') or _installed() or
            ctypes.util.find_library('adtmap') or _configured())
    if not path:
        raise OSError('libadtmap is not found: install adtmap, let PKG_CONFIG_PATH name the folder of its adtmap.pc, '
                      f'or set ADTMAP_LIBRARY to the path of {_file_name()}')
    library = ctypes.CDLL(path)
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32
    message = ctypes.POINTER(_Message)
    settings = ctypes.POINTER(_Settings)
    real = ctypes.POINTER(ctypes.c_double)
    tile = [ctypes.POINTER(_TileRequest), message]
    signatures = {
        'adtmap_version': (text, []),
        'adtmap_status_name': (text, [ctypes.c_int]),
        'adtmap_message_format': (ctypes.c_int, [message, ctypes.c_char_p, ctypes.c_size_t]),
        'adtmap_settings_default_sized': (None, [settings, ctypes.c_size_t]),
        'adtmap_settings_preset': (None, [ctypes.c_int, settings]),
        'adtmap_settings_style': (ctypes.c_int, [text, settings, message]),
        'adtmap_setting_at': (ctypes.POINTER(_Setting), [ctypes.c_size_t]),
        'adtmap_setting_set': (ctypes.c_int, [settings, text, real, ctypes.c_size_t, message]),
        'adtmap_setting_set_list': (ctypes.c_int, [settings, text, pointer, ctypes.c_size_t,
                                                   message]),
        'adtmap_data_open': (ctypes.c_int, [ctypes.POINTER(text), ctypes.c_size_t, pointer,
                                            ctypes.POINTER(pointer), message]),
        'adtmap_data_open_source': (ctypes.c_int, [ctypes.POINTER(text), ctypes.c_size_t, ctypes.POINTER(_Source), pointer,
                                                   ctypes.POINTER(pointer), message]),
        'adtmap_source_default_sized': (None, [ctypes.POINTER(_Source), ctypes.c_size_t]),
        'adtmap_render_request_default_sized': (None, [ctypes.POINTER(_RenderRequest), ctypes.c_size_t]),
        'adtmap_map_render': (ctypes.c_int, [pointer, text, ctypes.POINTER(_RenderRequest), ctypes.POINTER(_RenderResult), message]),
        'adtmap_data_use_listfile': (ctypes.c_int, [pointer, text, message]),
        'adtmap_data_list_maps': (ctypes.c_int, [pointer, _VISIT_MAP, pointer, message]),
        'adtmap_data_close': (None, [pointer]),
        'adtmap_map_open': (ctypes.c_int, [pointer, text, ctypes.POINTER(pointer), message]),
        'adtmap_map_add_parents': (ctypes.c_int, [pointer, text, message]),
        'adtmap_map_has_tile': (ctypes.c_int, [pointer, number, number]),
        'adtmap_map_close': (None, [pointer]),
        'adtmap_tile_request_default_sized': (None, [ctypes.POINTER(_TileRequest), ctypes.c_size_t]),
        'adtmap_tile_draw': (ctypes.c_int, [pointer, number, number] + tile),
        'adtmap_tile_list_placements': (ctypes.c_int, [pointer, number, number, _VISIT_PLACEMENT,
                                                       pointer, message]),
        'adtmap_locator_open': (ctypes.c_int, [pointer, ctypes.POINTER(pointer), message]),
        'adtmap_locator_close': (None, [pointer]),
        'adtmap_locate': (ctypes.c_int, [pointer, pointer, ctypes.c_size_t, number, pointer,
                                         ctypes.c_size_t, message]),
        'adtmap_area_name': (text, [pointer, number]),
        'adtmap_zone_by_name': (number, [pointer, text]),
        'adtmap_zone_point': (ctypes.c_int, [pointer, number, ctypes.c_double, ctypes.c_double,
                                             real, real]),
        'adtmap_adt_draw': (ctypes.c_int, [pointer, text, text] + tile),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


_library = _load()


def version() -> str:
    """The version of the library, such as '0.1.0'."""
    return str(_library.adtmap_version().decode())


__version__ = version()


def _check(status: int, message: _Message) -> None:
    if status:
        text = ctypes.create_string_buffer(1024)
        _library.adtmap_message_format(ctypes.byref(message), text, len(text))
        name = _library.adtmap_status_name(status).decode()
        raise Error(name, text.value.decode(errors='replace'))


class Setting(NamedTuple):
    """A row of settings(): `low` and `high` bound each of `count` numbers, `default` is of the kind."""
    about: str
    since: str
    kind: str
    count: int  # type: ignore[assignment]
    low: float
    high: float
    default: Any
    choices: List[str]


def _default(row: Any, choices: List[str]) -> Any:
    kind = _KINDS[row.kind]
    if row.count == 0:
        return []
    numbers = tuple(row.initial[:row.count])
    if kind == 'choice':
        return choices[int(numbers[0])]
    if kind in ('bool', 'bit'):
        return bool(numbers[0])
    if kind in ('whole', 'bytes'):
        numbers = tuple(int(number) for number in numbers)
    return numbers if row.count > 1 else numbers[0]


def settings() -> Dict[str, Setting]:
    """What Map.render and Data.render_adt can set: a dictionary of Setting by name.

    `kind` says what a value is: 'whole' a number, 'reals' and 'direction' `count` of them, 'bytes'
    of 0 to 255, 'choice' one of `choices`, 'bool' and 'bit' True or False, and lists: 'texts',
    'ids', and 'rules', which are pairs of a pattern and whether what matches is drawn.
    """
    found: Dict[str, Setting] = {}
    while row := _library.adtmap_setting_at(len(found)):
        row = row.contents
        choices: List[str] = []
        while row.choices and row.choices[len(choices)]:
            choices.append(row.choices[len(choices)].decode())
        found[row.name.decode()] = Setting(row.about.decode(), row.since.decode(), _KINDS[row.kind],
                                           row.count, row.low, row.high, _default(row, choices),
                                           choices)
    return found


def _items(kind: str, values: Sequence[Any]) -> Any:
    """The items of a list as the library takes them."""
    values = list(values)
    if kind == 'ids':
        return (ctypes.c_uint32 * len(values))(*values)
    if kind == 'texts':
        return (ctypes.c_char_p * len(values))(*[text.encode() for text in values])
    return (_Rule * len(values))(*[_Rule(pattern.encode(), bool(is_drawn)) for pattern, is_drawn in values])


def _make_settings(size: int, style: str, preset: Optional[str], changes: Dict[str, Any]) -> Tuple[_Settings, List[Any]]:
    """The settings, and what they borrow."""
    made = _Settings()
    message = _Message()
    kept = []
    rows = settings()
    names = {name.replace('.', '_'): name for name in rows}
    if preset is not None and preset not in PRESETS:
        raise ValueError(f'{preset!r} is not one of {", ".join(PRESETS)}')
    _library.adtmap_settings_default_sized(ctypes.byref(made), SETTINGS_BYTES)
    _check(_library.adtmap_settings_style(style.encode(), ctypes.byref(made), ctypes.byref(message)),
           message)
    if preset is not None:
        _library.adtmap_settings_preset(PRESETS.index(preset), ctypes.byref(made))
    words: Dict[str, Any] = {'size_px': size, **changes}
    for word, value in words.items():
        name = names.get(word.replace('.', '_'))
        if not name:
            raise TypeError(f'{word!r} is no setting; adtmap.settings() lists them')
        row = rows[name]
        if row.count == 0:
            items = _items(row.kind, value)
            kept.append(items)
            _check(_library.adtmap_setting_set_list(ctypes.byref(made), name.encode(), items,
                                                    len(items), ctypes.byref(message)), message)
            continue
        if row.kind == 'choice':
            if value not in row.choices:
                raise ValueError(f'{name} is {value!r}, not one of {", ".join(row.choices)}')
            value = row.choices.index(value)
        values = list(value) if hasattr(value, '__len__') else [value]
        numbers = (ctypes.c_double * len(values))(*values)
        _check(_library.adtmap_setting_set(ctypes.byref(made), name.encode(), numbers, len(numbers),
                                           ctypes.byref(message)), message)
    return made, kept


class Progress(NamedTuple):
    """How far Data.render_map has come: tiles, and seconds since drawing began. Of a single tile, steps in place of tiles."""
    done: int
    total: int
    failed: int
    seconds: float


class _Running(threading.local):
    """`handles` are those whose calls have led to what this thread runs."""
    handles: Tuple[_Handle, ...] = ()


_running = _Running()


@contextlib.contextmanager
def _run_for(handles: Tuple[_Handle, ...]) -> Iterator[None]:
    before, _running.handles = _running.handles, handles
    try:
        yield
    finally:
        _running.handles = before


class _Follower:
    """A function of the caller's that is told of the progress. What it raises ends the work, and is raised by `check`."""

    def __init__(self, progress: Optional[Callable[[Progress], Any]]) -> None:
        self._raised: List[BaseException] = []
        handles = _running.handles  # of the caller: the library may call from a thread of its own

        def show(_: Any, told: Any) -> int:
            try:
                if progress:
                    told_now = Progress(*(getattr(told.contents, field) for field in Progress._fields))
                    with _run_for(handles):
                        progress(told_now)
            except BaseException as error:  # it must not leave through the library
                self._raised.append(error)
            return len(self._raised)

        self._show = _SHOW(show)
        self.callback = ctypes.cast(self._show, ctypes.c_void_p)

    def check(self) -> None:
        if self._raised:
            raise self._raised[0]


def _render(function: Any, *arguments: Any, size: int, style: str, preset: Optional[str],
            progress: Optional[Callable[[Progress], Any]], changes: Dict[str, Any]) -> Pixels:
    if not 16 <= size <= 8192:
        raise ValueError(f'size is {size}, 16 to 8192 are possible')
    made, _kept = _make_settings(size, style, preset, changes)
    request, message = _TileRequest(), _Message()
    follower = _Follower(progress)
    pixels = bytearray(size * size * 4)
    _library.adtmap_tile_request_default_sized(ctypes.byref(request), ctypes.sizeof(request))
    request.settings = ctypes.pointer(made)
    request.picture = ctypes.addressof((ctypes.c_uint8 * len(pixels)).from_buffer(pixels))
    request.picture_stride_bytes = size * 4
    if progress:
        request.progress = follower.callback
    status = function(*arguments, ctypes.byref(request), ctypes.byref(message))
    follower.check()
    _check(status, message)
    shape = (size, size, 4)
    return (numpy.frombuffer(pixels, 'u1').reshape(shape) if numpy else
            memoryview(pixels).cast('B', shape))


def _check_shape(shape: Tuple[int, ...]) -> None:
    if len(shape) != 2 or shape[1] not in (2, 3):
        raise ValueError(f'points have the shape {tuple(shape)}, not (n, 2) or (n, 3)')


def _triples(points: Any) -> Tuple[Any, int]:
    """X, Y and Z of points, one after the other: an array of doubles, and their number."""
    if numpy:
        is_buffer = isinstance(points, (memoryview, array.array))
        points = numpy.asarray(points, 'f8')
        if is_buffer and points.ndim == 1 and len(points) % 3 == 0:
            points = points.reshape(-1, 3)
        _check_shape(points.shape)
        triples = numpy.full((len(points), 3), numpy.nan)
        triples[:, :points.shape[1]] = points
        return triples, len(points)
    if isinstance(points, (memoryview, array.array)):
        points = memoryview(points)
        if points.format != 'd':
            raise ValueError(f'the numbers of points have the format {points.format}, not d')
        shape, numbers = points.shape or (), array.array('d', points.tobytes())
        if len(shape) == 1 and shape[0] % 3 == 0:
            shape = shape[0] // 3, 3
    else:
        rows = [tuple(point) for point in points]
        shape = len(rows), max(map(len, rows), default=3)
        if any(len(row) != shape[1] for row in rows):
            raise ValueError('some points have Z and others have not')
        numbers = array.array('d', itertools.chain.from_iterable(rows))
    _check_shape(shape)
    triples = array.array('d', [float('nan')]) * (3 * shape[0])
    for axis in range(shape[1]):
        triples[axis::3] = numbers[axis::shape[1]]
    return triples, shape[0]


def column(places: Places, field: str) -> Any:
    """A field of all records of Map.locate: a numpy array or a memoryview on them, without a copy.

    `array.array('d', adtmap.column(places, 'ground'))` has all heights.
    """
    if not isinstance(places, ctypes.Array):
        return places[field]
    place = getattr(_Place, field)
    numbers = memoryview(places).cast('B').cast('d' if place.size == 8 else 'I')
    return numbers[place.offset // place.size::ctypes.sizeof(_Place) // place.size]


def _call(method: _Method) -> _Method:
    """A method that close waits for, and that raises ValueError from then on."""
    @functools.wraps(method)
    def counted(self: Any, *arguments: Any, **named: Any) -> Any:
        with self._idle:
            if self._is_closed:
                raise ValueError('it is closed')
            self._calls += 1
        try:
            with _run_for((*_running.handles, self)):
                return method(self, *arguments, **named)
        finally:
            with self._idle:
                self._calls -= 1
                self._idle.notify_all()
    return counted  # type: ignore[return-value]


class _Handle:
    """A pointer of the library that is closed once, when no thread uses it."""

    def __init__(self, pointer: ctypes.c_void_p) -> None:
        self._pointer: Optional[ctypes.c_void_p] = pointer
        self._idle = threading.Condition()
        self._calls = 0  # under way
        self._is_closed = False

    def close(self) -> None:
        """Closes it when the calls of other threads have ended; later ones raise ValueError. What one of its own calls
        calls may not close it, which would wait for itself: RuntimeError."""
        if any(handle in _running.handles for handle in self._closed_with()):
            raise RuntimeError('it cannot be closed by what its own call runs; raise an exception there to end the call')
        with self._idle:
            self._is_closed = True
            self._idle.wait_for(lambda: self._calls == 0)
            if self._pointer:
                self._release()
            self._pointer = None

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _closed_with(self) -> Sequence[_Handle]:
        return [self]

    def _release(self) -> None:
        raise NotImplementedError


class Rendered(NamedTuple):
    """What Data.render_map has done: numbers of tiles, and of each that failed x, y and why."""
    drawn: int
    unchanged: int
    failed: List[Tuple[int, int, str]]
    missing_assets: int


class _Files:
    """A mapping of names to bytes as the library reads it. Bytes stay as long as the file is open. `raised` is what
    the mapping has raised when it was asked for its names."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self.raised: Optional[BaseException] = None
        self.readers: Callable[[], Sequence[_Handle]] = list  # whose calls read them, in any thread
        self._open: Dict[int, Any] = {}
        self._ids = itertools.count(1)
        self._functions = _LIST(self._list), _OPEN(self._open_file), _READ(self._read), _CLOSE(self._close)
        self.callbacks = _Source()
        _library.adtmap_source_default_sized(ctypes.byref(self.callbacks), ctypes.sizeof(_Source))
        for name, function in zip(('list', 'open', 'read', 'close'), self._functions):
            setattr(self.callbacks, name, ctypes.cast(function, ctypes.c_void_p))

    def _list(self, _: Any, add: Any, to: Any) -> int:
        try:
            for name in self._files:
                add(to, name.encode())
        except BaseException as error:  # it must not leave through the library: Data raises it
            self.raised = error
            return _IO
        return _OK

    def _open_file(self, _: Any, name: bytes, handle: Any, size: Any) -> int:
        try:
            with _run_for((*_running.handles, *self.readers())):
                memory = bytes(self._files[name.decode()])
            content = ctypes.create_string_buffer(memory, len(memory))
        except KeyError:
            return _NOT_FOUND
        except Exception:
            return _IO
        handle[0] = next(self._ids)
        size[0] = len(memory)
        self._open[handle[0]] = content
        return _OK

    def _read(self, _: Any, handle: int, offset: int, to: int, size: int, got: Any) -> int:
        content = self._open[handle]
        got[0] = max(0, min(size, len(content) - offset))
        ctypes.memmove(to, ctypes.byref(content, offset), got[0])
        return _OK

    def _close(self, _: Any, handle: int) -> None:
        del self._open[handle]


class Map(_Handle):
    """A map of the data, by Data.map. Closing the data closes it."""

    def __init__(self, pointer: ctypes.c_void_p, name: str) -> None:
        super().__init__(pointer)
        self._name = name
        self._located: Optional[ctypes.c_void_p] = None
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f'<adtmap.Map {self._name!r}{" closed" if self._is_closed else ""}>'

    @_call
    def has_tile(self, x: int, y: int) -> bool:
        """Whether the map has tile (x, y): column from the west, row from the north."""
        return bool(_library.adtmap_map_has_tile(self._pointer, x, y))

    def tiles(self) -> List[Tuple[int, int]]:
        """All tiles, as pairs (x, y), row by row."""
        return [(x, y) for y in range(GRID) for x in range(GRID) if self.has_tile(x, y)]

    @_call
    def render(self, x: int, y: int, size: int = SIZE_DEFAULT, preset: Optional[str] = None, style: str = 'client',
               progress: Optional[Callable[[Progress], Any]] = None, **changes: Any) -> Pixels:
        """Tile (x, y) as an array (size, size, 4) of uint8: rows from the north, RGBA.

        `style` is 'client', 'vivid' or 'relief'; `preset`, which changes it, the light: 'neutral',
        'unlit' or 'noggit'. Further names are those of
        adtmap.settings(), with _ in place of the point: draw_wmo=False, light_sun=(1, 0, 1).
        `progress` is called with a Progress now and then, in the caller's thread. An exception that
        it raises, also KeyboardInterrupt, ends the drawing and is raised here.
        """
        return _render(_library.adtmap_tile_draw, self._pointer, x, y, size=size,
                       style=style, preset=preset, progress=progress, changes=changes)

    @property
    def _locator(self) -> ctypes.c_void_p:
        with self._lock:
            if not self._located:
                pointer = ctypes.c_void_p()
                message = _Message()
                _check(_library.adtmap_locator_open(self._pointer, ctypes.byref(pointer),
                                                    ctypes.byref(message)), message)
                self._located = pointer
            return self._located

    @_call
    def locate(self, points: Points, surfaces: bool = False) -> Places:
        """What is at points: an array (n, 2) or (n, 3) of yards, X north, Y west, Z up.

        Returns an array of n records: flags (GROUND, HOLE, LIQUID, SURFACE, ...), tile_x, tile_y,
        chunk_x, chunk_y, area, zone, liquid, zone_x, zone_y (per cent), ground, liquid_z, surface,
        under, over (the nearest surfaces).
        A field means something if its flag is set (adtmap/locate.h). With `surfaces` those of
        buildings count, too. A flat array.array('d') has X, Y and Z of each.
        Without numpy, points are that, or pairs or triples, or a memoryview of doubles of their
        shape; a record has its fields as attributes, and `column` takes one field of all.
        """
        triples, count = _triples(points)
        places = (_Place * count)()
        asked = (ctypes.c_double * (3 * count)).from_buffer(triples) if count else None
        message = _Message()
        _check(_library.adtmap_locate(self._locator, asked, count, int(surfaces), places,
                                      ctypes.sizeof(_Place), ctypes.byref(message)), message)
        return numpy.frombuffer(places, numpy.dtype(_Place), count) if numpy else places

    @_call
    def area_name(self, area: int) -> str:
        """The name of an area or zone by its id; '' for an unknown one."""
        return str(_library.adtmap_area_name(self._locator, area).decode(errors='replace'))

    @_call
    def zone_by_name(self, name: str) -> Optional[int]:
        """The id of the first zone with this name, case ignored; None without one."""
        return _library.adtmap_zone_by_name(self._locator, name.encode()) or None

    @_call
    def zone_point(self, zone: int, percent_x: float, percent_y: float) -> Optional[Tuple[float, float]]:
        """X and Y of a place in per cent of a zone's map, from west and north; None without a map."""
        x, y = ctypes.c_double(), ctypes.c_double()
        found = _library.adtmap_zone_point(self._locator, zone, percent_x, percent_y,
                                           ctypes.byref(x), ctypes.byref(y))
        return (x.value, y.value) if found else None

    def _release(self) -> None:
        if self._located:
            _library.adtmap_locator_close(self._located)
        _library.adtmap_map_close(self._pointer)

    @_call
    def placements(self, x: int, y: int) -> List[Dict[str, Any]]:
        """What the tile places, WMOs and doodads, as dictionaries."""
        found: List[Dict[str, Any]] = []

        def visit(_: Any, pointer: Any) -> None:
            item = pointer.contents
            found.append({
                'kind': 'doodad' if item.kind else 'wmo',
                'unique_id': item.unique_id,
                'name': item.name.decode(errors='replace') if item.name else None,
                'file_id': item.file_id,
                'position': tuple(item.position),
                'rotation': tuple(item.rotation),
                'scale': item.scale,
                'doodad_set': item.doodad_set,
                'flags': item.flags,
            })

        message = _Message()
        _check(_library.adtmap_tile_list_placements(self._pointer, x, y, _VISIT_PLACEMENT(visit), None,
                                                    ctypes.byref(message)), message)
        return found


class Data(_Handle):
    """Client data: folders, clients or MPQ archives, of which a later one overrides an earlier.

    A folder opens whatever it holds; of one without client data the list of maps is empty.
    `source` has further files, which override those of the paths: a mapping from names, in any
    spelling, to bytes, such as a dictionary. Its names are asked for once; its files are by several
    threads at once, and again if they are needed again.
    """

    _maps: Sequence[Map] = ()  # those that may be open: the library ends the program if one outlives its data

    def __init__(self, *paths: Path, listfile: Optional[Path] = None, source: Optional[Mapping[str, bytes]] = None) -> None:
        self._lock = threading.Lock()
        pointer = ctypes.c_void_p()
        message = _Message()
        names = (ctypes.c_char_p * len(paths))(*[os.fsencode(path) for path in paths])
        self._files = None if source is None else _Files(source)
        if self._files:
            status = _library.adtmap_data_open_source(names, len(paths), ctypes.byref(self._files.callbacks), None,
                                                      ctypes.byref(pointer), ctypes.byref(message))
            if self._files.raised:
                raise self._files.raised
        else:
            status = _library.adtmap_data_open(names, len(paths), None, ctypes.byref(pointer), ctypes.byref(message))
        _check(status, message)
        super().__init__(pointer)
        self._paths = [os.fspath(path) for path in paths]
        if self._files:
            self._files.readers = self._closed_with
        if listfile:
            status = _library.adtmap_data_use_listfile(pointer, os.fsencode(listfile),
                                                       ctypes.byref(message))
            if status:
                self.close()
            _check(status, message)

    def __repr__(self) -> str:
        return f'<adtmap.Data {", ".join(map(repr, self._paths))}{" closed" if self._is_closed else ""}>'

    @_call
    def maps(self) -> List[str]:
        """The names of all maps."""
        names: List[str] = []
        message = _Message()
        visit = _VISIT_MAP(lambda _, name: names.append(name.decode(errors='replace')))
        _check(_library.adtmap_data_list_maps(self._pointer, visit, None, ctypes.byref(message)),
               message)
        return names

    @_call
    def map(self, name: str, parents: Optional[str] = None) -> Map:
        """Opens a map by its name, case ignored. `parents` names a map whose tiles are drawn where
        it has none, 'auto' those that the client's table names."""
        pointer = ctypes.c_void_p()
        message = _Message()
        _check(_library.adtmap_map_open(self._pointer, name.encode(), ctypes.byref(pointer),
                                        ctypes.byref(message)), message)
        opened = Map(pointer, name)
        if parents is not None:
            try:
                _check(_library.adtmap_map_add_parents(pointer, parents.encode(),
                                                       ctypes.byref(message)), message)
            except Exception:
                opened.close()
                raise
        with self._lock:
            self._maps = [*(known for known in self._maps if known._pointer), opened]
        return opened

    def _closed_with(self) -> Sequence[_Handle]:
        return [self, *self._maps]

    def _release(self) -> None:
        for opened in self._maps:
            opened.close()
        _library.adtmap_data_close(self._pointer)

    @_call
    def render_adt(self, adt: Path, wdt: Optional[Path] = None, size: int = SIZE_DEFAULT, preset: Optional[str] = None,
                   style: str = 'client', progress: Optional[Callable[[Progress], Any]] = None, **changes: Any) -> Pixels:
        """The ADT at a path, with textures and models of the data, as Map.render."""
        return _render(_library.adtmap_adt_draw, self._pointer, os.fsencode(adt),
                       os.fsencode(wdt) if wdt else None, size=size,
                       style=style, preset=preset, progress=progress, changes=changes)

    @_call
    def render_map(self, name: str, out: Path, tiles: Optional[Sequence[Tuple[int, int]]] = None, stitch: bool = False,
                   web: bool = False, parents: Optional[str] = None, threads: int = 0, force: bool = False,
                   progress: Optional[Callable[[Progress], Any]] = None, size: int = SIZE_DEFAULT,
                   preset: Optional[str] = None, style: str = 'client', **changes: Any) -> Rendered:
        """Draws a map into files below out/NAME, as `adtmap render` does; what is up to date stays.

        `progress` is called with a Progress before the first tile and after each, in a thread of the
        library. An exception that it raises ends the run and is raised here; the next run goes on
        from there. Further names are those of Map.render.
        """
        made, _kept = _make_settings(size, style, preset, changes)
        request, result, message = _RenderRequest(), _RenderResult(), _Message()
        failed: List[Tuple[int, int, str]] = []
        follower = _Follower(progress)

        def fail(_: Any, x: int, y: int, why: Any) -> None:
            text = ctypes.create_string_buffer(1024)
            _library.adtmap_message_format(why, text, len(text))
            failed.append((x, y, text.value.decode(errors='replace')))

        tell_failed = _FAILED(fail)
        _library.adtmap_render_request_default_sized(ctypes.byref(request), ctypes.sizeof(request))
        request.outputs = stitch | web << 1
        request.threads = threads
        request.force = force
        request.out = os.fsencode(out)
        request.settings = ctypes.pointer(made)
        request.parent = parents.encode() if parents is not None else None
        if tiles is not None:
            request.tiles = (_TilePlace * max(len(tiles), 1))(*[_TilePlace(*tile) for tile in tiles])
            request.tile_count = len(tiles)
        request.progress, request.failed = follower.callback, ctypes.cast(tell_failed, ctypes.c_void_p)
        status = _library.adtmap_map_render(self._pointer, name.encode(), ctypes.byref(request), ctypes.byref(result),
                                            ctypes.byref(message))
        follower.check()
        _check(status, message)
        return Rendered(result.drawn, result.unchanged, failed, result.missing_assets)
