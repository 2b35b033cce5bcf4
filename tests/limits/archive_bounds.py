"""Bounds of archives (MPQ) and storages (CASC)."""
import hashlib
import lzma
import os
import struct
import zlib

from casc_writer import EVERY_LOCALE, Storage, deflated, lookup3, stored
from harness import case


def crypt_table():
    table, seed = [0] * 1280, 0x00100001
    for i in range(256):
        for k in range(5):
            seed = (seed * 125 + 3) % 0x2AAAAB
            high = (seed & 0xFFFF) << 16
            seed = (seed * 125 + 3) % 0x2AAAAB
            table[i + 256 * k] = high | (seed & 0xFFFF)
    return table


def mpq_hash(table, name, kind):
    one, two = 0x7FED7FED, 0xEEEEEEEE
    for byte in name.upper().encode():
        one = table[kind * 256 + byte] ^ (one + two) & 0xFFFFFFFF
        two = (byte + one + two + (two << 5) + 3) & 0xFFFFFFFF
    return one


def mpq_encrypt(table, words, key):
    out, seed = [], 0xEEEEEEEE
    for word in words:
        seed = (seed + table[0x400 + (key & 0xFF)]) & 0xFFFFFFFF
        out.append(word ^ (key + seed) & 0xFFFFFFFF)
        key = ((~key << 21) + 0x11111111 | key >> 11) & 0xFFFFFFFF
        seed = (word + seed + (seed << 5) + 3) & 0xFFFFFFFF
    return struct.pack(f'<{len(out)}I', *out)


def mpq_of(names, packed, size):
    """An archive of files with the same contents, each of one unit, compressed."""
    table = crypt_table()
    hashes = [0xFFFFFFFF] * 64
    blocks = []
    for i, name in enumerate(names):
        at = mpq_hash(table, name, 0) % 16
        while hashes[4 * at + 3] != 0xFFFFFFFF:
            at = (at + 1) % 16
        hashes[4 * at:4 * at + 4] = [mpq_hash(table, name, 1), mpq_hash(table, name, 2), 0, i]
        blocks += [32 + i * len(packed), len(packed), size, 0x81000200]
    hash_at = 32 + len(names) * len(packed)
    total = hash_at + 256 + 4 * len(blocks)
    head = struct.pack('<4sIIHHIIII', b'MPQ\x1a', 32, total, 0, 3, hash_at, hash_at + 256, 16, len(names))
    return (head + packed * len(names) + mpq_encrypt(table, hashes, mpq_hash(table, '(hash table)', 3))
            + mpq_encrypt(table, blocks, mpq_hash(table, '(block table)', 3)))


