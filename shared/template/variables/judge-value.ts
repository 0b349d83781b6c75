import { assertNever } from '../../lib/assert.ts';
import type { Result } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { fewOf } from '../../statements/wording.ts';
import { boolean, number, type ValueRefusal } from '../value-types/attribute-types.ts';
import { paint } from '../value-types/paint-type.ts';
import { assetName, url } from '../value-types/source-attribute-types.ts';
import { relativeTime, signedTime } from '../value-types/time-types.ts';
import type { FrameRate } from '../values/frame-rate.ts';
import type { Declaration } from './declarations.ts';

/** What a declaration says of values. */
type ValueRules = Pick<Declaration, 'type' | 'min' | 'max' | 'step' | 'maxlength' | 'choices'>;

const decimal = number({});
const signed = signedTime();
const parts = relativeTime({ minimum: 0 });
const paints = paint();
const booleans = boolean();
const addresses = url('media');
const names = assetName('media');
/** Steps of decimals: sums of binary fractions miss them by less than this share of a step. */
const NEARLY = 1e-6;

/**
 * Why a declaration does not take a value; null where it does, as it does the empty one: whether that may be is
 * `required`'s to say. Times are compared in frames; without a rate those in seconds are only read.
 */
export function refusalOf(rules: ValueRules, text: string, rate: FrameRate | null): ValueRefusal | null {
  if (text.trim() === '') return null;
  switch (rules.type) {
    case 'number':
      return refusalOfNumber(rules, decimal.parse(text, rate), 'value/out-of-bounds');
    case 'time':
      return refusalOfTime(rules, text, rate);
    case 'color':
      return reasonOf(paints.parse(text, rate));
    case 'boolean':
      return reasonOf(booleans.parse(text, rate));
    case 'video':
    case 'image':
    case 'sound':
      return /^\s*https?:/i.test(text) ? reasonOf(addresses.parse(text, rate)) : reasonOf(names.parse(text, rate));
    case 'choice':
      // That there is none to choose is told of the declaration.
      return rules.choices.length === 0 || rules.choices.some(({ value }) => value === text.trim())
        ? null
        : statement('value/no-choice', { choices: fewOf(rules.choices.map(({ value }) => value)) });
    case 'font':
      return null;
    case 'text':
      return refusalOfText(rules, text);
    case null:
      return refusalOfUntyped(rules, text, rate);
    default:
      return assertNever(rules.type);
  }
}

/** Without a type the limits say what a value is, where it can be read as such. */
function refusalOfUntyped(rules: ValueRules, text: string, rate: FrameRate | null): ValueRefusal | null {
  const long = refusalOfText(rules, text);
  if (long !== null) return long;
  const read = decimal.parse(text, null);
  if (read.ok) return refusalOfNumber(rules, read, 'value/out-of-bounds');
  return signed.parse(text, rate).ok ? refusalOfTime(rules, text, rate) : null;
}

/** A percentage is of what its use stands in, which no limit can know. */
function refusalOfTime(rules: ValueRules, text: string, rate: FrameRate | null): ValueRefusal | null {
  if (text.trim().endsWith('%')) return reasonOf(parts.parse(text, rate));
  const read = signed.parse(text, rate);
  const isCounted = rate !== null || !text.includes('s');
  return isCounted || !read.ok ? refusalOfNumber(rules, read, 'value/time-out-of-bounds') : null;
}

function refusalOfText({ maxlength }: ValueRules, text: string): ValueRefusal | null {
  if (maxlength === null || text.length <= maxlength) return null;
  const count = characterCount(text);
  return count > maxlength ? statement('value/too-many-characters', { most: maxlength, count }) : null;
}

/** Characters as Unicode counts them: an emoji of one sign is one. */
function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function refusalOfNumber(
  { min, max, step }: ValueRules,
  read: Result<number, ValueRefusal>,
  bounds: 'value/out-of-bounds' | 'value/time-out-of-bounds',
): ValueRefusal | null {
  if (!read.ok) return read.error;
  const { value } = read;
  if (value < (min ?? value) || value > (max ?? value)) return statement(bounds, { minimum: min, maximum: max });
  if (step === null) return null;
  const from = min ?? 0;
  const steps = (value - from) / step;
  const isOn = Math.abs(steps - Math.round(steps)) <= NEARLY;
  return isOn ? null : statement('value/off-step', { step, from });
}

function reasonOf(read: Result<unknown, ValueRefusal>): ValueRefusal | null {
  return read.ok ? null : read.error;
}
