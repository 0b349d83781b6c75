/** From a sample up to another. */
export interface SampleSpan {
  readonly from: number;
  /** Behind the last. */
  readonly until: number;
}

/** Where a sound gives way: it is `to` times as loud in the span, and changes over `ramp` samples before and behind it. */
export interface Dip extends SampleSpan {
  readonly to: number;
  readonly ramp: number;
}

/**
 * Where a sound that gives way has to: the spans in which something is heard that it gives way to, in any order. Those that
 * are less than two ramps apart become one, because it would not be back before it went down again.
 */
export function dipsFor(spans: readonly SampleSpan[], to: number, ramp: number): readonly Dip[] {
  const dips: { from: number; until: number; to: number; ramp: number }[] = [];
  for (const { from, until } of spans.toSorted((left, right) => left.from - right.from)) {
    const last = dips.at(-1);
    if (last !== undefined && from - last.until < 2 * ramp) last.until = Math.max(last.until, until);
    else if (until > from) dips.push({ from, until, to, ramp });
  }
  return dips;
}

/** A straight line down to `to` that ends where the span begins, and one up again from its end. */
export function dipFactor({ from, until, to, ramp }: Dip, sample: number): number {
  const away = Math.max(from - sample, sample - until, 0);
  if (ramp === 0) return sample >= from && sample < until ? to : 1;
  return away >= ramp ? 1 : to + ((1 - to) * away) / ramp;
}
