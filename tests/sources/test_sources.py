"""Breaks the tables, the sources or what objects ask for, one rule at a time, and sees check_sources complain.

    test_sources.py BUILD
"""
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
import check_sources  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(sys.argv.pop(1))
PRINTED = check_sources.printed_by(BUILD, "--formats")
LIMITS = check_sources.printed_by(BUILD, "--limits")


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sources = check_sources.Sources(ROOT)
        cls.texts = dict(cls.sources.texts)
        cls.found = check_sources.ids_of(BUILD)

    def setUp(self):
        self.sources.texts = dict(self.texts)
        self.asked = {file: set(ids) for file, ids in self.found.items()}

    def rows_with(self, old, new):
        self.assertIn(old, PRINTED)
        return check_sources.Formats(PRINTED.replace(old, new, 1))

    def change(self, file, old, new):
        self.assertIn(old, self.texts[file])
        self.sources.texts[file] = self.texts[file].replace(old, new)

    def said(self, rows=None):
        rows = rows or check_sources.Formats(PRINTED)
        said = [*rows.bad, *check_sources.check_ids(rows, self.sources.texts, self.asked)]
        return said + [*check_sources.check_flags(rows, self.sources), *check_sources.check_members(rows, self.sources)]

    def test_nothing_is_said_of_what_fits(self):
        self.assertEqual(self.said(), [])

    def test_chunk_that_is_read_and_not_marked(self):
        said = self.said(self.rows_with("| MAHO | holes | yes |", "| MAHO | holes | no |"))
        self.assertIn("formats/wdl.c asks for MAHO; it is not marked as read", said)

    def test_reader_that_forgets_a_chunk(self):
        self.asked["formats/wdl.c"].remove("MAHO")
        self.assertIn("MAHO is marked as read; no reader asks for it", self.said())

    def test_reader_that_learns_a_chunk(self):
        self.asked["formats/wdl.c"].add("MNEW")
        self.assertIn("formats/wdl.c asks for MNEW; it is not marked as read", self.said())

    def compiles(self, id_text):
        code = f'#include "formats/chunk.h"\nbool f(struct chunk *c);\nbool f(struct chunk *c) {{ return chunk_is(c, {id_text}); }}\n'
        command = [os.environ.get("CC", "cc"), "-std=c17", "-Werror", "-fsyntax-only", "-x", "c", "-"]
        command += [f"-I{ROOT / folder}" for folder in ("src", "include")]
        return subprocess.run(command, input=code, capture_output=True, text=True).returncode == 0

    def test_reader_can_only_ask_for_what_has_an_id(self):
        self.assertTrue(self.compiles("&id_MAHO"))
        self.assertFalse(self.compiles("&id_MNEW"))
        self.assertFalse(self.compiles('"MAHO"'))

    def test_comment_is_no_source(self):
        source = check_sources.COMMENT.sub("", "/* MNEW_MAX = 1 */ find(MAHO); // MOLD")
        self.assertEqual(source.split(), ["find(MAHO);"])

    def test_flag_that_is_used_and_not_marked(self):
        said = self.said(self.rows_with("| MPHD | flag 0x1 | yes |", "| MPHD | flag 0x1 | no |"))
        self.assertIn("flag MPHD 0x1 is used; it is not marked as read", said)

    def test_flag_that_nothing_uses_any_more(self):
        name = next(name for chunk, value, name in self.sources.flags() if (chunk, value) == ("MPHD", 1))
        for file, text in self.texts.items():
            if file != "formats/wdt.h":
                self.sources.texts[file] = text.replace(name, "0")
        self.assertIn("flag MPHD 0x1 is marked as read; nothing uses it", self.said())

    def test_range_of_flags(self):
        row = "| MTLS | layer flags 0x1 to 0x8, 0x40 | yes | no | no | `formats/m2/mdx.c` | | |"
        rows = check_sources.Formats(row)
        self.assertEqual(rows.flags(), {("MTLS-layer", value): True for value in (1, 2, 4, 8, 0x40)})

    def test_enumeration_that_is_gone(self):
        self.change("formats/wdt.h", "enum wdt_flag {", "enum other_flag {")
        self.assertIn("MPHD: (no flags of wdt_flag in wdt.h)", self.said())

    def test_member_without_a_row(self):
        said = self.said(self.rows_with("`wdl_tile.holes`", "`wdl_tile.gaps`"))
        self.assertIn("there is no row of wdl_tile.holes", said)

    def test_member_that_nothing_uses(self):
        """A field whose member only its reader fills reaches no picture."""
        word = "grading_distance"
        for file, text in self.texts.items():
            if "cli/report/" in file:
                self.sources.texts[file] = text.replace(word, "other")
        said = self.said(self.rows_with("`adt_texture.grading_distance`, `adt_texture.grading_file_id`, "
                                        "`adt_texture.grading_ramp_file_id`", "`adt_texture.grading_distance`"))
        self.assertIn("MTCG, distance, ids of two tables: no report uses a member of it", said)

    def test_row_that_is_read_and_has_no_member(self):
        said = self.said(self.rows_with("| `wdl_tile.holes` |", "| |"))
        self.assertIn("MAHO, holes: has no member", said)

    def test_file_that_is_not_there(self):
        said = self.said(self.rows_with("| `formats/wdl.c` | `wdl_tile.holes`", "| `formats/wdm.c` | `wdl_tile.holes`"))
        self.assertIn("MAHO, holes: there is no file `formats/wdm.c`", said)

    def test_row_with_a_column_too_many(self):
        rows = self.rows_with("| MAHO | holes |", "| MAHO | all | holes |")
        self.assertTrue(rows.bad[0].startswith("row of 9 columns: | MAHO"))

    def test_empty_lists_are_no_success(self):
        self.sources.texts, self.asked = {}, {}
        said = self.said(check_sources.Formats(""))
        for what in ("rows", "ids that are marked as read", "ids that objects ask for", "objects that ask for ids",
                     "flags in the tables", "members in the tables", "constants of flags", "constants in use",
                     "words of reader", "words of report", "words of drawing", "members that readers fill",
                     "structs that readers fill"):
            self.assertTrue(any(re.match(rf"\d+ {what} were found", line) for line in said), what)


