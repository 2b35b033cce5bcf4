"""Gives the package the version of the library's header, the only place that has it. What `sdist` packs has no header,
but says the version itself."""
import pathlib
import re
import sys

from setuptools import setup

here = pathlib.Path(__file__).resolve().parent
header = here.parent.parent / 'include/adtmap/version.h'
packed = here / 'PKG-INFO'
if header.is_file():
    numbers = dict(re.findall(r'#define ADTMAP_VERSION_(MAJOR|MINOR|PATCH) (\d+)', header.read_text()))
    version = '.'.join(numbers[part] for part in ('MAJOR', 'MINOR', 'PATCH'))
elif packed.is_file():
    version = re.findall(r'^Version: (.*)$', packed.read_text(), re.MULTILINE)[0]
else:
    sys.exit(f'adtmap: {header} is missing, which has the version: install bindings/python from a whole copy of the sources')
setup(version=version)
