"""What only the sources and the objects made of them can tell: check_sources.py ROOT BUILD

The tables of `adtmap help --formats`: a chunk is marked as read exactly if an object asks for its id, a flag exactly
if a constant for it is used outside of reports, and a field exactly if it has a member that is used outside of its
reader. Every member of what readers fill has a row.

The table of `adtmap help --limits`: each constant *_MAX of the sources is in it, or among those that no input goes
beyond.

No file but include/adtmap/version.h has the version.

The way of a run in docs/development.md: each function is in the file named on its line, and is called by the
file of the one above it.

Every list has a least count: one that is shorter was not read as it was meant.
"""
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

# The enumerations that name the flags of a chunk, or of what it lists.
ENUMERATIONS = """
MPHD wdt.h wdt_flag
MCNK adt/adt.h adt_chunk_flag
MCNK adt/mclq.h mclq_flag
MCLY adt/adt.h adt_layer_flag
MTXF adt/adt_textures.h adt_texture_flag
MTXP adt/adt_textures.h adt_texture_flag
MDDF adt/adt_placements.h adt_doodad_placement_flag
MODF adt/adt_placements.h adt_wmo_placement_flag
MOHD wmo/wmo.h wmo_flag
MOMT wmo/wmo.h wmo_material_flag
MOGP wmo/wmo.h wmo_group_flag
MODD wmo/wmo.h wmo_doodad_flag
MAVG wmo/wmo_extras.h wmo_ambient_flag
MAVD wmo/wmo_extras.h wmo_ambient_flag
MD20 m2/m2.h m2_flag
MD20-material m2/m2_parts.h m2_material_flag
MD20-texture m2/m2_parts.h m2_texture_flag
MD20-bone m2/m2_parts.h m2_bone_flag
TEXS m2/m2_parts.h m2_texture_flag
MTLS-layer m2/mdx_parts.h mdx_layer_flag
GEOA m2/mdx_parts.h mdx_color_flag
"""
# The structs that readers fill: each member has a row, but for counts, and those that say whether something
# is there.
STRUCTS = """
wdt wdt_file_ids wdl_tile adt_texture adt_layer adt_chunk adt_placement blend_mesh wmo wmo_material wmo_group_info
wmo_doodad_set wmo_doodad wmo_group wmo_batch wmo_light wmo_ambient_volume wmo_ambient wmo_texture_motion wmo_plane
wmo_lightmaps m2_texture m2_stage m2_batch m2_sequence
""".split()
# What formats, algorithms and buffers of ours have at most, and what reports print.
NO_LIMITS = """
    zones.DEPTH_MAX marker_blocks.DEPTH_MAX mcal.RUN_MAX mpq_patch.RUN_MAX liquid_sheet_draw.RUN_MAX
    low_res_terrain.SLOPE_MAX describe_chunks.KINDS_MAX describe_liquids.KINDS_MAX
    messages.KINDS_MAX mip_sample.STEP_MAX row_deflate.STEP_MAX minimap_blp.LEVELS_MAX
    model_print.PARTS_MAX png_read.EDGE_MAX marker.NAME_BYTES_MAX mdx.VERSION_MAX
    m2_header.VERSION_MAX shard_folder.ASIDE_MAX folder_lock.TRIES_MAX
    AMBIENT_MAX BLOCK_BYTES_MAX BLP_REDUCTION_MAX CELLS_MAX CHANNELS_MAX
    COORDINATE_MAX CODE_BITS_MAX CUT_SHARE_MAX HEADER_BYTES_MAX HEADER_MAX IMAGE_QUALITY_MAX MAMP_MAX PATH_BYTES_MAX
    COORDINATES_MAX PERCENT_MAX TOKENS_MAX XYZ_MAX YARDS_MAX
    SITE_TITLE_MAX DB2_HASHES_MAX DEFLATE_LITERAL_BITS_MAX DEFLATE_MATCH_MAX DEFLATE_MAX
    DISTANCE_BITS_MAX DXT_BLOCK_BYTES_MAX EDIT_DISTANCE_NAME_MAX
    GROUND_SHIFT_MAX GROUND_TEXELS_MAX GROUPS_MAX HUFFMAN_SYMBOLS_MAX
    JSON_DEPTH_MAX LAYER_COLORS_MAX LAYER_NAME_MAX LIGHTMAPS_MAX MAGNITUDE_MAX MAPS_MAX
    MAP_NEAR_NAMES_MAX MARKER_BLOCKS_MAX MIP_LEVELS_MAX MIP_TAPS_MAX NAMED_MAX NEAR_NAMES_MAX
    OPTIONS_MAX OUTLINE_DEPTH_MAX PATHS_MAX PICTURE_OPTIONS_MAX PICTURE_STYLES_MAX PLAN_FILES_MAX PLAN_KINDS_MAX
    PLAN_SERIES_MAX PNG_STREAM_ROW_BYTES_MAX PRECODE_BITS_MAX PRICED_BYTES_MAX PYRAMID_JOINED_MAX
    PYRAMID_LEVELS_MAX PYRAMID_ZOOM_MAX QUAD_PX_MAX REPEATS_MAX RESAMPLE_TAPS_MAX ROOT_BYTES_MAX
    SECTOR_SHIFT_MAX SEQUENCES_MAX SETTINGS_MAX SHEETS_MAX SITE_KEYS_MAX SQUARES_MAX TABLE_COLUMNS_MAX
    TEXTS_MAX VALUE_MAX WARNINGS_MAX WEB_STYLE_LEVEL_MAX WHOLE_BYTES_MAX WMO_SLOTS_MAX WMO_TEXTURES_MAX
""".split()
COLUMNS = "chunk field read picture info file member remark".split()
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
DEFINED_CONSTANT = re.compile(r"^    [A-Z0-9_]+( =.*)?,?$", re.M)
ACCESS = re.compile(
    r'(?:->|[.])([a-z][a-z0-9_]*)|\b([A-Z][A-Z0-9_]{4,})|"([a-z0-9_]+)"|\b([a-z0-9]+_[a-z0-9_]+)\('
    r"|struct [a-z0-9_]+, ([a-z]+[a-z0-9_]*)"
)


