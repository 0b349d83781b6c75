import { expect, test } from 'vitest';
import { audioDescription } from './mp4-tracks.ts';

test('the description names AAC-LC, stereo, the sample rate, and the bit rate', () => {
  const entry = Buffer.from(audioDescription(48_000, [300, 400], 2048));
  expect(entry.toString('latin1', 4, 8)).toBe('mp4a');
  // The average bit rate is 700 bytes in 2,048 samples. Object type 2, index 3, and two channels follow.
  const rate = Math.round((700 * 8 * 48_000) / 2048);
  expect(
    entry.includes(
      Buffer.from(
        [...new Uint8Array(4)]
          .with(1, rate >> 16)
          .with(2, (rate >> 8) & 255)
          .with(3, rate & 255),
      ),
    ),
  ).toBe(true);
  expect(entry.includes(Buffer.from([5, 5, 0x11, 0x90, 0x56, 0xe5, 0]))).toBe(true);
});

test('a sample rate without an AAC index is refused', () => {
  expect(() => audioDescription(47_999, [300], 1024)).toThrow(RangeError);
});
