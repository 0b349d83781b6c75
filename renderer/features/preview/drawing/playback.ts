import type { FrameRange } from '#renderer/film/play/play-span.ts';
import type { PlaybackPort } from '#renderer/film/play/playback-port.ts';
import type { EditingRecordStore } from '#renderer/state/editing-record-store.ts';
import type { EditorState } from '#renderer/state/editor-state.ts';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import { selectSceneIds } from '#renderer/state/selectors.ts';
import { unseenOf } from '#renderer/state/unseen-layers.ts';
import { type InOut, spanBetween } from '#shared/editing/in-out.ts';
import { sceneOfId, timelineOf } from '#shared/editing/timeline.ts';
import { seenMovie } from './seen-movie.ts';

/** The open template as the player follows it. */
export function playbackOf(editor: EditorStore, record: EditingRecordStore): PlaybackPort {
  const { getState, subscribe, actions } = editor;
  const unseen = unseenOf(editor);
  return {
    read: () => {
      const state = getState();
      const { movie, playhead, peek, loop, volume, muted, scrubbing, scrubSound, isHasty } = state;
      return {
        movie: movie && seenMovie(movie, unseen.getState()),
        playhead,
        peek: peek?.frame ?? null,
        loop,
        loopRange: loopRangeOf(state, record.getState().record),
        volume,
        muted,
        scrubbing,
        scrubSound,
        isChanging: isHasty,
      };
    },
    subscribe: (listener) => {
      const stops = [
        subscribe(listener),
        unseen.subscribe(listener),
        record.subscribe((now, before) => {
          if (now.record.in !== before.record.in || now.record.out !== before.record.out) listener();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    seek: actions.seek,
    report: actions.setPlayback,
    change: actions.setPlayback,
  };
}

/**
 * What looping goes round in: between the in and the out point, else from the first to the last of the selected scenes;
 * null for the whole film.
 */
export function loopRangeOf(state: EditorState, points: InOut): FrameRange | null {
  if (!state.loop) return null;
  const timeline = timelineOf(state.movie);
  const span = spanBetween(points, timeline.total);
  if (span !== null) return span;
  const places = selectSceneIds(state).flatMap((id) => sceneOfId(timeline, id) ?? []);
  if (places.length === 0) return null;
  const from = Math.min(...places.map(({ start }) => start));
  const to = Math.max(...places.map(({ end }) => end));
  return to > from ? { from, to } : null;
}
