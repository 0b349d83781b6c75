import { joinWords, PHRASE_DEFAULTS, type Phrase, phrasesOf } from '../../captions/phrases.ts';
import { readWordJson } from '../../captions/read-word-json.ts';
import { phraseCue, wordStateAt } from '../../captions/shown-cues.ts';
import { type SpokenWord, spreadWords } from '../../captions/words.ts';
import { cutToFit } from '../../lib/cut-to-fit.ts';
import { parseCondition } from '../../template/conditions/condition.ts';
import { conditionHolds } from '../../template/conditions/condition-of.ts';
import type { NodeId } from '../../template/document/document.ts';
import { parseValue } from '../../template/placeholders/placeholder.ts';
import { createValueBudget, substitute } from '../../template/placeholders/substitute.ts';
import { easingNamed } from '../../template/value-types/easing-type.ts';
import type { PresetAnimation } from '../../template/values/animation.ts';
import { frames, parseFrameRate } from '../../template/values/frame-rate.ts';
import { type CodeLevel, qrCode } from '../../template/values/qr-code.ts';
import { countedNumberAt } from '../../timeline/counted-text.ts';
import { numberText } from '../decimal.ts';
import { evaluate, evaluateText } from '../evaluate.ts';
import { parseExpression } from '../parse.ts';
import { createStepBudget } from '../steps.ts';
import { isList, textOfValue } from '../values.ts';

/** A test vector of `vectors-3.json`. Fields that its kind does not use are absent. */
export interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly expression: string;
  readonly value: string;
  readonly condition: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly language?: string;
  /** The first number of `countup`, or the start of a cue. */
  readonly start: string | number;
  readonly decimals: number;
  readonly duration: number;
  readonly easing: 'linear' | 'back-out';
  readonly frames: readonly number[];
  /** The content of a code; null if `repeat` contains a text and a count instead. */
  readonly content: string | null;
  readonly repeat?: readonly [text: string, count: number];
  readonly level: CodeLevel;
  /** A cue. Its times are in milliseconds. */
  readonly text: string;
  readonly end: number;
  /** The words to divide into phrases. */
  readonly words: readonly SpokenWord[];
  readonly options: PhraseOptions;
  readonly framerate: string;
  /** The content of a JSON file with word times. */
  readonly json: unknown;
  readonly expect: Readonly<Record<string, unknown>> | readonly unknown[] | boolean | null;
}

/** Attributes of captions, with times in milliseconds. */
interface PhraseOptions {
  readonly maxwords?: number;
  readonly pause?: number;
  readonly sentences?: boolean;
  readonly hold?: number;
  readonly maxlines?: number;
  /** The number of code points that fit on a line; absent if every phrase fits. */
  readonly line?: number;
}

/** The kinds of vectors that {@link resultOf} runs. */
export const VECTOR_KINDS: readonly string[] = [
  ...['expression', 'value', 'condition', 'countup'],
  ...['spread', 'group', 'states', 'words', 'code'],
];

/** Returns the result of a vector in the same form as `expect`. */
export function resultOf(vector: Vector): object | boolean | null {
  switch (vector.kind) {
    case 'expression':
      return computed(vector);
    case 'countup':
      return counted(vector);
    case 'spread':
      return spreadWords(vector.text, Number(vector.start), vector.end);
    case 'group':
      return phrasesOfVector(vector).map(shownPhrase);
    case 'states':
      return statesOf(vector);
    case 'words':
      return wordsOf(vector);
    case 'code':
      return coded(vector);
    default:
      return vector.kind === 'value' ? filled(vector) : isMet(vector);
  }
}

function textsOf({ variables = {} }: Pick<Vector, 'variables'>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(variables).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** Returns the text of an expression, the texts of its items, or its problem. */
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
    ? (typeof expected === 'object' && expected !== null && 'list' in expected ? evaluate : evaluateText)(
        parsed.value,
        context,
      )
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

function phrasesOfVector({ words, options }: Vector): readonly Phrase[] {
  const { maxwords = null, line = Number.POSITIVE_INFINITY, maxlines = 2 } = options;
  const { pause, sentences, hold } = { ...PHRASE_DEFAULTS, ...options };
  const fits = (all: readonly SpokenWord[]) => {
    const lengths = all.map(({ text }) => [...text].length);
    const isOneLine = (from: number, to: number) =>
      lengths.slice(from, to).reduce((sum, length) => sum + length, to - from - 1) <= line;
    return lengths.every((length) => length <= line) && cutToFit(all.length, isOneLine).length <= maxlines;
  };
  return phrasesOf(words, { maxWords: maxwords, pause, sentences, hold }, fits);
}

function shownPhrase({ start, end, words }: Phrase): object {
  const { text } = joinWords(words.map(({ word }) => word));
  return { text, start, end, words: words.map(({ word, from, to }) => ({ text: word.text, from, to })) };
}

const SIGNS = { past: '<', active: '*', upcoming: '>' } as const;

/** Returns the phrase of each frame with the states of its words; null for a frame without a phrase. */
function statesOf(vector: Vector): readonly (object | null)[] {
  const rate = parseFrameRate(vector.framerate);
  if (!rate.ok) throw new Error(`not a frame rate: ${vector.framerate}`);
  const cues = phrasesOfVector(vector).map((phrase) => phraseCue(phrase, { skip: frames(0), rate: rate.value }));
  return vector.frames.map((frame) => {
    const index = cues.findIndex(({ from, to }) => from <= frame && frame < to);
    const words = cues[index]?.timedWords?.map((word) => SIGNS[wordStateAt(word, frame)]).join('');
    return index < 0 ? null : { phrase: index + 1, words };
  });
}

function wordsOf({ json }: Vector): object | null {
  const read = readWordJson(json);
  if (read === null) return null;
  return read.kind === 'cues' ? { cues: read.cues } : { words: read.words };
}

/** Returns the mode and the size of a code, or its problem. */
function coded({ content, repeat: [text, count] = ['', 0], level }: Vector): object {
  const written = content ?? text.repeat(count);
  const code = qrCode(written, level);
  if (code === null) return { problem: { code: written === '' ? 'code/empty' : 'code/too-long' } };
  return { mode: code.mode, modules: code.modules };
}
