#!/usr/bin/env python3
"""make_m2.py FILE TEXTURE HALF BLEND: an M2 of version 264 with its skin (FILE without .m2, 00.skin):
a level square of 2 HALF yards on each side, 5 yards up, with this texture and blend mode."""
import struct
import sys
from pathlib import Path

HEADER_BYTES = 0x130


def array(header, at, data, count, body):
    """Puts `data` behind the header and its count and offset at `at`."""
    struct.pack_into('<II', header, at, count, HEADER_BYTES + len(body))
    body += data


def main():
    path, texture, half, blend = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
    header = bytearray(HEADER_BYTES)
    body = bytearray()
    name = texture.encode() + b'\0'
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    struct.pack_into('<4sI', header, 0, b'MD20', 264)
    vertices = b''.join(
        struct.pack('<3f4B4B3f4f', x, y, 5, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, x > 0, y > 0, 0, 0)
        for x, y in corners)
    array(header, 0x1C, struct.pack('<HHIfI', 0, 0, 100, 0, 0x20).ljust(64, b'\0'), 1, body)
    array(header, 0x2C, struct.pack('<iIhHI', -1, 0, -1, 0, 0).ljust(88, b'\0'), 1, body)
    for track in (0x10, 0x24, 0x38):
        struct.pack_into('<h', body, 64 + track + 2, -1)
    array(header, 0x3C, vertices, 4, body)
    struct.pack_into('<I', header, 0x44, 1)
    texture_at = HEADER_BYTES + len(body)
    array(header, 0x50, struct.pack('<IIII', 0, 3, len(name), texture_at + 16), 1, body)
    body += name
    array(header, 0x70, struct.pack('<HH', 4, blend), 1, body)
    array(header, 0x78, struct.pack('<H', 0), 1, body)
    array(header, 0x80, struct.pack('<H', 0), 1, body)
    array(header, 0x88, struct.pack('<H', 0), 1, body)
    array(header, 0x90, struct.pack('<H', 0xFFFF), 1, body)
    array(header, 0x98, struct.pack('<H', 0xFFFF), 1, body)
    struct.pack_into('<7f', header, 0xA0, -half, -half, 0, half, half, 5, 2 * half)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(header + body)

    skin = bytearray(48)
    parts = [(0x04, struct.pack('<4H', 0, 1, 2, 3), 4),
             (0x0C, struct.pack('<6H', 0, 1, 2, 0, 2, 3), 6),
             (0x14, bytes(16), 4),
             (0x1C, struct.pack('<HHHHHHHHHH', 0, 0, 0, 4, 0, 6, 1, 0, 1, 0).ljust(48, b'\0'), 1),
             (0x24, struct.pack('<BbHHHHHHHHHHH', 0, 0, 0, 0, 0, 0xFFFF, 0, 0, 1, 0, 0, 0, 0), 1)]
    struct.pack_into('<4s', skin, 0, b'SKIN')
    struct.pack_into('<I', skin, 0x2C, 64)
    for at, data, count in parts:
        struct.pack_into('<II', skin, at, count, len(skin))
        skin += data
    path.with_name(path.stem + '00.skin').write_bytes(skin)


main()
