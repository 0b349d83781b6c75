import {
  type Croppable,
  clampCornerOffset,
  cropChange,
  croppable,
  isShapedByEffects,
} from '#shared/editing/stage/crop.ts';
import {
  currentPlacement,
  handlePlace,
  isCorner,
  moveChange,
  moveToChange,
  pivotChange,
  pivotPlace,
  rotateChange,
  rotateToChange,
  type StageHandle,
  scalingOf,
} from '#shared/editing/stage/layer-change.ts';
import { keyMoved, type PathPlace } from '#shared/editing/stage/motion-path.ts';
import { pickedWithin } from '#shared/editing/stage/pick.ts';
import { factorsOf, type ScaleOptions, scaleChange, scaledTogether } from '#shared/editing/stage/scale.ts';
import { type Axis, isUpright, snapCandidates, snapMove, snapPlace } from '#shared/editing/stage/snap.ts';
import { readTypedValues } from '#shared/editing/stage/stage-command.ts';
import type { Pair } from '#shared/template/values/lengths.ts';
import { boundsAround, boundsOfBox, type LayerBox } from '#shared/timeline/boxes.ts';
import type { Rect } from '#shared/timeline/layer-state.ts';
import { inverted, placeAt, transformOffset, type Vector } from '#shared/timeline/placement.ts';
import { layerDisplaySize, shownNumber } from './layer-labels.ts';
import {
  editOf,
  type StageGesture,
  type StageGestureContext,
  type StagePointer,
  signed,
  stageGesture,
  toleranceOf,
} from './stage-gesture.ts';

/**
 * Moves layers together. Shift restricts the movement to one axis, and Alt suspends snapping.
 * @param leavesCopies Whether copies stay in the original positions. True if Alt was held at the press.
 */
export function moveGesture(
  context: StageGestureContext,
  dragged: readonly LayerBox[],
  from: Vector,
  leavesCopies = false,
): StageGesture {
  const { boxes, frame, safeAreas, words } = context;
  const candidates = snapCandidates(
    boxes,
    dragged.map(({ layer }) => layer.id),
    frame,
    safeAreas,
  );
  const bounds = boundsAround(dragged.map(boundsOfBox));
  const [first] = dragged;
  const copies = leavesCopies ? dragged.map(({ layer }) => layer.id) : [];
  const plan = (at: StagePointer) => {
    const unsnapped = movementOf(from, at);
    const tolerance = at.alt && !leavesCopies ? 0 : toleranceOf(context);
    const { by, guides } = snapMove(
      bounds,
      unsnapped,
      candidates,
      tolerance,
      at.shift ? [axisOf(from, at)] : undefined,
    );
    const typed = readTypedValues(at.typed);
    const edits = dragged.map((box) => {
      const change = moveChange(box, by);
      if (typed === null) return editOf(box, change);
      return editOf(box, { ...change, ...typedPlace(box, change, typed) });
    });
    const now = first && { ...currentPlacement(first).position };
    const to = now && { x: now.x + by.x, y: now.y + by.y };
    return {
      edits,
      guides: typed === null ? guides : [],
      lines: [
        ...(to && dragged.length === 1 ? [words.place(shownNumber(to.x), shownNumber(to.y))] : []),
        words.difference(signed(by.x, shownNumber), signed(by.y, shownNumber)),
      ],
    };
  };
  return stageGesture(context, 'move', plan, { copies });
}

/** Returns the movement in whole movie pixels. */
function movementOf(from: Vector, { place, shift }: StagePointer): Vector {
  const unsnapped = { x: Math.round(place.x - from.x), y: Math.round(place.y - from.y) };
  if (!shift) return unsnapped;
  return axisOf(from, { place }) === 'x' ? { x: unsnapped.x, y: 0 } : { x: 0, y: unsnapped.y };
}

/** Returns the axis of the larger movement. */
function axisOf(from: Vector, { place }: Pick<StagePointer, 'place'>): Axis {
  return Math.abs(place.x - from.x) >= Math.abs(place.y - from.y) ? 'x' : 'y';
}

