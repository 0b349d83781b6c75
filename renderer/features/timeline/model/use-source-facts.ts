import { useSyncExternalStore } from 'react';
import { nameKey } from '../../../../shared/names/asset-name.ts';
import type { MediaSource, Scene } from '../../../../shared/template/movie.ts';
import type { Coming } from '../../../api/queries/use-uploads.ts';
import type { FilmLibrary } from '../../../film/strips/film-library.ts';
import { useTimelineParts } from './timeline-context.tsx';

/** Draws anew when anything came that the library was asked for. */
export function useLibraryRevision(): number {
  const { library } = useTimelineParts();
  return useSyncExternalStore(library.subscribe, library.revision);
}

/** The first source of a scene that cannot be had; null while all can, as far as it is known. */
export function missingSource(library: FilmLibrary, { layers }: Scene): MediaSource | null {
  return layers.find(({ enabled, source }) => enabled && library.facts(source) === 'missing')?.source ?? null;
}

/** Whether the content of a source is on its way. */
export function comingSource(coming: ReadonlyMap<string, Coming>, source: MediaSource): Coming | null {
  return source.kind === 'asset' ? (coming.get(nameKey(source.name)) ?? null) : null;
}

/** Whether a scene names an asset that the project has not; nothing is asked for. */
export function namesAbsent(library: FilmLibrary, { layers }: Scene): boolean {
  return layers.some(({ enabled, source }) => enabled && library.isAbsent(source));
}
