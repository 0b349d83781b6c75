import { keyDisplayUnit } from '#renderer/editor/shown-unit.ts';
import { frameAt, type View, xOf } from '#renderer/editor/timeline-view.ts';
import { tokenColor } from '#renderer/ui/browser/shown-theme.ts';
import { formatFixed } from '#renderer/ui/format/number.ts';
import type { AnimatedProperty, Clock, Keyframe } from '#shared/editing/keyframes/animated.ts';
import { ROW_HEIGHT } from '../model/row.ts';
import { type CurveHandle, curveOf, HANDLE_REACH, handlesOf, type ValueRange, yOfValue } from './curves.ts';
import { type KeyMark, marksOf } from './keyframe-marks.ts';

/** Half of the width of a diamond in pixels. */
const HALF_DIAMOND = 4.5;

/**
 * Returns the x coordinate of a keyframe's diamond. At the left edge, the diamond is shifted to the right. Otherwise,
 * the column of names would cover half of it.
 */
export function diamondX(x: number): number {
  return x > -1 && x < HALF_DIAMOND + 1 ? HALF_DIAMOND + 1 : x;
}

export interface Painted {
  readonly property: AnimatedProperty;
  readonly clock: Clock;
  readonly view: View;
  readonly height: number;
  readonly isSelected: (key: Keyframe) => boolean;
}

/** Returns a function that converts a frame of a layer to an x coordinate in its lane. */
export function laneX({ begin }: Clock, view: View): (frame: number) => number {
  return (frame) => xOf(begin + frame, view);
}

/** Paints keyframes as diamonds on a line. Keyframes that are too close together become a band with their count. */
export function paintLane(context: CanvasRenderingContext2D, painted: Painted): void {
  const { property, clock, view, height, isSelected } = painted;
  const x = laneX(clock, view);
  const marks = marksOf(property.keys, x);
  const middle = height / 2;
  context.lineWidth = 1;
  for (const key of property.keys) {
    if (key.next === null) continue;
    const [from, to] = [x(key.frame), x(key.next)];
    if (to < 0 || from > view.width) continue;
    context.strokeStyle = tokenColor(isSelected(key) ? '--accent' : '--text-3');
    // A hold segment has a dashed line.
    context.setLineDash(isStepped(key) ? [2, 3] : []);
    line(context, from, middle, to, middle);
  }
  context.setLineDash([]);
  for (const mark of marks) {
    if (mark.end < -HALF_DIAMOND || mark.x > view.width + HALF_DIAMOND) continue;
    const selected = mark.keys.some(isSelected);
    if (mark.keys.length > 1) band(context, mark, middle, selected);
    else for (const key of mark.keys) diamond(context, diamondX(mark.x), middle, isStepped(key), selected);
  }
}

/** The input for painting a property graph. */
export interface PaintedGraph extends Painted {
  readonly range: ValueRange;
  /** The index of the component that the user edits. Its line is solid; the line of the other component is dashed. */
  readonly part: number;
  readonly handles: readonly CurveHandle[];
}