class Formats:
    """What `adtmap help --formats` prints: its rows, each a dictionary by COLUMNS."""

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


@cache
def accessed(text):
    """What a file names of structs, its constants, options and functions."""
    return {"".join(groups) for groups in ACCESS.findall(DEFINED_CONSTANT.sub("", text))}


@cache
def constants(text):
    return set(re.findall(r"[A-Z][A-Z0-9_]{3,}", DEFINED_CONSTANT.sub("", text)))


class Sources:
    """The .c and .h files below src/, without comments, but for the table, which uses all it names."""

    def __init__(self, root):
        self.src = root / "src"
        self.texts = {
            str(path.relative_to(self.src)): COMMENT.sub("", path.read_text())
            for path in sorted(self.src.rglob("*.[ch]"))
            if path.parent != self.src / "cli/formats"
        }

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
                used |= constants(text)
        return used

    def members(self):
        """{STRUCT.MEMBER} of STRUCTS."""
        found = set()
        for file, text in self.texts.items():
            for name, body in re.findall(r"struct ([a-z0-9_]+) {\n(.*?)^}", text, re.S | re.M):
                if name in STRUCTS and not file.startswith("demo/"):
                    plain = re.sub(r"\[[^]]*\]|[()*]", "", body)
                    found |= {f"{name}.{member}" for member in re.findall(r"([a-z][a-z0-9_]*)[,;]", plain)}
        return found

    def limits(self):
        """{constant *_MAX: files that define it}."""
        found = {}
        for file, text in self.texts.items():
            if file.split("/")[0] not in ("demo", "os"):
                names = re.findall(r"\b([A-Z0-9_]+_MAX)\s*=(?!=)|#define ([A-Z0-9_]+_MAX) ", text)
                for name in map("".join, names):
                    found.setdefault(name, set()).add(Path(file).stem)
        return found

    def uses(self):
        """{kind: words that are accessed}: by readers, by reports, by what draws."""
        used = {"reader": set(), "report": set(), "drawing": set()}
        for file, text in self.texts.items():
            if file.startswith("demo/"):
                continue
            kind = "reader" if file.startswith("formats/") else "report" if "cli/report/" in file else "drawing"
            used[kind] |= accessed(text)
        return used


