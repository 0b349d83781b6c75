import { describe, expect, test } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import { createFrameCheck } from './nal-units.ts';

const SLICE = 0x41;
const SLICE_OF_IDR = 0x65;
const INFORMATION = 0x06;

/** Returns a unit of this type. `bytes` does not include the length field. */
function unit(kind: number, bytes: number): Buffer {
  const all = Buffer.alloc(4 + bytes);
  all.writeUInt32BE(bytes);
  all[4] = kind;
  return all;
}

const first = Buffer.concat([unit(INFORMATION, 20), unit(SLICE_OF_IDR, 300), unit(SLICE_OF_IDR, 40)]);
const second = unit(SLICE, 5);
const third = Buffer.concat([unit(INFORMATION, 1), unit(SLICE, 1)]);
const frames = [first, second, third];

/** Returns the error in these frames if they arrive in pieces of this length. */
function faultOf(bytes: Buffer, sizes = frames.map(({ length }) => length), pieceBytes = bytes.length): string | null {
  const check = createFrameCheck(sizes);
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    const fault = check.take(bytes.subarray(start, start + pieceBytes));
    if (fault !== null) return inEnglish(fault);
  }
  return null;
}

test.each([1, 2, 3, 5, 7, 64, 1000])('complete frames are valid in pieces of %i bytes', (pieceBytes) => {
  expect(faultOf(Buffer.concat(frames), undefined, pieceBytes)).toBeNull();
});

describe('an invalid frame', () => {
  const whole = Buffer.concat(frames);
  const changed = (at: number, value: number): Buffer => {
    const bytes = Buffer.from(whole);
    bytes[at] = value;
    return bytes;
  };
  test.each([
    [
      'with a unit beyond its end',
      changed(first.length + 3, 6),
      'Frame 2 of a scene has a unit that extends past its end.',
    ],
    ['that ends inside a unit', changed(first.length + 3, 4), 'Frame 2 of a scene ends in the middle of a unit.'],
    ['of zeros', Buffer.alloc(whole.length), 'Frame 1 of a scene has a unit that extends past its end.'],
    ['with an invalid unit header', changed(4, 0x86), 'Frame 1 of a scene has an invalid unit.'],
    ['without a slice', changed(first.length + 4, INFORMATION), 'Frame 2 of a scene has no picture.'],
    [
      'that depends on an earlier frame but is the first',
      changed(28, SLICE),
      'Frame 1 of a scene depends on a missing earlier frame.',
    ],
    ['after the last one', Buffer.concat([whole, second]), 'It has data after its last frame.'],
  ])('is reported: %s', (_, bytes, fault) => {
    expect([bytes.length, 3].map((pieceBytes) => faultOf(bytes, undefined, pieceBytes))).toEqual([fault, fault]);
  });

  test('is reported if it has no bytes', () => {
    expect(faultOf(whole, [first.length, 0, second.length, third.length])).toBe('Frame 2 of a scene has no picture.');
  });
});
