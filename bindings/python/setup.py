"""Gives the package the version of the library's header, the only place that has it."""
import pathlib
import re

from setuptools import setup

header = pathlib.Path(__file__).resolve().parents[2] / 'include/adtmap/version.h'
numbers = dict(re.findall(r'#define ADTMAP_VERSION_(MAJOR|MINOR|PATCH) (\d+)', header.read_text()))
setup(version='.'.join(numbers[part] for part in ('MAJOR', 'MINOR', 'PATCH')))
