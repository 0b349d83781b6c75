/** Left and right, of equal length. */
export type Stereo = readonly [left: Float32Array<ArrayBuffer>, right: Float32Array<ArrayBuffer>];

const HALF_POWER = Math.SQRT1_2;

/** What of each channel goes to the left and to the right. */
type Weights = readonly (readonly [left: number, right: number])[];

/**
 * By the number of channels in the order of ISO/IEC 23001-8: as FFmpeg mixes down, which is how the engine does it. A
 * single channel is heard at half its power on either side; the low-frequency channel is left out; the sum of a side's
 * weights is at most 1, so that nothing is clipped.
 */
const MIXES: Readonly<Record<number, Weights>> = {
  1: [[HALF_POWER, HALF_POWER]],
  2: [
    [1, 0],
    [0, 1],
  ],
  3: scaled([
    [1, 0],
    [0, 1],
    [0, 0],
  ]),
  4: scaled([
    [1, 0],
    [0, 1],
    [HALF_POWER, HALF_POWER],
    [HALF_POWER, HALF_POWER],
  ]),
  5: scaled([
    [1, 0],
    [0, 1],
    [HALF_POWER, HALF_POWER],
    [HALF_POWER, 0],
    [0, HALF_POWER],
  ]),
  6: scaled([
    [1, 0],
    [0, 1],
    [HALF_POWER, HALF_POWER],
    [0, 0],
    [HALF_POWER, 0],
    [0, HALF_POWER],
  ]),
  8: scaled([
    [1, 0],
    [0, 1],
    [HALF_POWER, HALF_POWER],
    [0, 0],
    [HALF_POWER, 0],
    [0, HALF_POWER],
    [HALF_POWER, 0],
    [0, HALF_POWER],
  ]),
};

function scaled(weights: Weights): Weights {
  const sum = (side: 0 | 1) => weights.reduce((total, each) => total + each[side], 0);
  const most = Math.max(1, sum(0), sum(1));
  return weights.map(([left, right]) => [left / most, right / most]);
}

/** Mixes any number of channels down to two. Of layouts that are not known the first two are heard. */
export function toStereo(channels: readonly Float32Array[]): Stereo {
  const length = channels[0]?.length ?? 0;
  const stereo: Stereo = [new Float32Array(length), new Float32Array(length)];
  const weights = MIXES[channels.length] ?? MIXES[2] ?? [];
  for (const [side, mixed] of stereo.entries())
    for (const [index, weight] of weights.entries()) {
      const factor = weight[side === 0 ? 0 : 1];
      const channel = channels[index];
      if (factor === 0 || channel === undefined) continue;
      for (let at = 0; at < length; at++) mixed[at] = (mixed[at] ?? 0) + factor * (channel[at] ?? 0);
    }
  return stereo;
}
