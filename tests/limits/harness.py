"""What the bounds of files are tried with: a world to put files into, runs that are measured, and the list
of cases. What a case says is in `case`; at_bounds.py runs them."""
import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
import traceback
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

    def adt(self, change_ground=lambda contents: contents, behind=b'', **replaced):
        """Writes the ADT of 31_31 with these chunks in place of its own, without those that are
        None, each MCNK as `change_ground` returns it, and further chunks behind; it is found by
        its chunks, as the offsets of its header no longer fit."""
        name = 'World/Maps/Demo/Demo_31_31.adt'
        chunks = []
        for ident, contents in parts_of((DEMO / name).read_bytes()):
            if ident == 'MCIN':
                contents = bytes(len(contents))
            elif ident == 'MHDR':
                contents = contents[:4] + bytes(len(contents) - 4)
            elif ident == 'MCNK':
                contents = change_ground(contents)
            if replaced.get(ident, contents) is not None:
                chunks.append(chunk(ident, replaced.get(ident, contents)))
        self.write(name, b''.join(chunks) + behind)

    def table(self, name, count, row):
        """Writes a DBC with `count` rows: row(i, fields) changes a copy of the first."""
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


def number_of(value):
    """The bits of a float."""
    return struct.unpack('<I', struct.pack('<f', value))[0]


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
    """Status, processor time, peak memory in MiB, and what was said and what was printed by the program, or by
    another whose path comes first."""
    program = [] if os.path.isabs(str(arguments[0])) else [ADTMAP]
    with open(folder / 'err', 'w+b') as err, open(folder / 'out', 'w+b') as out:
        child = subprocess.Popen([*program, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=out,
                                 stderr=err, cwd=folder)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        said = err.read().decode(errors='replace')
        out.seek(0)
        printed = out.read().decode(errors='replace')
    return child.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, said, printed


CASES = {}


def case(constants, bound, said, statuses=(0, 0), seconds=SECONDS_MOST, mib=MIB_MOST, is_printed=False):
    """A function(folder, count) that builds an input of `count` and gives the arguments of a run; `said` is what
    the line above the bound has, with the bound, which is one of the report that the run prints, or of its messages."""
    def add(function):
        CASES[function.__name__] = (function, constants, bound, said, statuses, seconds, mib, is_printed)
        return function
    return add


def render(world, folder, *more):
    return ['render', '-d', world.folder, '-m', 'Demo', '-t', '31_31', '-s', '64', '-o', folder / 'out.d',
            *more]


def check(name):
    function, constants, bound, said, statuses, seconds, mib, is_printed = CASES[name]
    problems, figures = [], None
    for above in (0, 1):
        with tempfile.TemporaryDirectory(prefix='adtmap-bounds-') as work:
            folder = Path(work)
            arguments = build(function, folder, bound + above)
            status, cpu, memory, text, printed = run_once(arguments, folder)
        lines = [line for line in (printed if is_printed else text).splitlines() if said and re.search(said, line)]
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
