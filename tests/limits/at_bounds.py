#!/usr/bin/env python3
"""What a file at a bound of docs/security.md costs, and what is said one above it.

    at_bounds.py [CASE...]

Builds inputs on the demo world in $DEMO that ask for as much as a bound allows, and for one more, and
runs $ADTMAP on both. At the bound nothing is said of it; above it one line names the file and the
bound, and the rest is made. Neither takes more than 10 seconds of processor time and 512 MiB, or
what the case says. Prints a row for each: the case, the constants that it is of, both figures of the
run at the bound. Without a case, all of them. Exit status 1 if one fails.
"""
import sys

import archive_bounds  # noqa: F401
import folder_bounds  # noqa: F401
import site_bounds  # noqa: F401
import world_bounds  # noqa: F401
from harness import CASES, check


def main():
    names = sys.argv[1:] or list(CASES)
    return 0 if all([check(name) for name in names]) else 1


if __name__ == '__main__':
    sys.exit(main())