/** Returns the change for typed coordinates. A coordinate that was not typed follows the pointer. */
function typedPlace(
  box: LayerBox,
  { position }: ReturnType<typeof moveChange>,
  { first, second }: { readonly first: number | null; readonly second: number | null },
) {
  const typed = moveToChange(box, first, second).position ?? box.layer.placement.position;
  const pointed = position ?? box.layer.placement.position;
  return {
    position: {
      across: first === null ? pointed.across : typed.across,
      down: second === null ? pointed.down : typed.down,
    },
  };
}

/**
 * Scales a layer by a corner or a side. Shift keeps the aspect ratio, Alt scales about the pivot, and Ctrl does both.
 * At a corner of a video or an image, Ctrl crops.
 */
export function scaleGesture(
  context: StageGestureContext,
  box: LayerBox,
  handle: StageHandle,
  from: Vector,
): StageGesture {
  const { boxes, frame, known, safeAreas, words } = context;
  const candidates = snapCandidates(boxes, [box.layer.id], frame, safeAreas);
  const start = handlePlace(box, handle);
  const inverse = inverted(box.matrix);
  const before = layerDisplaySize(box);
  const picture = isCorner(handle) ? croppable(box, known) : null;
  // Tell the user that this layer cannot be cropped and that Ctrl scales it instead.
  const notCropped = isCorner(handle) && isShapedByEffects(box, known) ? [words.notCropped] : [];
  const isText = scalingOf(box.layer) === 'text' && isCorner(handle);
  const axes: readonly Axis[] = [
    ...(handle.across === 0 ? [] : ['x' as const]),
    ...(handle.down === 0 ? [] : ['y' as const]),
  ];
  return stageGesture(context, 'scale', (at) => {
    const crops = at.mod && picture !== null;
    const how = crops ? FREE_SCALE : { keepsShape: at.shift || at.mod, aboutPivot: at.alt || at.mod };
    const unsnapped = { x: start.x + at.place.x - from.x, y: start.y + at.place.y - from.y };
    const snaps = isUpright(box.matrix) && !how.keepsShape;
    const { place, guides } = snapPlace(unsnapped, axes, candidates, snaps ? toleranceOf(context) : 0);
    const offset =
      inverse === null ? { x: 0, y: 0 } : transformOffset(inverse, { x: place.x - start.x, y: place.y - start.y });
    const requestedFactors = typedFactors(box, handle, at, how) ?? factorsOf(box, handle, offset, how);
    const { change, factors } = crops
      ? croppedBy(box, picture, handle, requestedFactors)
      : { change: scaleChange(box, handle, requestedFactors, how), factors: requestedFactors };
    const size = { width: before.width * Math.abs(factors.across), height: before.height * Math.abs(factors.down) };
    return {
      edits: [editOf(box, change)],
      guides: at.typed === '' ? guides : [],
      lines: [
        ...(at.mod ? notCropped : []),
        ...(isText && change.size !== undefined ? [words.letters(shownNumber(change.size))] : []),
        words.size(shownNumber(size.width), shownNumber(size.height)),
        words.difference(
          signed(size.width - before.width, shownNumber),
          signed(size.height - before.height, shownNumber),
        ),
      ],
    };
  });
}

/**
 * Scales several layers by the same factor when a corner of their bounding box is dragged. The fixed point is the
 * opposite corner or (with Alt) the center.
 */
