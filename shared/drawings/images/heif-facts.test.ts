import { expect, test } from 'vitest';
import { codePoints, photoSample, property, withProperties } from '../testing/photo-samples.ts';
import { hdrTransfer, heifFacts, heifFormat, isHeifSequence } from './heif-facts.ts';

const heic = photoSample('heic');

test.each([
  ['heic', 'HEIC'],
  ['avif', 'AVIF'],
] as const)('the facts of a photo contain its format and size: %s', (name, format) => {
  const file = photoSample(name);
  expect(heifFormat(file)).toBe(format);
  expect(heifFacts(file)).toMatchObject({ format: name, width: 96, height: 64, transforms: [] });
  expect(isHeifSequence(file)).toBe(false);
});

test('a quarter turn swaps the width and height of a photo', () => {
  const rotated = heifFacts(withProperties(heic, property('irot', 3)));
  expect(rotated).toMatchObject({ width: 64, height: 96, coded: { width: 96, height: 64 } });
  expect(rotated?.transforms).toEqual([{ of: 'turn', quarters: 3 }]);
});

test('a crop determines the size unless it exceeds the picture', () => {
  const word = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  const crop = (width: number, height: number, across: number) =>
    withProperties(heic, property('clap', ...[width, 1, height, 1, across, 1, 0, 1].flatMap(word)));
  expect(heifFacts(crop(40, 20, -8))).toMatchObject({
    width: 40,
    height: 20,
    transforms: [{ of: 'crop', left: 20, top: 22, width: 40, height: 20 }],
  });
  expect(heifFacts(crop(40, 20, 60))).toBeNull();
  expect(heifFacts(crop(0, 20, 0))).toBeNull();
});

test('code points determine HDR unless the photo has a profile', () => {
  const hdr = withProperties(heic, codePoints(9, 16));
  const facts = heifFacts(hdr);
  expect(facts?.colors).toEqual({ primaries: 9, transfer: 16 });
  expect(facts && hdrTransfer(facts)).toBe('PQ');
  const profiled = heifFacts(withProperties(hdr, property('colr', ...Buffer.from('prof'), 1, 2, 3)));
  expect(profiled?.profile).toEqual(Uint8Array.of(1, 2, 3));
  expect(profiled && hdrTransfer(profiled)).toBeNull();
});

test('the major brand identifies a sequence of pictures', () => {
  const sequence = Buffer.from(heic);
  sequence.write('hevc', 8, 'latin1');
  expect(isHeifSequence(sequence)).toBe(true);
});

test('a file that ends inside its header has no facts', () => {
  const header = heic.indexOf('mdat');
  for (let length = 0; length < header - 8; length++) expect(heifFacts(heic.subarray(0, length))).toBeNull();
});

test('files in other formats have no facts', () => {
  for (const head of ['\0\0\0\x18ftypisom\0\0\0\0mp42', '\x89PNG\r\n\x1a\n', '\0\0\0\x14ftypmif1\0\0\0\0mif1', ''])
    expect(heifFormat(Buffer.from(head, 'latin1'))).toBeNull();
});

test('the brand of a photo can be in an extended type box', () => {
  const box = (type: string, ...parts: readonly Buffer[]) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0));
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, ...parts]);
  };
  const rest = heic.subarray(Buffer.from(heic).readUInt32BE(0));
  const start = box('ftyp', Buffer.from('mif1\0\0\0\0mif1', 'latin1'));
  const extended = (...brands: readonly string[]) => {
    const combinations = brands.map((brand) => box('tyco', Buffer.from(brand, 'latin1')));
    return Buffer.concat([start, box('etyp', ...combinations), rest]);
  };
  expect(heifFacts(extended('mif1unif', 'mif1heic'))).toMatchObject({ format: 'heic', width: 96, height: 64 });
  expect(heifFormat(extended('mif1avif'))).toBe('AVIF');
  expect(heifFormat(extended('mif1'))).toBeNull();
  for (let length = 0; length < 60; length += 1) expect(heifFormat(extended('mif1').subarray(0, length))).toBeNull();
});
