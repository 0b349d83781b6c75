import { nearestName } from '#shared/template/document/names.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';
import { TRANSPARENT } from '#shared/template/value-types/color-types.ts';

/** Returns valid values that were probably intended by an invalid value, most likely first. */
export function fixedValues(spec: AttributeSpec<unknown>, writtenText: string): readonly string[] {
  const { type } = spec;
  const guesses = guessesFor(spec, writtenText.trim());
  return [...new Set(guesses)].filter((guess) => guess !== writtenText && type.parse(guess, null).ok);
}

function guessesFor(spec: AttributeSpec<unknown>, value: string): readonly string[] {
  const { type } = spec;
  switch (type.kind) {
    case 'color':
    case 'paint':
      return [nearestColor(value)];
    case 'background':
      return [nearestName(value, [TRANSPARENT]) ?? nearestColor(value)];
    case 'choice':
    case 'boolean': {
      const options = (type.options ?? []).map(String);
      const nearest = nearestName(value, options) ?? BOOLEAN_WORDS[value.toLowerCase()];
      return nearest === undefined ? options : [nearest];
    }
    case 'integer':
    case 'number':
      return nearestNumber(value, type);
    case 'time':
      return nearestTime(value);
    case 'frame-rate':
      return nearestRate(value);
    case 'url':
      return [`https://${value}`, `https://${value.replace(/^[a-z]*:?\/*/i, '')}`].slice(
        /^[a-z]+:/i.test(value) ? 1 : 0,
      );
    case 'asset':
      return [value.slice(Math.max(value.lastIndexOf('/'), value.lastIndexOf('\\')) + 1)];
    case 'signed-time':
    case 'part-of-time':
      return nearestTime(value);
    case 'length':
      return nearestNumber(value.replace(/%$/, ''), type).flatMap((each) =>
        value.endsWith('%') ? [`${each}%`] : [each],
      );
    case 'origin':
    case 'easing': {
      const names = (type.options ?? []).map((option) => type.format(option));
      const nearest = nearestName(value, names);
      return nearest === null ? names : [nearest];
    }
    case 'text':
    case 'gain':
    case 'point':
    case 'pair':
    case 'edges':
    case 'padding':
    case 'percentages':
    case 'handle':
    case 'outline':
    case 'shadow':
    case 'fonts':
    case 'condition':
    case 'cases':
    case 'variable-name':
    case 'choices':
    case 'matrix':
    case 'gradient':
    case 'repeat':
    case 'language':
    case 'loudness':
      return [];
    default:
      return type.kind satisfies never;
  }
}

const BOOLEAN_WORDS: Readonly<Record<string, string>> = {
  '1': 'true',
  yes: 'true',
  on: 'true',
  '0': 'false',
  no: 'false',
  off: 'false',
};

/** Returns a valid color. Removes invalid characters, and pads or truncates the digits. */
function nearestColor(value: string): string {
  const digits = value.replaceAll(/[^0-9a-f]/gi, '');
  return `#${digits.length === 3 ? digits : digits.slice(0, 6).padEnd(6, '0')}`;
}

function nearestNumber(value: string, { kind, minimum, maximum }: AttributeSpec<unknown>['type']): readonly string[] {
  const numberText = /[+-]?\d*[.,]?\d+/.exec(value)?.[0].replace(',', '.');
  if (numberText === undefined) return [];
  const number = Number(numberText) * (value.endsWith('%') ? 0.01 : 1);
  const rounded = kind === 'integer' ? Math.round(number) : Number(number.toFixed(6));
  return [String(Math.min(maximum ?? rounded, Math.max(minimum ?? rounded, rounded)))];
}

function nearestTime(value: string): readonly string[] {
  const numberText = /\d*[.,]?\d+/.exec(value)?.[0].replace(',', '.');
  if (numberText === undefined) return [];
  if (/\dms$/i.test(value)) return [`${Number(numberText) / 1000}s`];
  return /\D/.test(numberText) || /s/i.test(value) ? [`${numberText}s`] : [numberText === '0' ? '1' : numberText];
}

/** The NTSC and film frame rates, by the decimal numbers with which users write them. */
const RATES: Readonly<Record<string, string>> = {
  '23.976': '24000/1001',
  '23.98': '24000/1001',
  '29.97': '30000/1001',
  '59.94': '60000/1001',
  '119.88': '120000/1001',
};

function nearestRate(value: string): readonly string[] {
  const numberText = /\d+(?:[.,]\d+)?/.exec(value)?.[0].replace(',', '.');
  if (numberText === undefined) return [];
  return [RATES[numberText] ?? String(Math.min(240, Math.max(1, Math.round(Number(numberText)))))];
}
