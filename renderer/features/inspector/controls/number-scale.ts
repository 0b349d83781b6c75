import type { AttributeType } from '#shared/template/value-types/attribute-types.ts';

interface SliderScale {
  readonly min: number;
  readonly max: number;
  /** Whether the slider is logarithmic: equal distances on the slider multiply the value by equal factors. */
  readonly multiplies: boolean;
}

/** The settings by which a number field displays and changes its number. */
export interface NumberScale {
  /** The range of the slider; null for a field without a slider. */
  readonly slider: SliderScale | null;
  /** The change per arrow key, and per two pixels of a drag. */
  readonly step: number;
  /** The number of decimal places. */
  readonly precision: number;
  /** The value that a double-click restores; undefined for none. */
  readonly standard: number | undefined;
}

const PRECISION = 4;
/** The number of slider steps. If there were more steps than pixels, the thumb would skip values. */
const STEPS = 100;
/** The minimum ratio of maximum to minimum for which a slider is logarithmic. */
const WIDE_RATIO = 100;
/** The ratio between the ends of a logarithmic slider and its middle. The number field accepts a larger range. */
const SLIDER_REACH = 4;
/** The number of steps of a logarithmic slider. */
const MULTIPLYING_STEPS = 100;

/**
 * Returns the number scale of an attribute. The slider covers the attribute's range. If the range has no maximum, the
 * slider ends at twice the default, so that the default is in the middle. A wide positive range, for example of a speed
 * or a size, gets a logarithmic slider from a quarter of the default to four times the default.
 */
export function numberScale(
  { kind, minimum, maximum }: Pick<AttributeType<unknown>, 'kind' | 'minimum' | 'maximum'>,
  standardText: string | null,
): NumberScale {
  const parsed = standardText === null || standardText === '' ? Number.NaN : Number(standardText);
  const standard = Number.isFinite(parsed) ? parsed : undefined;
  if (kind === 'integer') return { slider: null, step: 1, precision: 0, standard };
  // An unset value has no position on a slider.
  if (standardText === '') return { slider: null, step: 1, precision: PRECISION, standard };
  const end = maximum ?? (standard !== undefined && standard > 0 ? standard * 2 : undefined);
  if (minimum === undefined || end === undefined || end <= minimum)
    return { slider: null, step: 0.01, precision: PRECISION, standard };
  if (standard !== undefined && minimum > 0 && end / minimum >= WIDE_RATIO) {
    const reach = Math.min(SLIDER_REACH, standard / minimum, end / standard);
    // The power of ten nearest to a hundredth of the default.
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

/** Returns the range and the step of the HTML slider, which is always linear. */
export function sliderRange({ slider, step }: Pick<NumberScale, 'step'> & { readonly slider: SliderScale }) {
  const { min, max, multiplies } = slider;
  if (!multiplies) return { min, max, step };
  return { min: 0, max: 1, step: 1 / MULTIPLYING_STEPS };
}

/** Returns the position of a value on the HTML slider, clamped to its range. */
export function placeOf({ min, max, multiplies }: SliderScale, value: number): number {
  const limited = Math.min(max, Math.max(min, value));
  return multiplies ? Math.log(limited / min) / Math.log(max / min) : limited;
}

/** Returns the value at a position of the HTML slider, rounded to whole steps. */
export function valueAt({ slider, step }: Pick<NumberScale, 'step'> & { readonly slider: SliderScale }, place: number) {
  const { min, max, multiplies } = slider;
  return multiplies ? Math.round((min * (max / min) ** place) / step) * step : place;
}

/** Returns the largest power of ten that divides the range into at least a hundred steps. */
function stepOf(range: number): number {
  return powerOfTen(Math.floor(Math.log10(range / STEPS) + 1e-9));
}

function powerOfTen(exponent: number): number {
  return exponent < 0 ? Number(`1e${exponent}`) : 10 ** exponent;
}
