import { describe, expect, it } from 'vitest';
import { createLevelMeter, peaksPerSecond } from './waveform-view.ts';

/** Returns raw stereo sound. Each pair of levels gives one pair of samples. */
function sound(levels: readonly (readonly [left: number, right: number])[]): Buffer {
  const bytes = Buffer.alloc(levels.length * 4);
  for (const [index, [left, right]] of levels.entries()) {
    bytes.writeInt16LE(left, index * 4);
    bytes.writeInt16LE(right, index * 4 + 2);
  }
  return bytes;
}

const meterOf = (bytes: Buffer, perSecond: number, pieceBytes: number) => {
  const meter = createLevelMeter(perSecond);
  for (let start = 0; start < bytes.length; start += pieceBytes) meter.push(bytes.subarray(start, start + pieceBytes));
  return meter.end();
};

describe('the level meter of a sound', () => {
  const silence = Array<[number, number]>(480).fill([0, 0]);
  const bytes = sound([...silence.with(479, [0, -32_768]), ...silence.with(0, [16_384, 0]), ...silence.slice(470)]);

  it.each([1, 3, 4, 1000, 100_000])('returns the peak of both channels in pieces of %i bytes', (pieceBytes) => {
    expect(meterOf(bytes, 100, pieceBytes).peaks).toEqual([255, 128, 0]);
  });

  it('counts sections from the start to avoid rounding errors', () => {
    // 48,000 / 7 is not a whole number, but each second must have seven peaks.
    const second = sound(Array<[number, number]>(48_000).fill([1000, 0]));
    expect(meterOf(Buffer.concat([second, second, second]), 7, 2 ** 16).peaks).toHaveLength(21);
  });

  it('returns the loudness of each section', () => {
    const steady = Array<[number, number]>(480).fill([16_384, -16_384]);
    const click = Array<[number, number]>(480).fill([0, 0]).with(100, [32_767, 32_767]);
    const oneSided = Array<[number, number]>(240).fill([32_767, 0]);
    expect(meterOf(sound([...steady, ...click, ...oneSided]), 100, 1000)).toEqual({
      peaks: [128, 255, 255],
      levels: [128, 12, 180],
    });
  });

  it('returns an empty list without samples', () => {
    expect(createLevelMeter(50).end()).toEqual({ peaks: [], levels: [] });
  });
});

it('long sounds have fewer peaks per second', () => {
  const audio = {
    streamIndex: 0,
    codec: 'aac',
    channels: 2,
    channelLayout: 'stereo',
    sampleRate: 48_000,
    startSeconds: 0,
    gaps: [],
    priming: 0,
    padding: 0,
    leadSeconds: 0,
  };
  expect(peaksPerSecond({ ...audio, endSeconds: 60 }, 200)).toBe(200);
  expect(peaksPerSecond({ ...audio, endSeconds: 60 })).toBe(50);
  expect(peaksPerSecond({ ...audio, endSeconds: 36_000 }, 200)).toBe(27);
});
