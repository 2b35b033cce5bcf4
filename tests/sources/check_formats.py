"""Compares docs/formats.md with the sources: check_formats.py ROOT

A chunk is marked as read exactly if a reader knows its id, a flag exactly if a constant for it is used outside of
reports, and a field exactly if it has a member that is used outside of its reader. Every list has a least
count: one that is shorter was not read as it was meant.
"""
import re
import sys
from pathlib import Path

# The enumerations that name the flags of a chunk, or of what it lists.
ENUMERATIONS = """
MPHD wdt.h wdt_flag
MCNK adt/adt.h adt_chunk_flag
MCNK adt/mclq.h mclq_flag
MCLY adt/adt.h adt_layer_flag
MTXF adt/adt_textures.c adt_texture_flag
MTXP adt/adt_textures.c adt_texture_flag
MDDF adt/adt_placements.h adt_doodad_placement_flag
MODF adt/adt_placements.h adt_wmo_placement_flag
MOHD wmo/wmo.h wmo_flag
MOMT wmo/wmo.h wmo_material_flag
MOGP wmo/wmo.h wmo_group_flag
MODD wmo/wmo.h wmo_doodad_flag
MAVG wmo/wmo_extras.h wmo_ambient_flag
MAVD wmo/wmo_extras.h wmo_ambient_flag
MD20 m2/m2.h m2_flag
MD20-material m2/m2_batches.c m2_material_flag
MD20-texture m2/m2_textures.c m2_texture_flag
MD20-bone m2/m2_parts.h m2_bone_flag
TEXS m2/mdx.c mdx_texture_flag
MTLS-layer m2/mdx_materials.c mdx_layer_flag
GEOA m2/mdx_materials.c mdx_color_flag
"""
# The structs that readers fill: each member has a row, but for counts, and those that say whether something
# is there.
STRUCTS = """
wdt wdt_file_ids wdl_tile adt_texture adt_layer adt_chunk adt_placement blend_mesh wmo wmo_material wmo_group_info
wmo_doodad_set wmo_doodad wmo_group wmo_batch wmo_light wmo_ambient_volume wmo_ambient wmo_texture_motion wmo_plane
wmo_lightmaps m2_texture m2_stage m2_batch m2_sequence
""".split()
COLUMNS = "chunk field read picture info file member remark".split()
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
DEFINED_CONSTANT = re.compile(r"^    [A-Z0-9_]+( =.*)?,?$", re.M)
ACCESS = re.compile(
    r'(?:->|[.])([a-z][a-z0-9_]*)|\b([A-Z][A-Z0-9_]{4,})|"([a-z0-9_]+)"|\b([a-z0-9]+_[a-z0-9_]+)\('
    r"|struct [a-z0-9_]+, ([a-z]+[a-z0-9_]*)"
)


class Page:
    """docs/formats.md: its rows, each a dictionary by COLUMNS."""

    def __init__(self, text):
        self.bad = []
        self.rows = []
        for line in text.splitlines():
            if not re.match(r"\| [A-Z]", line):
                continue
            cells = [cell.strip() for cell in re.split(r"\|", line)[1:-1]]
            if len(cells) != len(COLUMNS):
                self.bad.append(f"row of {len(cells)} columns: {line}")
                continue
            row = dict(zip(COLUMNS, cells))
            row["ids"] = row["chunk"].split(", ")
            row["members"] = re.findall(r"`([^`]+)`", row["member"])
            row["name"] = f"{row['chunk']}, {row['field']}"
            self.rows.append(row)

    def flags(self):
        """{(chunk or chunk-part, value): read}; "0x4 to 0x20" are all bits between."""
        found = {}
        for row in self.rows:
            named = re.match(r"(?:([a-z]+) )?flags? (0x.*)", row["field"])
            if not named:
                continue
            words = re.split(r"[ ,]+", named[2])
            values = {int(word, 16) for word in words if re.fullmatch(r"0x[0-9A-Fa-f]+", word)}
            for i, word in enumerate(words):
                if word == "to":
                    low, high = int(words[i - 1], 16), int(words[i + 1], 16)
                    values |= {1 << bit for bit in range(32) if low <= 1 << bit <= high}
            for chunk in row["ids"]:
                for value in values:
                    found[chunk + (f"-{named[1]}" if named[1] else ""), value] = row["read"] == "yes"
        return found


