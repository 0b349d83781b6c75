import type { FrameSpan } from '../timeline/lay-out.ts';

/** The in and out points of a film, in frames. `out` is the frame behind the last one. */
export interface InOut {
  readonly in?: number;
  readonly out?: number;
}

/** The two points as fields of a record. A point that is null is absent, and so is an out that is not behind the in. */
export function inOutFields(points: { readonly in: number | null; readonly out: number | null }): InOut {
  const first = points.in;
  const end = points.out !== null && points.out > (first ?? 0) ? points.out : null;
  return { ...(first === null ? {} : { in: first }), ...(end === null ? {} : { out: end }) };
}

/** Sets the in point; null takes it away. An out point that is not behind it goes. */
export function setIn<Record extends InOut>(record: Record, frame: number | null): Record {
  const { in: _in, out, ...others } = record;
  const at = frame === null ? null : Math.max(0, Math.round(frame));
  return { ...others, ...inOutFields({ in: at, out: out ?? null }) } as Record;
}

/** Sets the out point, the frame behind the last one; null takes it away. An in point that is not before it goes. */
export function setOut<Record extends InOut>(record: Record, frame: number | null): Record {
  const { in: first, out: _out, ...others } = record;
  const at = frame === null ? null : Math.max(1, Math.round(frame));
  const kept = first !== undefined && (at === null || first < at) ? first : null;
  return { ...others, ...inOutFields({ in: kept, out: at }) } as Record;
}

/**
 * What lies between the points in a film of `length` frames. Null where that is the whole film, or nothing of it.
 */
export function spanBetween({ in: first = 0, out }: InOut, length: number): FrameSpan | null {
  const to = Math.min(out ?? length, length);
  if (first >= to || (first === 0 && to === length)) return null;
  return { from: first, to };
}