/** Paints the curve of a property over time, with its keyframes and with the handles of the selected segments. */
export function paintGraph(context: CanvasRenderingContext2D, painted: PaintedGraph): void {
  const { property, clock, view, height, range, part, handles, isSelected } = painted;
  const x = laneX(clock, view);
  const y = (value: number) => yOfValue(value, range, height);
  const localFrameAt = (at: number) => frameAt(at, view) - clock.begin;
  const points = curveOf(property, clock.whole, {
    from: localFrameAt(0),
    to: localFrameAt(view.width),
    most: view.width / 2,
  });
  scale(context, painted);
  const count = points[0]?.numbers.length ?? 0;
  const drawingOrder = [...Array(count).keys()].toSorted((one, other) => Number(one === part) - Number(other === part));
  for (const each of drawingOrder) {
    context.strokeStyle = tokenColor(each === part ? '--accent' : '--text-2');
    context.lineWidth = each === part ? 2 : 1.25;
    context.setLineDash(each === part ? [] : [4, 4]);
    context.beginPath();
    for (const { frame, numbers: anchorValue } of points) context.lineTo(x(frame), y(anchorValue[each] ?? 0));
    context.stroke();
  }
  context.setLineDash([]);
  scaleLabels(context, painted);
  for (const handle of handles) {
    const key = anchorOf(property, handle);
    context.strokeStyle = tokenColor('--accent');
    context.lineWidth = 1;
    const [hx, hy] = [x(handle.frame), y(handle.value)];
    const anchorValue = key === null ? null : keyNumber(property, clock, key, part);
    if (key !== null && anchorValue !== null) line(context, x(key.frame), y(anchorValue), hx, hy);
    context.fillStyle = tokenColor('--panel');
    context.beginPath();
    context.arc(hx, hy, 4, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
  for (const key of property.keys) {
    const value = keyNumber(property, clock, key, part);
    if (value !== null) diamond(context, diamondX(x(key.frame)), y(value), isStepped(key), isSelected(key));
  }
}

/**
 * Returns the keyframe at the start or the end of a handle's segment, depending on the handle. Null if that keyframe
 * was deleted.
 */
function anchorOf(property: AnimatedProperty, { key, which }: CurveHandle): Keyframe | null {
  if (which === 1) return key;
  return property.keys.find(({ frame, animation }) => frame === key.next && animation === key.animation) ?? null;
}

/** Returns the value of a keyframe in the component that the user edits; null if it has none. */
export function keyNumber(property: AnimatedProperty, clock: Clock, key: Keyframe, part: number): number | null {
  const [point] = curveOf(property, clock.whole, { from: key.frame, to: key.frame, most: 1 });
  return point?.numbers[part] ?? null;
}

/** Returns the handles of the selected segments. */
export function handlesOfSelection({ property, clock, isSelected }: Painted, part: number): readonly CurveHandle[] {
  return handlesOf(property, property.keys.filter(isSelected), part, clock.whole);
}

/**
 * The vertical positions of the scale labels as fractions of the height: the top, middle, and bottom of the curve
 * without `CURVE_PADDING`.
 */
const SCALE_SHARES = [0.14 / 1.28, 0.5, 1.14 / 1.28] as const;
/** The distance in pixels from an edge of the lane. A keyframe within this distance would cover the scale labels. */
const LABEL_REACH = 56;

function scale(context: CanvasRenderingContext2D, { view, height, range }: PaintedGraph): void {
  context.strokeStyle = tokenColor('--line');
  context.lineWidth = 1;
  for (const share of SCALE_SHARES) {
    const at = Math.round(yOfValue(range.least + (range.most - range.least) * share, range, height)) + 0.5;
    line(context, 0, at, view.width, at);
  }
}

/** Paints the numbers of the scale over the curve, at an edge without keyframes if possible. */
function scaleLabels(context: CanvasRenderingContext2D, painted: PaintedGraph): void {
  const { property, clock, view, height, range } = painted;
  const x = laneX(clock, view);
  const isRight = isScaleRight(
    property.keys.map(({ frame }) => x(frame)),
    view.width,
  );
  context.font = `11px ${tokenColor('--font')}`;
  const span = range.most - range.least;
  const { unit, factor } = keyDisplayUnit(property);
  for (const share of SCALE_SHARES) {
    const value = range.least + span * share;
    const at = Math.round(yOfValue(value, range, height)) + 0.5;
    const number = shortNumber(value * factor, span * factor);
    const text = unit === undefined ? number : `${number} ${unit}`;
    const width = context.measureText(text).width;
    const left = isRight ? view.width - width - 6 : 6;
    context.fillStyle = tokenColor('--sunken');
    context.fillRect(left - 3, at - 14, width + 6, 13);
    context.fillStyle = tokenColor('--text-3');
    context.fillText(text, left, at - 4);
  }
}

/**
 * Returns whether the scale labels are at the right edge. This is the case if a keyframe would cover them at the left
 * edge but not at the right edge.
 */
export function isScaleRight(keys: readonly number[], width: number): boolean {
  const coversLeftLabels = keys.some((x) => x >= -HALF_DIAMOND && x < LABEL_REACH);
  return coversLeftLabels && !keys.some((x) => x > width - LABEL_REACH && x <= width + HALF_DIAMOND);
}

function shortNumber(value: number, span: number): string {
  const digits = span >= 20 ? 0 : span >= 2 ? 1 : 2;
  return formatFixed(Math.round(value * 10 ** digits) / 10 ** digits + 0, digits);
}

function isStepped({ easing }: Keyframe): boolean {
  return easing.kind === 'steps';
}

function line(context: CanvasRenderingContext2D, x: number, y: number, toX: number, toY: number): void {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(toX, toY);
  context.stroke();
}

/** Paints a keyframe: a diamond, or a square for a hold keyframe. The outline makes it visible on any background. */
function diamond(context: CanvasRenderingContext2D, x: number, y: number, isSquare: boolean, selected: boolean): void {
  context.save();
  context.translate(x, y);
  if (!isSquare) context.rotate(Math.PI / 4);
  const half = isSquare ? HALF_DIAMOND - 0.5 : HALF_DIAMOND / Math.SQRT2 + 0.4;
  context.fillStyle = tokenColor(selected ? '--accent' : '--text-2');
  context.strokeStyle = tokenColor(selected ? '--text' : '--panel');
  context.lineWidth = 1;
  context.fillRect(-half, -half, 2 * half, 2 * half);
  context.strokeRect(-half, -half, 2 * half, 2 * half);
  context.restore();
}

function band(context: CanvasRenderingContext2D, { x, end, keys }: KeyMark, middle: number, selected: boolean): void {
  const left = x - HALF_DIAMOND;
  const width = end - x + 2 * HALF_DIAMOND;
  context.fillStyle = tokenColor(selected ? '--accent' : '--text-2');
  context.fillRect(left, middle - HALF_DIAMOND, width, 2 * HALF_DIAMOND);
  const text = String(keys.length);
  context.font = `10px ${tokenColor('--font')}`;
  if (width > 6 * text.length + 4) {
    context.fillStyle = tokenColor('--panel');
    context.fillText(text, left + width / 2 - 3 * text.length, middle + 3.5);
  } else context.fillText(text, end + HALF_DIAMOND + 3, middle + ROW_HEIGHT / 6);
}

/** Returns whether a point is close enough to a handle to hit it. */
export function isNear(x: number, y: number, atX: number, atY: number): boolean {
  return Math.abs(x - atX) <= HANDLE_REACH && Math.abs(y - atY) <= HANDLE_REACH;
}
