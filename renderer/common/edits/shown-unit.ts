import { formatNumber } from '#renderer/ui/format/number.ts';
import type { KeyProperty } from '#shared/editing/keys/key-properties.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-spec.ts';

/** The unit that a form shows behind a number, and by how much the shown number is larger than the written one. */
export interface ShownUnit {
  /** Absent for a number that counts or has no unit. */
  readonly unit: string | undefined;
  readonly factor: number;
}

/** Numbers that tell how many times something is as large or as fast. */
const MULTIPLES: readonly string[] = ['speed', 'lineheight'];
/** Exponents: neither a share nor a multiple. */
const PLAIN: readonly string[] = ['gamma'];
/** Scales beyond 1, which the scale of a layer shows in percent too. */
const SCALES: readonly string[] = ['zoom', 'from'];

/** How a form shows a number of an attribute: shares of one, such as the opacity, as percentages. */
export function shownUnit(name: string, { type, unit, initial, absent }: AttributeSpec<unknown>): ShownUnit {
  if (unit !== undefined || type.kind !== 'number' || PLAIN.includes(name)) return { unit, factor: 1 };
  if (MULTIPLES.includes(name)) return { unit: '×', factor: 1 };
  const { minimum, maximum } = type;
  const isShare = minimum !== undefined && minimum >= -1 && maximum !== undefined && maximum <= 1;
  const whole = 'default' in absent ? absent.default : initial;
  const isOfWhole = minimum === 0 && (whole === 1 || (maximum !== undefined && typeof whole === 'number'));
  return isShare || isOfWhole || SCALES.includes(name) ? { unit: '%', factor: 100 } : { unit, factor: 1 };
}

/** How numbers of an animated property are shown: of a scale, which is a pair of multiples, in percent too. */
export function shownKeyUnit({ attribute, own }: Pick<KeyProperty, 'attribute' | 'own'>): ShownUnit {
  if (own.type.kind === 'pair') return { unit: '%', factor: 100 };
  const isLength = own.type.kind === 'point' || own.type.kind === 'length';
  return isLength ? { unit: own.unit ?? 'px', factor: 1 } : shownUnit(attribute, own);
}

/** A value of an animated property as people read it: `0.5` of the opacity as `50 %`. */
export function shownKeyValue(property: Pick<KeyProperty, 'attribute' | 'own'>, text: string): string {
  const { unit, factor } = shownKeyUnit(property);
  const parts = text.split(',').map((part) => part.trim());
  const isPlain = parts.every((part) => part !== '' && Number.isFinite(Number(part)));
  if (unit === undefined || !isPlain) return text;
  const shown = parts.map((part) => formatNumber(Number(part) * factor, DIGITS)).join(LIST);
  return unit === '°' ? `${shown}${unit}` : `${shown} ${unit}`;
}

const LIST = ', ';
/** Figures after the decimal sign: more of them say nothing at a glance. */
const DIGITS = 2;
