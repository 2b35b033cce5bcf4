"""Writes storages (CASC) by the layout of their files: archives, index files, encoding table, root."""
import hashlib
import os
import struct
import zlib

EVERY_LOCALE = 0xFFFFFFFF


def lookup3(data, first=0, second=0):
    """Both halves of Bob Jenkins's hashlittle2."""
    def turn(value, bits):
        return (value << bits | value >> 32 - bits) & 0xFFFFFFFF
    a = b = c = (0xDEADBEEF + len(data) + first) & 0xFFFFFFFF
    c = (c + second) & 0xFFFFFFFF
    while data:
        part, data = data[:12].ljust(12, b'\0'), data[12:]
        x, y, z = struct.unpack('<3I', part)
        a, b, c = (a + x) & 0xFFFFFFFF, (b + y) & 0xFFFFFFFF, (c + z) & 0xFFFFFFFF
        if data:
            for bits in ((4, 6, 8), (16, 19, 4)):
                a = (a - c & 0xFFFFFFFF) ^ turn(c, bits[0])
                c = c + b & 0xFFFFFFFF
                b = (b - a & 0xFFFFFFFF) ^ turn(a, bits[1])
                a = a + c & 0xFFFFFFFF
                c = (c - b & 0xFFFFFFFF) ^ turn(b, bits[2])
                b = b + a & 0xFFFFFFFF
        else:
            c = (c ^ b) - turn(b, 14) & 0xFFFFFFFF
            a = (a ^ c) - turn(c, 11) & 0xFFFFFFFF
            b = (b ^ a) - turn(a, 25) & 0xFFFFFFFF
            c = (c ^ b) - turn(b, 16) & 0xFFFFFFFF
            a = (a ^ c) - turn(c, 4) & 0xFFFFFFFF
            b = (b ^ a) - turn(a, 14) & 0xFFFFFFFF
            c = (c ^ b) - turn(b, 24) & 0xFFFFFFFF
    return c, b


def name_hash(name):
    high, low = lookup3(name.upper().replace('/', '\\').encode())
    return high << 32 | low


def blte(chunks):
    """A file of chunks (packed with their letter, bytes of content); gives its bytes and its key."""
    head = struct.pack('>4sII', b'BLTE', 12 + 24 * len(chunks), 15 << 24 | len(chunks))
    head += b''.join(struct.pack('>II', len(packed), size) + hashlib.md5(packed).digest()
                     for packed, size in chunks)
    return head + b''.join(packed for packed, _ in chunks), hashlib.md5(head).digest()


def stored(data):
    return b'N' + data, len(data)


def deflated(data):
    return b'Z' + zlib.compress(data, 1), len(data)


