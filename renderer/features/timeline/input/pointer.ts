import { type MouseEvent, type PointerEvent as ReactPointerEvent, type RefObject, useMemo } from 'react';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { selectSceneIds } from '#renderer/editor/selectors.ts';
import type { Gap } from '#renderer/project/drop-target.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { spanBetween } from '#shared/editing/model/editing-record.ts';
import { frameToShowLayer } from '#shared/editing/model/seen-frame.ts';
import { selectMode } from '#shared/editing/model/selection.ts';
import { snap, snapTargets, snapTolerance } from '#shared/editing/model/snapping.ts';
import { sceneAt, sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import {
  type GestureContext,
  type PointerPosition,
  pointerPosition,
  startGesture,
  type TimelineGesture,
  timelineX,
} from '../gestures/gesture.ts';
import { barGesture, caseGesture, rowBoxGesture, rowGesture } from '../gestures/row-gestures.ts';
import { markerGesture, rangeGesture, scrubGesture } from '../gestures/ruler-gestures.ts';
import {
  boxGesture,
  sceneGesture,
  transitionGesture,
  trimCopiesGesture,
  trimGesture,
} from '../gestures/scene-gestures.ts';
import {
  addVolumePoint,
  fadeGesture,
  volumeGesture,
  volumePointGesture,
  wedgeGesture,
} from '../gestures/value-gestures.ts';
import { laneHeightsOf, RULER_HEIGHT } from '../model/lane-heights.ts';
import { framesOfSource, lengthFrom } from '../model/layer-sources.ts';
import { withId } from '../model/open-scenes.ts';
import { attributeOf, childNamed, rowIdOf, sceneNamed } from '../model/pointed-elements.ts';
import { beginRename, NAMED_ROWS } from '../model/renaming.ts';
import { shownScenesOf, showsAny, withInnerScenes } from '../model/repeated-scenes.ts';
import { type BarRow, hasBar } from '../model/row.ts';
import { type ClipHit, clipsIn, hitClip } from '../model/scene-geometry.ts';
import { useTimelineContext } from '../model/timeline-context.tsx';
import { visibleRows } from '../model/visible-rows.ts';
import { gapAtChip } from '../scenes/skipped-scenes.tsx';

/** Returns handlers for the pointer in the ruler and the lanes. */
export function useGestures(ref: RefObject<HTMLDivElement | null>) {
  const editor = useEditor();
  const { record, timeline: view } = editor;
  const { gesture, library } = useTimelineContext();
  const { timeline: strings } = useStrings();
  const toasts = useToast();
  return useMemo(() => {
    const refuse = (message: string) => toasts.show({ id: 'refused', message, tone: 'warning' });
    const context: GestureContext = {
      refuse,
      editor,
      view,
      gesture,
      record,
      words: strings,
      sourceFrames: ({ source }) => framesOfSource(library, source, editor.document.state.movie?.frameRate),
      lengthOf: lengthFrom(library, () => editor.document.state.movie?.frameRate),
    };
    const blade = (pointer: PointerPosition) => {
      const problem = splitAt(context, pointer);
      if (problem !== null) refuse(problem);
    };

    const gestureOf = (event: ReactPointerEvent, pointer: PointerPosition): TimelineGesture | null => {
      const target = event.target instanceof Element ? event.target : null;
      const marker = markerAt(context, target);
      if (marker !== undefined) return markerGesture(context, marker, pointer);
      // The edge of the names column overlaps the lanes. It handles its own drags.
      if (target?.closest('[role=separator]') != null) return null;
      if (target?.closest('[data-rows]') != null) return gestureInRows(context, target, pointer);
      return pointer.x < 0 ? null : gestureInLanes(target, pointer);
    };
    const gestureInLanes = (target: Element | null, pointer: PointerPosition): TimelineGesture | null => {
      if (pointer.y < RULER_HEIGHT) return rangeGestureAt(context, target, pointer) ?? scrubGesture(context);
      const part = childAt(context, target);
      const edge = attributeOf(target, 'data-transition-edge');
      if (part !== null && (edge === 'start' || edge === 'end')) return transitionGesture(context, part, edge, pointer);
      if (part !== null) {
        editor.selection.click(part, selectMode(pointer));
        return null;
      }
      if (target?.closest('button, input') != null) return null;
      return chipGesture(context, target, pointer, besideChip) ?? gestureOnScenes(pointer);
    };
    const gestureOnScenes = (pointer: PointerPosition): TimelineGesture | null => {
      const hit = hitAt(context, pointer);
      if (view.state.tool !== 'blade') return gestureOn(context, hit, pointer);
      blade(pointer);
      return null;
    };

    /**
     * Returns the target gap of a dragged skipped scene while the pointer is over another skipped scene's chip; null
     * elsewhere.
     */
    const besideChip = ({ x, y }: PointerPosition) => {
      const box = ref.current?.getBoundingClientRect();
      if (box === undefined) return null;
      const shown = shownScenesOf(editor.document.state, view.state);
      return gapAtChip(timelineOf(editor.document.state.movie), shown, { x: box.left + x, y: box.top + y });
    };
    const hover = (element: HTMLElement, pointer: PointerPosition) => {
      const isBlade = view.state.tool === 'blade';
      const hit = pointer.y < RULER_HEIGHT ? null : hitAt(context, pointer);
      element.style.cursor = isBlade || hit === null || hit.zone === 'body' ? '' : 'ew-resize';
      const frame = isBlade && hit !== null ? bladeFrame(context, pointer) : null;
      if (frame !== gesture.state.blade) gesture.set({ blade: frame });
    };

    const editText = (layer: NodeId) => editor.views.stage?.write(layer);
    const onRowDoubleClick = (target: Element, x: number) => {
      if (addPointOn(context, target, x)) return;
      if (!renameRow(context, target) && !editTextOfBar(context, target, editText)) unfoldRow(context, target);
    };

    return {
      onPointerDown: (event: ReactPointerEvent) => {
        view.set({ byKeyboard: false });
        const element = ref.current;
        if (event.button !== 0 || element === null || !isInside(event, event.currentTarget)) return;
        const newGesture = gestureOf(event, pointerPosition(element, event));
        if (newGesture === null) return;
        const scrollBy = (pixels: number) =>
          view.scrollTo(view.state.scroll + pixels, timelineOf(editor.document.state.movie).total);
        startGesture(event, newGesture, element, scrollBy);
      },
      onPointerMove: (event: ReactPointerEvent) => {
        const element = ref.current;
        if (element === null || event.buttons !== 0) return;
        const pointer = pointerPosition(element, event);
        if (pointer.x < 0 || (event.target instanceof Element && event.target.closest('[data-rows]') !== null)) return;
        hover(element, pointer);
      },
      onPointerLeave: () => {
        if (gesture.state.blade !== null) gesture.set({ blade: null });
      },
      onDoubleClick: (event: MouseEvent) => {
        // The lanes captured the pointer, so they are the target of the event. Find the element under the pointer
        // instead.
        const target = document.elementFromPoint(event.clientX, event.clientY);
        const marker = attributeOf(target, 'data-marker');
        if (marker !== null) view.set({ renamingMarker: marker });
        else if (target?.closest('[data-rows]') != null)
          onRowDoubleClick(target, event.clientX - (ref.current?.getBoundingClientRect().left ?? 0));
        else if (target?.closest('[data-name]') != null) {
          const scene = sceneNamed(editor.document.state.movie, attributeOf(target, 'data-scene'));
          if (scene !== null) view.set({ renaming: scene });
        }
      },
    };
  }, [ref, editor, record, view, gesture, library, strings, toasts]);
}

/**
 * Returns whether an event comes from the DOM inside the lanes. React also bubbles events from popovers of scenes that
 * are rendered elsewhere in the document.
 */
function isInside({ target }: ReactPointerEvent, element: Element): boolean {
  return target instanceof Node && element.contains(target);
}

/**
 * Returns the gesture of a press with the selection tool. A press on an edge trims, a press on a body selects or moves,
 * and a press beside the scenes draws a box.
 */
function gestureOn(context: GestureContext, hit: ClipHit | null, pointer: PointerPosition): TimelineGesture {
  if (hit === null) return boxGesture(context, pointer);
  if (hit.zone === 'body') return sceneGesture(context, hit.box, pointer);
  const { editor } = context;
  const { id } = hit.box.scene;
  const copies = shownScenesOf(editor.document.state, context.view.state).folded.get(id);
  if (copies !== undefined) return trimCopiesGesture(context, copies, pointer);
  if (!selectSceneIds(editor.document.state).includes(originalId(id))) editor.selection.select([id]);
  return trimGesture(context, hit.box, hit.zone, pointer);
}

/** Returns the gesture of a press on the chip of a skipped scene; null if the press hits no chip. */
function chipGesture(
  context: GestureContext,
  target: Element | null,
  pointer: PointerPosition,
  besideChip: (at: PointerPosition) => Gap | null,
): TimelineGesture | null {
  const { movie } = context.editor.document.state;
  const scene = sceneNamed(movie, attributeOf(target?.closest('[data-skipped]') ?? null, 'data-scene'));
  const place = scene === null ? null : sceneOfId(timelineOf(movie), scene);
  return place === null ? null : sceneGesture(context, place, pointer, besideChip);
}

/** Returns the scene or scene edge at a point of the lanes; null if there is none. */
function hitAt(context: GestureContext, pointer: PointerPosition): ClipHit | null {
  const { movie } = context.editor.document.state;
  const { pixelsPerFrame } = context.view.state;
  const x = timelineX(context, pointer);
  const { state } = context.editor.document;
  const shown = shownScenesOf(state, context.view.state);
  const clips = clipsIn(shown, { from: x - 64, to: x + 64 }, pixelsPerFrame);
  if (pointer.y < RULER_HEIGHT + laneHeightsOf(movie, context.view.state).skipped) return null;
  const selected = withInnerScenes(state.document, selectSceneIds(state));
  const copies = clips.flatMap(({ scene }) => (showsAny(shown, scene.id, selected) ? [scene.id] : []));
  const hit = hitClip(clips, x, new Set(copies));
  const folded = hit === null ? undefined : shown.folded.get(hit.box.scene.id);
  // Only the end of a folded clip can be dragged, and only for a repeated scene, because a sequence has no duration.
  const hasEdge = folded === undefined || (folded.isScene && hit?.zone === 'end');
  return hit === null || hasEdge ? hit : { ...hit, zone: 'body' };
}

/** Returns the frame at which the blade splits. It snaps to the playhead and to markers. */
function bladeFrame(context: GestureContext, pointer: PointerPosition): number {
  const { editor, view, record } = context;
  const { movie, playhead } = editor.document.state;
  const { pixelsPerFrame, snapping } = view.state;
  const frame = timelineX(context, pointer) / pixelsPerFrame;
  if (!snapping || pointer.alt) return Math.round(frame);
  const targets = snapTargets(timelineOf(movie), { playhead, markers: record.current.markers });
  const others = targets.filter(({ kind }) => kind !== 'edge');
  return Math.round(snap(frame, others, snapTolerance(8, pixelsPerFrame)).frame);
}

/**
 * Splits the scene under the pointer. Returns the error message if the split fails. Null after a split, and if there is
 * nothing to split.
 */
function splitAt(context: GestureContext, pointer: PointerPosition): string | null {
  const hit = hitAt(context, pointer);
  if (hit === null) return null;
  const place = sceneAt(
    timelineOf(context.editor.document.state.movie),
    timelineX(context, pointer) / context.view.state.pixelsPerFrame,
  );
  const at = place === null ? 0 : bladeFrame(context, pointer) - place.start;
  if (place === null || at <= 0 || at >= place.scene.duration) return null;
  const result = context.editor.document.dispatch({ type: 'scene/split', scene: place.scene.id, at: frames(at) });
  return result.ok ? null : say(result.error);
}

/** Returns the gesture of a press on a handle of the in-out range; null if the press hits no handle. */
function rangeGestureAt(
  context: GestureContext,
  target: Element | null,
  pointer: PointerPosition,
): TimelineGesture | null {
  const { editor, record } = context;
  const end = attributeOf(target, 'data-range');
  const span = spanBetween(record.current, timelineOf(editor.document.state.movie).total);
  return span !== null && (end === 'in' || end === 'out') ? rangeGesture(context, end, span, pointer) : null;
}

function markerAt({ record }: GestureContext, target: Element | null) {
  const id = attributeOf(target, 'data-marker');
  return id === null ? undefined : record.current.markers.find((marker) => marker.id === id);
}

/** Returns the id of the layer, effect, or transition that an HTML element represents; null if it represents none. */
export function childAt({ editor }: Pick<GestureContext, 'editor'>, target: Element | null): NodeId | null {
  return childNamed(editor.document.state.movie, attributeOf(target, 'data-layer') ?? attributeOf(target, 'data-part'));
}

/** Starts renaming if a name of a row was double-clicked. Returns whether renaming has started. */
function renameRow({ editor, view }: GestureContext, target: Element): boolean {
  const id = rowIdOf(target);
  const row = visibleRows(editor.document.state.movie, view.state).find((each) => each.id === id);
  const isOnName = target.closest('[data-row-name]') !== null && target.closest('button, input') === null;
  if (row === undefined || !isOnName || !NAMED_ROWS.has(row.kind)) return false;
  beginRename(editor, row.id);
  return true;
}

/**
 * Opens the text of a bar for editing, and moves the playhead to a frame at which the text is visible. Returns false if
 * the target is not the bar of a text layer.
 */
function editTextOfBar({ editor, view }: GestureContext, target: Element, editText: (layer: NodeId) => void): boolean {
  const id = rowIdOf(target);
  const row = visibleRows(editor.document.state.movie, view.state).find((each) => each.id === id);
  if (target.closest('[data-bar]') === null || row?.kind !== 'layer' || row.layer.kind !== 'text') return false;
  editor.playback.seek(frameToShowLayer(editor.document.state, row.id) ?? row.start);
  editText(row.id);
  return true;
}

/**
 * Adds a keyframe where the volume line of a sound was double-clicked. A double-click on a keyframe adds nothing.
 * Returns false if the target is neither the line nor a keyframe.
 */
function addPointOn(context: GestureContext, target: Element, x: number): boolean {
  const { editor, view } = context;
  const handle = attributeOf(target, 'data-handle');
  const id = rowIdOf(target);
  const row = visibleRows(editor.document.state.movie, view.state).find((each) => each.id === id);
  if (row?.kind !== 'sound' || (handle !== 'volume' && handle !== 'point')) return false;
  if (handle === 'volume') addVolumePoint(context, row, x);
  return true;
}

/** Expands or collapses a row. */
function unfoldRow({ editor, view }: GestureContext, target: Element): void {
  const id = rowIdOf(target);
  const row = visibleRows(editor.document.state.movie, view.state).find((each) => each.id === id);
  if (row === undefined || row.unfolded === null || target.closest('button:not([data-bar])') !== null) return;
  view.set(({ unfolded }) => ({ unfolded: withId(unfolded, row.id, row.unfolded === false) }));
}

/** Returns the gesture of a press in the rows: on a bar or its handles, on a name, or beside the bars. */
function gestureInRows(
  context: GestureContext,
  target: Element | null,
  pointer: PointerPosition,
): TimelineGesture | null {
  const { movie } = context.editor.document.state;
  const id = rowIdOf(target);
  const row = visibleRows(movie, context.view.state).find((each) => each.id === id);
  // The browser handles a press on the scroll bar.
  if (row === undefined && pointer.x > context.view.state.width - SCROLL_BAR) return null;
  if (row === undefined) return rowBoxGesture(context, null, pointer);
  const isOnBar = target?.closest('[data-bar]') != null;
  const handle = attributeOf(target, 'data-handle');
  const point = attributeOf(target, 'data-key-point');
  if (hasBar(row) && (handle !== null || isOnBar)) return gestureOnBar(context, row, { handle, point }, pointer);
  if (target?.closest('button') != null) return null;
  if (row.kind === 'case') {
    if (target?.closest('[data-row-name], [data-case-bar]') == null) return rowBoxGesture(context, null, pointer);
    return caseGesture(context, row, handle === 'start' || handle === 'end' ? handle : null, pointer);
  }
  if (row.kind === 'hint') return rowBoxGesture(context, null, pointer);
  const isOnName = target?.closest('[data-row-name]') != null;
  return isOnName ? rowGesture(context, row, pointer) : rowBoxGesture(context, row, pointer);
}

/** Returns the gesture of a press on a bar or on one of its handles. */
function gestureOnBar(
  context: GestureContext,
  row: BarRow,
  { handle, point }: { readonly handle: string | null; readonly point: string | null },
  pointer: PointerPosition,
): TimelineGesture | null {
  switch (handle) {
    case 'start':
    case 'end':
      return barGesture(context, row, handle, pointer);
    case 'wedge-in':
    case 'wedge-out':
      return row.kind === 'layer' ? wedgeGesture(context, row, handle === 'wedge-in' ? 'in' : 'out', pointer) : null;
    case 'fade-in':
    case 'fade-out':
      return row.kind === 'sound' ? fadeGesture(context, row, handle === 'fade-in' ? 'in' : 'out', pointer) : null;
    case 'volume':
      if (row.kind !== 'sound') return null;
      if (!pointer.mod) return volumeGesture(context, row, pointer);
      addVolumePoint(context, row, pointer.x);
      return null;
    case 'point':
      return row.kind === 'sound' && point !== null ? volumePointGesture(context, row, point, pointer) : null;
    default:
      return barGesture(context, row, 'body', pointer);
  }
}

/** The width in pixels of the strip at the right edge of the rows that a scroll bar can cover. */
const SCROLL_BAR = 12;
