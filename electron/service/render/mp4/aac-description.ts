import { box, fullBox, u16, u32, zeros } from '../../sources/containers/iso-boxes.ts';

/**
 * What a decoder of AAC-LC in stereo has to be told (ISO/IEC 14496-14, 5.6).
 * @param sizes Bytes of each packet.
 * @param samples Of all packets.
 */
export function audioDescription(sampleRate: number, sizes: readonly number[], samples: number): Uint8Array {
  const bits = 8 * sizes.reduce((sum, size) => sum + size, 0);
  const rate = u32(Math.round((bits * sampleRate) / samples));
  const configuration = descriptor(
    4,
    // AAC, an audio stream; the decoder's buffer is not said.
    Uint8Array.of(0x40, 0x15, 0, 0, 0),
    rate,
    rate,
    descriptor(5, audioSpecificConfig(sampleRate)),
  );
  const stream = descriptor(3, u16(1), zeros(1), configuration, descriptor(6, Uint8Array.of(2)));
  const entry = [zeros(6), u16(1), zeros(8), u16(2), u16(16), zeros(4), u16(sampleRate), u16(0)];
  return box('mp4a', ...entry, fullBox('esds', stream));
}

/** AAC-LC of two channels (14496-3, 1.6.2.1), and that nothing extends it. */
function audioSpecificConfig(sampleRate: number): Uint8Array {
  const frequency = FREQUENCIES.indexOf(sampleRate);
  if (frequency === -1) throw new RangeError(`AAC has no index for ${sampleRate} Hz.`);
  return Uint8Array.of((2 << 3) | (frequency >> 1), ((frequency & 1) << 7) | (2 << 3), 0x56, 0xe5, 0);
}

/** By their index (14496-3, table 1.18). */
const FREQUENCIES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000];

/** None of ours is longer than a length of one byte can say. */
function descriptor(tag: number, ...pieces: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(pieces);
  return Buffer.concat([Uint8Array.of(tag, body.length), body]);
}
