#!/usr/bin/env python3
"""Writes inputs of the fuzz targets that no world has: seeds.py OUT writes OUT/TARGET/NAME, and those that are too
large to be mutated to OUT/large/TARGET/NAME.

Each is built by the layout of its format, from nothing that the readers use: forms that are rare, and
damage that has a line of its own.
"""
import bz2
import hashlib
import lzma
import struct
import sys
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'limits'))
import casc_writer  # noqa: E402

OUT = Path(sys.argv[1])
PART = b'<<part>>'
LARGE_BYTES = 1 << 16


def save(target, name, data):
    folder = OUT / ('large' if len(data) > LARGE_BYTES else '') / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


# ---- PNG ----


def png_chunk(name, data):
    return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))


def png(width, height, depth, color, rows, interlaced=0):
    """`rows`: what is deflated, a filter and the samples of each row."""
    return (b'\x89PNG\r\n\x1a\n' + png_chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, depth, color, 0, 0, interlaced))
            + png_chunk(b'IDAT', zlib.compress(rows)) + png_chunk(b'IEND', b''))


def pictures():
    grey = b''.join(b'\0' + struct.pack('>3H', y, 258 * y, 65535 - y) for y in range(2))
    save('png', 'grey16', png(3, 2, 16, 0, grey))
    save('png', 'grey16-cut', png(3, 9, 16, 0, grey))
    save('png', 'grey16-interlaced', png(1, 1, 16, 0, b'\0\1\2', 1))
    save('png', 'interlaced', png(1, 1, 8, 6, b'\0\1\2\3\4', 1))
    save('png', 'interlaced-cut', png(8, 8, 8, 6, b'\0\1\2\3\4', 1))
    save('png', 'grey1-blank', png(1 << 20, 1 << 11, 1, 0, bytes(64)))
    save('png', 'wide', png((1 << 20) + 1, 1, 1, 0, bytes(64)))
    save('png', 'blank', png(1 << 19, 1 << 13, 1, 0, bytes(64)) + bytes(1 << 19))
    save('png', 'interlaced-large', png(1 << 13, 1 << 13, 1, 0, bytes(64), 1) + bytes(1 << 18))
    save('png', 'many-pixels', png(1 << 15, 1 << 15, 8, 0, bytes(64)))
    save('png', 'no-header', b'\x89PNG\r\n\x1a\n' + png_chunk(b'IDAT', b''))


# ---- BLP ----


def jpeg_segment(marker, data):
    return bytes((0xFF, marker)) + struct.pack('>H', len(data) + 2) + data


def jpeg(width, height, components, frame=0xC0, scans=1):
    """Heads and scans without data, which decoders take for zeros."""
    bytes_ = b'\xff\xd8' + jpeg_segment(0xDB, b'\0' + b'\1' * 64)
    for table in (0x00, 0x10):
        bytes_ += jpeg_segment(0xC4, bytes((table,)) + b'\1' + bytes(15) + b'\0')
    bytes_ += jpeg_segment(frame, struct.pack('>BHHB', 8, height, width, components)
                           + b''.join(bytes((i + 1, 0x11, 0)) for i in range(components)))
    listed = b''.join(bytes((i + 1, 0)) for i in range(components))
    for _ in range(scans):
        last = 0 if frame == 0xC2 else 63
        bytes_ += jpeg_segment(0xDA, bytes((components,)) + listed + bytes((0, last, 0))) + b'\0\0'
    return bytes_ + b'\xff\xd9'


def blp_of_jpeg(width, height, stream):
    shared = 2
    head = struct.pack('<4s6I', b'BLP1', 0, 0, width, height, 5, 0)
    places = [156 + 4 + shared] + [0] * 15 + [len(stream) - shared] + [0] * 15
    return head + struct.pack('<32I', *places) + struct.pack('<I', shared) + stream


def blp2(encoding, alpha_bits, alpha_kind, width, height, levels):
    head = struct.pack('<4sI4BII', b'BLP2', 1, encoding, alpha_bits, alpha_kind, len(levels) > 1, width, height)
    at = 148 + 1024
    places, sizes = [], []
    for level in levels:
        places.append(at)
        sizes.append(len(level))
        at += len(level)
    rest = [0] * (16 - len(levels))
    return (head + struct.pack('<16I', *places, *rest) + struct.pack('<16I', *sizes, *rest)
            + bytes(i % 251 for i in range(1024)) + b''.join(levels))


