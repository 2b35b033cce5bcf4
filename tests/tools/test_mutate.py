"""tools/mutate says what is wrong with a line, and runs tests as it promises: test_mutate.py BUILD"""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = sys.argv.pop(1)
RULE = "base/text.c base_test_text"


class Mutate(unittest.TestCase):
    def mutate(self, lines, *options):
        """The exit status and the output for a list of these lines."""
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("# A list of a test.\n" + lines + "\n")
            file.flush()
            answer = subprocess.run(
                [ROOT / "tools/mutate", "--list", file.name, *options], capture_output=True, text=True
            )
        self.assertEqual(answer.stderr, "")
        return answer.returncode, answer.stdout

    def test_lines_of_the_project_apply(self):
        answer = subprocess.run([ROOT / "tools/mutate", "--check"], capture_output=True, text=True)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""), answer.stdout)
        self.assertRegex(answer.stdout, r"^\d{3,4} of \d+ mutations are as they should be")

    def test_stale_lines_are_named(self):
        for line, complaint in (
            (RULE + " s/no such text/x/", "the edit changes nothing"),
            ("base/gone.c base_test_text s/a/b/", "there is no such file"),
            ("base/text.c base_test_gone s/a/b/", "there is no such test"),
            (RULE + " s/a/b", "sed: "),
        ):
            status, said = self.mutate(line, "--check")
            self.assertEqual(status, 1)
            self.assertIn(line + ": " + complaint, said)

    def test_edits_are_tried(self):
        status, said = self.mutate(
            f"{RULE} s/text_/no_such_name_/\n"  # does not build
            f"{RULE} s/a_has == b_has/a_has != b_has/\n"  # caught
            f"{RULE} 1s@^@/**/@\n"  # survives
            "base/text.c =base_test_text 1s@^@/**/@\n"
            "base/text.c =base_test_text s/a_has == b_has/a_has != b_has/",
            "--build",
            BUILD,
        )
        self.assertEqual(status, 1)
        complaints = [line.rsplit(": ", 1)[1] for line in said.splitlines()[:-1]]
        self.assertEqual(
            complaints, ["the changed file does not build", "the test passes", "the test fails, but should not"]
        )
        self.assertIn("2 of 5 mutations", said)


if __name__ == "__main__":
    unittest.main()
