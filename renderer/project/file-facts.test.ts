import { expect, test, vi } from 'vitest';
import { codePoints, photoSample, property, withProperties } from '#shared/drawings/testing/photo-samples.ts';
import { factsOfFile, otherImageReason } from './file-facts.ts';

const file = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name);

test('a HEIC or AVIF photo is accepted with any file name', async () => {
  for (const name of ['IMG_1.HEIC', 'beach.avif', 'renamed.jpg'])
    expect(await otherImageReason(file(photoSample('heic'), name))).toBeNull();
});

test('the size of a photo is its size after rotation', async () => {
  const turned = withProperties(photoSample('heic'), property('irot', 1));
  expect(await factsOfFile(file(turned, 'IMG_1.HEIC'), 'image')).toMatchObject({ size: { width: 64, height: 96 } });
});

test('a page that is busy for seconds still gets the facts', async () => {
  const photo = photoSample('heic');
  const [begun, bytes] = [Promise.withResolvers<void>(), Promise.withResolvers<ArrayBuffer>()];
  const arrayBuffer = () => {
    begun.resolve();
    return bytes.promise;
  };
  const slow = Object.assign(file(photo, 'IMG_1.HEIC'), { slice: () => ({ arrayBuffer }) as never });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const facts = factsOfFile(slow, 'image');
    await begun.promise;
    // One task takes all of this time.
    vi.advanceTimersByTime(10_000);
    bytes.resolve(new Uint8Array(photo).buffer);
    expect(await facts).toMatchObject({ size: { width: 96, height: 64 } });
  } finally {
    vi.useRealTimers();
  }
});

test('a HEIC or AVIF sequence and an HDR photo are refused', async () => {
  const sequence = Buffer.from(photoSample('heic'));
  sequence.write('hevc', 8, 'latin1');
  const hdr = withProperties(photoSample('alphaHeic'), codePoints(9, 18));
  expect(await otherImageReason(file(sequence, 'burst.heic'))).toContain('a HEIC sequence of several images');
  expect(await otherImageReason(file(hdr, 'sky.heic'))).toContain('a HEIC image in HDR (HLG)');
});