def textures():
    save('blp', 'jpeg2', blp_of_jpeg(16, 16, jpeg(16, 16, 2)))
    save('blp', 'jpeg-scans', blp_of_jpeg(16, 16, jpeg(16, 16, 1, 0xC2, 40)))
    # A large picture has a bit at least for each of its blocks.
    save('blp', 'jpeg-scans-large', blp_of_jpeg(2048, 1024, jpeg(2048, 1024, 3, 0xC2) + bytes(4096)))
    save('blp', 'jpeg-large', blp_of_jpeg(2048, 1024, jpeg(2048, 1024, 1) + bytes(4096)))
    save('blp', 'jpeg-other-size', blp_of_jpeg(16, 16, jpeg(8, 16, 1)))
    pattern = bytes(i * 37 % 256 for i in range(4096))
    for name, alpha_bits, kind, block in (('dxt1', 0, 0, 8), ('dxt1-alpha', 1, 0, 8), ('dxt3', 8, 1, 16), ('dxt5', 8, 7, 16)):
        levels = [pattern[:block * max(1, edge // 4) ** 2] for edge in (32, 16, 8, 4, 2, 1)]
        save('blp', 'blocks-' + name, blp2(2, alpha_bits, kind, 32, 32, levels))
        save('blp', 'blocks-cut-' + name, blp2(2, alpha_bits, kind, 32, 32, levels[:1] + [b'']))
    for alpha_bits in (0, 1, 4, 8):
        save('blp', f'palette{alpha_bits}', blp2(1, alpha_bits, 8, 16, 16, [pattern[:256 + 32 * alpha_bits]]))
    save('blp', 'bgra', blp2(3, 8, 0, 16, 16, [pattern[:1024]]))
    for kind in (2, 4, 5, 6, 9, 10):
        for encoding in (2, 3):
            save('blp', f'kind{kind}-{encoding}', blp2(encoding, 8, kind, 16, 16, [pattern[:512]]))


# ---- MPQ ----


def mpq_rows():
    rows, seed = [[0] * 256 for _ in range(5)], 0x100001
    for i in range(256):
        for row in rows:
            seed = (seed * 125 + 3) % 0x2AAAAB
            high = (seed & 0xFFFF) << 16
            seed = (seed * 125 + 3) % 0x2AAAAB
            row[i] = high | seed & 0xFFFF
    return rows


ROWS = mpq_rows()
WORD = 0xFFFFFFFF


def mpq_hash(kind, text):
    one, two = 0x7FED7FED, 0xEEEEEEEE
    for c in text.upper().encode():
        one = (ROWS[kind][c] ^ (one + two)) & WORD
        two = (c + one + two + (two << 5) + 3) & WORD
    return one


def mpq_encrypt(data, key):
    out, mixed = b'', 0xEEEEEEEE
    for at in range(0, len(data) - 3, 4):
        word = struct.unpack_from('<I', data, at)[0]
        mixed = (mixed + ROWS[4][key & 0xFF]) & WORD
        out += struct.pack('<I', word ^ (key + mixed) & WORD)
        key = ((~key << 21) + 0x11111111 & WORD) | key >> 11
        mixed = (word + mixed + (mixed << 5) + 3) & WORD
    return out + data[len(out):]


COMPRESSED, IMPLODED, ENCRYPTED, KEY_OF_PLACE, PATCH, SINGLE = 1, 2, 4, 8, 16, 32
NO_NAME = 0x80
TEXT = b'some text, some text, some text; ' * 8


def lzma_alone(data):
    return b'\0' + lzma.compress(data, lzma.FORMAT_ALONE)


def sparse(data):
    runs = b''.join(bytes((0x80 + len(part) - 1,)) + part for part in (data[at:at + 128] for at in range(0, len(data), 128)))
    return struct.pack('>I', len(data)) + runs


def sector_input(bytes_, flags, sectors, packed):
    return struct.pack('<HBB', bytes_, flags, sectors) + packed


def mpq_sectors():
    text = TEXT
    packings = {
        'zlib': b'\2' + zlib.compress(text), 'bzip2': b'\x10' + bz2.compress(text), 'lzma': b'\x12' + lzma_alone(text),
        'sparse': b'\x20' + sparse(text), 'sparse-zlib': b'\x22' + zlib.compress(sparse(text)),
        'sparse-zlib-bzip2': b'\x32' + bz2.compress(zlib.compress(sparse(text))), 'zlib-bzip2': b'\x12\1' + bz2.compress(zlib.compress(text)),
        'audio': b'\x41' + text[:40], 'nothing': b'\0' + text[:40], 'unknown': b'\4' + text[:40], 'sparse-cut': b'\x20' + sparse(text)[:60],
        'sparse-zeros': b'\x20' + struct.pack('>I', len(text)) + b'\x7f' * 2 + b'\x05', 'sparse-too-long': b'\x20\0\1\0\0\0',
        'sparse-short': b'\x20\0\0\0\4\1', 'zlib-damaged': b'\2' + zlib.compress(text)[:-8] + bytes(4), 'bzip2-damaged': b'\x10BZh9' + bytes(20),
        'lzma-damaged': b'\x12\0' + bytes(30), 'lzma-cut': b'\x12' + lzma_alone(text)[:-12], 'lzma-short': b'\x12\0\0', 'lzma-bad': b'\x12\1' + bytes(30),
        'zlib-shorter': b'\2' + zlib.compress(text[:-5]), 'lzma-shorter': b'\x12' + lzma_alone(text[:-5]), 'imploded': b'\x08' + bytes(8),
    }
    for name, packed in packings.items():
        save('mpq_sectors', name, sector_input(len(text), COMPRESSED | SINGLE, 0, packed))
    save('mpq_sectors', 'imploded-whole', sector_input(len(text), IMPLODED | SINGLE, 0, b'\0\6' + bytes(12)))
    save('mpq_sectors', 'stored', sector_input(40, 0, 0, text[:40]))
    save('mpq_sectors', 'stored-cut', sector_input(400, 0, 0, text[:40]))
    save('mpq_sectors', 'stored-encrypted', sector_input(40, ENCRYPTED, 0, text[:40]))
    save('mpq_sectors', 'empty', sector_input(0, 0, 0, b''))
    save('mpq_sectors', 'no-name', sector_input(40, ENCRYPTED | NO_NAME, 0, text[:40]))
    # Sectors of 128 bytes: the first packed, the second as it is.
    packed = [b'\2' + zlib.compress(text[:128], 9), text[128:256], text[256:264]]
    at, table = 16, [16]
    for part in packed:
        at += len(part)
        table.append(at)
    head = struct.pack('<4I', *table)
    save('mpq_sectors', 'sectors', sector_input(264, COMPRESSED, 3, head + b''.join(packed)))
    save('mpq_sectors', 'sectors-head', sector_input(264, COMPRESSED, 3 | 8, head + b''.join(packed)))
    save('mpq_sectors', 'sectors-back', sector_input(264, COMPRESSED, 3, struct.pack('<4I', 16, 90, 20, 99) + b''.join(packed)))
    save('mpq_sectors', 'sectors-empty', sector_input(100, COMPRESSED, 3, struct.pack('<2I', 8, 8)))
    save('mpq_sectors', 'table-cut', sector_input(264, COMPRESSED, 3, head[:10]))
    for name, more in (('encrypted', 0), ('encrypted-by-place', KEY_OF_PLACE)):
        key = mpq_hash(3, 'a.txt')
        key = (key + 4 & WORD) ^ 264 if more else key
        locked = mpq_encrypt(head, key - 1 & WORD) + b''.join(mpq_encrypt(part, key + i & WORD) for i, part in enumerate(packed))
        save('mpq_sectors', name, sector_input(264, COMPRESSED | ENCRYPTED | more, 3, locked))
    for name, head_bytes in (('patch', 12), ('patch-short', 4), ('patch-long', 4000)):
        save('mpq_sectors', name, sector_input(1, PATCH | SINGLE, 0, struct.pack('<3I', head_bytes, 0, 20) + bytes(20)))
    save('mpq_sectors', 'patch-cut', sector_input(1, PATCH | SINGLE, 0, b'\x0c\0\0'))
    save('mpq_sectors', 'patch-large', sector_input(1, PATCH | SINGLE, 0, struct.pack('<3I', 12, 0, 0xFFFFFF00) + bytes(20)))
    save('mpq_sectors', 'patch-dense', sector_input(1, PATCH | SINGLE | COMPRESSED, 0, struct.pack('<3I', 12, 0, 0x1F000000) + bytes(20)))


def patch(kind, old, new, body, old_hash=None, new_hash=None, new_bytes=None):
    return (struct.pack('<4sIII', b'PTCH', 68 + len(body), len(old), len(new) if new_bytes is None else new_bytes)
            + struct.pack('<4sI', b'MD5_', 40) + (old_hash or hashlib.md5(old).digest()) + (new_hash or hashlib.md5(new).digest())
            + struct.pack('<4sI4s', b'XFRM', 12 + len(body), kind) + body)


def bsdiff(new_bytes, steps, added, taken):
    packed = b''.join(struct.pack('<3I', *step) for step in steps)
    return struct.pack('<8sQQQ', b'BSDIFF40', len(packed), len(added), new_bytes) + packed + added + taken


def runs(data):
    return struct.pack('<I', len(data)) + b''.join(bytes((0x80 | len(part) - 1,)) + part
                                                   for part in (data[at:at + 128] for at in range(0, len(data), 128)))


def mpq_patches():
    old, new = b'0123456789', b'0123456789abcd'
    sound = bsdiff(14, [(10, 4, 0)], bytes(10), b'abcd')

    def case(name, data):
        save('mpq_patch', name, data + PART + old)

    case('copy', patch(b'COPY', old, new, new))
    case('copy-unhashed', patch(b'COPY', old, new, new, bytes(16), bytes(16)))
    case('copy-damaged', patch(b'COPY', old, new, new[::-1]))
    case('copy-short', patch(b'COPY', old, new, new[:4]))
    case('no-head', b'PTCH' + bytes(80))
    case('unknown', patch(b'WHAT', old, new, new))
    case('large', patch(b'COPY', old, new, new, new_bytes=0xFFFFFFF0))
    case('plain', patch(b'BSD0', old, new, sound))
    case('runs', patch(b'BSD0', old, new, runs(sound)))
    case('runs-zeros', patch(b'BSD0', old, new, struct.pack('<I', len(sound)) + b'\x05\x81BS\x01'))
    case('runs-too-many', patch(b'BSD0', old, new, struct.pack('<I', 1 << 30) + b'\x05'))
    case('runs-cut', patch(b'BSD0', old, new, b'\5\0'))
    case('other-file', patch(b'BSD0', b'other file', new, sound, hashlib.md5(b'x').digest()))
    case('other-size', patch(b'BSD0', old + b'x', new, sound))
    case('far', patch(b'BSD0', old, new, sound, new_bytes=1 << 20))
    case('wrong-size', patch(b'BSD0', old, new, bsdiff(15, [(10, 4, 0)], bytes(10), b'abcd')))
    case('steps-end', patch(b'BSD0', old, new, bsdiff(14, [(4, 4, 0)], bytes(10), b'abcd')))
    case('steps-too-long', patch(b'BSD0', old, new, bsdiff(14, [(10, 40, 0)], bytes(10), b'abcd')))
    case('added-ends', patch(b'BSD0', old, new, bsdiff(14, [(10, 4, 0)], bytes(2), b'abcd')))
    case('taken-ends', patch(b'BSD0', old, new, bsdiff(14, [(4, 10, 0)], bytes(4), b'abcd')))
    case('back', patch(b'BSD0', old, new, bsdiff(14, [(2, 2, 0x80000001), (2, 2, 100), (2, 4, 0)], bytes(6), b'abcdefgh'), new_hash=bytes(16)))
    case('streams-outside', patch(b'BSD0', old, new, struct.pack('<8sQQQ', b'BSDIFF40', 1 << 40, 0, 14)))


def table_input(flags, names_shift, blocks, first, second, third=b''):
    return bytes((flags, names_shift, blocks)) + struct.pack('<H', len(first)) + first + second + third


def mpq_tables():
    def slot(name, block, locale=0):
        return struct.pack('<IIHHI', mpq_hash(1, name), mpq_hash(2, name), locale, 0, block)

    empty, deleted = struct.pack('<4I', WORD, WORD, WORD, WORD), struct.pack('<4I', WORD, WORD, WORD, WORD - 1)
    block = struct.pack('<4I', 32, 10, 20, 0x80000200)
    hashes = slot('a.txt', 0) + slot('a.txt', 1, 0x409) + slot('a.txt', 0) + slot('World\\b.wdt', 1) + deleted + empty * 2 + slot('c', 77)
    save('mpq_tables', 'classic', table_input(0, 3, 2, hashes, block * 2))
    save('mpq_tables', 'classic-high', table_input(2, 3, 4, hashes, block * 4, b'\1\0\2\0'))
    for name, packed in (('zlib', zlib.compress(hashes)), ('damaged', bytes(40))):
        save('mpq_tables', 'classic-' + name, table_input(0, 3, 2, b'\2' + packed, block * 2))
        save('mpq_tables', 'blocks-' + name, table_input(0, 3, 60, hashes, b'\2' + zlib.compress(block * 60) if name == 'zlib' else bytes(40)))
    save('mpq_tables', 'classic-claims', table_input(0, 15, 2, b'\2', block * 2))
    high = b'\2' + zlib.compress(bytes(120))
    save('mpq_tables', 'high-zlib', table_input(2, 3, 60, hashes, block * 60, high + bytes(60 - len(high))))
    save('mpq_tables', 'high-damaged', table_input(2, 3, 60, hashes, block * 60, bytes(60)))

    def table(magic, body, claimed=None):
        return struct.pack('<4sII', magic, 1, claimed if claimed is not None else len(body)) + body

    def het(slots=8, hash_bits=64, index_stride=8, index_bits=8, tops=b'\x80\x81\0\x82\x83\0\0\xff', indices=b'\0\1\0\0\1\0\0\x7f'):
        return struct.pack('<8I', 32 + len(tops) + len(indices), 2, slots, hash_bits, index_stride, 0, index_bits, len(indices)) + tops + indices

    def bet(hash_bits=56, entry_bits=128, flag_count=2, flag=0, bytes_=20, count=2, hash_stride=56, flag_bits=32):
        entries = b''.join(struct.pack('<4I', 32, bytes_, 10, flag) for _ in range(2))
        hashes_ = bytes(7 * count)
        head = struct.pack('<19I', 0, count, 0, entry_bits, 0, 32, 64, 96, 128, 32, 32, 32, flag_bits, 0, hash_stride, 0, hash_bits,
                           len(hashes_), flag_count)
        return head + struct.pack('<2I', 0x80000000, 0x80000200) + entries + hashes_

    def extended(name, first, second):
        save('mpq_tables', name, table_input(1, 3, 2, first, second))

    good_het, good_bet = table(b'HET\x1a', het()), table(b'BET\x1a', bet())
    extended('extended', good_het, good_bet)
    for at, top in enumerate((0x80, 0xff)):
        extended(f'extended-{at}', table(b'HET\x1a', het(tops=bytes((top,)) * 8)), good_bet)
    extended('extended-flag', good_het, table(b'BET\x1a', bet(flag=9)))
    extended('extended-odd', table(b'HET\x1a', het(index_stride=65)), good_bet)
    extended('extended-short', table(b'HET\x1a', het(slots=200)), good_bet)
    extended('extended-bits', good_het, table(b'BET\x1a', bet(hash_bits=40)))
    extended('extended-field', good_het, table(b'BET\x1a', bet(flag_bits=65)))
    extended('extended-wide', good_het, table(b'BET\x1a', bet(entry_bits=100)))
    extended('extended-bet-cut', good_het, table(b'BET\x1a', bet()[:40]))
    extended('extended-magic', table(b'BET\x1a', het()), good_bet)
    extended('extended-magic-2', good_het, table(b'HET\x1a', bet()))
    extended('extended-large', table(b'HET\x1a', het(), WORD), good_bet)
    extended('extended-large-2', good_het, table(b'BET\x1a', bet(), WORD))
    packed = b'\2' + zlib.compress(het(), 9)
    extended('extended-zlib', table(b'HET\x1a', packed, len(het())) if len(packed) < len(het()) else good_het, good_bet)
    packed = b'\2' + zlib.compress(bet(), 9)
    extended('extended-zlib-2', good_het, table(b'BET\x1a', packed, len(bet())))
    extended('extended-cut', good_het[:20], good_bet)
    extended('extended-none', good_het[:4], good_bet)


def mpq_archives():
    """Around those that pack_mpq has written: what stands in front of a header."""
    for path in sorted((OUT / 'mpq').glob('v[1-4]')):
        archive = path.read_bytes()
        false = (b'MPQ\x1a' + b'\xee' * 28).ljust(512, b'\0')
        cut = (archive[:8] + struct.pack('<I', 1 << 20) + archive[12:16]
               + struct.pack('<4I', 1 << 19, 1 << 19, 4, 4)).ljust(512, b'\0')
        save('mpq', path.name + '-false', false + archive)
        save('mpq', path.name + '-cut', cut + archive)
        save('mpq', path.name + '-user', (b'MPQ\x1b' + struct.pack('<3I', 496, 512, 16)).ljust(512, b'\0') + archive)
        save('mpq', path.name + '-late', bytes(1024) + archive)
        for size in (40, len(archive) - 100, len(archive) // 2):
            save('mpq', f'{path.name}-{size}', archive[:size])
        for at in range(16, 32, 4):
            save('mpq', f'{path.name}-at{at}', archive[:at] + b'\xf0\xff\xff\x0f' + archive[at + 4:])


def mpq_over_bounds():
    """An archive of one unit that claims more than is unpacked: in two steps, or by a large dictionary."""
    places = struct.pack('<IIHHI', mpq_hash(1, 'a.txt'), mpq_hash(2, 'a.txt'), 0, 0, 0)
    lzma_head = b'\0' + struct.pack('<BIQ', 0x5D, WORD, 80 << 20)
    for name, packed in (('twice', b'\x22'), ('dictionary', b'\x12' + lzma_head)):
        data = packed.ljust(1 << 17, b'\xff')
        units = struct.pack('<4I', 32, len(data), 80 << 20, 0x80000000 | SINGLE << 19 | 0x200)
        hashes_at = 32 + len(data)
        head = struct.pack('<4sIIHH4I', b'MPQ\x1a', 32, hashes_at + 32, 0, 3, hashes_at, hashes_at + 16, 1, 1)
        save('mpq', name, head + data + mpq_encrypt(places, mpq_hash(3, '(hash table)')) + mpq_encrypt(units, mpq_hash(3, '(block table)')))


def explode_streams():
    """Bits from the lowest: a literal has a 0 in front, a copy a 1, its length and its distance."""
    def bits(text):
        text = text.replace(' ', '').ljust(len(text) + 7, '0')
        return bytes(int(text[at:at + 8][::-1], 2) for at in range(0, len(text) - 7, 8))

    save('explode', 'literals', b'\x08\0\0\6' + bits('0 10000010 0 01000010 1 ' + '0000000 11111111'))
    save('explode', 'ascii', b'\x08\0\1\4' + bits('0 111 0 0111 0 1011' * 4))
    save('explode', 'far', b'\x40\0\0\4' + bits('1 11 11 0000 1 11 00 000000'))
    save('explode', 'window', b'\x40\0\0\7' + bytes(8))
    save('explode', 'kind', b'\x40\0\2\4' + bytes(8))


# ---- storages ----


def put(name, data):
    return name.encode() + b'\n' + data


def storage_parts(folder):
    """The files of a storage, as an input."""
    parts = []
    for path in sorted(folder.rglob('*')):
        if path.is_file():
            data = path.read_bytes()
            if path.suffix == '.idx' and b'\0\0\0\0' == data[32:36]:
                continue  # an empty bucket
            parts.append(put(str(path.relative_to(folder)), data))
    return parts


def blte_single(data):
    """Without a list of chunks: the size is known from the encoding table, the key is the MD5 of all."""
    packed = b'BLTE\0\0\0\0' + b'Z' + zlib.compress(data)
    return packed, hashlib.md5(packed).digest()


def encrypted_chunk(text):
    return b'E\x08' + struct.pack('<Q', 0x1122334455667788) + b'\4' + b'\1\2\3\4' + b'S' + text, len(text)


def make_storage(scratch, **options):
    storage = casc_writer.Storage(scratch)
    one = storage.add([casc_writer.stored(b'one'), casc_writer.deflated(TEXT)])
    two = storage.add([casc_writer.stored(b'two')], more_keys=2)
    locked = storage.add([encrypted_chunk(b'locked')])
    half = storage.add([casc_writer.stored(b'open'), encrypted_chunk(b'shut')])
    damaged = storage.add([(b'Nxx', 3)])
    for file_id, (content, name) in enumerate(((one, 'one'), (two, 'two'), (locked, 'locked'), (half, 'half'), (damaged, 'damaged'),
                                               (bytes(16), 'absent'))):
        storage.name(content, name, file_id + 1)
    # In the tables, in no archive, or in one that is not there, or beyond its end.
    for i, (archive, at, size) in enumerate(((5, 0, 100), (0, 1 << 29, 100), (0, 0, 10), (0, 0, 34), (1023, 0, 99))):
        key = hashlib.md5(b'%d' % i).digest()
        content = hashlib.md5(b'content%d' % i).digest()
        storage.place(key, archive, at, size)
        storage.files.append((content, [key], 3))
        storage.name(content, f'lost{i}', 50 + i)
    # Under more keys than are looked for.
    content = hashlib.md5(b'many keys').digest()
    storage.files.append((content, [hashlib.md5(b'key%d' % i).digest() for i in range(9)], 3))
    storage.name(content, 'many', 55)
    # Without a list of chunks.
    packed, key = blte_single(TEXT)
    storage.put(packed, key)
    for i, size in enumerate((len(TEXT), 0)):
        content = hashlib.md5(b'single%d' % i).digest()
        storage.files.append((content, [key], size))
        storage.name(content, f'single{i}', 60 + i)
    # The encoding table says another size than the head.
    packed, key = casc_writer.blte([casc_writer.stored(b'four')])
    storage.put(packed, key)
    content = hashlib.md5(b'other').digest()
    storage.files.append((content, [key], 9))
    storage.name(content, 'other', 70)
    # The index leads to what is no BLTE, and to one with another key.
    for i, data in enumerate((b'no BLTE at all, but long enough', packed)):
        key = hashlib.md5(b'none%d' % i).digest()
        storage.put(data, key)
        content = hashlib.md5(b'of none%d' % i).digest()
        storage.files.append((content, [key], 9))
        storage.name(content, f'none{i}', 80 + i)
    storage.finish(**options)
    return storage


def storages(scratch):
    make_storage(scratch / 'whole')
    parts = storage_parts(scratch / 'whole')
    flavor = put('wow/.flavor.info', b'Product Flavor!STRING:0\nwow\n')
    keys = put('keys.txt', b'1122334455667788 000102030405060708090a0b0c0d0e0f\n# a comment\nnot a key\n')

    def case(name, *files):
        save('storage', name, PART.join(files))

    def without(word):
        return [part for part in parts if word not in part.split(b'\n', 1)[0]]

    def replaced(word, change):
        return [change(part) if word in part.split(b'\n', 1)[0] else part for part in parts]

    case('whole', *parts)
    case('keys', *parts, keys)
    case('flavor', *parts, flavor, keys)
    case('other-flavor', *parts, put('wow/.flavor.info', b'Product Flavor!STRING:0\nwow_classic\n'))
    case('no-keys', *parts, put('keys.txt', b'no keys at all\n'))
    case('no-config', *without(b'config'))
    case('no-archive', *without(b'data.000'))
    case('no-index', *without(b'.idx'))
    case('bad-index', *replaced(b'.idx', lambda part: part[:60]))
    case('bad-config', *replaced(b'config', lambda part: part.split(b'\n', 1)[0] + b'\nroot = 1\n'))
    case('bad-info', *replaced(b'.build.info', lambda part: part[:40]))
    case('no-info-rows', *replaced(b'.build.info', lambda part: b'\n'.join(part.split(b'\n')[:2])))
    for size in (200, 600, 900, 1500, 3000):
        case(f'archive-cut-{size}', *replaced(b'data.000', lambda part: part[:size]))
    case('archive-names', *parts, put('Data/data/data.0000', b'x'), put('Data/data/data.9999', b'x'), put('Data/data/data.00x', b'x'),
         put('Data/data/data.', b'x'), put('Data/data/shmem', b'x'), put('Data/data/data.004/x', b'x'))
    info = next(part for part in parts if part.startswith(b'.build.info'))
    tags = info.replace(b'Product!STRING:0', b'Product!STRING:0|Tags!STRING:0').replace(b'|wow', b'|wow|Windows deDE text?')
    case('tags', *replaced(b'.build.info', lambda part: tags), flavor)
    for name, root in (('root-6.0', struct.pack('<3I', 1, 0, WORD) + struct.pack('<i', 7) + bytes(24)),
                       ('root-10', b'TSFM' + struct.pack('<5I', 24, 1, 1, 0, 0) + struct.pack('<3Ii', 1, 0x10000000, WORD, 7) + bytes(16)),
                       ('root-11', b'TSFM' + struct.pack('<5I', 24, 2, 1, 0, 0) + struct.pack('<4IBi', 1, WORD, 0x10000000, 0, 0, 7) + bytes(16)),
                       ('root-damaged', b'TSFM\1')):
        make_storage(scratch / name, root=[casc_writer.stored(root)])
        case(name, *storage_parts(scratch / name))
    make_storage(scratch / 'pages', page_kib=1, more_config=b'encoding-size = 4000 3000\n')
    case('pages', *storage_parts(scratch / 'pages'))
    make_storage(scratch / 'builds', builds=3, columns=2)
    case('builds', *storage_parts(scratch / 'builds'), flavor)


# ---- text ----


def texts():
    features = ','.join(
        '{"type":"Feature","geometry":{"type":"Point","coordinates":[%d,2]},"properties":{"name":"n%d",%s}}' % (i, i, more)
        for i, more in enumerate(('"icon":"pictures/own.png"', '"icon":"pictures/none.png"', '"picture":"pictures/own.png"',
                                  '"picture":"pictures/other.jpg","icon":"pictures/own.png"', '"icon":"ab"')))
    save('markers', 'pictures', ('{"type":"FeatureCollection","features":[%s]}' % features).encode())
    save('markers', 'many-values', b'[' * 6_000_000)
    save('markers', 'pictures-table', b'name,x,y,icon,picture\na,1,2,pictures/own.png,pictures/none.png\nb,3,4,pictures/gone.webp,\n')
    lines = ['{"name":"a","x":1,"y":2,"z":"3.25"}', '{"name":"b","x":-1.5,"y":2e3,"z":true}', '{"x":4,"y":"-7","other":[1,2],"name":null}',
             '{"position_x":1,"position_y":2,"map":0}', '{"y":1,"x":-123456.5,"k":1e300}', '{"a":"01","b":"1.","c":"1e","d":"-","x":-0.0004,"y":9}']
    save('points', 'objects', b'\3' + '\n'.join(lines).encode())
    save('points', 'objects-without-x', b'\3' + b'{"a":1}\n{"x":1,"y":2}\n')
    for kind in range(4):
        save('points', f'kind{kind}', bytes((kind,)) + '\n'.join(lines).encode())
        for separator in '\t,;':
            head = separator.join(('name', 'x', 'y', 'x', 'x', 'map')) + '\n'
            row = separator.join(('a "b"', '1.5', '-2', '01', '1e9', 'yes')) + '\n'
            save('points', f'kind{kind}-{ord(separator)}', bytes((kind,)) + (head + row * 2).encode())
    for name, text in (('bom', b'\xef\xbb\xbf\r\n\nx,y\r\n1,2\r\n'), ('semicolons', b'x;y\n1;2\n'), ('chat', b'X: 1 Y: 2 Map: 0\n'),
                       ('object', b'  {"x":1}\n'), ('open-quote', b'x,y\n"1,2\n3,4\n5,6\n'), ('wrong-quote', b'x,y\n"1"2,3\n4,5\n'),
                       ('long', b'x,y\n' + b'1' * ((1 << 20) + 600000) + b'\n3,4\n'), ('longer', b'x' * (3 << 20)),
                       ('open-long', b'x,y\n"1' + b'2' * (1 << 20) + b'\n' + b'3' * 700000 + b'\n4,5\n')):
        save('point_file', name, text)
    head = b'adtmap-log 3\n'
    save('build_log', 'facts', head + b'map\tDemo\nfact\ta\tb\nfact\tempty\t\nfact\t\nwhat\tever\n')
    save('build_log', 'facts-other', head + b'map\tOther\nfact\ta\tb\n')
    save('build_log', 'sum', head + b'map\tDemo\nsum\t' + b'0' * 32 + b'\t\n')
    save('build_log', 'sum-2', head + b'map\tDemo\nsum\t' + b'0' * 16 + b' ' + b'0' * 16 + b'\t\n')
    save('build_log', 'other', b'something else\n')
    for name, text in (('hashes', b'1;World/Maps/A/A.wdt\n2;World\\Maps\\B\\B.wdt\n1;twice.blp\n'), ('names', b'a/b.wdt\nc/d.adt\r\n\n'),
                       ('none', b'\n;;\n1;\n'), ('odd', b'99999999999;a.blp\nx;b.blp\n7;' + b'n' * 2000 + b'\n8;../x\n')):
        save('listfile', name, text)


# ---- files of maps ----


def chunk(name, data):
    return name[::-1].encode() + struct.pack('<I', len(data)) + data


def mcnk(x, y, flags=0, layers=0, liquids=b'', **subs):
    """With heights and normals; the places of sub-chunks count from the beginning of the chunk."""
    head = bytearray(128)
    struct.pack_into('<4I', head, 0, flags, x, y, layers)
    body = b''
    fields = {'MCVT': 0x14, 'MCNR': 0x18, 'MCLY': 0x1C, 'MCRF': 0x20, 'MCAL': 0x24, 'MCSH': 0x2C, 'MCLQ': 0x60}
    parts = {'MCVT': struct.pack('<145f', *range(145)), 'MCNR': bytes((0, 0, 127)) * 145 + bytes(13)}
    parts.update(subs)
    if liquids:
        parts['MCLQ'] = liquids
    for name, data in parts.items():
        struct.pack_into('<I', head, fields[name], 8 + 128 + len(body))
        body += chunk(name, data)
    struct.pack_into('<I', head, 0x28, len(parts.get('MCAL', b'')) + 8)
    struct.pack_into('<I', head, 0x30, len(parts.get('MCSH', b'')))
    struct.pack_into('<I', head, 0x64, len(parts.get('MCLQ', b'')) + 8)
    struct.pack_into('<3f', head, 0x68, 100.0, 100.0, 5.0)
    return chunk('MCNK', bytes(head) + body)


def vanilla_tile(chunks, order=None, **tables):
    """MHDR and MCIN point at everything."""
    fields = {'MCIN': 0, 'MTEX': 4, 'MMDX': 8, 'MMID': 12, 'MWMO': 16, 'MWID': 20, 'MDDF': 24, 'MODF': 28}
    at = {}
    body = chunk('MVER', struct.pack('<I', 18))
    header_at = len(body) + 8
    body += chunk('MHDR', bytes(64))
    at['MCIN'] = len(body)
    mcin_at = len(body) + 8
    body += chunk('MCIN', bytes(4096))
    for name, data in {'MTEX': b'a.blp\0', **tables}.items():
        at[name] = len(body)
        body += chunk(name, data)
    body = bytearray(body)
    for name, place in at.items():
        if name in fields:
            struct.pack_into('<I', body, header_at + 4 + fields[name], place - header_at)
    for ordinal, data in enumerate(chunks):
        entry = order[ordinal] if order else ordinal
        if entry < 256:
            struct.pack_into('<2I', body, mcin_at + 16 * entry, len(body), len(data))
        body += data
    return bytes(body)


def tiles():
    def small(x, y, **more):
        return mcnk(x, y, **more)

    empty = chunk('MCNK', bytes(128))
    backwards = vanilla_tile([empty] * 256, order=list(reversed(range(256))))
    for more in range(4):
        save('adt', f'backwards{more}', backwards + bytes(more))
    save('adt', 'twice', vanilla_tile([empty] * 256, order=[0] + list(range(255))))
    shadow = bytes((i * 7 & 255) for i in range(512))
    layer = struct.pack('<4I', 0, 0, 0, 0) + struct.pack('<4I', 0, 0x100, 0, 0)
    full = dict(flags=1, MCLY=layer, MCAL=bytes(2048), MCSH=b'\0' * 64 + b'\xff' * 64 + shadow[:384])
    # Two at one place: the second is put by its order; the third has no place left.
    for more in range(8):
        save('adt', f'places{more}', vanilla_tile([small(1, 0, **full), small(1, 0, **full), small(1, 0), small(0, 0)]) + bytes(more))
    block = struct.pack('<2f', 1.0, 9.0) + bytes(81 * 8) + bytes((0x04,)) * 64 + bytes(4 + 80)
    odd = struct.pack('<2f', float('nan'), 9.0) + struct.pack('<I f', 0, float('inf')) * 81 + bytes((0x06,)) * 64 + bytes(4 + 80)
    back = struct.pack('<2f', 9.0, 1.0) + bytes(81 * 8) + bytes((0x01,)) * 64 + bytes(4 + 80)
    for more in range(4):
        for name, flags, blocks in (('one', 4, block), ('odd', 0x10, odd), ('back', 8, back), ('magma', 0x10, block), ('slime', 0x20, block + odd),
                                    ('missing', 0x3C, block)):
            save('adt', f'mclq-{name}{more}', vanilla_tile([small(0, 0, flags=flags, liquids=blocks)]) + bytes(more))
    doodad = struct.pack('<2I6f2H', 0, 0, 1e4, 0, 1e4, 0, 0, 0, 1024, 0)
    wmo = struct.pack('<2I12f4H', 0, 0, 1e4, 0, 1e4, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 0)
    names = dict(MMDX=b'a.m2\0', MMID=bytes(4), MWMO=b'b.wmo\0', MWID=bytes(4))
    far = struct.pack('<2I6f2H', 0, 1, 1e9, 0, 1e4, 0, 0, 0, 1024, 0)
    flat = struct.pack('<2I6f2H', 0, 2, 1e4, 0, 1e4, 0, 0, 0, 0, 0)
    nameless = struct.pack('<2I6f2H', 9, 3, 1e4, 0, 1e4, 0, 0, 0, 1024, 0)
    boxless = struct.pack('<2I6f', 0, 7, 1e4, 0, 1e4, 0, 0, 0) + struct.pack('<6f4H', *[float('nan')] * 6, 0, 1, 0, 0)
    for more in range(4):
        save('adt', f'placements{more}', vanilla_tile([small(0, 0)], MDDF=doodad * 2 + far + flat + nameless, MODF=wmo * 2 + boxless + b'x', **names)
             + bytes(more))
    # Cataclysm and later: sets of doodads by ranges, textures by id with parameters, alpha maps that are missing.
    elsewhere = struct.pack('<2I12f4H', 5, 4, 1e4, 0, 1e4, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0x80 | 8, 0, 0, 0)
    beyond = elsewhere[:58] + struct.pack('<3H', 9, 0, 0)
    ranges = struct.pack('<4I', 0, 3, 1, 900)
    obj = (chunk('MVER', struct.pack('<I', 18)) + chunk('MDDF', doodad) + chunk('MODF', elsewhere + beyond + elsewhere[:58] + struct.pack('<3H', 1, 0, 0))
           + chunk('MWDR', ranges) + chunk('MWDS', struct.pack('<4H', 2, 0, 2, 6)) + chunk('MCNK', b'') * 2)
    root = chunk('MVER', struct.pack('<I', 18)) + chunk('MHDR', bytes(64)) + small(0, 0, flags=1)[:] + small(1, 0, flags=1)
    layers = chunk('MCLY', layer)
    tex_chunks = chunk('MCNK', layers) + chunk('MCNK', layers + chunk('MCAL', bytes(2048)) + chunk('MCSH', bytes(4)))
    shadowed = chunk('MCNK', layers + chunk('MCAL', bytes(2048)) + chunk('MCSH', shadow)) * 3
    ids = chunk('MDID', struct.pack('<3I', 1, 2, 3)) + chunk('MHID', struct.pack('<2I', 4, 5))
    parameters = chunk('MTXP', struct.pack('<I2fI', 0x10, 1.0, 0.5, 0) * 2)
    many = chunk('MDID', struct.pack('<I', 7) * 4100)
    names_many = chunk('MTEX', b'a\0' * 4100)
    scales = chunk('MTXF', struct.pack('<I', 0x31) * 1)
    version = chunk('MVER', struct.pack('<I', 18))
    grading = chunk('MTCG', struct.pack('<4I', 1, 0, 3, 4))
    for more in range(4):
        for name, tex in (('ids', version + ids + parameters + grading + tex_chunks), ('many', version + many + tex_chunks),
                          ('names', version + names_many + shadowed), ('scales', version + chunk('MTEX', b'a\0b\0') + scales + shadowed),
                          ('none', version + tex_chunks)):
            save('adt_split', f'{name}{more}', root + bytes(more) + PART + tex + PART + obj + PART + obj)
    modf = chunk('MVER', struct.pack('<I', 18)) + chunk('MPHD', bytes(32)) + chunk('MAIN', bytes(64 * 64 * 8)) + chunk('MWMO', b'b.wmo\0')
    save('wdt', 'two-wmos', modf + chunk('MODF', wmo * 2))


def building(group_name=b'hall', liquid=2, flags=0x2000, flags_of_root=4, batches=True):
    """A box of one floor and one ceiling, filled with water up to its top."""
    box = struct.pack('<6f', 0, 0, 0, 16, 16, 8)
    version = chunk('MVER', struct.pack('<I', 17))
    root = (version + chunk('MOHD', struct.pack('<9I', 1, 1, 0, 0, 0, 0, 0, 0, 5) + box + struct.pack('<2H', flags_of_root, 0))
            + chunk('MOTX', b'a.blp\0') + chunk('MOMT', bytes(64)) + chunk('MOGN', b'\0' + group_name + b'\0')
            + chunk('MOGI', struct.pack('<I', flags) + box + struct.pack('<i', 1)))
    corners = [(0, 0, 0), (16, 0, 0), (0, 16, 0), (0, 0, 7), (0, 16, 7), (16, 0, 7), (0, 0, 6), (0, 16, 6), (16, 0, 6)]
    head = struct.pack('<3I', 1, 0, flags) + box + struct.pack('<6H', 0, 0, 0, 0, 1, 0) + bytes(4) + struct.pack('<4I', liquid, 0, 0, 0)
    parts = (chunk('MOPY', b'\x20\0' * 3) + chunk('MOVI', struct.pack('<9H', *range(9)))
             + chunk('MOVT', b''.join(struct.pack('<3f', *corner) for corner in corners)) + chunk('MONR', struct.pack('<3f', 0, 0, 1) * 4)
             + chunk('MOTV', bytes(72)))
    if batches:
        parts += chunk('MOBA', bytes(12) + struct.pack('<I3H2B', 0, 9, 0, 8, 0, 0))
    return root + PART + version + chunk('MOGP', head + parts)


def buildings():
    save('wmo', 'flooded', building())
    save('wmo', 'flooded-old', building(liquid=15))
    save('wmo', 'antiportal', building(group_name=b'antiportal', batches=False))


def models():
    """The demo world's, with what it does not have: a mesh for collisions, a long name."""
    for path in sorted((OUT / 'm2').glob('wotlk-*')):
        data, *parts = path.read_bytes().split(PART)

        def case(name, file):
            save('m2', path.name + name, PART.join([bytes(file), *parts]))

        for name, corner, value in (('-collision', 2, 2.0), ('-collision-far', 7, 2.0), ('-collision-odd', 2, float('nan'))):
            file = bytearray(data)
            struct.pack_into('<4I', file, 0xD8, 4, len(data), 3, len(data) + 8)
            case(name, file + struct.pack('<4H', 0, 1, corner, 0) + struct.pack('<9f', 0, 1, value, -1, 0, 3, 5, 6, -7))
        file = bytearray(data)
        count, at = struct.unpack_from('<2I', file, 0x50)
        for i in range(count):
            struct.pack_into('<4I', file, at + 16 * i, 0, 0, 300, len(data))
        case('-long-name', file + b'n' * 300)


def tables():
    """Assignments of maps to the world, as 8.0.1 to 12.0 have them."""
    sizes = (8, 8, 24, 4, 4, 4, 4, 4, 4, 4)
    fields, infos, at = b'', b'', 0
    for size in sizes:
        bits = 8 * min(size, 4)
        fields += struct.pack('<2H', 32 - bits, at)
        infos += struct.pack('<2H5I', 8 * at, 8 * size, 0, 0, 0, 0, 0)
        at += size
    rows = [struct.pack('<2f2f6f7I', 0, 0, 1, 1, -500, -800, 0, 500, 800, 0, 1, 2, 0, 530, 40, 0, 0),
            struct.pack('<2f2f6f7I', 0.5, 0, 0.5, 1, -500, -800, 0, 500, 800, 0, 2, 2, 0, 530, 41, 0, 0),
            struct.pack('<2f2f6f7I', 0, 0, 1, 1, -500, -800, 0, 500, 800, 0, 3, 2, 1, 530, 41, 0, 0)]
    head = struct.pack('<4s9I2H7I', b'WDC3', len(rows), len(sizes), at, 2, 0, 0xFA919770, 1, 3, 0, 0, 3, len(sizes), 0, 0,
                       len(infos), 0, 0, 1)
    begin = len(head) + 40 + len(fields) + len(infos)
    section = struct.pack('<Q8I', 0, begin, len(rows), 2, 0, 0, 0, 0, 0)
    save('db2', 'assignments', head + section + fields + infos + b''.join(rows) + bytes(2))
    related = struct.pack('<4s10I2H9I', b'WDC1', 2, 34, 136, 0, 0, 0x2D2BA7FA, 1, 2, 0, 0, 4, 0, 34, 0, 0,
                          0, 8, 24 * 34, 0, 0, 12 + 16)
    related += bytes(4 * 34) + bytes(2 * 136) + struct.pack('<2I', 1, 2)
    related += b''.join(struct.pack('<2H5I', 32 * i, 32, 0, 0, 0, 0, 0) for i in range(34))
    save('db2', 'relations', related + struct.pack('<3I4I', 2, 9, 12, 12, 0, 9, 1))
    save('db2', 'disorder', related + struct.pack('<3I4I', 2, 9, 12, 12, 1, 9, 0))


def long_texts():
    """Texts of more bytes than are read: at the end of tables of the demo world, and in a record."""
    for path in sorted((OUT / 'dbc').glob('wotlk-table*')):
        table = path.read_bytes()
        texts_bytes = struct.unpack_from('<I', table, 16)[0] + 5001
        save('dbc', path.name + '-long', table[:16] + struct.pack('<I', texts_bytes) + table[20:] + b'x' * 5000 + b'\0')
    areas = (Path(__file__).parent / 'corpus/db2/areas_inside_wdb5').read_bytes()
    map_at = struct.unpack_from('<I', areas, 16)[0]
    at, size = struct.unpack_from('<IH', areas, map_at)
    record = areas[at:at + size].replace(b'Valley', b'Valley' * 1000)
    save('db2', 'long-text', areas[:map_at] + struct.pack('<IH', len(areas), len(record)) + areas[map_at + 6:] + record)


def lights():
    """A light of the map and another, in the versions of lights.lit; and one without a list."""
    places = struct.pack('<3i5f32x', -1, -1, -1, 0, 0, 0, 0, 0) + struct.pack('<3i5f32x', 0, 0, 0, 360, 36, 720, 36, 72)
    bands = struct.pack('<18I', 2, *[0] * 17) + struct.pack('<4I', 0, 0x102030, 1440, 0xFF8800) + bytes(18 * 256 - 16)
    for version, size in ((3, 0x1248), (4, 0x1550), (5, 0x15F0)):
        group = bands + bytes(size - len(bands))
        save('lit', f'version{version}', struct.pack('<Ii', 0x80000000 + version, 2) + places + 8 * group)
    save('lit', 'one', struct.pack('<Ii', 0x80000005, -1) + bands)


def main():
    import tempfile
    pictures()
    textures()
    mpq_sectors()
    mpq_patches()
    mpq_tables()
    mpq_archives()
    mpq_over_bounds()
    explode_streams()
    with tempfile.TemporaryDirectory() as scratch:
        storages(Path(scratch))
    texts()
    tiles()
    buildings()
    models()
    tables()
    long_texts()
    lights()


main()
