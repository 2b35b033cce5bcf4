"""Breaks the table of limits or the constants, one rule at a time, and sees check_limits complain."""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
import check_limits  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]


class Limits(unittest.TestCase):
    def setUp(self):
        self.known = check_limits.constants(ROOT)
        self.limits = check_limits.table((ROOT / "docs/security.md").read_text())
        self.no_limits = list(check_limits.NO_LIMITS)

    def said(self):
        return list(check_limits.check(self.known, self.limits, self.no_limits))

    def test_nothing_is_said_of_what_fits(self):
        self.assertEqual(self.said(), [])

    def test_limit_that_no_row_has(self):
        self.known["NEW_LIST_MAX"] = {"reader"}
        self.assertEqual(self.said(), ["NEW_LIST_MAX of reader is neither in docs/security.md nor in NO_LIMITS"])

    def test_row_of_a_constant_that_is_gone(self):
        del self.known["BLP_SIZE_MAX"]
        self.assertEqual(self.said(), ["docs/security.md names BLP_SIZE_MAX, which the sources do not have"])

    def test_two_constants_of_one_name(self):
        self.known["BLP_SIZE_MAX"].add("other")
        self.assertEqual(self.said(), ["BLP_SIZE_MAX of docs/security.md is in 2 files of the sources"])

    def test_exception_that_is_gone(self):
        self.no_limits.append("reader.GONE_MAX")
        self.assertEqual(self.said(), ["NO_LIMITS names reader.GONE_MAX, which the sources do not have"])

    def test_empty_lists_are_no_success(self):
        self.known, self.limits, self.no_limits = {}, check_limits.table(""), []
        self.assertEqual(len(self.said()), 2)


unittest.main()
