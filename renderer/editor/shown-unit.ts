import { formatNumber } from '#renderer/ui/format/number.ts';
import type { KeyProperty } from '#shared/editing/keyframes/read-keyframes.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';

/**
 * The display unit of a number in a form, and the factor that converts the number in the template to the displayed
 * number.
 */
export interface DisplayUnit {
  /** The unit; undefined for a number without one. */
  readonly unit: string | undefined;
  readonly factor: number;
}

/** The attributes that multiply a standard value. Forms show them with ×. */
const MULTIPLES: readonly string[] = ['speed', 'lineheight'];
/** The attributes whose numbers are exponents, which have no unit. */
const PLAIN: readonly string[] = ['gamma'];
/** The attributes that are scales and can exceed 1. Forms show them in percent, like the scale of a layer. */
const SCALES: readonly string[] = ['zoom', 'from'];

/**
 * Returns the unit in which a form shows the number of an attribute. Fractions of 1, such as the opacity, are shown in
 * percent.
 */
export function displayUnit(name: string, { type, unit, initial, absent }: AttributeSpec<unknown>): DisplayUnit {
  if (unit !== undefined || type.kind !== 'number' || PLAIN.includes(name)) return { unit, factor: 1 };
  if (MULTIPLES.includes(name)) return { unit: '×', factor: 1 };
  const { minimum, maximum } = type;
  const isShare = minimum !== undefined && minimum >= -1 && maximum !== undefined && maximum <= 1;
  const fullValue = 'default' in absent ? absent.default : initial;
  const isOfWhole = minimum === 0 && (fullValue === 1 || (maximum !== undefined && typeof fullValue === 'number'));
  // The attribute `from` of lists has no bounds: it is a position and not a scale.
  const isScale = minimum !== undefined && SCALES.includes(name);
  return isShare || isOfWhole || isScale ? { unit: '%', factor: 100 } : { unit, factor: 1 };
}

/**
 * Returns the unit in which numbers of an animated property are shown. Scales (pairs of factors) are shown in percent.
 */
export function keyDisplayUnit({
  attribute,
  attributeSpec,
}: Pick<KeyProperty, 'attribute' | 'attributeSpec'>): DisplayUnit {
  if (attributeSpec.type.kind === 'pair') return { unit: '%', factor: 100 };
  const isLength = attributeSpec.type.kind === 'point' || attributeSpec.type.kind === 'length';
  return isLength ? { unit: attributeSpec.unit ?? 'px', factor: 1 } : displayUnit(attribute, attributeSpec);
}

/** Formats a value of an animated property, for example an opacity of `0.5` as `50 %`. */
export function keyDisplayValue(property: Pick<KeyProperty, 'attribute' | 'attributeSpec'>, text: string): string {
  const { unit, factor } = keyDisplayUnit(property);
  const parts = text.split(',').map((part) => part.trim());
  const isPlain = parts.every((part) => part !== '' && Number.isFinite(Number(part)));
  if (unit === undefined || !isPlain) return text;
  const displayText = parts.map((part) => formatNumber(Number(part) * factor, DIGITS)).join(LIST);
  return unit === '°' ? `${displayText}${unit}` : `${displayText} ${unit}`;
}

const LIST = ', ';
/** The maximum number of decimals of a formatted value. */
const DIGITS = 2;
