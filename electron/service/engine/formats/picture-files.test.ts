import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { entriesOf } from '#service/bundles/testing/zip-entries.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { archiveDirectory, createPngSequence, readPngSequence } from './picture-files.ts';

const { signal } = new AbortController();

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** Returns a gray PNG of one row. */
function png(...row: readonly number[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(row.length, 0);
  header.writeUInt32BE(1, 4);
  header[8] = 8;
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, ...row]))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

async function written(path: string, bytes: Buffer, pieceBytes: number): Promise<Buffer> {
  await using sequence = await createPngSequence(path);
  for (let at = 0; at < bytes.length; at += pieceBytes) await sequence.take(bytes.subarray(at, at + pieceBytes));
  await sequence.finish();
  return await readFile(path);
}

const images = [png(1, 2, 3), png(4), png(...Array.from({ length: 300 }, (_, at) => at % 251))];

test('the pieces of the input do not change the archive', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'film.zip');
  const whole = await written(path, Buffer.concat(images), 1e6);
  const expected = images.map((image, index) => [`00000${index + 1}.png`, image]);
  expect([...(await entriesOf(whole))]).toEqual(expected);
  for (const bytes of [1, 2, 3, 7, 8, 9, 13, 64])
    expect(await written(path, Buffer.concat(images), bytes)).toEqual(whole);
  expect(await readPngSequence(path, signal)).toEqual({ count: 3, first: images[0], last: images[2] });
});

test.each([
  ['65,534 images', 65_534, 0],
  ['65,535 images', 65_535, 0],
  ['70,000 images', 70_000, 0],
  ['images behind 4 GiB', 3, 2 ** 32 - 2],
])('a directory is readable by another program: %s', async (_name, count, first) => {
  const listed = Array.from({ length: count }, (_, index) => ({
    ...{ name: `${String(index + 1).padStart(6, '0')}.png`, start: first + index, size: 9, crc: index },
  }));
  const start = first + 100_000;
  const directory = archiveDirectory(listed, start);
  const zip = await fromRandomAccessReaderPromise(new DirectoryReader(directory, start), start + directory.length);
  const read: unknown[] = [];
  for await (const { fileName, relativeOffsetOfLocalHeader, uncompressedSize, crc32: crc } of zip.eachEntry())
    read.push({ name: fileName, start: relativeOffsetOfLocalHeader, size: uncompressedSize, crc });
  expect(read).toEqual(listed);
});

/** Reads the directory of an archive. The bytes of its files are missing. */
class DirectoryReader extends RandomAccessReader {
  readonly #directory: Buffer;
  readonly #start: number;

  constructor(directory: Buffer, start: number) {
    super();
    this.#directory = directory;
    this.#start = start;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    target.fill(0, offset, offset + length);
    this.#directory.copy(target, offset + Math.max(0, this.#start - position), Math.max(0, position - this.#start));
    callback(null);
  }
}

test('other data and an incomplete image are refused', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'film.zip');
  const refused = expect.objectContaining({ code: 'render/wrong-output' });
  await expect(written(path, Buffer.from('not an image at all'), 4)).rejects.toEqual(refused);
  await expect(written(path, Buffer.concat(images).subarray(0, -3), 100)).rejects.toEqual(refused);
});

test('every damaged byte of an image is found', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'film.zip');
  const whole = await written(path, Buffer.concat(images), 100);
  const start = whole.indexOf(images[1] ?? '');
  for (let at = start; at < start + png(4).length; at++) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    await writeFile(path, damaged);
    expect(await readPngSequence(path, signal)).toBeNull();
  }
  for (const bytes of [0, 10, whole.length - 1]) {
    await writeFile(path, whole.subarray(0, bytes));
    expect(await readPngSequence(path, signal)).toBeNull();
  }
});
