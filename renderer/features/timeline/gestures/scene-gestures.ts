import { editGesture } from '#renderer/editor/edit-gesture.ts';
import { selectSceneIds } from '#renderer/editor/selectors.ts';
import type { DragHandlers } from '#renderer/interaction/drag.ts';
import { type Gap, gapPosition } from '#renderer/project/drop-target.ts';
import { say } from '#renderer/strings/say.ts';
import { boxNodes, selectMode } from '#shared/editing/model/selection.ts';
import { snapTargets } from '#shared/editing/model/snapping.ts';
import { type SceneOnTimeline, sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import { required } from '#shared/lib/assert.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { videosIn } from '#shared/template/movie/used-sources.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { canRunOut } from '#shared/timeline/time.ts';
import type { PlacedTransition } from '#shared/timeline/timeline.ts';
import { sceneTitle, transitionLabel } from '../model/labels.ts';
import { boxBetween, scenesInBox } from '../model/lane-box.ts';
import { LANES_BOTTOM, laneHeightsOf, RULER_HEIGHT } from '../model/lane-heights.ts';
import {
  type Copies,
  clickedElement,
  gapBetweenClips,
  selectClip,
  shownScenesOf,
  withInnerScenes,
} from '../model/repeated-scenes.ts';
import {
  changesNothing,
  draggedLength,
  edgePreview,
  planTrimDrag,
  slipBy,
  type TransitionEdge,
} from '../model/scene-plans.ts';
import {
  endDrag,
  type GestureContext,
  type PointerPosition,
  selectingGesture,
  snapLabel,
  type TimelineGesture,
  timelineX,
  updateSnapTolerance,
} from './gesture.ts';

/**
 * Handles a press on the body of a scene. The press selects the scene. A drag moves the scene; with Alt, it slips the
 * scene. For a skipped scene, which cannot be slipped, `gapAt` returns the gap at a position. Several skipped scenes
 * can be at the same frame, so the frame does not determine the gap.
 */
export function sceneGesture(
  context: GestureContext,
  place: SceneOnTimeline,
  from: PointerPosition,
  gapAt?: (at: PointerPosition) => Gap | null,
): TimelineGesture {
  const { editor } = context;
  const { id } = place.scene;
  const copies = shownScenesOf(editor.document.state, context.view.state).folded.get(id) ?? null;
  const canSlip = gapAt === undefined && copies?.isScene !== false;
  return selectingGesture(from, {
    isSelected: () => selectSceneIds(editor.document.state).includes(copies?.element ?? originalId(id)),
    select: () => selectClip(editor, copies, id, selectMode(from)),
    autoscroll: true,
    drag: () => (from.alt && canSlip ? slipDrag(context, place, from) : moveDrag(context, from, gapAt)),
  });
}

/** Slips the sources of a scene: changes their start in the file while the scene stays in place. */
function slipDrag(context: GestureContext, place: SceneOnTimeline, from: PointerPosition): DragHandlers {
  const { editor, view, gesture, words } = context;
  const { scene, start } = place;
  const origin = timelineX(context, from);
  return editGesture(editor, {
    plan: (at) => {
      const moved = (timelineX(context, at) - origin) / view.state.pixelsPerFrame;
      const by = slipBy(scene, moved, context.sourceFrames);
      return { command: { type: 'scene/slip', scene: scene.id, by }, by };
    },
    previewedFrame: (movie) => edgePreview(movie, scene.id, 'both'),
    show: (_at, { by }, refusal) => {
      const now = sceneOfId(timelineOf(editor.document.state.movie), scene.id)?.scene ?? scene;
      const skip = Math.min(...videosIn(now.layers).map((layer) => layer.skip));
      gesture.set({
        drag: {
          kind: 'slip',
          scene: scene.id,
          tip: {
            left: start * view.state.pixelsPerFrame,
            frames: scene.duration,
            difference: refusal === null ? by : 0,
            note: refusal === null ? words.inPoint(skip) : say(refusal),
            tone: refusal === null ? 'plain' : 'refused',
          },
        },
      });
    },
    isChanged: ({ by }) => by !== 0,
    canceled: () => view.say(words.cancelled),
    over: () => endDrag(context),
  });
}

/**
 * Moves the selected scenes to another gap. This is the gap that `gapOf` returns, or else the gap that is nearest in
 * time.
 */
function moveDrag(
  context: GestureContext,
  from: PointerPosition,
  gapOf?: (at: PointerPosition) => Gap | null,
): DragHandlers {
  const { editor, view, gesture, words } = context;
  const state = editor.document.state;
  const timeline = timelineOf(state.movie);
  const clips = shownScenesOf(state, view.state);
  const ids = selectSceneIds(state);
  const chosen = withInnerScenes(state.document, ids);
  const scenes = new Set(timeline.scenes.flatMap(({ id }) => (chosen.has(originalId(id)) ? [id] : [])));
  const origin = timelineX(context, from);
  let target: Gap | null = null;

  const move = (at: PointerPosition) => {
    const x = timelineX(context, at);
    const gap = gapOf?.(at) ?? gapBetweenClips(clips, x / view.state.pixelsPerFrame);
    target = changesNothing(timeline, scenes, gap) ? null : gap;
    gesture.set({ drag: { kind: 'move', scenes, by: x - origin, gap: target } });
  };
  return {
    move,
    end: () => {
      if (target !== null) {
        const done = editor.document.dispatch({ type: 'scene/move', scenes: ids, to: gapPosition(timeline, target) });
        const all = timelineOf(editor.document.state.movie).scenes;
        if (done.ok) view.say(words.moved(all.findIndex(({ id }) => scenes.has(id)) + 1, all.length));
        else context.refuse(say(done.error));
      }
      endDrag(context);
    },
    cancel: () => {
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}

/**
 * Trims a repeated scene by the end of its folded clip. The end of the clip follows the pointer. The movement is
 * divided equally among the copies.
 */
export function trimCopiesGesture(context: GestureContext, copies: Copies, from: PointerPosition): TimelineGesture {
  const { editor, view, gesture, words } = context;
  const { element, count, scenes } = copies;
  const origin = timelineX(context, from);
  const place = scenes.find(({ scene }) => scene.enabled) ?? required(scenes[0], 'a copy');
  const now = () => sceneOfId(timelineOf(editor.document.state.movie), place.scene.id);
  const handlers = editGesture(editor, {
    plan: (at) => {
      const moved = (timelineX(context, at) - origin) / view.state.pixelsPerFrame / count;
      return planTrimDrag({ place, edge: 'end', moved, targets: [], tolerance: 0 });
    },
    previewedFrame: (movie) => edgePreview(movie, place.scene.id, 'end'),
    keepsLast: true,
    show: (_at, _plan, refusal) => {
      const frames = now()?.scene.duration ?? place.scene.duration;
      const difference = frames - place.scene.duration;
      const end = (scenes.at(-1)?.end ?? place.end) + difference * count;
      const tip = {
        left: end * view.state.pixelsPerFrame,
        frames,
        difference,
        note: refusal === null ? words.eachOf(count) : say(refusal),
        tone: refusal === null ? 'plain' : 'refused',
      } as const;
      gesture.set({ drag: { kind: 'trim', scene: place.scene.id, edge: 'end', snapFrame: null, tip } });
    },
    isChanged: () => (now()?.scene.duration ?? place.scene.duration) !== place.scene.duration,
    done: () => {
      const changed = now();
      if (changed !== null) view.say(words.trimmed(changed.index + 1, copies.title, changed.scene.duration));
    },
    canceled: () => view.say(words.cancelled),
    over: () => endDrag(context),
  });
  if (!selectSceneIds(editor.document.state).includes(element)) editor.selection.select([element]);
  return { ...handlers, autoscroll: true, axis: 'x' };
}

/** Trims a scene by an edge. Each move is previewed, and the release commits one undo step. */
export function trimGesture(
  context: GestureContext,
  place: SceneOnTimeline,
  edge: 'start' | 'end',
  from: PointerPosition,
): TimelineGesture {
  const { editor, view, gesture, record, words } = context;
  const { movie, playhead } = editor.document.state;
  const { scene, start } = place;
  const origin = timelineX(context, from);
  const targets = snapTargets(timelineOf(movie), {
    playhead,
    markers: record.current.markers,
    sourceEnds: sourceLimits(context, place, edge),
    // Omit the cuts as snap targets. The cuts after the edge move with it, and the edge cannot reach the cuts before
    // it.
  }).filter(({ kind }) => kind !== 'edge');
  const currentPlace = () => sceneOfId(timelineOf(editor.document.state.movie), scene.id);
  const handlers = editGesture(editor, {
    plan: (at) => {
      const moved = (timelineX(context, at) - origin) / view.state.pixelsPerFrame;
      return planTrimDrag({ place, edge, moved, targets, tolerance: updateSnapTolerance(context, at) });
    },
    previewedFrame: (movie) => edgePreview(movie, scene.id, edge),
    keepsLast: true,
    show: (_at, { target }, refusal) => {
      const now = currentPlace()?.scene ?? scene;
      const difference = now.duration - scene.duration;
      const edgeFrame = edge === 'end' ? start + now.duration : start - difference;
      const isAtTarget = target !== null && target.frame === edgeFrame;
      gesture.set({
        drag: {
          kind: 'trim',
          scene: scene.id,
          edge,
          snapFrame: isAtTarget ? target.frame : null,
          tip: {
            left: edgeFrame * view.state.pixelsPerFrame,
            frames: now.duration,
            difference,
            note: refusal === null ? snapLabel(context, isAtTarget ? target : null) : say(refusal),
            tone: refusal !== null ? 'refused' : isAtTarget ? 'snapped' : 'plain',
          },
        },
      });
    },
    isChanged: () => (currentPlace()?.scene.duration ?? scene.duration) !== scene.duration,
    done: () => {
      const now = currentPlace();
      if (now !== null) view.say(words.trimmed(now.index + 1, sceneTitle(now.scene, words), now.scene.duration));
    },
    canceled: () => view.say(words.cancelled),
    over: () => endDrag(context),
  });
  return { ...handlers, autoscroll: true, axis: 'x' };
}

/** Returns the snap targets of a trim at the frames where a source of the scene begins or ends. */
function sourceLimits({ sourceFrames }: GestureContext, { scene, start }: SceneOnTimeline, edge: 'start' | 'end') {
  return videosIn(scene.layers)
    .filter(canRunOut)
    .flatMap((layer) => {
      const { skip, speed } = layer;
      const before = Math.floor(skip / speed);
      if (edge === 'start') return start >= before ? [{ scene: scene.id, frame: start - before }] : [];
      const length = sourceFrames(layer);
      if (length === null || length <= skip) return [];
      return [{ scene: scene.id, frame: start + Math.floor((length - skip) / speed) }];
    });
}

/**
 * The offset in pixels that moves the tooltip of a bar below the chip of a transition. The space above the chip is too
 * small.
 */
const TIP_BELOW = 64;

/**
 * Changes the length of a transition by an edge. The release commits one undo step. Null if the transition is not on
 * the timeline.
 */
export function transitionGesture(
  context: GestureContext,
  id: NodeId,
  edge: TransitionEdge,
  from: PointerPosition,
): TimelineGesture | null {
  const { editor, view, gesture, words } = context;
  const { movie } = editor.document.state;
  const startTransition = currentTransition(context, id);
  if (movie === null || startTransition === null) return null;
  editor.selection.select([id]);
  const origin = timelineX(context, from);
  const handlers = editGesture(editor, {
    plan: (at) => {
      const moved = (timelineX(context, at) - origin) / view.state.pixelsPerFrame;
      const duration = draggedLength(movie, startTransition, edge, moved);
      return { command: { type: 'transition/set-duration', transition: id, duration } };
    },
    keepsLast: true,
    show: (_at, _plan, refusal) => {
      const now = currentTransition(context, id) ?? startTransition;
      const tip = {
        left: (edge === 'start' ? now.start : now.start + now.length) * view.state.pixelsPerFrame,
        frames: now.length,
        difference: now.length - startTransition.length,
        note: refusal === null ? null : say(refusal),
        tone: refusal === null ? 'plain' : 'refused',
      } as const;
      gesture.set({ drag: { kind: 'bar', parts: new Set([id]), top: from.y + TIP_BELOW, snapFrame: null, tip } });
    },
    isChanged: () => (currentTransition(context, id)?.length ?? startTransition.length) !== startTransition.length,
    done: () => {
      const now = currentTransition(context, id);
      if (now !== null) view.say(transitionLabel(now, words));
    },
    canceled: () => view.say(words.cancelled),
    over: () => endDrag(context),
  });
  return { ...handlers, autoscroll: true, axis: 'x' };
}

function currentTransition({ editor }: GestureContext, id: NodeId): PlacedTransition | null {
  const { movie } = editor.document.state;
  return movie === null
    ? null
    : (buildTimeline(movie).transitions.find(({ transition }) => transition.id === id) ?? null);
}

/**
 * Draws a selection box around scenes. With Shift or Ctrl, the scenes are added to the selection. A click clears the
 * selection.
 */
export function boxGesture(context: GestureContext, from: PointerPosition): TimelineGesture {
  const { editor, view, gesture } = context;
  const { selection: before, movie } = editor.document.state;
  const timeline = shownScenesOf(editor.document.state, view.state);
  const order = timeline.scenes.map(({ id }) => originalId(clickedElement(timeline, id)));
  const add = from.shift || from.mod;
  const corner = { x: timelineX(context, from), y: from.y };

  const move = (at: PointerPosition) => {
    const { pixelsPerFrame, height } = view.state;
    const { skipped } = laneHeightsOf(movie, view.state);
    const box = boxBetween(corner, { x: timelineX(context, at), y: at.y });
    const lane = { top: RULER_HEIGHT + skipped, bottom: height - LANES_BOTTOM };
    const inside = scenesInBox(timeline, box, { pixelsPerFrame, lane }).map((id) => clickedElement(timeline, id));
    editor.selection.set(boxNodes(before, inside, { add, order }));
    gesture.set({ drag: { kind: 'box', box } });
  };
  return {
    autoscroll: true,
    move,
    end: () => endDrag(context),
    cancel: () => {
      editor.selection.set(before);
      endDrag(context);
    },
    click: () => {
      if (!add) editor.selection.select([]);
    },
  };
}
