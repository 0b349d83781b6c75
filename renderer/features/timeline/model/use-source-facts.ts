import { useRef, useSyncExternalStore } from 'react';
import type { Coming } from '#renderer/api/queries/use-uploads.ts';
import type { ShownKind } from '#renderer/common/sources/source-list.tsx';
import type { FilmLibrary } from '#renderer/film/strips/film-library.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { shownSource } from '#shared/template/movie/layer-sources.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import type { Layer, Scene } from '#shared/template/movie/movie.ts';
import type { SoundLayer } from '#shared/template/movie/sound-layer.ts';
import { useTimelineContext } from './timeline-context.tsx';

/** Draws anew when anything came that the library was asked for. */
export function useLibraryRevision(): number {
  const { library } = useTimelineContext();
  return useSyncExternalStore(library.subscribe, library.revision);
}

/**
 * What is read of the library, as it is now. Draws anew only when that has changed, and not with all that comes: a film
 * of a thousand scenes has as many sources, and each would draw all clips in sight. `same` says whether two are equal.
 */
export function useOfLibrary<Value>(
  read: (library: FilmLibrary) => Value,
  same: (before: Value, now: Value) => boolean = Object.is,
): Value {
  const { library } = useTimelineContext();
  const kept = useRef<{ readonly value: Value } | null>(null);
  return useSyncExternalStore(library.subscribe, () => {
    const now = read(library);
    if (kept.current === null || !same(kept.current.value, now)) kept.current = { value: now };
    return kept.current.value;
  });
}

/** Whether two lists have the same things in them. */
export function sameItems(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((each, index) => Object.is(each, now[index]));
}

/** The first source of a scene that cannot be had; null while all can, as far as it is known. */
export function missingSource(library: FilmLibrary, { layers }: Scene): MediaSource | null {
  for (const layer of layers) {
    if (!layer.enabled) continue;
    const source = shownSource(layer);
    // Only what runs is asked for its facts; a picture is there or not.
    const isMissing = layer.kind === 'video' ? library.facts(layer.source) === 'missing' : isAbsent(library, source);
    if (isMissing) return source;
  }
  return null;
}

/** Whether the source of a layer or sound cannot be had, as far as it is known. */
export function isMissing(library: FilmLibrary, part: Layer | SoundLayer): boolean {
  if (!('source' in part)) return false;
  const runs = part.kind === 'video' || part.kind === 'audio';
  return runs ? library.facts(part.source) === 'missing' : isAbsent(library, part.source);
}

/** Which assets can stand in the place of the source of a layer or sound. */
export function offeredFor(kind: (Layer | SoundLayer)['kind']): readonly ShownKind[] {
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

/** Whether the content of a source is on its way. */
export function comingSource(coming: ReadonlyMap<string, Coming>, source: MediaSource): Coming | null {
  return source.kind === 'asset' ? (coming.get(nameKey(source.name)) ?? null) : null;
}

/** Whether a scene names an asset that the project has not; nothing is asked for. */
export function namesAbsent(library: FilmLibrary, { layers }: Scene): boolean {
  return layers.some((layer) => layer.enabled && isAbsent(library, shownSource(layer)));
}

function isAbsent(library: FilmLibrary, source: MediaSource | null): boolean {
  return source !== null && library.isAbsent(source);
}