export function scaleTogetherGesture(
  context: StageGestureContext,
  dragged: readonly LayerBox[],
  handle: StageHandle,
  from: Vector,
): StageGesture {
  const { boxes, frame, safeAreas, words } = context;
  const before = boundsAround(dragged.map(boundsOfBox));
  const ids = dragged.map(({ layer }) => layer.id);
  const candidates = snapCandidates(boxes, ids, frame, safeAreas);
  // Exclude layers inside a selected group, because the group already scales them.
  const outermost = dragged.filter(({ groups }) => !groups.some((group) => ids.includes(group)));
  const start = cornerOf(before, handle);
  return stageGesture(context, 'scale', (at) => {
    const fixedPoint = cornerOf(
      before,
      at.alt ? { across: 0, down: 0 } : { across: -handle.across, down: -handle.down },
    );
    const arm = { x: start.x - fixedPoint.x, y: start.y - fixedPoint.y };
    const unsnapped = { x: start.x + at.place.x - from.x, y: start.y + at.place.y - from.y };
    const { place, guides } = snapPlace(unsnapped, ['x', 'y'], candidates, toleranceOf(context));
    const { factor, snapped } = factorAlong(
      arm,
      { x: unsnapped.x - fixedPoint.x, y: unsnapped.y - fixedPoint.y },
      {
        x: place.x - fixedPoint.x,
        y: place.y - fixedPoint.y,
      },
    );
    const typed = readTypedValues(at.typed);
    const requested = factorTo(typed?.first ?? null, before.width) ?? factorTo(typed?.second ?? null, before.height);
    const appliedFactor = requested ?? Math.max(MIN_FACTOR, factor);
    const size = { width: before.width * appliedFactor, height: before.height * appliedFactor };
    return {
      edits: outermost.map((box) => editOf(box, scaledTogether(box, appliedFactor, fixedPoint))),
      guides: requested === null ? guides.filter(({ axis }) => axis === snapped) : [],
      lines: [
        words.size(shownNumber(size.width), shownNumber(size.height)),
        words.difference(
          signed(size.width - before.width, shownNumber),
          signed(size.height - before.height, shownNumber),
        ),
      ],
    };
  });
}

/** The minimum factor, so that the box stays large enough to be grabbed. */
const MIN_FACTOR = 0.01;

function cornerOf(
  { left, top, width, height }: Rect,
  { across, down }: StageHandle | { across: number; down: number },
): Vector {
  return { x: left + (width * (across + 1)) / 2, y: top + (height * (down + 1)) / 2 };
}

/**
 * Returns the factor that results from dragging a corner along its diagonal. A snapping corner ends at the snap target.
 */
function factorAlong(
  arm: Vector,
  unsnapped: Vector,
  snappedTo: Vector,
): { readonly factor: number; readonly snapped: Axis | null } {
  if (snappedTo.x !== unsnapped.x && Math.abs(arm.x) > 1e-6) return { factor: snappedTo.x / arm.x, snapped: 'x' };
  if (snappedTo.y !== unsnapped.y && Math.abs(arm.y) > 1e-6) return { factor: snappedTo.y / arm.y, snapped: 'y' };
  const reach = arm.x * arm.x + arm.y * arm.y;
  return { factor: reach < 1e-6 ? 1 : (unsnapped.x * arm.x + unsnapped.y * arm.y) / reach, snapped: null };
}

const FREE_SCALE: ScaleOptions = { keepsShape: false, aboutPivot: false };

/** Returns the crop for the requested size of the box, clamped to the picture, and the resulting factors. */
function croppedBy(box: LayerBox, picture: Croppable, handle: StageHandle, { across, down }: Pair) {
  const { width, height } = box.size;
  const requestedOffset = { x: handle.across * width * (across - 1), y: handle.down * height * (down - 1) };
  const offset = clampCornerOffset(picture, handle, requestedOffset);
  return { change: cropChange(box, picture, handle, offset), factors: factorsOf(box, handle, offset, FREE_SCALE) };
}

/**
 * Returns the factors for typed values. Null if no valid number was typed. The values are the width and height; for a
 * text scaled by a corner, the value is the font size.
 */
function typedFactors(box: LayerBox, handle: StageHandle, { typed }: StagePointer, how: ScaleOptions): Pair | null {
  const values = readTypedValues(typed);
  if (values === null) return null;
  const { layer, state: row } = box;
  if (layer.kind === 'text' && isCorner(handle)) {
    const factor = factorTo(values.first, row.look?.fontsize ?? layer.style.size);
    return factor === null ? null : { across: factor, down: factor };
  }
  const { width, height } = layerDisplaySize(box);
  // At the top or bottom side, a single number is the height.
  const isHeight = handle.across === 0 && values.second === null;
  const across = isHeight ? null : factorTo(values.first, width);
  const down = factorTo(isHeight ? values.first : values.second, height);
  const only = across ?? down;
  if (only === null) return null;
  return how.keepsShape ? { across: only, down: only } : alongHandle(handle, across ?? 1, down ?? 1);
}

