import { type Croppable, croppable, cropped, isShapedByEffects, wayWithin } from '#shared/editing/stage/crop.ts';
import { type Handle, handlePlace, isCorner } from '#shared/editing/stage/handles.ts';
import { scalingOf } from '#shared/editing/stage/layer-change.ts';
import { factorsOf, type ScaleHow, scaled, scaledTogether } from '#shared/editing/stage/scale.ts';
import { isUpright, snapPlace } from '#shared/editing/stage/snap.ts';
import { type Axis, snapGround } from '#shared/editing/stage/snap-lines.ts';
import { readTyped } from '#shared/editing/stage/typed-value.ts';
import { boundsAround, boundsOfBox, type LayerBox } from '#shared/film/boxes/layer-boxes.ts';
import { inverted, type Vector, wayBy } from '#shared/film/boxes/matrices.ts';
import type { Rect } from '#shared/film/rows/row.ts';
import type { Pair } from '#shared/template/values/lengths.ts';
import { shownNumber, shownSize } from '../../words/layer-words.ts';
import { editing, editOf, type StageGestureContext, signed, toleranceOf } from './gesture-context.ts';
import type { StageGesture, StagePointer } from './stage-gesture.ts';

/**
 * Drags a corner or a side. Shift keeps the shape, Alt goes about the pivot, Ctrl does both; a corner of a video or an
 * image is cropped with Ctrl.
 */
