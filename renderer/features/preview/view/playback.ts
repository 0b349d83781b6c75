import type { Editor } from '#renderer/editor/editor.ts';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { soundGainOf } from '#renderer/editor/loudness-state.ts';
import { selectSceneIds } from '#renderer/editor/selectors.ts';
import type { HiddenLayers } from '#renderer/editor/view-state.ts';
import type { FrameRange } from '#renderer/playback/play/play-span.ts';
import type { PlaybackPort } from '#renderer/playback/play/playback-port.ts';
import { type InOut, spanBetween } from '#shared/editing/model/editing-record.ts';
import { clampFrame, sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { Layer, Movie } from '#shared/template/movie/movie.ts';
import { withNestedLayers } from '#shared/template/movie/used-sources.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import { originalId } from '#shared/template/variables/repeats.ts';

/** Adapts the open template to the interface of the player. */
export function playbackOf(editor: Editor): PlaybackPort {
  const { check, document, loudness, playback, record, view } = editor;
  return {
    read: () => {
      const { state } = document;
      const { movie, playhead, previewedFrame, loop, volume, muted, scrubbing, scrubSound, isInteractive } = state;
      return {
        movie: movie && visibleMovie(movie, view.state.hidden),
        playhead,
        previewedFrame: previewedFrame?.frame ?? pointedFrame(editor),
        loop,
        loopRange: loopRangeOf(state, record.current),
        volume,
        muted,
        gain: soundGainOf(loudness.state, state),
        scrubbing,
        scrubSound,
        isChanging: isInteractive,
      };
    },
    subscribe: (listener) => {
      const stops = [
        document.subscribe(listener),
        loudness.subscribe(listener),
        check.subscribe((now, before) => {
          if (now.pointedKey !== before.pointedKey) listener();
        }),
        view.subscribe((now, before) => {
          if (now.hidden !== before.hidden) listener();
        }),
        record.subscribe((now, before) => {
          if (now.record.in !== before.record.in || now.record.out !== before.record.out) listener();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    seek: playback.seek,
    report: playback.set,
    change: playback.set,
  };
}

/** Returns the first frame of the finding under the pointer; null for none, and during playback. */
function pointedFrame({ check, document }: Editor): Frames | null {
  const { listed, pointedKey } = check.state;
  if (pointedKey === null || document.state.playing) return null;
  const from = listed.find(({ key }) => key === pointedKey)?.finding.from;
  return from === undefined ? null : clampFrame(timelineOf(document.state.movie), from);
}

/**
 * Returns the range to loop: the in-out range, or else the range from the first to the last selected scene. Null for
 * the whole movie, and while looping is off.
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

const visibleMovies = new WeakMap<Movie, { readonly hidden: HiddenLayers; readonly movie: Movie }>();

/**
 * Returns the movie without the layers that are hidden in the preview. Memoized; scenes without hidden layers stay the
 * same objects.
 */
export function visibleMovie(movie: Movie, hidden: HiddenLayers): Movie {
  if (hidden.written === null && hidden.only === null) return movie;
  const cached = visibleMovies.get(movie);
  if (cached?.hidden === hidden) return cached.movie;
  const scenes = movie.scenes.map((scene) => {
    const layers = visibleLayers(scene.layers, hidden);
    return layers === scene.layers ? scene : { ...scene, layers };
  });
  const overlays = movie.overlays.map((overlay) => {
    const layers = visibleLayers(overlay.layers, hidden);
    return layers === overlay.layers ? overlay : { ...overlay, layers };
  });
  const visible = { ...movie, scenes, overlays };
  visibleMovies.set(movie, { hidden, movie: visible });
  return visible;
}

function visibleLayers(layers: readonly Layer[], { written, only }: HiddenLayers): readonly Layer[] {
  const inner = withNestedLayers(layers);
  const isAlone = only !== null && inner.some(({ id }) => only.has(originalId(id)));
  if (!isAlone && !inner.some(({ id }) => originalId(id) === written)) return layers;
  return layers.map((layer) => visibleLayer(layer, { written, only: isAlone ? only : null }));
}

/**
 * Returns a layer with hidden layers disabled. If some layers have solo, all others are disabled; a layer with solo
 * keeps all its content.
 */
function visibleLayer(layer: Layer, hidden: HiddenLayers): Layer {
  const { written, only } = hidden;
  const element = originalId(layer.id);
  if (element === written) return { ...layer, enabled: false };
  const isIncluded = only === null || only.has(element);
  if (layer.kind === 'group') {
    const inside = isIncluded ? { written, only: null } : hidden;
    const layers = layer.layers.map((each) => visibleLayer(each, inside));
    const isVisible = isIncluded || withNestedLayers(layer.layers).some(({ id }) => only.has(originalId(id)));
    return { ...layer, layers, enabled: layer.enabled && isVisible };
  }
  return isIncluded ? layer : { ...layer, enabled: false };
}
