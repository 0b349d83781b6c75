import type { FilmLibrary } from '#renderer/film/strips/film-library.ts';
import type { SourceFrames } from '#shared/editing/timed-parts.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';

/** How many frames of a film of that rate a source lasts; null while it is not known. */
export function framesOfSource(library: FilmLibrary, source: MediaSource, rate: FrameRate | undefined): number | null {
  const facts = library.facts(source);
  if (facts === null || facts === 'missing' || rate === undefined) return null;
  return Math.floor((facts.seconds * rate.numerator) / rate.denominator + 1e-6);
}

/** The same of layers and sounds; null too for what has no source that runs. */
export function lengthFrom(library: FilmLibrary, rate: () => FrameRate | undefined): SourceFrames {
  return (part) =>
    part.kind === 'video' || part.kind === 'audio' ? framesOfSource(library, part.source, rate()) : null;
}
