"""Breaks the page or the sources, one rule at a time, and sees check_formats complain."""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
import check_formats  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/formats.md").read_text()


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sources = check_formats.Sources(ROOT)
        cls.texts = dict(cls.sources.texts)

    def setUp(self):
        self.sources.texts = dict(self.texts)

    def page_with(self, old, new):
        self.assertIn(old, PAGE)
        return check_formats.Page(PAGE.replace(old, new, 1))

    def change(self, file, old, new):
        self.assertIn(old, self.texts[file])
        self.sources.texts[file] = self.texts[file].replace(old, new)

    def said(self, page=None):
        page = page or check_formats.Page(PAGE)
        checks = (check_formats.check_ids, check_formats.check_flags, check_formats.check_members)
        return page.bad + [line for check in checks for line in check(page, self.sources)]

    def test_nothing_is_said_of_what_fits(self):
        self.assertEqual(self.said(), [])

    def test_chunk_that_is_read_and_not_marked(self):
        said = self.said(self.page_with("| MAHO | holes | yes |", "| MAHO | holes | no |"))
        self.assertIn("a reader knows MAHO; it is not marked as read", said)

    def test_reader_that_forgets_a_chunk(self):
        self.change("formats/wdl.c", '"MAHO"', '"XXXX"')
        self.assertIn("MAHO is marked as read; no reader knows it", self.said())

    def test_reader_that_learns_a_chunk(self):
        self.change("formats/wdl.c", '"MAHO"', '"MAHO", "MNEW"')
        self.assertIn("a reader knows MNEW; it is not marked as read", self.said())

    def test_id_in_a_comment_is_not_read(self):
        source = check_formats.COMMENT.sub("", '/* "MNEW" */ find("MAHO"); // "MOLD"')
        self.assertEqual(source.split(), ['find("MAHO");'])

    def test_flag_that_is_used_and_not_marked(self):
        said = self.said(self.page_with("| MPHD | flag 0x1 | yes |", "| MPHD | flag 0x1 | no |"))
        self.assertIn("flag MPHD 0x1 is used; it is not marked as read", said)

    def test_flag_that_nothing_uses_any_more(self):
        name = next(name for chunk, value, name in self.sources.flags() if (chunk, value) == ("MPHD", 1))
        for file, text in self.texts.items():
            if file != "formats/wdt.h":
                self.sources.texts[file] = text.replace(name, "0")
        self.assertIn("flag MPHD 0x1 is marked as read; nothing uses it", self.said())

    def test_range_of_flags(self):
        row = "| MTLS | layer flags 0x1 to 0x8, 0x40 | yes | no | no | `formats/m2/mdx.c` | | |"
        page = check_formats.Page(row)
        self.assertEqual(page.flags(), {("MTLS-layer", value): True for value in (1, 2, 4, 8, 0x40)})

    def test_enumeration_that_is_gone(self):
        self.change("formats/wdt.h", "enum wdt_flag {", "enum other_flag {")
        self.assertIn("MPHD: (no flags of wdt_flag in wdt.h)", self.said())

    def test_member_that_no_struct_has(self):
        said = self.said(self.page_with("`wdl_tile.holes`", "`wdl_tile.gaps`"))
        self.assertIn("MAHO, holes: no struct has wdl_tile.gaps", said)
        self.assertIn("there is no row of wdl_tile.holes", said)

    def test_member_that_nothing_uses(self):
        """A field whose member only its reader fills reaches no picture."""
        word = "grading_distance"
        for file, text in self.texts.items():
            if "cli/report/" in file:
                self.sources.texts[file] = text.replace(word, "other")
        said = self.said(self.page_with("`adt_texture.grading_distance`, `adt_texture.grading_file_id`, "
                                        "`adt_texture.grading_ramp_file_id`", "`adt_texture.grading_distance`"))
        self.assertIn("MTCG, distance, ids of two tables: no report uses a member of it", said)

    def test_row_that_is_read_and_has_no_member(self):
        said = self.said(self.page_with("| `wdl_tile.holes` |", "| |"))
        self.assertIn("MAHO, holes: has no member", said)

    def test_file_that_is_not_there(self):
        said = self.said(self.page_with("| `formats/wdl.c` | `wdl_tile.holes`", "| `formats/wdm.c` | `wdl_tile.holes`"))
        self.assertIn("MAHO, holes: there is no file `formats/wdm.c`", said)

    def test_row_with_a_column_too_many(self):
        page = self.page_with("| MAHO | holes |", "| MAHO | all | holes |")
        self.assertTrue(page.bad[0].startswith("row of 9 columns: | MAHO"))

    def test_empty_page_is_no_success(self):
        said = self.said(check_formats.Page(""))
        for what in ("rows", "ids that are marked as read", "flags on the page", "members on the page"):
            self.assertTrue(any(line.startswith(f"0 {what} were found") for line in said), what)

    def test_no_sources_are_no_success(self):
        self.sources.texts = {}
        said = self.said()
        for what in ("ids in readers", "constants in use", "members of structs", "words of reader", "words of report",
                     "words of drawing", "members that readers fill", "structs that readers fill"):
            self.assertTrue(any(line.startswith(f"0 {what} were found") for line in said), what)


unittest.main()
