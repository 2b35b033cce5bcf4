"""Breaks each promise that tools/layers holds, in a copy of the sources, and sees it complain: test_layers.py BUILD"""
import contextlib
import importlib.machinery
import importlib.util
import io
import shutil
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(sys.argv.pop(1))
loader = importlib.machinery.SourceFileLoader("layers", str(ROOT / "tools/layers"))
sys.dont_write_bytecode = True
layers = importlib.util.module_from_spec(importlib.util.spec_from_loader("layers", loader))
loader.exec_module(layers)


class Layers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.src = Path(tempfile.mkdtemp()) / "src"
        cls.addClassCleanup(shutil.rmtree, cls.src.parent)
        shutil.copytree(ROOT / "src", cls.src)

    def write(self, file, text):
        """Writes a file of the copy until the test ends."""
        path = self.src / file
        old = path.read_text() if path.exists() else None
        self.addCleanup(path.unlink if old is None else lambda: path.write_text(old))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + (old or ""))

    def directions_with(self, file, line):
        """What is said of `file` once it begins with `line`."""
        self.write(file, line + "\n")
        return list(layers.directions(layers.read_by(self.src, [file])))

    def test_folder_that_includes_a_later_one(self):
        self.assertEqual(self.directions_with("base/arena.c", ""), [])
        said = self.directions_with("base/arena.c", '#include "formats/chunk.h"')
        self.assertIn("base/arena.c: formats/chunk.h comes after base", said)

    def test_map_stands_between_assets_and_scene(self):
        self.assertEqual(self.directions_with("map/own.h", '#include "assets/cache.h"'), [])
        self.assertEqual(self.directions_with("scene/own.h", '#include "map/own.h"'), [])
        said = self.directions_with("assets/own.c", '#include "map/own.h"')
        self.assertIn("assets/own.c: map/own.h comes after assets", said)

    def test_header_that_includes_a_later_folder(self):
        """The file that includes the header is not blamed for it."""
        self.write("base/own.h", '#include "os/clock.h"\n')
        self.write("base/own.c", '#include "base/own.h"\n')
        said = list(layers.directions(layers.read_by(self.src, ["base/own.c", "base/own.h"])))
        self.assertEqual(said, ["base/own.h: os/clock.h comes after base"])

    def test_include_that_a_macro_names(self):
        said = self.directions_with("base/arena.c", '#define LATER "os/file.h"\n#include LATER')
        self.assertIn("base/arena.c: os/file.h comes after base", said)

    def test_demo_shares_nothing_with_readers(self):
        said = self.directions_with("demo/own.c", '#include "formats/chunk.h"')
        self.assertIn("demo/own.c: formats/chunk.h is closed to demo", said)

    def test_folder_of_no_layer(self):
        said = self.directions_with("extras/own.c", '#include "base/arena.h"')
        self.assertIn("extras/own.c stands in no layer", said)

    def test_file_that_does_not_compile(self):
        with self.assertRaises(SystemExit):
            self.directions_with("base/arena.c", "#error of its own")

    def test_crowded_folder(self):
        files = [f"base/m{i}.{kind}" for i in range(layers.MODULES_MAX) for kind in "ch"]
        self.assertEqual(list(layers.crowds(files)), [])
        self.assertEqual(list(layers.crowds(files + ["base/last.h"])), ["base: 21 modules"])

    def test_what_a_system_has(self):
        for text in ("#include <unistd.h>\n", " # include <sys/stat.h>\n", "x = strndup(a, 3);\n", "localtime_r(&a, &b);"):
            self.assertEqual(len(list(layers.of_a_system("base/own.c", text))), 1, text)
            self.assertEqual(list(layers.of_a_system("os/posix/own.c", text)), [])
        for text in ("#include <stdio.h>\n", "/* not strndup(a) */ text_strndup(a);", 'say("popen() fails");'):
            self.assertEqual(list(layers.of_a_system("base/own.c", text)), [], text)

    def test_drawing_loads_nothing(self):
        for header in ("assets/textures/mip_cache.h", "assets/cache.h", "assets/assets.h"):
            for file in ("mesh/own.c", "render/layers/own.h"):
                self.assertEqual(len(list(layers.loads(file, f'#include "{header}"\n', ()))), 1, header)
            self.assertEqual(list(layers.loads("scene/own.c", f'#include "{header}"\n', ())), [])
        self.assertEqual(list(layers.loads("mesh/own.c", '#include "assets/textures/mip_texture.h"\n', ())), [])

    def test_drawing_calls_nothing_that_loads(self):
        found = layers.symbols(BUILD)
        uses = layers.calls(found)
        self.assertEqual(list(layers.loads("mesh/mesh_builder.c", "", uses["mesh/mesh_builder.c"])), [])
        for loader in ("assets/textures/mip_cache.c", "map/map_files.c", "scene/tile/tile_source.c"):
            found["mesh/mesh_builder.c"][1].add(min(found[loader][0]))
            said = list(layers.loads("mesh/mesh_builder.c", "", layers.calls(found)["mesh/mesh_builder.c"]))
            self.assertTrue(any(f"calls {loader}," in line for line in said), loader)

    def test_files_that_call_each_other(self):
        found = layers.symbols(BUILD)
        self.assertEqual(list(layers.circles(layers.calls(found))), [])
        found["base/arena.c"][1].add(min(found["formats/wmo/wmo.c"][0]))
        found["formats/wmo/wmo.c"][1].add(min(found["base/arena.c"][0]))
        said = list(layers.circles(layers.calls(found)))
        self.assertIn("circle: base/arena.c -> formats/wmo/wmo.c -> base/arena.c", said)

    def test_empty_lists_are_no_success(self):
        self.assertEqual(layers.symbols(self.src), {})
        self.assertEqual(list(layers.few(0, 400, "objects")), ["0 objects were found, 400 are the least: the check sees too little"])
        self.assertEqual(list(layers.few(400, 400, "objects")), [])

    def test_build_without_objects_fails(self):
        with unittest.mock.patch.object(layers, "read_by", lambda src, files: {}), contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertEqual(layers.main(self.src), 1)
        self.assertIn("0 objects", out.getvalue())


unittest.main(argv=sys.argv)