/** Restricts the factors to the axes of the handle. */
function alongHandle(handle: StageHandle, across: number, down: number): Pair {
  return { across: handle.across === 0 ? 1 : across, down: handle.down === 0 ? 1 : down };
}

function factorTo(requested: number | null, current: number): number | null {
  return requested === null || requested <= 0 || current <= 0 ? null : requested / current;
}

/** Rotates a layer about its pivot. Shift rotates in steps of 15 degrees. */
export function rotateGesture(context: StageGestureContext, box: LayerBox, from: Vector): StageGesture {
  const { words } = context;
  const before = currentPlacement(box).rotation;
  return stageGesture(context, 'turn', (at) => {
    const typed = readTypedValues(at.typed)?.first ?? null;
    const change = typed === null ? rotateChange(box, from, at.place, at.shift) : rotateToChange(box, typed);
    const rotation = change.rotation ?? before;
    return {
      edits: [editOf(box, change)],
      lines: [words.angle(shownNumber(rotation)), words.angle(signed(rotation - before, shownNumber))],
    };
  });
}

/** Moves the pivot of a layer. The picture stays in place. */
export function pivotGesture(context: StageGestureContext, box: LayerBox, from: Vector): StageGesture {
  const { words } = context;
  const start = pivotPlace(box);
  const inverse = inverted(box.matrix);
  const corner = handlePlace(box, { across: -1, down: -1 });
  return stageGesture(context, 'pivot', (at) => {
    const to = { x: start.x + at.place.x - from.x, y: start.y + at.place.y - from.y };
    const pivotPlace = inverse === null ? corner : placeAt(inverse, to);
    const { width, height } = box.size;
    return {
      edits: [editOf(box, pivotChange(box, to, at.alt ? 0 : toleranceOf(context)))],
      lines: [words.place(shownNumber(pivotPlace.x - width / 2), shownNumber(pivotPlace.y - height / 2))],
    };
  });
}

/** Moves a keyframe's position on a motion path. */
export function keyGesture(
  context: StageGestureContext,
  box: LayerBox,
  { localFrame }: PathPlace,
  from: Vector,
): StageGesture {
  const { words } = context;
  const boxAtKeyframe = { ...box, localFrame };
  const { position } = currentPlacement(boxAtKeyframe);
  return stageGesture(context, 'key', (at) => {
    const by = { x: Math.round(at.place.x - from.x), y: Math.round(at.place.y - from.y) };
    return {
      edits: [editOf(boxAtKeyframe, keyMoved(box, localFrame, by))],
      lines: [
        words.place(shownNumber(position.x + by.x), shownNumber(position.y + by.y)),
        words.difference(signed(by.x, shownNumber), signed(by.y, shownNumber)),
      ],
    };
  });
}

/**
 * Selects the layers that touch a rectangle, for a press on the background. With Shift or Ctrl, adds the layers to the
 * selection.
 * @param selectable The layers that can be selected, without the background.
 */
export function areaGesture(
  { editor, show }: StageGestureContext,
  selectable: readonly LayerBox[],
  from: Vector,
): StageGesture {
  let area: Rect = { left: from.x, top: from.y, width: 0, height: 0 };
  let adds = false;
  return {
    move: ({ place, shift, mod }) => {
      adds = shift || mod;
      area = {
        left: Math.min(from.x, place.x),
        top: Math.min(from.y, place.y),
        width: Math.abs(place.x - from.x),
        height: Math.abs(place.y - from.y),
      };
      show({ kind: 'select', at: place, lines: [], isRefused: false, guides: [], area });
    },
    end: () => {
      const before = adds ? editor.document.state.selection.ids : [];
      editor.selection.select([...new Set([...before, ...pickedWithin(selectable, area)])]);
      show(null);
    },
    cancel: () => show(null),
  };
}
