import { describe, expect, test } from 'vitest';
import { bodyAt, box, boxesIn, readBoxHead, rowsIn, tableBox, u32, u64 } from './iso-boxes.ts';

const bytes = (...pieces: readonly Uint8Array[]): Buffer => Buffer.concat(pieces);

describe('written boxes', () => {
  test('can be read again as siblings and children', () => {
    const file = bytes(box('free'), box('moov', box('trak', 'one'), box('trak', 'two')));
    expect(boxesIn(file)?.map(({ type }) => type)).toEqual(['free', 'moov']);
    expect(bodyAt(file, 'moov', 'trak')?.toString()).toBe('one');
    expect(bodyAt(file, 'moov', 'mdia')).toBeNull();
  });

  test('have tables whose rows can be read', () => {
    const table = bodyAt(bytes(tableBox('stts', [3, 512, 1, 100], 2)), 'stts');
    expect(table && rowsIn(table, 2)).toEqual([
      [3, 512],
      [1, 100],
    ]);
  });
});

describe('bytes that are not boxes', () => {
  test.each([
    ['too few for a head', bytes(u32(8))],
    ['a size that is less than its own head', bytes(u32(7), Buffer.from('free'))],
    ['a size that reaches beyond the end', bytes(u32(9), Buffer.from('free'))],
    ['a long size that is cut off', bytes(u32(1), Buffer.from('free'), u32(0))],
    ['a long size that is less than its own head', bytes(u32(1), Buffer.from('free'), u64(15))],
    ['a long size beyond all files', bytes(u32(1), Buffer.from('free'), Buffer.alloc(8, 0xff))],
  ])('are refused: %s (%s)', (_, each) => {
    expect(boxesIn(each)).toBeNull();
  });

  test('are refused in a table with fewer rows than it states', () => {
    expect(rowsIn(Buffer.concat([u32(0), u32(1_000_000), u32(1)]))).toBeNull();
    expect(rowsIn(u32(0) as Buffer)).toBeNull();
  });
});

test('a box without an end or with a 64-bit size is read', () => {
  expect(readBoxHead(bytes(u32(0), Buffer.from('mdat')))).toEqual({ type: 'mdat', headBytes: 8, bytes: 0 });
  expect(readBoxHead(bytes(u32(1), Buffer.from('mdat'), u64(5_000_000_000)))).toEqual({
    type: 'mdat',
    headBytes: 16,
    bytes: 5_000_000_000,
  });
  expect(boxesIn(bytes(u32(0), Buffer.from('mdat'), Buffer.from('rest')))?.[0]?.body.toString()).toBe('rest');
});
