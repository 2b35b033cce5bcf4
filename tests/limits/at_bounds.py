#!/usr/bin/env python3
"""What a file at a bound of docs/security.md costs, and what is said one above it.

    at_bounds.py [CASE...]

Builds inputs on the demo world in $DEMO that ask for as much as a bound allows, and for one more, and
runs $ADTMAP on both. At the bound nothing is said of it; above it one line names the file and the
bound, and the rest is made. Neither takes more than 10 seconds of processor time and 512 MiB, or
what the case says. Prints a row for each: the case, the constants that it is of, both figures of the
run at the bound. Without a case, all of them, and whether each row of the table that $ADTMAP prints
has figures, and each of its constants a case. Exit status 1 if something is wrong.
"""
import re
import shutil
import subprocess
import sys

import archive_bounds  # noqa: F401
import folder_bounds  # noqa: F401
import site_bounds  # noqa: F401
import table_bounds  # noqa: F401
import world_bounds  # noqa: F401
from harness import ADTMAP, CASES, check

CASES_LEAST = 129


def check_table():
    """Rows are known by their constants, or, without one, by what is asked for."""
    table = subprocess.run([ADTMAP, 'help', '--limits'], check=True, capture_output=True, text=True).stdout
    rows = [[cell.strip() for cell in line.split('|')[1:-1]] for line in table.splitlines()[2:]]
    tried = {constants for _, constants, *_ in CASES.values()}
    tried |= {constant for constants in tried for constant in constants.split()}
    names = [set(re.findall('`([A-Z0-9_]+)`', constants)) or {asked} for asked, _, _, constants in rows]
    problems = [f'no figures: {row[0]}' for row in rows if not row[2]]
    problems += [f'no case of {name}: {row[0]}' for row, own in zip(rows, names) for name in sorted(own - tried)]
    if len(rows) < 70 or len(CASES) < CASES_LEAST:
        problems.append(f'only {len(CASES)} cases of {len(rows)} rows')
    known = set().union(*names)
    for name, (_, constants, *_) in CASES.items():
        if constants not in known and not set(constants.split()) <= known:
            problems.append(f'the case {name} is of no row: {constants}')
    for problem in problems:
        print(f'WRONG: {problem}', flush=True)
    return not problems


def main():
    names = sys.argv[1:] or list(CASES)
    if not shutil.which('node') and 'players_of_a_page' in names:
        print('players_of_a_page: left out: node is not installed', flush=True)
        names.remove('players_of_a_page')
    fine = bool(sys.argv[1:]) or check_table()
    return 0 if all([check(name) for name in names]) and fine else 1


if __name__ == '__main__':
    sys.exit(main())
