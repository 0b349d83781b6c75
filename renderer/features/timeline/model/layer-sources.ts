import type { UploadState } from '#renderer/api/queries/use-uploads.ts';
import type { FilmstripLibrary } from '#renderer/playback/strips/filmstrip-library.ts';
import type { MediaKind } from '#renderer/project/source-picker.tsx';
import type { SourceFrames } from '#shared/editing/model/timeline.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { Layer, MediaSource, Scene, SoundLayer } from '#shared/template/movie/movie.ts';
import { displayedSource } from '#shared/template/movie/used-sources.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';

/** Returns the first missing source of a scene; null if none is known to be missing. */
export function missingSource(library: FilmstripLibrary, { layers }: Scene): MediaSource | null {
  for (const layer of layers) {
    if (!layer.enabled) continue;
    const source = displayedSource(layer);
    // Request facts only for videos. For an image, the list of assets is enough.
    const isMissing = layer.kind === 'video' ? library.facts(layer.source) === 'missing' : isAbsent(library, source);
    if (isMissing) return source;
  }
  return null;
}

/** Returns whether the source of a layer or sound is known to be missing. False while unknown. */
export function isMissing(library: FilmstripLibrary, part: Layer | SoundLayer): boolean {
  if (!('source' in part) || part.source === null) return false;
  const hasFacts = part.kind === 'video' || part.kind === 'audio';
  return hasFacts ? library.facts(part.source) === 'missing' : isAbsent(library, part.source);
}

/** Returns the kinds of media that can replace the source of a layer or sound. */
export function replacementKinds(kind: (Layer | SoundLayer)['kind']): readonly MediaKind[] {
  switch (kind) {
    case 'image':
      return ['image'];
    case 'captions':
      return ['captions'];
    case 'audio':
      return ['audio', 'video'];
    default:
      return ['video'];
  }
}

/** Returns the upload state of a source; null if it is not being uploaded. */
export function uploadStateOf(uploads: ReadonlyMap<string, UploadState>, source: MediaSource): UploadState | null {
  return source.kind === 'asset' ? (uploads.get(nameKey(source.name)) ?? null) : null;
}

/** Returns whether an enabled layer of a scene uses an asset that the project does not contain. Sends no requests. */
export function usesAbsentAsset(library: FilmstripLibrary, { layers }: Scene): boolean {
  return layers.some((layer) => layer.enabled && isAbsent(library, displayedSource(layer)));
}

function isAbsent(library: FilmstripLibrary, source: MediaSource | null): boolean {
  return source !== null && library.isAbsent(source);
}

/** Returns the length of a source in frames at this frame rate; null while unknown. */
export function framesOfSource(
  library: FilmstripLibrary,
  source: MediaSource,
  rate: FrameRate | undefined,
): number | null {
  const facts = library.facts(source);
  if (facts === null || facts === 'missing' || rate === undefined) return null;
  return Math.floor((facts.seconds * rate.numerator) / rate.denominator + 1e-6);
}

/**
 * Returns a function that returns the length of a layer's or sound's source; null while unknown, or if the source has
 * no duration.
 */
export function lengthFrom(library: FilmstripLibrary, rate: () => FrameRate | undefined): SourceFrames {
  return (part) =>
    part.kind === 'video' || part.kind === 'audio' ? framesOfSource(library, part.source, rate()) : null;
}
