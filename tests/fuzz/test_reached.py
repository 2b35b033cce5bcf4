#!/usr/bin/env python3
"""Breaks the table of readers, and counts lines of regions that are known."""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
import reached  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]


class Table(unittest.TestCase):
    def setUp(self):
        self.rows = reached.read_table(ROOT)
        self.compiled = set(self.rows)
        self.targets = reached.targets_of(ROOT)

    def wrong(self, is_linked=False):
        return list(reached.wrong_rows(self.rows, self.compiled, self.targets, is_linked))

    def test_own_table(self):
        self.assertEqual(self.wrong(), [])

    def test_new_reader_needs_a_row(self):
        self.compiled |= {'formats/new.c', 'output/web/not_a_reader.c'}
        self.assertEqual(len(self.wrong()), 1)
        self.assertIn('formats/new.c', self.wrong()[0])

    def test_row_of_a_reader_that_is_gone(self):
        self.compiled.remove('formats/wdl.c')
        self.assertIn('formats/wdl.c', self.wrong()[0])

    def test_target_that_is_gone(self):
        self.targets.remove('wdl')
        self.assertIn('no target wdl', self.wrong()[0])

    def test_code_without_a_target(self):
        self.rows['formats/wdl.c'] = []
        self.assertEqual(self.wrong(), [])
        self.assertIn('formats/wdl.c: has code, but no target', self.wrong(True))

    def test_short_table(self):
        self.rows = {}
        self.assertIn('are the least', self.wrong()[0])


class Lines(unittest.TestCase):
    # line, column, count, has a count, begins a region, is a gap
    def test_lines_go_on_until_the_next_region(self):
        segments = [[1, 1, 4, True, True, False], [2, 5, 0, True, True, False], [3, 6, 4, True, False, False],
                    [5, 2, 0, False, False, False]]
        self.assertEqual(reached.line_counts(segments), {1: 4, 2: 4, 3: 0, 4: 4, 5: 4})

    def test_branch_on_lines_of_its_own(self):
        segments = [[1, 1, 4, True, True, False], [1, 20, 0, True, True, False], [3, 2, 4, True, False, False],
                    [4, 2, 0, False, False, False]]
        self.assertEqual(reached.line_counts(segments), {1: 4, 2: 0, 3: 0, 4: 4})

    def test_what_the_preprocessor_leaves_out(self):
        segments = [[1, 1, 4, True, True, False], [2, 1, 0, False, True, False], [3, 1, 4, True, False, False],
                    [4, 2, 0, False, False, False]]
        self.assertEqual(reached.line_counts(segments), {1: 4, 4: 4})


if __name__ == '__main__':
    unittest.main()
