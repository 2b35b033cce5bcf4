"""Compares the limits in docs/security.md with the constants of the sources: check_limits.py ROOT

A row names its constants, NAME or FILE.NAME where several files have that name, and says the number
of each. Each constant *_MAX is in the table, or among those that no input goes beyond.
"""
import re
import sys
from pathlib import Path

ROOT = Path(sys.argv[1])
# What formats, algorithms and buffers of ours have at most, and what reports print.
NO_LIMITS = """
    zones.DEPTH_MAX marker_blocks.DEPTH_MAX mcal.RUN_MAX mpq_patch.RUN_MAX liquid_sheet_draw.RUN_MAX
    low_res_terrain.SLOPE_MAX describe_chunks.KINDS_MAX describe_liquids.KINDS_MAX
    messages.KINDS_MAX mip_sample.STEP_MAX row_deflate.STEP_MAX minimap_blp.LEVELS_MAX
    model_print.PARTS_MAX png_read.EDGE_MAX marker.NAME_BYTES_MAX mdx.VERSION_MAX
    m2_header.VERSION_MAX mpq_patch.FILE_BYTES_MAX
    AMBIENT_MAX BLOCK_BYTES_MAX BLP_REDUCTION_MAX CELLS_MAX CHANNELS_MAX
    COORDINATE_MAX CODE_BITS_MAX CUT_SHARE_MAX HEADER_BYTES_MAX HEADER_MAX IMAGE_QUALITY_MAX MAMP_MAX PATH_BYTES_MAX
    PERCENT_MAX XYZ_MAX
    SITE_TITLE_MAX DB2_HASHES_MAX DEFLATE_LITERAL_BITS_MAX DEFLATE_MATCH_MAX DEFLATE_MAX
    DISTANCE_BITS_MAX DXT_BLOCK_BYTES_MAX EDIT_DISTANCE_NAME_MAX
    GROUND_SHIFT_MAX GROUND_TEXELS_MAX GROUPS_MAX HUFFMAN_SYMBOLS_MAX
    JSON_DEPTH_MAX LAYER_COLORS_MAX LAYER_NAME_MAX LIGHTMAPS_MAX MAGNITUDE_MAX MAPS_MAX
    MAP_NEAR_NAMES_MAX MARKER_BLOCKS_MAX MIP_LEVELS_MAX MIP_TAPS_MAX NAMED_MAX NEAR_NAMES_MAX
    OPTIONS_MAX OUTLINE_DEPTH_MAX PATHS_MAX PICTURE_OPTIONS_MAX PLAN_FILES_MAX PLAN_KINDS_MAX
    PLAN_SERIES_MAX PNG_STREAM_ROW_BYTES_MAX PRECODE_BITS_MAX PRICE_MAX PYRAMID_JOINED_MAX
    PYRAMID_LEVELS_MAX PYRAMID_ZOOM_MAX QUAD_PX_MAX REPEATS_MAX RESAMPLE_TAPS_MAX ROOT_BYTES_MAX
    ROWS_MAX SECTOR_SHIFT_MAX SEQUENCES_MAX SETTINGS_MAX SHEETS_MAX SITE_KEYS_MAX SQUARES_MAX TABLE_COLUMNS_MAX
    TEXTS_MAX VALUE_MAX WARNINGS_MAX WHOLE_BYTES_MAX WMO_SLOTS_MAX WMO_TEXTURES_MAX
""".split()


def constants():
    """{NAME: {FILE: value}}; None for what is not a number by itself."""
    found = {}
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        if "demo" in path.parts or "os" in path.parts:
            continue
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        for name, value in re.findall(r"\b([A-Z0-9_]+_MAX)\s*=(?!=)\s*([^,;}]+)", text) + re.findall(
            r"#define ([A-Z0-9_]+_MAX) (.+)", text
        ):
            value = re.sub(r"\(u?int\d+_t\)|UINT\d+_C|\.0(?=\s*$)|(?<=\d)[FU]\b", "", value)
            value = value.replace("INT32_MAX", "0x7fffffff")
            is_number = re.fullmatch(r"[0-9a-fx<*+.()\s-]+", value)
            found.setdefault(name, {})[path.stem] = eval(value) if is_number else None
    return found


def wordings(value):
    """How a table says a number. MARKER_GROUPS_MAX counts the group of the others."""
    yield from (str(value), f"{value:,}")
    for unit, size in (("KiB", 10), ("MiB", 20), ("GiB", 30), ("million", 20)):
        if value >> size and (value + 1) % (1 << size) <= 1:
            yield rf"{(value + 1) >> size}( and \d+)? {unit}"
    yield f"{value // 1000000} million"
    yield rf"2\^{value.bit_length() - 1}" if value & (value - 1) == 0 else str(value)
    edge = round(value**0.5)
    if edge * edge == value:
        yield f"{edge} x {edge}"


def main():
    known = constants()
    named = set(NO_LIMITS)
    page = (ROOT / "docs/security.md").read_text()
    table = page.split("| a file may ask for |")[1].split("\n\n")[0].splitlines()[2:]
    for row in table:
        _, what, most, names, _ = re.split(r" *\| *", row)
        for name in re.findall(r"`([^`]+)`", names):
            stem, _, last = name.rpartition(".")
            files = known.get(last, {})
            if len(files) != 1 and stem not in files:
                print(f"{what}: the sources have {len(files)} constants {name}")
                continue
            value = files[stem] if stem else next(iter(files.values()))
            named.add(name)
            if value is None or not re.search(rf"(?<!\d)({'|'.join(wordings(value))})(?!\d)", most):
                print(f"{what}: {name} is {value}, the row says: {most}")
    for name in NO_LIMITS:
        stem, _, last = name.rpartition(".")
        if last not in known or (stem and stem not in known[last]):
            print(f"the list of {Path(__file__).name} names {name}, which the sources do not have")
    for name, files in sorted(known.items()):
        for stem in files:
            if name not in named and f"{stem}.{name}" not in named:
                print(f"{name} of {stem} is in no row, nor in the list of {Path(__file__).name}")


if __name__ == "__main__":
    main()
