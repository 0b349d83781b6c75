import type { StereoWeights } from '#shared/film/sound/stereo-mix.ts';

/** Left and right, of equal length. */
export type Stereo = readonly [left: Float32Array<ArrayBuffer>, right: Float32Array<ArrayBuffer>];

/** Mixes any number of channels down to two. */
export function toStereo(channels: readonly Float32Array[], weights: StereoWeights): Stereo {
  const length = channels[0]?.length ?? 0;
  const stereo: Stereo = [new Float32Array(length), new Float32Array(length)];
  for (const [side, mixed] of stereo.entries())
    for (const [index, weight] of weights.entries()) {
      const factor = weight[side === 0 ? 0 : 1];
      const channel = channels[index];
      if (factor === 0 || channel === undefined) continue;
      for (let at = 0; at < length; at++) mixed[at] = (mixed[at] ?? 0) + factor * (channel[at] ?? 0);
    }
  return stereo;
}