class Sources:
    """The .c and .h files below src/, without comments. The demo world shares nothing with readers."""

    def __init__(self, root):
        self.src = root / "src"
        self.texts = {
            str(path.relative_to(self.src)): COMMENT.sub("", path.read_text())
            for path in sorted(self.src.rglob("*.[ch]"))
        }

    def ids(self):
        """The ids that readers look for: strings of four capitals."""
        found = set()
        for file, text in self.texts.items():
            if re.match(r"formats/m2/[^/]*\.c", file):
                found |= set(re.findall(r'"([A-Z][A-Z0-9]{3})"', text))
            elif re.match(r"formats/((adt|wmo)/)?[^/]*\.c|cli/report/describe_(adt|wmo[^/]*)\.c", file):
                found |= set(re.findall(r'"(M[A-Z0-9]{3}|GFID)"', text))
        return found

    def flags(self):
        """[(chunk, value, constant)] of ENUMERATIONS."""
        found = []
        for line in ENUMERATIONS.split("\n")[1:-1]:
            chunk, file, name = line.split()
            body = re.search(rf"^enum {name} {{(.*?)}};", self.texts.get(f"formats/{file}", ""), re.S | re.M)
            values = re.findall(r"([A-Z0-9_]+)\s*=\s*(0x[0-9A-Fa-f]+)", body[1] if body else "")
            found += [(chunk, int(value, 16), constant) for constant, value in values]
            if not values:
                found.append((chunk, 0, f"(no flags of {name} in {file})"))
        return found

    def constants_in_use(self):
        """Words of capitals but for definitions and reports."""
        used = set()
        for file, text in self.texts.items():
            if "cli/report/" not in file:
                used |= set(re.findall(r"[A-Z][A-Z0-9_]{3,}", DEFINED_CONSTANT.sub("", text)))
        return used

    def members(self):
        """{STRUCT.MEMBER} of all structs but those of the demo world."""
        found = set()
        for file, text in self.texts.items():
            if file.startswith("demo/"):
                continue
            name = None
            for line in text.splitlines():
                begun = re.search(r"struct ([a-z0-9_]+) {", line)
                if begun:
                    name = begun[1]
                    continue
                if name:
                    plain = re.sub(r"\[[^]]*\]|[()*]", "", line)
                    found |= {f"{name}.{member}" for member in re.findall(r"([a-z][a-z0-9_]*)[,;]", plain)}
                if line.startswith("}"):
                    name = None
        return found

    def uses(self):
        """{kind: words that are accessed}: by readers, by reports, by what draws."""
        used = {"reader": set(), "report": set(), "drawing": set()}
        for file, text in self.texts.items():
            if file.startswith("demo/"):
                continue
            kind = "reader" if file.startswith("formats/") else "report" if "cli/report/" in file else "drawing"
            for groups in ACCESS.findall(DEFINED_CONSTANT.sub("", text)):
                used[kind].add("".join(groups))
        return used


def few(found, least, what):
    if len(found) < least:
        yield f"{len(found)} {what} were found, {least} are the least: the check sees too little"


def check_ids(page, sources):
    marked = {chunk for row in page.rows if row["read"] == "yes" for chunk in row["ids"]}
    known = sources.ids()
    yield from few(page.rows, 270, "rows")
    yield from few(marked, 115, "ids that are marked as read")
    yield from few(known, 115, "ids in readers")
    for row in page.rows:
        for chunk in row["ids"]:
            if not re.fullmatch(r"[A-Z0-9]{4}", chunk):
                yield f"{row['name']}: {chunk} is not an id"
        if row["read"] not in ("yes", "no"):
            yield f"{row['name']}: read is {row['read']}, not yes or no"
        file = re.fullmatch(r"`([a-z0-9_/]+\.c)`", row["file"])
        if not file or file[1] not in sources.texts:
            yield f"{row['name']}: there is no file {row['file']}"
    for chunk in sorted(marked - known):
        yield f"{chunk} is marked as read; no reader knows it"
    for chunk in sorted(known - marked):
        yield f"a reader knows {chunk}; it is not marked as read"


def check_flags(page, sources):
    constants = sources.flags()
    in_use = sources.constants_in_use()
    used = {(chunk, value) for chunk, value, name in constants if name in in_use}
    page_flags = page.flags()
    read = {flag for flag, is_read in page_flags.items() if is_read}
    yield from few(constants, 70, "constants of flags")
    yield from few(in_use, 3000, "constants in use")
    yield from few(page_flags, 90, "flags on the page")
    for chunk, _, name in constants:
        if name.startswith("("):
            yield f"{chunk}: {name}"
    for chunk, value in sorted(read - used):
        yield f"flag {chunk} {value:#x} is marked as read; nothing uses it"
    for chunk, value in sorted(used - read):
        yield f"flag {chunk} {value:#x} is used; it is not marked as read"


def check_members(page, sources):
    """What reaches a picture has a member that is used where pictures are made; reports use what they tell."""
    members = sources.members()
    uses = sources.uses()
    named = {name for row in page.rows for name in row["members"]}
    yield from few(members, 4000, "members of structs")
    yield from few(named, 270, "members on the page")
    for kind, words in uses.items():
        yield from few(words, 800, f"words of {kind}")
    for row in page.rows:
        read = drawn = told = False
        for name in row["members"]:
            word = name.rpartition(".")[2]
            inside = word in uses["reader"]
            read = True
            drawn |= word in uses["drawing"] or (bool(re.fullmatch(r"M[A-Z0-9_]+", name)) and inside)
            told |= word in uses["report"]
            if "." in name and name not in members:
                yield f"{row['name']}: no struct has {name}"
            if not inside and word not in uses["report"]:
                yield f"{row['name']}: nothing reads {name}"
        if row["read"] == "no" and read:
            yield f"{row['name']}: is not read, but has a member"
        if row["read"] == "yes" and not read and (row["field"] != "all" or row["picture"] != "no"):
            yield f"{row['name']}: has no member"
        if read and row["picture"] != "no" and not drawn:
            yield f"{row['name']}: no picture uses a member of it"
        if read and row["picture"] == "no" and row["info"] != "no" and not told:
            yield f"{row['name']}: no report uses a member of it"
    of_readers = {name for name in members if name.partition(".")[0] in STRUCTS}
    yield from few(of_readers, 180, "members that readers fill")
    yield from few({name.partition(".")[0] for name in of_readers}, len(STRUCTS), "structs that readers fill")
    for name in sorted(of_readers - named):
        if not re.search(r"_count$|[.](is|has)_", name):
            yield f"there is no row of {name}"


def check(root, page_text=None):
    page = Page(page_text or (root / "docs/formats.md").read_text())
    sources = Sources(root)
    return [*page.bad, *check_ids(page, sources), *check_flags(page, sources), *check_members(page, sources)]


if __name__ == "__main__":
    wrong = check(Path(sys.argv[1]))
    for line in wrong:
        print(f"docs/formats.md: {line}")
    sys.exit(1 if wrong else 0)
