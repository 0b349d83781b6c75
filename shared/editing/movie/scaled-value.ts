import { formatPlaceholder, parseValue } from '../../template/placeholders/placeholder.ts';
import type { AttributeSpec } from '../../template/value-types/attribute-types.ts';
import { formatDecimal } from '../../template/values/lengths.ts';

/** A decimal as the language writes it, with the sign of a percentage behind it where it is one. */
const DECIMAL = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(%?)/g;
/** Below so many pixels a tenth of one is seen. */
const FINE = 10;

/**
 * How many of a value's numbers, from its first, are pixels of the frame: of an outline the width alone, of a shadow its
 * way and its blur; none of a crop, which is of the source.
 */
export function countsPixels({ type, unit }: AttributeSpec<unknown>): number {
  if (type.kind === 'outline') return 1;
  if (type.kind === 'shadow') return 3;
  if (type.kind === 'edges') return 0;
  return unit === 'px' || type.kind === 'origin' ? Number.POSITIVE_INFINITY : 0;
}

/**
 * A value whose pixels become `factor` times as many; percentages stay, and so does what is put together of variables. Of
 * one that is a placeholder alone the default is changed.
 */
export function scaledValue(text: string, spec: AttributeSpec<unknown>, factor: number): string {
  if (!text.includes('${')) return scaledText(text, spec, factor);
  const { pieces, faults } = parseValue(text);
  const [only] = pieces;
  if (only?.kind !== 'placeholder' || only.default === null || pieces.length > 1 || faults.length > 0) return text;
  return formatPlaceholder({ ...only, default: scaledText(only.default, spec, factor) });
}

/** A factor, or two, times another. */
export function multipliedPair(text: string, factor: number): string {
  return text.replaceAll(DECIMAL, (written) => formatDecimal(rounded(Number(written) * factor, 3)));
}

function scaledText(text: string, spec: AttributeSpec<unknown>, factor: number): string {
  // What cannot be read is not made something else that cannot be read.
  if (!spec.type.parse(text, null).ok) return text;
  const { minimum, maximum = Number.POSITIVE_INFINITY } = spec.type;
  const pixels = countsPixels(spec);
  let seen = 0;
  return text.replaceAll(DECIMAL, (written: string, percent: string) => {
    seen += 1;
    if (seen > pixels || percent !== '') return written;
    const scaled = Number(written) * factor;
    const shown = rounded(scaled, Math.abs(scaled) < FINE ? 1 : 0);
    return formatDecimal(Math.min(maximum, Math.max(shown, Number(written) > 0 ? (minimum ?? shown) : shown)));
  });
}

function rounded(value: number, digits: number): number {
  const shown = Number(value.toFixed(digits));
  return shown === 0 ? 0 : shown;
}
