import type { AttributeType } from '../../../../shared/template/value-types/attribute-types.ts';

/** How a number is shown and moved. */
export interface NumberScale {
  /** Ends of the slider; null where there are none that mean something. */
  readonly slider: { readonly min: number; readonly max: number } | null;
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

/**
 * How a number of a type is shown. A slider goes from bound to bound; where there is no upper one, to twice the
 * default, so that the default is its middle and the number beside it goes further.
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
  return { slider: { min: minimum, max: end }, step: stepOf(end - minimum), precision: PRECISION, standard };
}

/** A power of ten: at least a hundred of them make the whole range. */
function stepOf(range: number): number {
  const exponent = Math.floor(Math.log10(range / STEPS) + 1e-9);
  return exponent < 0 ? Number(`1e${exponent}`) : 10 ** exponent;
}
