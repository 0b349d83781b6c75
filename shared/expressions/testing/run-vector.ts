import { parseCondition } from '../../template/conditions/condition.ts';
import { conditionHolds } from '../../template/conditions/condition-of.ts';
import type { NodeId } from '../../template/document/document.ts';
import { parseValue } from '../../template/placeholders/placeholder.ts';
import { createValueBudget, substitute } from '../../template/placeholders/substitute.ts';
import { easingNamed } from '../../template/value-types/easing-type.ts';
import type { PresetAnimation } from '../../template/values/animation.ts';
import { frames } from '../../template/values/frame-rate.ts';
import { type CodeLevel, qrCode } from '../../template/values/qr-code.ts';
import { countedNumberAt } from '../../timeline/counted-text.ts';
import { numberText } from '../decimal.ts';
import { evaluate, evaluateText } from '../evaluate.ts';
import { parseExpression } from '../parse.ts';
import { createStepBudget } from '../steps.ts';
import { isList, textOfValue } from '../values.ts';

/** A case of `vectors-3.json`. The fields that its kind does not have are absent. */
export interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly expression: string;
  readonly value: string;
  readonly condition: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly language?: string;
  /** The number at which `countup` begins. Only its vectors have this field and the next ones. */
  readonly start: string;
  readonly decimals: number;
  readonly duration: number;
  readonly easing: 'linear' | 'back-out';
  readonly frames: readonly number[];
  /** The content of a code; null if `repeat` has it as a text and its count. */
  readonly content: string | null;
  readonly repeat?: readonly [text: string, count: number];
  readonly level: CodeLevel;
  readonly expect: Readonly<Record<string, unknown>> | boolean;
}

/** The kinds of vectors that {@link resultOf} runs. */
export const VECTOR_KINDS: readonly string[] = ['expression', 'value', 'condition', 'countup', 'code'];

/** Returns the result of a vector in the form of its `expect`. */
export function resultOf(vector: Vector): object | boolean {
  if (vector.kind === 'expression') return computed(vector);
  if (vector.kind === 'countup') return counted(vector);
  if (vector.kind === 'code') return coded(vector);
  return vector.kind === 'value' ? filled(vector) : isMet(vector);
}

function textsOf({ variables = {} }: Pick<Vector, 'variables'>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(variables).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** Returns the text, the texts of the items, or the problem of an expression. */
function computed(vector: Vector): object {
  const { expression, language = 'en', expect: expected } = vector;
  const texts = textsOf(vector);
  const steps = createStepBudget();
  const variable = (name: string) => {
    const text = texts.get(name);
    return text === undefined ? undefined : steps.valueOf(text);
  };
  const context = { scope: null, variable, missing: 'fault', language, steps } as const;
  const parsed = parseExpression(expression);
  const read = parsed.ok
    ? (typeof expected === 'object' && 'list' in expected ? evaluate : evaluateText)(parsed.value, context)
    : parsed;
  if (read.ok) return isList(read.value) ? { list: read.value.map(textOfValue) } : { text: read.value };
  const { code, at } = read.error;
  const reason = 'reason' in read.error ? { reason: read.error.reason } : {};
  const missing = code === 'variable/missing' ? { variables: [read.error.name] } : {};
  return { problem: { code, at, ...reason, ...missing } };
}

/** Returns the text or the problem of a value. */
function filled(vector: Vector): object {
  const parsed = parseValue(vector.value);
  const [fault] = parsed.faults;
  if (fault?.kind === 'placeholder') return { problem: { code: 'variable/malformed' } };
  if (fault?.kind === 'expression') return { problem: fault.fault };
  const text = substitute(parsed, { values: textsOf(vector), defaults: new Map() });
  return text.kind === 'fault' ? { problem: text.fault } : text;
}

/** Returns whether a condition is true, or its problem. */
function isMet(vector: Vector): boolean | object {
  const condition = parseCondition(parseValue(vector.condition));
  if (!condition.ok) return condition.error;
  const problems: object[] = [];
  const result = conditionHolds(condition.value, {
    values: textsOf(vector),
    defaults: new Map(),
    budget: createValueBudget(),
    refused: (refused) => problems.push({ problem: 'fault' in refused ? refused.fault : null }),
  });
  return problems[0] ?? result;
}

/** Returns the numbers of the frames, as texts. */
function counted({ start, value, decimals, duration, easing, frames: shown }: Vector): readonly string[] {
  const animation: PresetAnimation = {
    kind: 'preset',
    id: 'animation' as NodeId,
    preset: { type: 'countup', start: Number(start) },
    enabled: true,
    offset: frames(0),
    duration: { amount: duration, unit: 'frames' },
    easing: easingNamed(easing),
    easeIn: null,
    easeOut: null,
    repeat: 1,
    alternate: false,
  };
  const text = { value, decimals, rate: { numerator: 30, denominator: 1 } };
  return shown.map((frame) => numberText(countedNumberAt(text, [animation], frame, 2 * duration)));
}

/** Returns the mode and the size of a code, or its problem. */
function coded({ content, repeat: [text, count] = ['', 0], level }: Vector): object {
  const written = content ?? text.repeat(count);
  const code = qrCode(written, level);
  if (code === null) return { problem: { code: written === '' ? 'code/empty' : 'code/too-long' } };
  return { mode: code.mode, modules: code.modules };
}
