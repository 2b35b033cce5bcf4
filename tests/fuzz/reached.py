#!/usr/bin/env python3
"""What the inputs of the fuzz targets reach.

    reached.py table ROOT COMPILE_COMMANDS           checks tests/fuzz/readers.tsv
    reached.py report ROOT OUT PROFILE FAILING PROGRAM...

The table has a row for every reader, with its targets: one that is compiled and has none is an error.

The report writes OUT/coverage.txt, the lines of every source that the inputs reach, and OUT/unreached.txt, the
readers' lines that they do not; prints the readers by the share that is reached, and ends with status 1 if one is below
95 of 100, with the lines that it lacks. FAILING is a profile of runs in which each call for memory or on a file failed once: lines
that only these reach are no matter of an input. They are told apart, and not counted.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

SHARE = 0.95
READERS_LEAST = 90
FOLDERS = ('formats/', 'assets/sources/casc/', 'assets/sources/mpq/')


def read_table(root):
    rows = {}
    for line in (root / 'tests/fuzz/readers.tsv').read_text().splitlines():
        if line and not line.startswith('#'):
            source, targets = line.split('\t')
            rows[source] = [] if targets == '-' else targets.split()
    return rows


def wrong_rows(rows, compiled, targets, is_linked):
    """`compiled`: sources below src/, or only those with code that programs have."""
    if len(rows) < READERS_LEAST:
        yield f'{len(rows)} readers, {READERS_LEAST} are the least: the table was not read as it was meant'
    for source in sorted(compiled):
        if source.startswith(FOLDERS) and source not in rows:
            yield f'{source}: a reader that tests/fuzz/readers.tsv does not have'
    for source, named in rows.items():
        if source not in compiled and (named or not is_linked):
            yield f'{source}: in tests/fuzz/readers.tsv, but not compiled'
        if source in compiled and is_linked and not named:
            yield f'{source}: has code, but no target'
        for target in named:
            if target not in targets:
                yield f'{source}: no target {target}'


def targets_of(root):
    return {path.stem[len('fuzz_'):] for path in (root / 'tests/fuzz').glob('fuzz_*.c')}


def below_src(path):
    return path.split('src/', 1)[1] if 'src/' in path else None


def line_counts(segments):
    """{line: how often it was passed}, as llvm-cov counts: the most of what begins on the line, or goes on from the
    one before."""
    at = {}
    for segment in segments:
        at.setdefault(segment[0], []).append(segment)
    counts = {}
    going_on = None
    for line in range(min(at, default=0), max(at, default=-1) + 1):
        here = at.get(line, [])
        begun = [segment[2] for segment in here if segment[3] and segment[4] and not segment[5]]
        is_left_out = bool(here) and not here[0][3] and here[0][4]
        goes_on = going_on is not None and going_on[3]
        if not is_left_out and (goes_on or begun):
            counts[line] = max(begun + ([going_on[2]] if goes_on else []), default=0)
        going_on = here[-1] if here else going_on
    return counts


def covered(profile, programs):
    """{source below src/: its line_counts}"""
    objects = [word for program in programs[1:] for word in ('-object', program)]
    command = ['llvm-cov', 'export', programs[0], *objects, '-instr-profile', profile,
               '-ignore-filename-regex', r'(^|/)(tests|include)/|[.]h$']
    data = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    found = {}
    for file in data['data'][0]['files']:
        name = below_src(file['filename'])
        if name:
            found[name] = line_counts(file['segments'])
    return found


def report(root, out, reached, failing):
    """Prints the readers; lines that are never reached of those below the share, which it returns."""
    rows = read_table(root)
    below = []
    below_count = 0
    lines = []
    with open(out / 'coverage.txt', 'w') as table:
        for source, counts in sorted(reached.items()):
            table.write(f'{sum(map(bool, counts.values())):6} of {len(counts):6} lines {source}\n')
    with open(out / 'unreached.txt', 'w') as unreached:
        for source in sorted(reached.keys() & rows.keys()):
            text = (root / 'src' / source).read_text().splitlines()
            counts = reached[source]
            hit = sum(map(bool, counts.values()))
            left = [line for line, count in counts.items() if not count and not failing.get(source, {}).get(line)]
            never = [f'{source}:{line}: {text[line - 1]}\n' for line in left]
            unreached.writelines(never)
            share = hit / (hit + len(left))
            lines.append((share, f'{100 * share:6.1f} % {hit:4} of {hit + len(left):4} lines, '
                                 f'{len(counts) - hit - len(left):3} more where a call fails: {source}'))
            if share < SHARE:
                below += never
                below_count += 1
    print('\n'.join(line for _, line in sorted(lines)))
    print(*below, sep='', end='')
    print(f'{len(lines) - below_count} of {len(lines)} readers have {100 * SHARE:.0f} of 100 lines reached, or more')
    return below


def main():
    mode, root, *rest = sys.argv[1:]
    root = Path(root)
    if mode == 'table':
        compiled = {below_src(os.path.relpath(entry['file'], root)) for entry in json.loads(Path(rest[0]).read_text())}
        wrong = list(wrong_rows(read_table(root), compiled - {None}, targets_of(root), False))
        print(*wrong, sep='\n', end='\n' if wrong else '')
        return bool(wrong)
    out, profile, failing, *programs = rest
    reached = covered(profile, programs)
    wrong = list(wrong_rows(read_table(root), reached, targets_of(root), True))
    print(*wrong, sep='\n', end='\n' if wrong else '')
    return bool(report(root, Path(out), reached, covered(failing, programs)) or wrong)


if __name__ == '__main__':
    sys.exit(main())
