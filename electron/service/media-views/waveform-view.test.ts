import { describe, expect, it } from 'vitest';
import { createPeakMeter, peaksPerSecond } from './waveform-view.ts';

/** Raw stereo sound: one pair of samples for each pair of levels. */
function sound(levels: readonly (readonly [left: number, right: number])[]): Buffer {
  const bytes = Buffer.alloc(levels.length * 4);
  for (const [index, [left, right]] of levels.entries()) {
    bytes.writeInt16LE(left, index * 4);
    bytes.writeInt16LE(right, index * 4 + 2);
  }
  return bytes;
}

const meterOf = (bytes: Buffer, perSecond: number, pieceBytes: number) => {
  const meter = createPeakMeter(perSecond);
  for (let start = 0; start < bytes.length; start += pieceBytes) meter.push(bytes.subarray(start, start + pieceBytes));
  return meter.end();
};

describe('the peak meter', () => {
  const silence = Array<[number, number]>(480).fill([0, 0]);
  const bytes = sound([...silence.with(479, [0, -32_768]), ...silence.with(0, [16_384, 0]), ...silence.slice(470)]);

  it.each([1, 3, 4, 1000, 100_000])('gives the loudest of both channels, in pieces of %i bytes', (pieceBytes) => {
    expect(meterOf(bytes, 100, pieceBytes)).toEqual([255, 128, 0]);
  });

  it('counts from the start, so that no rounding adds up', () => {
    // 48,000 / 7 is no whole number; a second still has seven peaks.
    const second = sound(Array<[number, number]>(48_000).fill([1000, 0]));
    expect(meterOf(Buffer.concat([second, second, second]), 7, 2 ** 16)).toHaveLength(21);
  });

  it('has nothing to say of nothing', () => {
    expect(createPeakMeter(50).end()).toEqual([]);
  });
});

it('gives fewer peaks a second where there would be too many', () => {
  const audio = { streamIndex: 0, codec: 'aac', channels: 2, sampleRate: 48_000, startSeconds: 0 };
  expect(peaksPerSecond({ ...audio, endSeconds: 60 }, 200)).toBe(200);
  expect(peaksPerSecond({ ...audio, endSeconds: 60 })).toBe(50);
  expect(peaksPerSecond({ ...audio, endSeconds: 36_000 }, 200)).toBe(27);
});
