import type { SourceFacts } from '#renderer/playback/strips/filmstrip-library.ts';
import type { Layer, MediaSource, Scene, SoundLayer, VideoLayer } from '#shared/template/movie/movie.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';

/** What is known of a source's sound, as the library says it. */
type Known = (source: MediaSource) => SourceFacts | 'missing' | null;

/** Everything of a scene that is to be heard: its videos, those in groups, and its sounds. */
export function heardIn({ layers, sounds }: Scene): readonly (VideoLayer | SoundLayer)[] {
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

/** The sound that the strip of a scene names; null for a scene without one. Music of the film has a row of its own. */
export function ownSound({ sounds }: Scene): SoundLayer | null {
  return sounds.find(isLoud) ?? null;
}

/** Whether nothing of a list can be heard; what is not known yet counts as heard. */
export function isSilent(heard: readonly { readonly source: MediaSource }[], known: Known): boolean {
  return heard.every(({ source }) => {
    const facts = known(source);
    return facts !== null && (facts === 'missing' || !facts.hasSound);
  });
}

/** The first sound of the movie that is heard in some frames of the film; null where none is. */
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

/** Frames of the film after which its source has ended. */
function lengthOf({ loop, skip, speed }: SoundLayer, facts: SourceFacts | null, rate: FrameRate): number {
  if (loop || facts === null) return Number.POSITIVE_INFINITY;
  return ((facts.seconds * rate.numerator) / rate.denominator - skip) / speed;
}
