import { useEditor } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { useReducedMotion } from '#renderer/ui/browser/reduced-motion.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { type PlacedPart, placedParts } from '#shared/editing/model/timeline.ts';
import { animationsOf } from '#shared/editing/plan/effects.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { presetSpan } from '#shared/timeline/presets.ts';

/** Functions that play a part of the movie to show the motion of a layer. */
export interface MotionPreviews {
  /** Plays the time in which a layer is visible. */
  readonly layer: (layer: NodeId) => void;
  /**
   * Plays the newest animation of a layer once. Afterward, the playhead moves to a frame where that animation does not
   * hide the layer.
   */
  readonly newest: (layer: NodeId) => void;
}

export function useMotionPreview(): MotionPreviews {
  const editor = useEditor();
  const isMotionReduced = useReducedMotion();
  const play = ({ first, last, rest }: MotionPlay, isMoving = true) => {
    const { playback, views } = editor;
    if (views.preview === null || !isMoving) {
      if (rest !== null) editor.playback.seek(rest);
      return;
    }
    playback.shuttle(0);
    editor.playback.seek(first);
    playback.shuttle(1);
    const stop = editor.document.subscribe(({ playing, playhead }) => {
      if (playing && playhead >= first && playhead < last) return;
      stop();
      if (playing) playback.shuttle(0);
      // Move the playhead to the rest frame only if playback reached its end. If the user stopped or sought, leave the
      // playhead in place.
      if (rest !== null && playhead >= last) editor.playback.seek(rest);
    });
  };
  return {
    layer: (layer) => {
      const part = partOf(editor.document.state, layer);
      if (part !== null) play({ ...framesOf(part), rest: null });
    },
    newest: (layer) => {
      const motion = newestMotion(editor.document.state, layer);
      if (motion !== null) play(motion, !isMotionReduced);
    },
  };
}

/** The range of frames to play, and the frame to which the playhead moves afterward; null for the last frame. */
export interface MotionPlay {
  readonly first: number;
  readonly last: number;
  readonly rest: number | null;
}

/**
 * Returns the range in which the newest animation of a layer plays. The rest frame is the current frame if the
 * animation does not hide the layer there; otherwise, it is a frame just outside the animation. Null for keyframes, and
 * for a layer that is never visible.
 */
export function newestMotion(
  state: Pick<EditorState, 'movie' | 'document' | 'playhead'>,
  layer: NodeId,
): MotionPlay | null {
  const part = partOf(state, layer);
  const element = indexOf(state.document).elements.get(layer)?.element;
  const newest = element === undefined ? undefined : animationsOf(element).at(-1);
  if (part === null || state.movie === null || newest === undefined || part.source.kind === 'audio') return null;
  const animation = part.source.animations.find(({ id }) => id === newest.id);
  if (animation?.kind !== 'preset') return null;
  const visible = framesOf(part);
  const length = visible.last - visible.first + 1;
  const { phase, begin, all } = presetSpan(animation, length, state.movie.frameRate);
  const limitToLayer = (frame: number) => Math.min(visible.last, Math.max(visible.first, frame));
  const first = limitToLayer(visible.first + begin);
  const last = limitToLayer(visible.first + begin + all);
  const { playhead } = state;
  const isVisibleAtPlayhead = playhead >= visible.first && playhead <= visible.last;
  const hidesNothing = phase === 'in' ? playhead >= last : phase === 'out' ? playhead < first : true;
  const restFrame = phase === 'out' ? limitToLayer(first - 1) : last;
  return { first, last, rest: isVisibleAtPlayhead && hidesNothing ? playhead : restFrame };
}

function framesOf(part: PlacedPart) {
  const first = Math.max(0, part.clock + part.offset);
  return { first, last: first + Math.max(0, part.length - 1) };
}

function partOf({ movie }: Pick<EditorState, 'movie'>, layer: NodeId): PlacedPart | null {
  return movie === null ? null : (placedParts(movie, new Set([layer]))[0] ?? null);
}