def few(found, least, what):
    if len(found) < least:
        yield f"{len(found)} {what} were found, {least} are the least: the check sees too little"


def ids_of(build):
    """{FILE: ids that its object asks for}. The table itself asks for nothing."""
    objects = sorted(str(path.relative_to(build)) for path in Path(build).glob("src/CMakeFiles/*.dir/**/*.c.o"))
    if not objects:
        return {}
    listed = subprocess.run(["nm", "-A", "-u", "-P"] + objects, cwd=build, capture_output=True, text=True, check=True)
    found = {}
    for file, name in re.findall(r"\.dir/(\S+)\.o: _?id_([A-Z0-9]{4}) ", listed.stdout):
        if not file.startswith("cli/formats/"):
            found.setdefault(file, set()).add(name)
    return found


def check_ids(formats, files_of_sources, asked):
    marked = {chunk for row in formats.rows if row["read"] == "yes" for chunk in row["ids"]}
    known = set().union(*asked.values())
    yield from few(formats.rows, 270, "rows")
    yield from few(marked, 115, "ids that are marked as read")
    yield from few(known, 115, "ids that objects ask for")
    yield from few(asked, 25, "objects that ask for ids")
    for row in formats.rows:
        for chunk in row["ids"]:
            if not re.fullmatch(r"[A-Z0-9]{4}", chunk):
                yield f"{row['name']}: {chunk} is not an id"
        if row["read"] not in ("yes", "no"):
            yield f"{row['name']}: read is {row['read']}, not yes or no"
        file = re.fullmatch(r"`([a-z0-9_/]+\.c)`", row["file"])
        if not file or file[1] not in files_of_sources:
            yield f"{row['name']}: there is no file {row['file']}"
    for chunk in sorted(marked - known):
        yield f"{chunk} is marked as read; no reader asks for it"
    for chunk in sorted(known - marked):
        readers = ", ".join(file for file, ids in sorted(asked.items()) if chunk in ids)
        yield f"{readers} asks for {chunk}; it is not marked as read"


def check_flags(formats, sources):
    flags = sources.flags()
    in_use = sources.constants_in_use()
    used = {(chunk, value) for chunk, value, name in flags if name in in_use}
    table_flags = formats.flags()
    read = {flag for flag, is_read in table_flags.items() if is_read}
    yield from few(flags, 70, "constants of flags")
    yield from few(in_use, 3000, "constants in use")
    yield from few(table_flags, 90, "flags in the tables")
    for chunk, _, name in flags:
        if name.startswith("("):
            yield f"{chunk}: {name}"
    for chunk, value in sorted(read - used):
        yield f"flag {chunk} {value:#x} is marked as read; nothing uses it"
    for chunk, value in sorted(used - read):
        yield f"flag {chunk} {value:#x} is used; it is not marked as read"


def check_members(formats, sources):
    """What reaches a picture has a member that is used where pictures are made; reports use what they tell."""
    members = sources.members()
    uses = sources.uses()
    named = {name for row in formats.rows for name in row["members"]}
    yield from few(members, 180, "members that readers fill")
    yield from few({name.partition(".")[0] for name in members}, len(STRUCTS), "structs that readers fill")
    yield from few(named, 270, "members in the tables")
    for kind, words in uses.items():
        yield from few(words, 600, f"words of {kind}")
    for row in formats.rows:
        read = drawn = told = False
        for name in row["members"]:
            word = name.rpartition(".")[2]
            inside = word in uses["reader"]
            read = True
            drawn |= word in uses["drawing"] or (bool(re.fullmatch(r"M[A-Z0-9_]+", name)) and inside)
            told |= word in uses["report"]
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
    for name in sorted(members - named):
        if not re.search(r"_count$|[.](is|has)_", name):
            yield f"there is no row of {name}"


