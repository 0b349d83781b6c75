import type { AttributeType } from '#shared/template/value-types/attribute-types.ts';

interface SliderScale {
  readonly min: number;
  readonly max: number;
  /** Equal ways multiply by the same instead of adding it: half and double are as far from the middle. */
  readonly multiplies: boolean;
}

/** How a number is shown and moved. */
export interface NumberScale {
  /** Ends of the slider; null where there are none that mean something. */
  readonly slider: SliderScale | null;
  /** Of an arrow key, and of two pixels of a drag. */
  readonly step: number;
  /** Figures after the point. */
  readonly precision: number;
  /** What a double-click sets. */
  readonly standard: number | undefined;
}

const PRECISION = 4;
/** More steps than a slider has pixels would only tremble. */
const STEPS = 100;
/** From where on a range is of sizes that are told by how many times larger one is. */
const WIDE = 100;
/** How many times less and more than its middle such a slider goes; the number beside it goes further. */
const REACH = 4;
/** Of the whole way on such a slider. */
const MULTIPLYING_STEPS = 100;

/**
 * How a number of a type is shown. A slider goes from bound to bound; where there is no upper one, to twice the
 * default, so that the default is its middle and the number beside it goes further. Of a wide range above 0, as that
 * of speeds and sizes, it multiplies, from a quarter to four times the default.
 */
export function numberScale(
  { kind, minimum, maximum }: Pick<AttributeType<unknown>, 'kind' | 'minimum' | 'maximum'>,
  standardText: string | null,
): NumberScale {
  const given = standardText === null || standardText === '' ? Number.NaN : Number(standardText);
  const standard = Number.isFinite(given) ? given : undefined;
  if (kind === 'integer') return { slider: null, step: 1, precision: 0, standard };
  // Of what is not set no place of a slider would be right.
  if (standardText === '') return { slider: null, step: 1, precision: PRECISION, standard };
  const end = maximum ?? (standard !== undefined && standard > 0 ? standard * 2 : undefined);
  if (minimum === undefined || end === undefined || end <= minimum)
    return { slider: null, step: 0.01, precision: PRECISION, standard };
  if (standard !== undefined && minimum > 0 && end / minimum >= WIDE) {
    const reach = Math.min(REACH, standard / minimum, end / standard);
    // About a hundredth of what is usual.
    const step = powerOfTen(Math.round(Math.log10(standard / STEPS)));
    const slider = { min: standard / reach, max: standard * reach, multiplies: true };
    if (reach > 1) return { slider, step, precision: PRECISION, standard };
  }
  return {
    slider: { min: minimum, max: end, multiplies: false },
    step: stepOf(end - minimum),
    precision: PRECISION,
    standard,
  };
}

/** Of a slider itself: its two ends and its step, in numbers that grow evenly along it. */
export function wayOf({ slider, step }: Pick<NumberScale, 'step'> & { readonly slider: SliderScale }) {
  const { min, max, multiplies } = slider;
  if (!multiplies) return { min, max, step };
  return { min: 0, max: 1, step: 1 / MULTIPLYING_STEPS };
}

/** Where a value stands on the way of a slider; at an end where it is beyond it. */
export function placeOf({ min, max, multiplies }: SliderScale, value: number): number {
  const within = Math.min(max, Math.max(min, value));
  return multiplies ? Math.log(within / min) / Math.log(max / min) : within;
}

/** The value at a place on the way of a slider, rounded to whole steps. */
export function valueAt({ slider, step }: Pick<NumberScale, 'step'> & { readonly slider: SliderScale }, place: number) {
  const { min, max, multiplies } = slider;
  return multiplies ? Math.round((min * (max / min) ** place) / step) * step : place;
}

/** A power of ten: at least a hundred of them make the whole range. */
function stepOf(range: number): number {
  return powerOfTen(Math.floor(Math.log10(range / STEPS) + 1e-9));
}

function powerOfTen(exponent: number): number {
  return exponent < 0 ? Number(`1e${exponent}`) : 10 ** exponent;
}
