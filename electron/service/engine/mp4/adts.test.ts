import { expect, test } from 'vitest';
import { adtsPackets } from './adts.ts';

/** Returns a packet of this length with its header: 48 kHz, stereo. */
function packet(length: number, fill: number): Uint8Array {
  const header = [0xff, 0xf1, 0x4c, 0x80 | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f, 0xfc];
  return Uint8Array.from([...header, ...Array(length - header.length).fill(fill)]);
}

test('a stream is split into packets of any length', () => {
  const packets = [packet(7, 0), packet(350, 1), packet(8191, 2)];
  expect(adtsPackets(Buffer.concat(packets))?.map((adtsPacket) => [...adtsPacket])).toEqual(
    packets.map((each) => [...each]),
  );
});

test('an empty stream has no packets', () => {
  expect(adtsPackets(new Uint8Array(0))).toEqual([]);
});

test.each([
  ['truncated packet', packet(350, 1).subarray(0, -1)],
  ['truncated header', Buffer.concat([packet(20, 1), packet(20, 1).subarray(0, 5)])],
  ['another format', Buffer.from('RIFF....WAVEfmt ')],
  ['packet shorter than its header', packet(7, 0).with(5, 0)],
])('adtsPackets returns null for bytes that are not a stream: %s', (_, bytes) => {
  expect(adtsPackets(bytes)).toBeNull();
});
