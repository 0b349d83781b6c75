import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { sampleImage } from '#shared/drawings/testing/sample-images.ts';
import { requestedFacts } from '../requested-facts.ts';
import { stillCaptions, stillFont, stillImage, stillTable } from './still-facts.ts';

/** The offset after the header of a PNG, which consists of the signature and the chunk IHDR. */
const HEADER = 33;

/** Inserts the chunk cICP after the header of a PNG. The facts do not depend on its checksum. */
function withCodePoints(transfer: number): Uint8Array {
  const file = sampleImage('png');
  const chunk = [0, 0, 0, 4, ...Buffer.from('cICP'), 9, transfer, 0, 1, 0, 0, 0, 0];
  return Uint8Array.of(...file.subarray(0, HEADER), ...chunk, ...file.subarray(HEADER));
}

test.each([
  [16, { ok: false, error: { code: 'source/kind', reason: { values: { format: 'PNG', transfer: 'PQ' } } } }],
  [18, { ok: false, error: { code: 'source/kind', reason: { values: { format: 'PNG', transfer: 'HLG' } } } }],
  [13, { ok: true, value: { image: { format: 'png' } } }],
])('a PNG is accepted only without HDR: transfer %i', async (transfer, expected) => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'image.png');
  await writeFile(path, withCodePoints(transfer));
  expect(await stillImage(path, new AbortController().signal)).toMatchObject(expected);
});

test.each(['png', 'jpeg', 'gif'] as const)('a cut image is reported as damaged: %s', async (format) => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'image');
  for (const bytes of format === 'gif' ? [6, 9] : [8, 12]) {
    await writeFile(path, sampleImage(format).subarray(0, bytes));
    const { signal } = new AbortController();
    const requested = await requestedFacts({ path, sha256: '' }, 'image', await testTools(), {
      cacheFolder: null,
      signal,
    });
    expect(requested).toMatchObject({ error: { reason: { code: 'media/image-damaged' } } });
  }
});

test.each([stillImage, stillFont, stillTable, stillCaptions])(
  'an empty file is reported as empty: %o',
  async (read) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'empty');
    await writeFile(path, '');
    const { signal } = new AbortController();
    expect(await read(path, signal)).toMatchObject({ error: { reason: { code: 'media/empty' } } });
  },
);

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg" width="0" height="10"/>', stillImage, 'media/svg-size', {}],
  ['<!doctype html><html></html>', stillImage, 'media/other-file', { is: 'page', of: 'image' }],
  ['%PDF-1.7', stillImage, 'media/other-file', { is: 'pdf', of: 'image' }],
  ['P6\n1 1\n255\n', stillImage, 'media/other-image', { format: 'PNM' }],
  ['\xff\xd8\xff\xf7\0\x11', stillImage, 'media/other-image', { format: 'JPEG-LS' }],
  // Targa without a footer: colors, run-length gray, and a color map.
  [`\0\0\x02${'\0'.repeat(9)}\x02\0\x01\0\x18\x20abcabc`, stillImage, 'media/other-image', { format: 'Targa (TGA)' }],
  [`\0\0\x0b${'\0'.repeat(9)}\x02\0\x01\0\x08\0\x81a`, stillImage, 'media/other-image', { format: 'Targa (TGA)' }],
  [
    '\0\x01\x01\0\0\x01\0\x18\0\0\0\0\x01\0\x01\0\x08\0rgb\0',
    stillImage,
    'media/other-image',
    { format: 'Targa (TGA)' },
  ],
  [
    '\0\0\x02\0\x01\0\x20\x20\0\0\0\0\x01\0\x01\0\x18\0abc',
    stillImage,
    'media/other-image',
    { format: 'Windows cursor (CUR)' },
  ],
  [`\0\0\x0b${'\0'.repeat(9)}\x02\0\0\0\x08\0\x81a`, stillImage, 'media/no-image', {}],
  ['gimp xcf file', stillImage, 'media/other-image', { format: 'GIMP (XCF)' }],
  ['<html><body>404', stillFont, 'media/other-file', { is: 'page', of: 'font' }],
  ['PK\x03\x04fonts', stillFont, 'media/other-file', { is: 'archive', of: 'font' }],
  ['wOFF\0\x01\0\0', stillFont, 'media/other-font', { format: 'WOFF' }],
  ['\0\x01\0\0\0\x0f', stillFont, 'media/font-damaged', {}],
  ['Dear all,', stillFont, 'media/no-font', {}],
] as const)('a fault names the kind of the file %j', async (text, read, code, values) => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'file');
  await writeFile(path, Buffer.from(text, 'latin1'));
  const facts = await read(path, new AbortController().signal);
  expect(facts).toMatchObject({ ok: false, error: { reason: { code, values } } });
});

test('a font that is cut in its tables is reported as damaged', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'cut.ttf');
  const head = Buffer.alloc(12 + 16);
  head.write('\0\x01\0\0', 0, 'latin1');
  head.writeUInt16BE(1, 4);
  head.write('glyf', 12, 'latin1');
  head.writeUInt32BE(1000, 12 + 12);
  await writeFile(path, head);
  expect(await stillFont(path)).toMatchObject({ ok: false, error: { reason: { code: 'media/font-damaged' } } });
});