class Storage:
    """Files that are added go into data.000 at once; `finish` writes all that leads to them."""

    def __init__(self, folder):
        self.folder = folder
        self.files = []  # content key, encoding keys, bytes of content
        self.root = b''  # blocks
        (folder / 'Data/data').mkdir(parents=True)
        self.archive = open(folder / 'Data/data/data.000', 'wb')
        self.index = {bucket: [] for bucket in range(16)}

    def put(self, packed, key):
        """Writes a packed file to the archive and its place to the index."""
        at = self.archive.tell()
        self.archive.write(bytes(30) + packed)
        self.place(key, 0, at, 30 + len(packed))

    def place(self, key, archive, at, size):
        mixed = 0
        for byte in key[:9]:
            mixed ^= byte
        self.index[mixed & 15 ^ mixed >> 4].append(
            key[:9] + (archive << 30 | at).to_bytes(5, 'big') + struct.pack('<I', size))

    def add(self, chunks, more_keys=0):
        """Gives the content key. Of its encoding keys, so many come before the one that is there."""
        packed, key = blte(chunks)
        content = hashlib.md5(b'content' + key).digest()
        self.put(packed, key)
        others = [hashlib.md5(key + bytes([i])).digest() for i in range(more_keys)]
        self.files.append((content, others + [key], sum(size for _, size in chunks)))
        return content

    def name(self, content, name, file_id):
        """Puts a file into the root (8.2)."""
        self.root += (struct.pack('<3Ii', 1, 0, EVERY_LOCALE, file_id) + content
                      + struct.pack('<Q', name_hash(name)))

    def encoding_table(self, page_kib):
        pages, first = [], []
        for content, keys, size in sorted(self.files):
            entry = bytes([len(keys)]) + size.to_bytes(5, 'big') + content + b''.join(keys)
            if not pages or len(pages[-1]) + len(entry) > page_kib * 1024:
                pages.append(b'')
                first.append(content)
            pages[-1] += entry
        pages = [page.ljust(page_kib * 1024, b'\0') for page in pages]
        head = struct.pack('>2s3BHHIIBI', b'EN', 1, 16, 16, page_kib, 4, len(pages), 0, 0, 0)
        return (head + b''.join(key + hashlib.md5(page).digest() for key, page in zip(first, pages))
                + b''.join(pages))

    def put_large_table(self, size):
        """An encoding table of so many bytes, of which the file stores few: in front of its page are as
        many of zeros as fit."""
        table = self.encoding_table(4)
        assert len(table) == 22 + 32 + 4096
        pages = ((1 << 31) - 22) // (32 + 4096)
        head = struct.pack('>4sIIII', b'BLTE', 36, 15 << 24 | 1, size + 1, size) + bytes(16)
        at = self.archive.tell()
        self.archive.write(bytes(30) + head + b'N' + table[:9] + struct.pack('>I', pages) + table[13:22])
        self.archive.seek((pages - 1) * 32, os.SEEK_CUR)
        self.archive.write(table[22:54])
        self.archive.seek((pages - 1) * 4096, os.SEEK_CUR)
        self.archive.write(table[54:])
        self.archive.truncate(at + 30 + len(head) + 1 + size)
        key = hashlib.md5(head).digest()
        self.place(key, 0, at, 30 + len(head) + 1 + size)
        return key

    def finish(self, root=None, page_kib=4, table_bytes=None, more_config=b'', columns=0, builds=1):
        """`root`: its chunks, in place of those of the files that were named."""
        root_key = self.add(root or [stored(b'TSFM' + bytes(8) + self.root)])
        if table_bytes:
            key = self.put_large_table(table_bytes)
        else:
            packed, key = blte([stored(self.encoding_table(page_kib))])
            self.put(packed, key)
        self.archive.close()
        for bucket, entries in self.index.items():
            self.write_index(bucket, b''.join(sorted(entries)))
        config = (f'root = {root_key.hex()}\nencoding = {"0" * 32} {key.hex()}\n').encode() + more_config
        name = hashlib.md5(config).hexdigest()
        path = self.folder / 'Data/config' / name[:2] / name[2:4]
        path.mkdir(parents=True)
        (path / name).write_bytes(config)
        cells = ''.join(f'|Column{i}!STRING:0' for i in range(columns))
        rows = ''.join(f'{name}|{int(i == 0)}|1.2.3|wow{i or ""}' + f'|{i}' * columns + '\n' for i in range(builds))
        (self.folder / '.build.info').write_text(
            'Build Key!HEX:16|Active!DEC:1|Version!STRING:0|Product!STRING:0' + cells + '\n' + rows)

    def write_index(self, bucket, entries, total=None):
        """Of `total` bytes, the rest empty pages."""
        head = struct.pack('<H6BQ', 7, bucket, 0, 4, 5, 9, 30, 1 << 40)
        first = second = 0
        for at in range(0, len(entries) if len(entries) < 1 << 16 else 0, 18):
            first, second = lookup3(entries[at:at + 18], first, second)
        data = (struct.pack('<II', 16, lookup3(head)[0]) + head + bytes(8)
                + struct.pack('<II', len(entries), first) + entries)
        with open(self.folder / f'Data/data/{bucket:02x}00000001.idx', 'wb') as out:
            out.write(data)
            out.truncate(max(total or 0, len(data)))
