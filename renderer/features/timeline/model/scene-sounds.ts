import type { SourceFacts } from '#renderer/playback/strips/filmstrip-library.ts';
import type { Layer, MediaSource, Scene, SoundLayer, VideoLayer } from '#shared/template/movie/movie.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';

/** A function that returns the library's facts about a source; null while unknown. */
type FactsOf = (source: MediaSource) => SourceFacts | 'missing' | null;

/** Returns the enabled videos with sound in a scene, including videos in groups, and its audible sounds. */
export function audibleParts({ layers, sounds }: Scene): readonly (VideoLayer | SoundLayer)[] {
  return [...layers.flatMap(audibleVideosOf), ...sounds.filter(isAudible)];
}

function audibleVideosOf(layer: Layer): readonly VideoLayer[] {
  if (!layer.enabled) return [];
  if (layer.kind === 'group') return layer.layers.flatMap(audibleVideosOf);
  return layer.kind === 'video' && layer.audio && layer.freeze === null ? [layer] : [];
}

function isAudible({ enabled, volume, soundAnimations = [] }: SoundLayer): boolean {
  return enabled && (volume > 0 || soundAnimations.length > 0);
}

/** Returns the sound whose name the scene shows; null if there is none. Sounds of the movie have their own rows. */
export function firstAudibleSound({ sounds }: Scene): SoundLayer | null {
  return sounds.find(isAudible) ?? null;
}

/** Returns whether every source is missing or has no sound. Sources whose facts are unknown count as audible. */
export function isSilent(parts: readonly { readonly source: MediaSource }[], factsOf: FactsOf): boolean {
  return parts.every(({ source }) => {
    const facts = factsOf(source);
    return facts !== null && (facts === 'missing' || !facts.hasSound);
  });
}

/** Returns the first sound of the movie that can be heard in a range of frames; null if there is none. */
export function soundDuring(
  sounds: readonly SoundLayer[],
  { start, end }: { readonly start: number; readonly end: number },
  rate: FrameRate,
  factsOf: FactsOf,
): SoundLayer | null {
  return (
    sounds.find((sound) => {
      if (!isAudible(sound) || sound.offset >= end) return false;
      const facts = factsOf(sound.source);
      if (facts === 'missing' || facts?.hasSound === false) return false;
      const played = sound.duration ?? Number.POSITIVE_INFINITY;
      return sound.offset + Math.min(played, lengthOf(sound, facts, rate)) > start;
    }) ?? null
  );
}

/**
 * Returns the frame, relative to the start of the sound, at which its source ends; infinite for a loop, and while the
 * length is unknown.
 */
function lengthOf({ loop, skip, speed }: SoundLayer, facts: SourceFacts | null, rate: FrameRate): number {
  if (loop || facts === null) return Number.POSITIVE_INFINITY;
  return ((facts.seconds * rate.numerator) / rate.denominator - skip) / speed;
}
