import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import type { Coming } from '#renderer/api/queries/use-uploads.ts';
import type { FilmArtist } from '#renderer/film/strips/film-artist.ts';
import type { FilmLibrary } from '#renderer/film/strips/film-library.ts';
import type { ScenePictures } from '#renderer/film/strips/scene-pictures.ts';
import { required } from '#shared/lib/assert.ts';
import type { TimelineState, TimelineStore } from './timeline-store.ts';

export interface TimelineContextValue {
  readonly view: TimelineStore;
  readonly library: FilmLibrary;
  readonly artist: FilmArtist;
  readonly pictures: ScenePictures;
  /** Of the project, by key of their names; null while they are not known. */
  readonly assets: ReadonlyMap<string, AssetEntry> | null;
  /** Names that uploads will have, by their keys. */
  readonly coming: ReadonlyMap<string, Coming>;
}

const TimelineContext = createContext<TimelineContextValue | null>(null);

export const TimelineProvider = TimelineContext.Provider;

export function useTimelineContext(): TimelineContextValue {
  return required(use(TimelineContext), 'There is no timeline around.');
}

export function useTimelineStore(): TimelineStore {
  return useTimelineContext().view;
}

/** What a selector takes of the timeline's own state. */
export function useTimelineView<Value>(selector: (state: TimelineState) => Value): Value {
  return useStore(useTimelineStore(), selector);
}