def table_of_limits(printed):
    """The constants that the rows of `adtmap help --limits` name."""
    rows = printed.splitlines()[2:]
    return {name for row in rows for name in re.findall(r"`([A-Z0-9_]+_MAX)`", row.rsplit("|", 2)[-2])}


def check_limits(known, limits, no_limits=NO_LIMITS):
    """Complaints about constants that are nowhere, and names that no constant has."""
    yield from few(known, 150, "constants *_MAX")
    yield from few(limits, 80, "limits")
    yield from few(no_limits, 50, "constants that are no limits")
    for name in sorted(limits):
        if name not in known:
            yield f"the table of limits names {name}, which the sources do not have"
        elif len(known[name]) > 1:
            yield f"{name} of the table of limits is in {len(known[name])} files of the sources"
    for name in no_limits:
        stem, _, last = name.rpartition(".")
        if last not in known or (stem and stem not in known[last]):
            yield f"NO_LIMITS names {name}, which the sources do not have"
    for name, files in sorted(known.items()):
        for stem in sorted(files):
            if name not in limits and name not in no_limits and f"{stem}.{name}" not in no_limits:
                yield f"{name} of {stem} is neither in the table of limits nor in NO_LIMITS"


def texts_with_versions(root):
    """{FILE: text} of what might repeat the version."""
    kinds = "CMakeLists.txt *.[ch] *.in *.md control Containerfile deb release".split()
    paths = [root / "CMakeLists.txt", root / "README.md"]
    paths += [path for folder in ("src", "tools", "include", "docs") for kind in kinds for path in (root / folder).rglob(kind)]
    return {str(path.relative_to(root)): path.read_text() for path in paths if path.is_file()}


def check_version(texts, version):
    """Settings say since when they are there; nothing else names a version."""
    yield from few(texts, 800, "files that might repeat the version")
    for file, text in sorted(texts.items()):
        for line in text.splitlines():
            if version in line and ".since = " not in line:
                yield f"{file} repeats the version: {line.strip()}"


WAY_OF_A_RUN = re.compile(r"^    ((?:[|' ] *|[|']- )*)(\w+)\(\) +(\S+\.c)\b", re.M)


def check_way(text, source):
    """`source` reads a file below src/; None if there is none."""
    rows = [(len(indent), name, file) for indent, name, file in WAY_OF_A_RUN.findall(text)]
    above = []
    yield from few(rows, 30, "functions on the way of a run")
    for indent, name, file in rows:
        code = source(file)
        while above and above[-1][0] >= indent:
            above.pop()
        if code is None or not re.search(rf"^[a-z][\w \*]*\b{name}\((?:[^;{{]|\n)*\n{{", code, re.M):
            yield f"docs/development.md: {name}() is not in {file}"
        if above and not re.search(rf"^[ \t].*\b{name}\b", source(above[-1][1]) or "", re.M):
            yield f"docs/development.md: {above[-1][1]} does not call {name}()"
        above.append((indent, file))


def source_of(root):
    def read(file):
        path = root / "src" / file
        return path.read_text() if path.is_file() else None

    return read


def printed_by(build, option):
    return subprocess.run([Path(build) / "adtmap", "help", option], capture_output=True, text=True, check=True).stdout


def main(root, build):
    formats = Formats(printed_by(build, "--formats"))
    sources = Sources(root)
    wrong = [*formats.bad, *check_ids(formats, sources.texts, ids_of(build)), *check_flags(formats, sources)]
    wrong += [*check_members(formats, sources)]
    wrong += check_limits(sources.limits(), table_of_limits(printed_by(build, "--limits")))
    version = subprocess.run([root / "tools/packaging/version"], capture_output=True, text=True, check=True).stdout
    wrong += check_version(texts_with_versions(root), version.strip())
    wrong += check_way((root / "docs/development.md").read_text(), source_of(root))
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
