import { assertNever } from '../lib/assert.ts';
import { ITEM_NAMES } from './evaluate.ts';
import type { Call, Expression, Place } from './expression.ts';
import { parameterAt } from './functions.ts';
import { operandsOf } from './logic.ts';

/** A variable in an expression. */
export interface NameUse extends Place {
  readonly name: string;
  /** The type that the use implies: `number` for operands of arithmetic and for numeric arguments, otherwise `text`. */
  readonly type: 'number' | 'text';
  /** Whether a missing value of the variable is a fault. False in arguments of `default` and `given`. */
  readonly needsValue: boolean;
}

/** The rules that apply to a part of an expression. */
interface Surroundings {
  /** The names in scope, which take precedence over variables. */
  readonly bound: ReadonlySet<string>;
  readonly type: NameUse['type'];
  readonly needsValue: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the variables of an expression in order, including repetitions. `bound` contains the names that lists around
 * the expression define. The result includes `language` and `direction`, because variables can have these names.
 */
export function variablesIn(expression: Expression, bound: ReadonlySet<string> = NONE): readonly NameUse[] {
  const uses: NameUse[] = [];
  collect(expression, { bound, type: 'text', needsValue: true }, uses);
  return uses;
}

function collect(part: Expression, around: Surroundings, uses: NameUse[]): void {
  const asText: Surroundings = { ...around, type: 'text' };
  const asNumber: Surroundings = { ...around, type: 'number' };
  switch (part.kind) {
    case 'value':
      return;
    case 'path': {
      const { at, end, names } = part;
      const { bound, type, needsValue } = around;
      if (bound.has(names[0].name)) return;
      uses.push({ name: names.map(({ name }) => name).join('.'), type, needsValue, at, end });
      return;
    }
    case 'group':
      collect(part.of, around, uses);
      return;
    case 'list':
      for (const each of part.of) collect(each, asText, uses);
      return;
    case 'call':
      collectArguments(part, asText, uses);
      return;
    case 'field':
      collect(part.of, asText, uses);
      return;
    case 'item':
      collect(part.of, asText, uses);
      collect(part.index, asText, uses);
      return;
    case 'signed':
      collect(part.of, asNumber, uses);
      return;
    case 'chain': {
      const inside = part.further[0]?.operator === '~' ? asText : asNumber;
      for (const each of [part.first, ...part.further.map(({ operand }) => operand)]) collect(each, inside, uses);
      return;
    }
    case 'logic':
      for (const each of operandsOf(part.logic)) collect(each, asText, uses);
      return;
    case 'choice':
      for (const { condition, value } of part.cases) {
        collect(condition, asText, uses);
        collect(value, around, uses);
      }
      collect(part.otherwise, around, uses);
      return;
    default:
      assertNever(part);
  }
}

function collectArguments({ name, spec, arguments: parts }: Call, around: Surroundings, uses: NameUse[]): void {
  const isPermissive = name.name === 'default' || name.name === 'given';
  for (const [index, part] of parts.entries()) {
    const kind = parameterAt(spec, index, parts.length)?.kind;
    // With two arguments, `min` and `max` evaluate an expression for each item of a list.
    const isEach = kind === 'each' && (spec.repeated === undefined || parts.length === 2);
    const isNumber = kind === 'number' || (kind === 'each' && !isEach);
    const isLast = index === parts.length - 1;
    collect(
      part,
      {
        bound: isEach ? new Set([...around.bound, ...ITEM_NAMES]) : around.bound,
        type: isNumber ? 'number' : 'text',
        needsValue: around.needsValue && !(isPermissive && (name.name === 'given' || !isLast)),
      },
      uses,
    );
  }
}