export function beginScale(context: StageGestureContext, box: LayerBox, handle: Handle, from: Vector): StageGesture {
  const { boxes, frame, known, safeAreas, words } = context;
  const ground = snapGround(boxes, [box.layer.id], frame, safeAreas);
  const start = handlePlace(box, handle);
  const back = inverted(box.matrix);
  const before = shownSize(box);
  const picture = isCorner(handle) ? croppable(box, known) : null;
  // What was asked for by Ctrl and cannot be done is told, where something else happens instead.
  const notCropped = isCorner(handle) && isShapedByEffects(box, known) ? [words.notCropped] : [];
  const isText = scalingOf(box.layer) === 'text' && isCorner(handle);
  const axes: readonly Axis[] = [
    ...(handle.across === 0 ? [] : ['x' as const]),
    ...(handle.down === 0 ? [] : ['y' as const]),
  ];
  return editing(context, 'scale', (at) => {
    const crops = at.mod && picture !== null;
    const how = crops ? FREE : { keepsShape: at.shift || at.mod, aboutPivot: at.alt || at.mod };
    const free = { x: start.x + at.place.x - from.x, y: start.y + at.place.y - from.y };
    const snaps = isUpright(box.matrix) && !how.keepsShape;
    const { place, guides } = snapPlace(free, axes, ground, snaps ? toleranceOf(context) : 0);
    const way = back === null ? { x: 0, y: 0 } : wayBy(back, { x: place.x - start.x, y: place.y - start.y });
    const asked = typedFactors(box, handle, at, how) ?? factorsOf(box, handle, way, how);
    const { change, factors } = crops
      ? croppedBy(box, picture, handle, asked)
      : { change: scaled(box, handle, asked, how), factors: asked };
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

/** Drags a corner of the box around several layers: all grow by one factor about the opposite corner, with Alt the middle. */
export function beginScaleTogether(
  context: StageGestureContext,
  dragged: readonly LayerBox[],
  handle: Handle,
  from: Vector,
): StageGesture {
  const { boxes, frame, safeAreas, words } = context;
  const before = boundsAround(dragged.map(boundsOfBox));
  const ids = dragged.map(({ layer }) => layer.id);
  const ground = snapGround(boxes, ids, frame, safeAreas);
  // A group takes its layers along.
  const held = dragged.filter(({ groups }) => !groups.some((group) => ids.includes(group)));
  const start = cornerOf(before, handle);
  return editing(context, 'scale', (at) => {
    const about = cornerOf(before, at.alt ? { across: 0, down: 0 } : { across: -handle.across, down: -handle.down });
    const arm = { x: start.x - about.x, y: start.y - about.y };
    const free = { x: start.x + at.place.x - from.x, y: start.y + at.place.y - from.y };
    const { place, guides } = snapPlace(free, ['x', 'y'], ground, toleranceOf(context));
    const { factor, snapped } = factorAlong(
      arm,
      { x: free.x - about.x, y: free.y - about.y },
      {
        x: place.x - about.x,
        y: place.y - about.y,
      },
    );
    const typed = readTyped(at.typed);
    const wanted = factorTo(typed?.first ?? null, before.width) ?? factorTo(typed?.second ?? null, before.height);
    const used = wanted ?? Math.max(LEAST_FACTOR, factor);
    const size = { width: before.width * used, height: before.height * used };
    return {
      edits: held.map((box) => editOf(box, scaledTogether(box, used, about))),
      guides: wanted === null ? guides.filter(({ axis }) => axis === snapped) : [],
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

/** Smaller nothing can be taken hold of again. */
const LEAST_FACTOR = 0.01;

function cornerOf(
  { left, top, width, height }: Rect,
  { across, down }: Handle | { across: number; down: number },
): Vector {
  return { x: left + (width * (across + 1)) / 2, y: top + (height * (down + 1)) / 2 };
}

/** How far along its diagonal a corner was dragged; one that snaps on an axis ends there. */
function factorAlong(
  arm: Vector,
  free: Vector,
  snappedTo: Vector,
): { readonly factor: number; readonly snapped: Axis | null } {
  if (snappedTo.x !== free.x && Math.abs(arm.x) > 1e-6) return { factor: snappedTo.x / arm.x, snapped: 'x' };
  if (snappedTo.y !== free.y && Math.abs(arm.y) > 1e-6) return { factor: snappedTo.y / arm.y, snapped: 'y' };
  const reach = arm.x * arm.x + arm.y * arm.y;
  return { factor: reach < 1e-6 ? 1 : (free.x * arm.x + free.y * arm.y) / reach, snapped: null };
}

const FREE: ScaleHow = { keepsShape: false, aboutPivot: false };

/** What a layer becomes whose box is to grow so by cropping, and how much of that there is in its picture. */
function croppedBy(box: LayerBox, picture: Croppable, handle: Handle, { across, down }: Pair) {
  const { width, height } = box.size;
  const asked = { x: handle.across * width * (across - 1), y: handle.down * height * (down - 1) };
  const way = wayWithin(picture, handle, asked);
  return { change: cropped(box, picture, handle, way), factors: factorsOf(box, handle, way, FREE) };
}

/** What is typed is the width and the height; of a text whose letters change it is their size. */
function typedFactors(box: LayerBox, handle: Handle, { typed }: StagePointer, how: ScaleHow): Pair | null {
  const values = readTyped(typed);
  if (values === null) return null;
  const { layer, row } = box;
  if (layer.kind === 'text' && isCorner(handle)) {
    const factor = factorTo(values.first, row.look?.fontsize ?? layer.style.size);
    return factor === null ? null : { across: factor, down: factor };
  }
  const { width, height } = shownSize(box);
  // One number that is typed at an upper or lower side is its height.
  const isHeight = handle.across === 0 && values.second === null;
  const across = isHeight ? null : factorTo(values.first, width);
  const down = factorTo(isHeight ? values.first : values.second, height);
  const only = across ?? down;
  if (only === null) return null;
  return how.keepsShape ? { across: only, down: only } : alongHandle(handle, across ?? 1, down ?? 1);
}

/** A handle of a side changes that side alone. */
function alongHandle(handle: Handle, across: number, down: number): Pair {
  return { across: handle.across === 0 ? 1 : across, down: handle.down === 0 ? 1 : down };
}

function factorTo(wanted: number | null, now: number): number | null {
  return wanted === null || wanted <= 0 || now <= 0 ? null : wanted / now;
}