class Limits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sources = check_sources.Sources(ROOT)

    def setUp(self):
        self.known = self.sources.limits()
        self.limits = check_sources.table_of_limits(LIMITS)
        self.no_limits = list(check_sources.NO_LIMITS)

    def said(self):
        return list(check_sources.check_limits(self.known, self.limits, self.no_limits))

    def test_nothing_is_said_of_what_fits(self):
        self.assertEqual(self.said(), [])

    def test_limit_that_no_row_has(self):
        self.known["NEW_LIST_MAX"] = {"reader"}
        self.assertEqual(self.said(), ["NEW_LIST_MAX of reader is neither in the table of limits nor in NO_LIMITS"])

    def test_row_of_a_constant_that_is_gone(self):
        del self.known["BLP_SIZE_MAX"]
        self.assertEqual(self.said(), ["the table of limits names BLP_SIZE_MAX, which the sources do not have"])

    def test_two_constants_of_one_name(self):
        self.known["BLP_SIZE_MAX"].add("other")
        self.assertEqual(self.said(), ["BLP_SIZE_MAX of the table of limits is in 2 files of the sources"])

    def test_exception_that_is_gone(self):
        self.no_limits.append("reader.GONE_MAX")
        self.assertEqual(self.said(), ["NO_LIMITS names reader.GONE_MAX, which the sources do not have"])

    def test_empty_lists_are_no_success(self):
        self.known, self.limits, self.no_limits = {}, check_sources.table_of_limits(""), []
        self.assertEqual(len(self.said()), 3)


class Version(unittest.TestCase):
    def said(self, texts):
        filler = {f"src/{number}.c": "" for number in range(800)}
        return list(check_sources.check_version({**filler, **texts}, "1.2.3"))

    def test_version_in_a_second_place(self):
        self.assertEqual(self.said({"src/a.c": '    puts("adtmap 1.2.3");\n'}), ['src/a.c repeats the version: puts("adtmap 1.2.3");'])

    def test_setting_that_is_there_since_a_version(self):
        self.assertEqual(self.said({"src/a.c": '    .since = "1.2.3",\n'}), [])

    def test_empty_lists_are_no_success(self):
        self.assertEqual(len(list(check_sources.check_version({}, "1.2.3"))), 1)


class Way(unittest.TestCase):
    def setUp(self):
        self.rows = ["    render_map()   a.c   the phases", "    |- run_open()  b.c   the log", "    '- run_end()   a.c"]
        self.files = {
            "a.c": "static int run_end(void)\n{\n}\n\nint render_map(void)\n{\n    run_open();\n    run_end();\n}\n",
            "b.c": "enum status run_open(void)\n{\n}\n",
        }

    def said(self):
        filler = [f"    other_{number}()  c.c" for number in range(27)]
        self.files["c.c"] = "".join(f"void other_{number}(void)\n{{\n}}\n" for number in range(27))
        return list(check_sources.check_way("\n".join(self.rows + filler), self.files.get))

    def test_nothing_is_said_of_what_fits(self):
        self.assertEqual(self.said(), [])

    def test_function_that_has_moved(self):
        self.files["b.c"] = "enum status run_open(void);\n"
        self.assertEqual(self.said(), ["docs/development.md: run_open() is not in b.c"])

    def test_file_that_is_gone(self):
        del self.files["b.c"]
        self.assertEqual(self.said(), ["docs/development.md: run_open() is not in b.c"])

    def test_function_that_is_called_no_longer(self):
        self.files["a.c"] = self.files["a.c"].replace("    run_open();\n", "")
        self.assertEqual(self.said(), ["docs/development.md: a.c does not call run_open()"])

    def test_empty_lists_are_no_success(self):
        self.assertEqual(len(list(check_sources.check_way("", self.files.get))), 1)


unittest.main()
