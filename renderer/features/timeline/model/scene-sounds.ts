import type { SourceFacts } from '#renderer/playback/strips/filmstrip-library.ts';
import type { Layer, MediaSource, Scene, SoundLayer, VideoLayer } from '#shared/template/movie/movie.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';

/** A function that returns the library's facts about a source; null while unknown. */
type Known = (source: MediaSource) => SourceFacts | 'missing' | null;

/** Returns the audible parts of a scene: its videos, including videos in groups, and its sounds. */
export function audibleParts({ layers, sounds }: Scene): readonly (VideoLayer | SoundLayer)[] {
  return [...layers.flatMap(heardOf), ...sounds.filter(isLoud)];
}

function heardOf(layer: Layer): readonly VideoLayer[] {
  if (!layer.enabled) return [];
  if (layer.kind === 'group') return layer.layers.flatMap(heardOf);
  return layer.kind === 'video' && layer.audio && layer.freeze === null ? [layer] : [];
}

function isLoud({ enabled, volume, soundAnimations = [] }: SoundLayer): boolean {
  return enabled && (volume > 0 || soundAnimations.length > 0);
}

/** Returns the sound whose name the scene shows; null if there is none. Sounds of the movie have rows of their own. */
export function ownSound({ sounds }: Scene): SoundLayer | null {
  return sounds.find(isLoud) ?? null;
}

/** Returns whether all sources have no sound. A source whose facts are unknown counts as having sound. */
export function isSilent(heard: readonly { readonly source: MediaSource }[], known: Known): boolean {
  return heard.every(({ source }) => {
    const facts = known(source);
    return facts !== null && (facts === 'missing' || !facts.hasSound);
  });
}

/** Returns the first sound of the movie that can be heard in a range of frames; null if there is none. */
export function soundUnder(
  sounds: readonly SoundLayer[],
  { start, end }: { readonly start: number; readonly end: number },
  rate: FrameRate,
  known: Known,
): SoundLayer | null {
  return (
    sounds.find((sound) => {
      if (!isLoud(sound) || sound.offset >= end) return false;
      const facts = known(sound.source);
      if (facts === 'missing' || facts?.hasSound === false) return false;
      const played = sound.duration ?? Number.POSITIVE_INFINITY;
      return sound.offset + Math.min(played, lengthOf(sound, facts, rate)) > start;
    }) ?? null
  );
}

/** Returns the frame of the sound at which its source ends; infinite for a loop, or while unknown. */
function lengthOf({ loop, skip, speed }: SoundLayer, facts: SourceFacts | null, rate: FrameRate): number {
  if (loop || facts === null) return Number.POSITIVE_INFINITY;
  return ((facts.seconds * rate.numerator) / rate.denominator - skip) / speed;
}
