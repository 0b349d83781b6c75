import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { sampleImage } from '#shared/drawings/testing/sample-images.ts';
import { requestedFacts } from '../requested-facts.ts';
import { stillCaptions, stillFont, stillImage, stillTable } from './still-facts.ts';

/** The offset behind the header of a PNG: its signature and the chunk IHDR. */
const HEADER = 33;

/** Inserts the chunk cICP behind the header of a PNG. The facts do not depend on its checksum. */
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

test.each(['png', 'jpeg', 'gif'] as const)('calls a cut image damaged: %s', async (format) => {
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

test.each([stillImage, stillFont, stillTable, stillCaptions])('calls an empty file empty: %o', async (read) => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'empty');
  await writeFile(path, '');
  const { signal } = new AbortController();
  expect(await read(path, signal)).toMatchObject({ error: { reason: { code: 'media/empty' } } });
});
