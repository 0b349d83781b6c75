import type { Scene } from '../../template/movie/movie.ts';
import type { Loudness } from '../../template/movie/sound-layer.ts';
import { runsAsBefore } from '../scenes/plain-layer.ts';

/**
 * Whether a scene is heard as one mixture of its videos at their own loudness, from its first frame to its last. Such a scene's
 * sound is made by FFmpeg in one piece.
 */
export function isMixedPlainly({ layers, sounds }: Scene): boolean {
  return (
    !sounds.some(({ enabled }) => enabled) &&
    layers.every((layer) => layer.kind !== 'group') &&
    layers.every(
      (layer) =>
        layer.kind !== 'video' ||
        !layer.enabled ||
        !layer.audio ||
        (isPlainLoudness(layer) &&
          runsAsBefore(layer) &&
          layer.offset === 0 &&
          layer.duration === null &&
          layer.overlap === 0),
    )
  );
}

function isPlainLoudness({ volume, pan, fadeIn, fadeOut, soundAnimations = [] }: Loudness): boolean {
  const isSteady = soundAnimations.every(({ enabled }) => !enabled);
  return volume === 1 && pan === 0 && fadeIn === 0 && fadeOut === 0 && isSteady;
}
