import { ok, type Result } from '../../lib/result.ts';
import type { Statement } from '../../statements/statement.ts';
import type { ElementNode } from '../../template/document/document.ts';
import { specOf } from '../../template/tables/attribute-lookup.ts';
import type { TimeMeaning } from '../../template/value-types/attribute-spec.ts';
import { timeNamed } from '../../template/variables/attribute-walk.ts';
import type { Planning } from './planning.ts';
import { readTime } from './written-value.ts';

/** A time of a layer under the name that the layer has it. Null: it has none, or none is written. */
interface LayerTime {
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
}

/** What every element that goes through a source faster or slower calls it. */
const SPEED = 'speed';

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
  return ok({ start: start.value, length: length.value, inPoint: inPoint.value, speed: speed.value ?? 1 });
}

/**
 * The times of a layer whose scene begins `by` frames later, or sooner below zero, so that every frame that is left shows
 * what it showed. Null where nothing of the layer is left.
 */
export function cutStart({ start, length, inPoint, speed }: LayerTimes, by: number): readonly LayerTime[] | null {
  const begins = start?.count ?? 0;
  const isThereFirst = begins === 0;
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

/** How many frames sooner the scene of these layers can begin before one of their sources has no frame to show. */
export function roomBefore(layers: readonly LayerTimes[]): number {
  const sources = layers.filter(({ start }) => (start?.count ?? 0) === 0);
  return Math.min(
    ...sources.flatMap(({ inPoint, speed }) => (inPoint === null ? [] : [Math.floor(inPoint.count / speed)])),
  );
}
