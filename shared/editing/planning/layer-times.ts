import { ok, type Result } from '../../lib/result.ts';
import type { Statement } from '../../statements/statement.ts';
import { childElements, type ElementNode } from '../../template/document/document.ts';
import { specOf } from '../../template/tables/attribute-lookup.ts';
import { roleOf } from '../../template/tables/roles.ts';
import type { TimeMeaning } from '../../template/value-types/attribute-types.ts';
import { timeNamed } from '../../template/variables/written-values.ts';
import type { Planning } from './planning.ts';
import { readTime } from './written-value.ts';

/** A time of a layer under the name that the layer has it. Null: it has none, or none is written. */
export interface LayerTime {
  readonly name: string;
  readonly count: number;
}

/** When a layer is there in its scene, and what of its source it shows; in frames of the movie. */
export interface LayerTimes {
  /** When it begins in its scene; without it, with the scene. */
  readonly start: LayerTime | null;
  /** How long it is there; without it, to the scene's end. */
  readonly length: LayerTime | null;
  /** Where its source begins; null for a layer that shows no source which runs. */
  readonly inPoint: LayerTime | null;
  /** How many frames of its source go by in one of its own. */
  readonly speed: number;
  /**
   * Frames of its own beginning that are left out, of a layer that something moves: what counts its frames then goes on
   * as it did. Null for one that nothing moves, and where what is written cannot take more.
   */
  readonly leftOut: LayerTime | null;
  /** Heard and not seen: it never begins sooner because its scene does. */
  readonly isSound: boolean;
}

/** What every element that goes through a source faster or slower calls it. */
const SPEED = 'speed';
/** What layers call the frames of their beginning that are left out; below 0 it is something else. */
const LEFT_OUT = 'overlap';

/** The times of a layer, by the meanings that the table gives its attributes. */
export function readLayerTimes(planning: Planning, layer: ElementNode): Result<LayerTimes, Statement> {
  const read = (meaning: TimeMeaning): Result<LayerTime | null, Statement> => {
    const name = timeNamed(layer, meaning, planning.language);
    const time = name === null ? ok(null) : readTime(planning, layer, name);
    if (!time.ok) return time;
    return ok(name === null || time.value === null ? null : { name, count: time.value });
  };
  const [start, length, inPoint] = [read('start'), read('length'), read('in-point')];
  if (!start.ok) return start;
  if (!length.ok) return length;
  if (!inPoint.ok) return inPoint;
  const speed = specOf(layer, SPEED, null, planning.language) === null ? ok(1) : readTime(planning, layer, SPEED);
  if (!speed.ok) return speed;
  const leftOut = readLeftOut(planning, layer, inPoint.value);
  if (!leftOut.ok) return leftOut;
  const times = { start: start.value, length: length.value, inPoint: inPoint.value, speed: speed.value ?? 1 };
  const isSound = roleOf(layer, planning.language) === 'sound';
  return ok({ ...times, leftOut: leftOut.value, isSound });
}

function readLeftOut(
  planning: Planning,
  layer: ElementNode,
  inPoint: LayerTime | null,
): Result<LayerTime | null, Statement> {
  const isKnown = specOf(layer, LEFT_OUT, null, planning.language) !== null;
  // What a group shows runs like a source, so that its in-point is this already.
  if (!isKnown || inPoint?.name === LEFT_OUT || !isMoved(layer, planning.language)) return ok(null);
  const count = readTime(planning, layer, LEFT_OUT);
  if (!count.ok) return count;
  return ok((count.value ?? 0) < 0 ? null : { name: LEFT_OUT, count: count.value ?? 0 });
}

/** Whether something counts the frames of a layer: its own animations, those of its effects, what is in its masks. */
function isMoved(layer: ElementNode, language: Planning['language']): boolean {
  return childElements(layer).some((child) => {
    const role = roleOf(child, language);
    return role === 'animation' || role === 'mask' || (role === 'effect' && isMoved(child, language));
  });
}

/**
 * The times of a layer whose scene begins `by` frames later, or sooner below zero, so that every frame that is left shows
 * what it showed. Null where nothing of the layer is left.
 */
export function cutStart(times: LayerTimes, by: number): readonly LayerTime[] | null {
  const { start, length, inPoint, speed, leftOut, isSound } = times;
  if (leftOut !== null) return cutMoved({ ...times, leftOut }, by);
  const begins = start?.count ?? 0;
  const isThereFirst = begins === 0 && (by > 0 || !isSound);
  // A layer that is there from the first frame grows with its scene; one that begins later keeps its place in the film.
  const cut = by < 0 && !isThereFirst ? 0 : isThereFirst ? by : Math.max(0, by - begins);
  if (length !== null && length.count - cut < 1) return null;
  return [
    ...(start === null || isThereFirst ? [] : [{ ...start, count: Math.max(0, begins - by) }]),
    ...(length === null || cut === 0 ? [] : [{ ...length, count: length.count - cut }]),
    ...(inPoint === null || cut === 0
      ? []
      : [{ ...inPoint, count: Math.max(0, inPoint.count + Math.round(cut * speed)) }]),
  ];
}

/** The same of a layer that something moves: it keeps its place in the film, and its animations keep theirs. */
function cutMoved(
  { start, length, leftOut }: LayerTimes & { readonly leftOut: LayerTime },
  by: number,
): readonly LayerTime[] | null {
  const begins = start?.count ?? 0;
  // A scene that begins sooner shows again what was left out of a layer that is there from its first frame.
  const cut = by > 0 ? Math.max(0, by - begins) : begins > 0 ? 0 : -Math.min(leftOut.count, -by);
  if (length !== null && length.count - cut < 1) return null;
  const shifted = Math.max(0, begins - by + cut);
  return [
    ...(start === null || shifted === begins ? [] : [{ ...start, count: shifted }]),
    ...(length === null || cut === 0 ? [] : [{ ...length, count: length.count - cut }]),
    ...(cut === 0 ? [] : [{ ...leftOut, count: leftOut.count + cut }]),
  ];
}

/** How many frames sooner the scene of these layers can begin before one of their sources has no frame to show. */
export function roomBefore(layers: readonly LayerTimes[]): number {
  const sources = layers.filter(
    ({ start, leftOut, isSound }) => (start?.count ?? 0) === 0 && leftOut === null && !isSound,
  );
  return Math.min(
    ...sources.flatMap(({ inPoint, speed }) => (inPoint === null ? [] : [Math.floor(inPoint.count / speed)])),
  );
}