def packed_zeros(size, end):
    """`size` zeros as an archive holds them, packed by zlib; with Z_SYNC_FLUSH their end is missing."""
    packer = zlib.compressobj(9)
    packed = bytearray(b'\x02')
    for _ in range(size // (1 << 16)):
        packed += packer.compress(bytes(1 << 16))
    return packed + packer.compress(bytes(size % (1 << 16))) + packer.flush(end)


@case('UNPACK_BYTES_MAX', 256 << 20, r'demo.wdt: more than 256 MiB with its packed bytes', statuses=(0, 1))
def a_file_of_an_archive(folder, count):
    size = (256 << 20) - 300000
    packed = packed_zeros(size, zlib.Z_FINISH)
    if count > 256 << 20:
        size += 300000
    (folder / 'a.mpq').write_bytes(mpq_of(['world\\maps\\demo\\demo.wdt'], bytes(packed), size))
    return ['cat', '-d', folder / 'a.mpq', 'world/maps/demo/demo.wdt', '--into', folder / 'into']


@case('MPQ_FILE_RATIO_MAX', 1032, r'a.txt: \d+ bytes are more than 1032 times the \d+ that they are packed in',
      statuses=(0, 1))
def density_of_a_file(folder, count):
    """Zeros, which zlib packs in a little more than a 1032nd; one more is claimed."""
    size = 250 << 20
    packed = bytes(packed_zeros(size, zlib.Z_FINISH))
    return mpq_one(folder, packed, size if count == 1032 else count * len(packed))


@case('UNPACK_WASTE_MAX', 8, r'a.mpq: .*2 GiB|a.mpq: .*no more', statuses=(1, 1))
def damaged_files_of_an_archive(folder, count):
    """Each unpacks to 256 MiB and ends too early."""
    size = (256 << 20) - 300000
    packed = packed_zeros(size, zlib.Z_SYNC_FLUSH)
    names = [f'{i}.txt' for i in range(count if count == 8 else count + 2)]
    (folder / 'a.mpq').write_bytes(mpq_of(names, bytes(packed), size))
    return ['cat', '-d', folder / 'a.mpq', *names, '--into', folder / 'into']


def mpq_of_junk(hash_count, block_count):
    """Tables of zeros, which are junk once they are decrypted."""
    hash_at = 32
    block_at = hash_at + 16 * hash_count
    head = struct.pack('<4sIIHHIIII', b'MPQ\x1a', 32, block_at + 16 * block_count, 0, 3, hash_at, block_at,
                       hash_count, block_count)
    return head + bytes(16 * (hash_count + block_count))


@case('MPQ_ENTRIES_MAX', 1 << 22, r'a.mpq: .*more than 4 million files', statuses=(1, 2))
def files_of_an_archive(folder, count):
    (folder / 'a.mpq').write_bytes(mpq_of_junk(1 << 22, count))
    return ['maps', '-d', folder / 'a.mpq']


@case('MPQ_LISTFILE_BYTES_MAX', 64 << 20, r'a.mpq: none of its names is listed: a list of more than 64 MiB',
      statuses=(1, 1))
def list_of_an_archive(folder, count):
    """A name in each two bytes."""
    packer = zlib.compressobj(9)
    packed = b'\x02' + packer.compress(b'a\n' * (count // 2) + b'a' * (count % 2)) + packer.flush()
    (folder / 'a.mpq').write_bytes(mpq_of(['(listfile)'], packed, count))
    return ['maps', '-d', folder / 'a.mpq']


@case('MPQ_SEARCH_BYTES_MAX', (64 << 20) - 512, r'a.mpq: .*not an MPQ archive', statuses=(0, 2))
def bytes_before_an_archive(folder, count):
    packer = zlib.compressobj(9)
    packed = b'\x02' + packer.compress(b'text' * 99) + packer.flush()
    with open(folder / 'a.mpq', 'wb') as out:
        out.truncate((count + 511) // 512 * 512)
        out.seek(0, os.SEEK_END)
        out.write(mpq_of(['a.txt'], packed, 396))
    return ['cat', '-d', folder / 'a.mpq', 'a.txt']


def cat(folder, *more, name='world/one.txt'):
    return ['cat', '-d', folder / 'storage', name, '--into', folder / 'into', *more]


def one_file(folder):
    """A storage of one file."""
    storage = Storage(folder / 'storage')
    storage.name(storage.add([stored(b'one')]), 'world/one.txt', 1)
    return storage


@case('ROOT_ENTRIES_MAX', 6000000, r'storage .*the root: at .*: a root of more than 6 million files', statuses=(0, 2))
def files_of_a_storage(folder, count):
    """Names in no order; all but one lead to the same content."""
    storage = one_file(folder)
    content = storage.root[16:32]
    more = count - 1
    hashes = bytearray(8 * more)
    for byte in (0, 3, 7):
        hashes[byte::8] = os.urandom(more)
    block = (struct.pack('<3I', more, 0, EVERY_LOCALE) + struct.pack('<I', 1) + bytes(4 * more - 4)
             + content * more + hashes)
    root = b'TSFM' + bytes(8) + storage.root + block
    storage.finish([deflated(root[at:at + (16 << 20)]) for at in range(0, len(root), 16 << 20)])
    return cat(folder)


@case('BLTE_CHUNKS_MAX', 1 << 20, r'world/one.txt: BLTE: 1048577 chunks are more than 1048576', statuses=(0, 1))
def chunks_of_a_file(folder, count):
    storage = Storage(folder / 'storage')
    packed, size = stored(b'1')
    entry = struct.pack('>II', len(packed), size) + hashlib.md5(packed).digest()
    head = struct.pack('>4sII', b'BLTE', 12 + 24 * count, 15 << 24 | count) + entry * count
    key = hashlib.md5(head).digest()
    storage.put(head + packed * count, key)
    storage.files.append((key, [key], count))
    storage.name(key, 'world/one.txt', 1)
    storage.finish()
    return cat(folder)


@case('BLTE_RATIO_MAX', 1032, r'world/one.txt: .*BLTE: chunk 0 of [0-9]* bytes cannot hold', statuses=(0, 1))
def contents_of_a_chunk(folder, count):
    """What the chunk does not give is filled up with zeros."""
    storage = Storage(folder / 'storage')
    stream = zlib.compressobj(9)
    packed = b'Z' + stream.compress(bytes(250 << 20)) + stream.flush()
    storage.name(storage.add([(packed, len(packed) * count)]), 'world/one.txt', 1)
    storage.finish()
    return cat(folder)


@case('BLTE_CONTENT_MAX', 1 << 31, r'the encoding table: BLTE: 2147483649 bytes of content are more than 2 GiB',
      statuses=(0, 2))
def bytes_of_an_encoding_table(folder, count):
    one_file(folder).finish(table_bytes=count)
    return cat(folder)


@case('ENCODING_PAGE_BYTES_MAX', 64, r'the encoding table: at 0x5: pages of 66560 bytes', statuses=(0, 2))
def pages_of_an_encoding_table(folder, count):
    storage = one_file(folder)
    storage.finish(page_kib=count)
    return cat(folder)


@case('ENCODING_KEYS_MAX', 8,
      r'world/one.txt: in the build, not installed under the first 8 of its encoding keys; 1 more', statuses=(0, 1))
def keys_of_a_content(folder, count):
    """The last of them is the one that is there."""
    storage = Storage(folder / 'storage')
    storage.name(storage.add([stored(b'one')], more_keys=count - 1), 'world/one.txt', 1)
    storage.finish()
    return cat(folder)


@case('CASC_INDEX_BYTES_MAX', 16 << 20, r'0f00000001.idx: left out: 16777217 bytes: more than 16777216')
def index_files_of_a_storage(folder, count):
    """Each of the 16 is as long as it may be; only one that the file does not need is longer."""
    storage = one_file(folder)
    storage.finish()
    own = {bucket: b''.join(entries) for bucket, entries in storage.index.items()}
    assert not own[15]
    for bucket in range(16):
        room = ((16 << 20) - 40 - len(own[bucket])) // 18 * 18
        storage.write_index(bucket, own[bucket] + os.urandom(room), count if bucket == 15 else 16 << 20)
    return cat(folder)


@case('CASC_INDEX_BYTES_MAX', 32766, None)
def updates_of_index_files(folder, count):
    """Pages of different updates."""
    storage = one_file(folder)
    storage.finish()
    own = {bucket: b''.join(sorted(entries)) for bucket, entries in storage.index.items()}
    pages = bytearray()
    for page in range(count):
        records = b''
        for record in range(21):
            body = struct.pack('>I', page * 21 + record) + bytes(15)
            records += struct.pack('<I', lookup3(body)[0] | 1 << 31) + body + b'\0'
        pages += records.ljust(512, b'\0')
    for bucket in range(16):
        storage.write_index(bucket, own[bucket])
        with open(folder / f'storage/Data/data/{bucket:02x}00000001.idx', 'ab') as out:
            out.write(bytes(-out.tell() % 512) + pages)
    return cat(folder)


@case('CASC_KEY_FILE_BYTES_MAX', 16 << 20, r'keys.txt: 16777217 bytes: more than 16777216', statuses=(0, 2))
def keys_of_a_storage(folder, count):
    one_file(folder).finish()
    with open(folder / 'keys.txt', 'w', encoding='ascii') as out:
        for i in range((count - 100) // 50):
            out.write(f'{i * 0x9E3779B97F4A7C15 % (1 << 64):016X} {i:032X}\n')
        out.write('\n' * (count - out.tell()))
    return cat(folder, '--casc-keys', folder / 'keys.txt')


@case('CASC_TEXT_BYTES_MAX', 1 << 20, r'config/.*: 1048577 bytes: more than 1048576', statuses=(0, 2))
def config_of_a_storage(folder, count):
    length = len(f'root = {"0" * 32}\nencoding = {"0" * 32} {"0" * 32}\n')
    one_file(folder).finish(more_config=b'a = b\n' * ((count - length) // 6) + b'#' * ((count - length) % 6))
    return cat(folder)


@case('ARCHIVES_MAX', 1024, r'Data/data: archives have numbers below 1024: 1001 with higher ones left out')
def archives_of_a_storage(folder, count):
    """The number of an archive may have more digits than an index file has room for."""
    one_file(folder).finish()
    for i in range(1, count + 1000 * (count > 1024)):
        (folder / f'storage/Data/data/data.{i:03}').write_bytes(b'')
    return cat(folder)


@case('BUILDS_MAX', 64, r'.build.info: 1 rows without a build key, or too many: left out')
def products_of_a_storage(folder, count):
    one_file(folder).finish(builds=count)
    return cat(folder)


@case('BUILD_COLUMNS_MAX', 60, r'.build.info: more than 64 columns; the rest left out')
def columns_of_a_build(folder, count):
    one_file(folder).finish(columns=count)
    return cat(folder)


def mpq_one(folder, packed, size):
    (folder / 'a.mpq').write_bytes(mpq_of(['a.txt'], packed, size))
    return ['cat', '-d', folder / 'a.mpq', 'a.txt', '--into', folder / 'into']


@case('MPQ_TWICE_BYTES_MAX', 64 << 20, r'a.txt: packed twice, in a sector of more than 64 MiB: not read', statuses=(0, 1))
def packed_twice(folder, count):
    """Zeros by their number, and these by zlib."""
    noise = 128 * 600
    text = b''.join(b'\xFF' + os.urandom(128) for _ in range(noise // 128))
    runs, rest = divmod(count - noise, 130)
    text += b'\x7F' * runs + (b'\x80\0' * rest)
    return mpq_one(folder, b'\x22' + zlib.compress(struct.pack('>I', count) + text, 9), count)


@case('MPQ_DICTIONARY_BYTES_MAX', 64 << 20, r'a.txt: packed by LZMA with a dictionary of more than 64 MiB: not read',
      statuses=(0, 1))
def dictionary_of_lzma(folder, count):
    """The end of the contents is `count` bytes behind the same in their begin."""
    text = os.urandom(80000)
    data = text + bytes(count - len(text)) + text
    codes = lzma.compress(data, format=lzma.FORMAT_ALONE,
                          filters=[{'id': lzma.FILTER_LZMA1, 'preset': 1, 'dict_size': 128 << 20}])
    return mpq_one(folder, b'\x12\0' + codes, len(data))


def extended_table(table, magic, key, data):
    """HET or BET: its head, and the rest compressed and encrypted."""
    packed = b'\x02' + zlib.compress(data, 1)
    packed += bytes(-len(packed) % 4)
    words = struct.unpack(f'<{len(packed) // 4}I', packed)
    return magic + struct.pack('<II', 1, len(data)) + mpq_encrypt(table, words, mpq_hash(table, key, 3))


@case('MPQ_HET_BYTES_MAX MPQ_BET_BYTES_MAX MPQ_TABLE_RATIO_MAX', 128 << 20, r'a.mpq: .*a table of more than 128 MiB',
      statuses=(1, 2))
def names_of_an_archive(folder, count):
    """As many files as there may be, each with a name."""
    table = crypt_table()
    files = 1 << 22
    indices = struct.pack(f'<{files}I', *range(files))
    tops = bytes([255]) * files
    het = struct.pack('<8I', 0, files, files, 64, 32, 0, 32, (32 << 20) - 32 - files) + tops + indices
    het += bytes((32 << 20) - len(het))
    hashes = bytearray(8 * files)
    hashes[0::8] = os.urandom(files)
    hashes[5::8] = os.urandom(files)
    hash_bytes = 8 * files
    head = struct.pack('<19I', 0, files, 0, 128, 0, 40, 72, 104, 0, 40, 32, 32, 8, 0, 64, 0, 56, hash_bytes, 1)
    bet = head + struct.pack('<I', 0x80000200) + bytes(16 * files) + hashes
    bet += bytes(count - len(bet))
    het = extended_table(table, b'HET\x1a', '(hash table)', het)
    bet = extended_table(table, b'BET\x1a', '(block table)', bet)
    archive = struct.pack('<4sIIHHIIIIQHHQQQ', b'MPQ\x1a', 68, 68 + len(het) + len(bet), 2, 3, 0, 0, 0, 0, 0, 0, 0,
                          68 + len(het) + len(bet), 68 + len(het), 68)
    (folder / 'a.mpq').write_bytes(archive + het + bet)
    return ['maps', '-d', folder / 'a.mpq']
