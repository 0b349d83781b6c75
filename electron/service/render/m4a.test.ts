import { describe, expect, test } from 'vitest';
import { M4A_HEAD_BYTES, type M4aSound, m4aHead, m4aTail } from './m4a.ts';

const sound: M4aSound = { sampleRate: 48_000, sizes: [300, 301, 302], packetSamples: 1024, samples: 2500, early: 1024 };

/** The payload of the box at that path. */
function boxIn(bytes: Uint8Array, ...path: readonly string[]): Buffer {
  const [type, ...inner] = path;
  const view = Buffer.from(bytes);
  for (let start = 0; start < view.length; start += view.readUInt32BE(start))
    if (view.toString('latin1', start + 4, start + 8) === type) {
      const body = view.subarray(start + 8, start + view.readUInt32BE(start));
      return inner.length === 0 ? body : boxIn(body, ...inner);
    }
  throw new Error(`There is no ${type}.`);
}
const table = (type: string, each = sound): Buffer =>
  boxIn(m4aTail(each), 'moov', 'trak', 'mdia', 'minf', 'stbl', type);

describe('an MP4 file of sound', () => {
  test('says before the packets how many bytes they have', () => {
    const head = Buffer.from(m4aHead(5_000_000_000));
    expect(head.length).toBe(M4A_HEAD_BYTES);
    expect(head.readBigUInt64BE(M4A_HEAD_BYTES - 8)).toBe(5_000_000_016n);
  });

  test('says how long each packet is in bytes and samples', () => {
    expect([...table('stsz').subarray(8)]).toEqual([0, 0, 0, 3, 0, 0, 1, 44, 0, 0, 1, 45, 0, 0, 1, 46]);
    expect([...table('stts').subarray(4)]).toEqual([0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 4, 0, 0, 0, 0, 1, 0, 0, 1, 196]);
  });

  test('begins to be heard where its priming ends', () => {
    const list = boxIn(m4aTail(sound), 'moov', 'trak', 'edts', 'elst');
    expect([list.readBigUInt64BE(8), list.readBigUInt64BE(16)]).toEqual([1476n, 1024n]);
  });

  test('may have a single packet', () => {
    expect([...table('stts', { ...sound, sizes: [9], samples: 200, early: 0 }).subarray(4)]).toEqual([
      0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 200,
    ]);
  });

  test('of a rate that AAC does not have is refused', () => {
    expect(() => m4aTail({ ...sound, sampleRate: 47_999 })).toThrow(RangeError);
  });
});
