import { selectSceneIds } from '#renderer/editor/selectors.ts';
import { type Gap, gapPosition } from '#renderer/project/drop-target.ts';
import { say } from '#renderer/strings/say.ts';
import {
  boxNodes,
  clickNode,
  MOVIE_SELECTION,
  sceneIds,
  selectMode,
  selectNodes,
} from '#shared/editing/model/selection.ts';
import { snapTargets } from '#shared/editing/model/snapping.ts';
import { type SceneOnTimeline, sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { videosIn } from '#shared/template/movie/used-sources.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { runsOut } from '#shared/timeline/time.ts';
import type { PlacedTransition } from '#shared/timeline/timeline.ts';
import { sceneTitle, transitionLabel } from '../model/labels.ts';
import { LANES_BOTTOM, RULER_HEIGHT } from '../model/lane-heights.ts';
import {
  changesNothing,
  draggedLength,
  edgePreview,
  gapAt,
  planTrimDrag,
  slipBy,
  type TransitionEdge,
} from '../model/scene-plans.ts';
import { boxBetween, scenesInBox } from '../model/timeline-view.ts';
import { laneHeightsOf } from '../model/visible-rows.ts';
import {
  endDrag,
  type Gesture,
  type GestureContext,
  type PointerPosition,
  snapWords,
  timelineX,
  toleranceOf,
} from './gesture.ts';

/** The distance in pixels below which a drag counts as a click. */
const DRAG_PIXELS = 4;

/**
 * Handles a press on the body of a scene. The press selects the scene. When the pointer moves, the scene is moved, or
 * slipped with Alt. A skipped scene cannot be slipped. Its target gap comes from `gapAt`, because several gaps can be
 * at the same time.
 */
export function beginPress(
  context: GestureContext,
  place: SceneOnTimeline,
  from: PointerPosition,
  gapAt?: (at: PointerPosition) => Gap | null,
): Gesture {
  const { editor } = context;
  const { id } = place.scene;
  const mode = selectMode(from);
  const isSelected = () => selectSceneIds(editor.document.state).includes(id);
  const select = () => {
    const { selection, document } = editor.document.state;
    editor.selection.select(clickNode(selection, id, { mode, order: sceneIds(document) }));
  };
  // A drag moves all selected scenes. A press on a selected scene therefore changes the selection only if it turns out
  // to be a click.
  const waits = mode === 'only' && isSelected();
  if (!waits) select();
  let drag: Gesture | null = null;

  return {
    autoscroll: true,
    move(at) {
      const isFar = Math.abs(at.x - from.x) > DRAG_PIXELS || Math.abs(at.y - from.y) > DRAG_PIXELS * 3;
      if (drag === null && isFar && isSelected())
        drag = from.alt && gapAt === undefined ? beginSlip(context, place, from) : moveGesture(context, from, gapAt);
      drag?.move(at);
    },
    end(at) {
      if (drag !== null) drag.end(at);
      else if (waits) select();
    },
    cancel: () => drag?.cancel(),
  };
}

/** Slips the sources of a scene. Their start changes, and the scene stays in place. */
function beginSlip(context: GestureContext, place: SceneOnTimeline, from: PointerPosition): Gesture {
  const { editor, view, words } = context;
  const { scene, start } = place;
  const origin = timelineX(context, from);
  let slipped = 0;

  const move = (at: PointerPosition) => {
    const { pixelsPerFrame } = view.getState();
    const by = slipBy(scene, (timelineX(context, at) - origin) / pixelsPerFrame, context.sourceFrames);
    const done = editor.document.preview(
      { type: 'scene/slip', scene: scene.id, by },
      { isInteractive: true, previewedFrame: (movie) => edgePreview(movie, scene.id, 'both') },
    );
    slipped = done.ok ? by : 0;
    const now = sceneOfId(timelineOf(editor.document.state.movie), scene.id)?.scene ?? scene;
    const skip = Math.min(...videosIn(now.layers).map((layer) => layer.skip));
    view.setState({
      drag: {
        kind: 'slip',
        scene: scene.id,
        tip: {
          left: start * pixelsPerFrame,
          frames: scene.duration,
          difference: slipped,
          note: done.ok ? words.inPoint(skip) : say(done.error),
          tone: done.ok ? 'plain' : 'refused',
        },
      },
    });
  };
  return {
    autoscroll: false,
    move,
    end(at) {
      move(at);
      if (slipped === 0) editor.document.cancel();
      else editor.document.commit();
      endDrag(context);
    },
    cancel() {
      editor.document.cancel();
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}

/** Moves the selected scenes to another gap: the one from `gapOf`, or else the nearest in time. */
function moveGesture(
  context: GestureContext,
  from: PointerPosition,
  gapOf?: (at: PointerPosition) => Gap | null,
): Gesture {
  const { editor, view, words } = context;
  const state = editor.document.state;
  const timeline = timelineOf(state.movie);
  const ids = selectSceneIds(state);
  const scenes = new Set(ids);
  const origin = timelineX(context, from);
  let target: Gap | null = null;

  const move = (at: PointerPosition) => {
    const x = timelineX(context, at);
    const gap = gapOf?.(at) ?? gapAt(timeline, x / view.getState().pixelsPerFrame);
    target = changesNothing(timeline, scenes, gap) ? null : gap;
    view.setState({ drag: { kind: 'move', scenes, by: x - origin, gap: target } });
  };
  return {
    autoscroll: true,
    move,
    end(at) {
      move(at);
      if (target !== null) {
        const done = editor.document.dispatch({ type: 'scene/move', scenes: ids, to: gapPosition(timeline, target) });
        const all = timelineOf(editor.document.state.movie).scenes;
        if (done.ok) view.say(words.moved(all.findIndex(({ id }) => scenes.has(id)) + 1, all.length));
        else context.refuse(say(done.error));
      }
      endDrag(context);
    },
    cancel() {
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}

/** Trims a scene by an edge. Each move is previewed, and the release commits one undo step. */
export function trimGesture(
  context: GestureContext,
  place: SceneOnTimeline,
  edge: 'start' | 'end',
  from: PointerPosition,
): Gesture {
  const { editor, view, record, words } = context;
  const { movie, playhead } = editor.document.state;
  const { scene, start } = place;
  const origin = timelineX(context, from);
  const targets = snapTargets(timelineOf(movie), {
    playhead,
    markers: record.current.markers,
    sourceEnds: sourceLimits(context, place, edge),
    // Cuts after the edge move with it, and cuts before it are out of reach. Neither is a snap target.
  }).filter(({ kind }) => kind !== 'edge');
  let isChanged = false;

  const move = (at: PointerPosition) => {
    const { pixelsPerFrame } = view.getState();
    const x = timelineX(context, at);
    if (Math.abs(x - origin) < 2 && !isChanged) return;
    isChanged = true;
    const tolerance = toleranceOf(context, at);
    const { command, target } = planTrimDrag({ place, edge, moved: (x - origin) / pixelsPerFrame, targets, tolerance });
    const done = editor.document.preview(command, {
      isInteractive: true,
      previewedFrame: (movie) => edgePreview(movie, scene.id, edge),
    });
    const now = sceneOfId(timelineOf(editor.document.state.movie), scene.id)?.scene ?? scene;
    const difference = now.duration - scene.duration;
    const edgeFrame = edge === 'end' ? start + now.duration : start - difference;
    const isThere = target !== null && target.frame === edgeFrame;
    view.setState({
      drag: {
        kind: 'trim',
        scene: scene.id,
        edge,
        line: isThere ? target.frame : null,
        tip: {
          left: edgeFrame * pixelsPerFrame,
          frames: now.duration,
          difference,
          note: done.ok ? snapWords(context, isThere ? target : null) : say(done.error),
          tone: !done.ok ? 'refused' : isThere ? 'snapped' : 'plain',
        },
      },
    });
  };
  return {
    autoscroll: true,
    move,
    end(at) {
      move(at);
      const { movie: after } = editor.document.state;
      const now = sceneOfId(timelineOf(after), scene.id);
      if (now === null || now.scene.duration === scene.duration) editor.document.cancel();
      else if (editor.document.commit().ok)
        view.say(words.trimmed(now.index + 1, sceneTitle(now.scene, words), now.scene.duration));
      endDrag(context);
    },
    cancel() {
      editor.document.cancel();
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}

/** Returns the snap targets at which the sources of a scene begin or end. */
function sourceLimits({ sourceFrames }: GestureContext, { scene, start }: SceneOnTimeline, edge: 'start' | 'end') {
  return videosIn(scene.layers)
    .filter(runsOut)
    .flatMap((layer) => {
      const { skip, speed } = layer;
      const before = Math.floor(skip / speed);
      if (edge === 'start') return start >= before ? [{ scene: scene.id, frame: start - before }] : [];
      const length = sourceFrames(layer);
      if (length === null || length <= skip) return [];
      return [{ scene: scene.id, frame: start + Math.floor((length - skip) / speed) }];
    });
}

/** The distance in pixels below which a drag counts as a click. */
const TRANSITION_DRAG_PIXELS = 3;
/**
 * The distance in pixels from the position for bars down to the tooltip. The tooltip is below the chip, because the
 * space above it is too small.
 */
const TIP_BELOW = 64;

/** Changes the length of a transition by an edge. The release commits one undo step. */
export function beginTransition(
  context: GestureContext,
  id: NodeId,
  edge: TransitionEdge,
  from: PointerPosition,
): Gesture | null {
  const { editor, view, words } = context;
  const { movie } = editor.document.state;
  const placed = placedNow(context, id);
  if (movie === null || placed === null) return null;
  editor.selection.select(selectNodes([id]));
  const origin = timelineX(context, from);
  let isDragged = false;

  const move = (at: PointerPosition) => {
    isDragged ||= Math.abs(at.x - from.x) >= TRANSITION_DRAG_PIXELS;
    if (!isDragged) return;
    const { pixelsPerFrame } = view.getState();
    const duration = draggedLength(movie, placed, edge, (timelineX(context, at) - origin) / pixelsPerFrame);
    const done = editor.document.preview(
      { type: 'transition/set-duration', transition: id, duration },
      { isInteractive: true },
    );
    const now = placedNow(context, id) ?? placed;
    const tip = {
      left: (edge === 'start' ? now.start : now.start + now.length) * pixelsPerFrame,
      frames: now.length,
      difference: now.length - placed.length,
      note: done.ok ? null : say(done.error),
      tone: done.ok ? 'plain' : 'refused',
    } as const;
    view.setState({ drag: { kind: 'bar', parts: new Set([id]), top: from.y + TIP_BELOW, line: null, tip } });
  };
  return {
    autoscroll: true,
    move,
    end(at) {
      move(at);
      const now = placedNow(context, id);
      if (now === null || now.length === placed.length) editor.document.cancel();
      else if (editor.document.commit().ok) view.say(transitionLabel(now, words));
      endDrag(context);
    },
    cancel() {
      editor.document.cancel();
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}

function placedNow({ editor }: GestureContext, id: NodeId): PlacedTransition | null {
  const { movie } = editor.document.state;
  return movie === null
    ? null
    : (buildTimeline(movie).transitions.find(({ transition }) => transition.id === id) ?? null);
}

/**
 * Draws a selection box around scenes. With Shift or Ctrl, the scenes are added to the selection. A click clears the
 * selection.
 */
export function beginBox(context: GestureContext, from: PointerPosition): Gesture {
  const { editor, view } = context;
  const { selection: before, movie, document } = editor.document.state;
  const timeline = timelineOf(movie);
  const order = sceneIds(document);
  const add = from.shift || from.mod;
  const corner = { x: timelineX(context, from), y: from.y };

  const move = (at: PointerPosition) => {
    const { pixelsPerFrame, height } = view.getState();
    const { skipped } = laneHeightsOf(movie, view.getState());
    const box = boxBetween(corner, { x: timelineX(context, at), y: at.y });
    const lane = { top: RULER_HEIGHT + skipped, bottom: height - LANES_BOTTOM };
    const inside = scenesInBox(timeline, box, { pixelsPerFrame, lane });
    editor.selection.select(boxNodes(before, inside, { add, order }));
    view.setState({ drag: { kind: 'box', box } });
  };
  return {
    autoscroll: true,
    move,
    end(at) {
      const isClick = Math.abs(at.x - from.x) < 3 && Math.abs(at.y - from.y) < 3;
      if (!isClick) move(at);
      else if (!add) editor.selection.select(MOVIE_SELECTION);
      endDrag(context);
    },
    cancel() {
      editor.selection.select(before);
      endDrag(context);
    },
  };
}
