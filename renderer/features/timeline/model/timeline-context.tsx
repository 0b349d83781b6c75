import { createContext, use, useMemo, useRef, useSyncExternalStore } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import type { UploadState } from '#renderer/api/queries/use-uploads.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectLocked } from '#renderer/editor/locked-layers.ts';
import type { TimelineViewState } from '#renderer/editor/timeline-view.ts';
import type { FilmstripLibrary } from '#renderer/playback/strips/filmstrip-library.ts';
import type { FilmstripPainter } from '#renderer/playback/strips/filmstrip-painter.ts';
import type { ScenePictures } from '#renderer/playback/strips/scene-pictures.ts';
import type { IdleQueue } from '#renderer/ui/browser/idle-queue.ts';
import { required } from '#shared/lib/assert.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { GestureState, GestureStore } from './gesture-state.ts';
import type { PixelSpan } from './scene-geometry.ts';

export interface TimelineContextValue {
  readonly gesture: GestureStore;
  readonly library: FilmstripLibrary;
  readonly painter: FilmstripPainter;
  readonly pictures: ScenePictures;
  /** The queue for painting clips. It rests during a zoom. */
  readonly paints: IdleQueue;
  /** The assets of the project by the key of their names; null while they are loading. */
  readonly assets: ReadonlyMap<string, AssetEntry> | null;
  /** The upload states by the key of the asset's name. */
  readonly uploads: ReadonlyMap<string, UploadState>;
}

const TimelineContext = createContext<TimelineContextValue | null>(null);

export const TimelineProvider = TimelineContext.Provider;

export function useTimelineContext(): TimelineContextValue {
  return required(use(TimelineContext), 'There is no timeline around.');
}

/** Returns a value of the timeline's view. The component renders again when the value changes. */
export function useTimelineView<Value>(select: (view: TimelineViewState) => Value): Value {
  const { timeline } = useEditor();
  return useSyncExternalStore(timeline.subscribe, () => select(timeline.state));
}

/** Returns a value of the active gesture. The component renders again when the value changes. */
export function useGestureState<Value>(select: (gesture: GestureState) => Value): Value {
  const { gesture } = useTimelineContext();
  return useSyncExternalStore(gesture.subscribe, () => select(gesture.state));
}

/** Returns a counter that increases with each result of the library. The component renders again at each increase. */
export function useLibraryRevision(): number {
  const { library } = useTimelineContext();
  return useSyncExternalStore(library.subscribe, library.revision);
}

/**
 * Returns a value that is read from the library. The component renders again only if the value changes. A movie with a
 * thousand scenes can have a thousand sources, and each loaded result would otherwise render all visible clips. `same`
 * compares two values.
 */
export function useOfLibrary<Value>(
  read: (library: FilmstripLibrary) => Value,
  same: (before: Value, now: Value) => boolean = Object.is,
): Value {
  const { library } = useTimelineContext();
  const last = useRef<{ readonly value: Value } | null>(null);
  return useSyncExternalStore(library.subscribe, () => {
    const now = read(library);
    if (last.current === null || !same(last.current.value, now)) last.current = { value: now };
    return last.current.value;
  });
}

/** Returns whether two lists contain identical items in the same order. */
export function sameItems(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((item, index) => Object.is(item, now[index]));
}

/**
 * The scroll step in pixels at which the drawn part changes. The drawn part extends at least half a step beyond each
 * edge of the view.
 */
const CHUNK = 256;

/**
 * Returns the part of the timeline to draw. It changes only when the scroll position crosses a multiple of `CHUNK`.
 * Positions are drawn relative to `base`.
 */
export function useVisibleSpan(): PixelSpan & { readonly base: number; readonly pixelsPerFrame: number } {
  const pixelsPerFrame = useTimelineView((view) => view.pixelsPerFrame);
  const base = useTimelineView((view) => Math.floor(view.scroll / CHUNK) * CHUNK);
  const width = useTimelineView((view) => view.width);
  return useMemo(
    () => ({ base, from: Math.max(0, base - CHUNK / 2), to: base + width + CHUNK * 1.5, pixelsPerFrame }),
    [base, width, pixelsPerFrame],
  );
}

/** Returns whether an element is locked against gestures. */
export function useIsLocked(id: NodeId): boolean {
  const record = useEditorValue(({ record }) => record.current);
  return useEditorValue(({ document }) => selectLocked(document.state, record).has(id));
}
