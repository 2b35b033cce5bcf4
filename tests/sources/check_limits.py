"""Compares the limits in docs/security.md with the constants of the sources: check_limits.py ROOT

Each constant *_MAX is in the table, which `adtmap help --limits` prints from the values that readers use, or among
those that no input goes beyond. Both lists have a least count.
"""
import re
import sys
from pathlib import Path

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
    SECTOR_SHIFT_MAX SEQUENCES_MAX SETTINGS_MAX SHEETS_MAX SITE_KEYS_MAX SQUARES_MAX TABLE_COLUMNS_MAX
    TEXTS_MAX VALUE_MAX WARNINGS_MAX WHOLE_BYTES_MAX WMO_SLOTS_MAX WMO_TEXTURES_MAX
""".split()


def constants(root):
    """{NAME: files that define it}."""
    found = {}
    for path in sorted((root / "src").rglob("*.[ch]")):
        if "demo" in path.parts or "os" in path.parts:
            continue
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        for name in re.findall(r"\b([A-Z0-9_]+_MAX)\s*=(?!=)", text) + re.findall(r"#define ([A-Z0-9_]+_MAX) ", text):
            found.setdefault(name, set()).add(path.stem)
    return found


def table(page):
    """The constants that the rows of the table name."""
    rows = page.partition("| a file may ask for |")[2].partition("\n\n")[0].splitlines()[2:]
    return {name for row in rows for name in re.findall(r"`([A-Z0-9_]+_MAX)`", row.rsplit("|", 2)[-2])}


def check(known, limits, no_limits):
    """Complaints about constants that are nowhere, and names that no constant has."""
    for found, least, what in ((known, 150, "constants *_MAX"), (limits, 80, "limits in docs/security.md")):
        if len(found) < least:
            yield f"{len(found)} {what} were found, {least} are the least: the check sees too little"
    for name in sorted(limits):
        if name not in known:
            yield f"docs/security.md names {name}, which the sources do not have"
        elif len(known[name]) > 1:
            yield f"{name} of docs/security.md is in {len(known[name])} files of the sources"
    for name in no_limits:
        stem, _, last = name.rpartition(".")
        if last not in known or (stem and stem not in known[last]):
            yield f"NO_LIMITS names {name}, which the sources do not have"
    for name, files in sorted(known.items()):
        for stem in sorted(files):
            if name not in limits and name not in no_limits and f"{stem}.{name}" not in no_limits:
                yield f"{name} of {stem} is neither in docs/security.md nor in NO_LIMITS"


def main(root):
    wrong = list(check(constants(root), table((root / "docs/security.md").read_text()), NO_LIMITS))
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
