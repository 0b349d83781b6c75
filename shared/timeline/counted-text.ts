import { Exact } from '../expressions/decimal.ts';
import { type EvaluationContext, evaluateText } from '../expressions/evaluate.ts';
import type { ExpressionFault } from '../expressions/expression.ts';
import { parseExpression } from '../expressions/parse.ts';
import { createStepBudget, MAX_ALL_STEPS, type StepBudget } from '../expressions/steps.ts';
import type { Value } from '../expressions/values.ts';
import { variablesIn } from '../expressions/variables-in.ts';
import { onceFor } from '../lib/once-for.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { message } from '../messages/message.ts';
import type { Finding } from '../template/document/problem.ts';
import type { Layer, Scene, TextLayer } from '../template/movie/movie.ts';
import { expressionFinding } from '../template/placeholders/expression-finding.ts';
import type { Animation } from '../template/values/animation.ts';
import {
  COUNTED_NAME,
  type CountedExpression,
  type CountedPiece,
  type CountedText,
  type PlainValue,
} from '../template/values/counted-text.ts';
import { type Frames, frames } from '../template/values/frame-rate.ts';
import type { TextSpan } from '../template/values/text-style.ts';
import { tracksOf, valueOnTracks } from './animation.ts';
import { progressAt } from './presets.ts';
import { layerTime } from './time.ts';
import type { Timeline } from './timeline.ts';

/**
 * The text of a counted text in one frame, with its styled ranges. A range is empty if its expressions return nothing.
 */
export type CountedFrame = Pick<TextLayer, 'content' | 'spans'>;

/** A fault of an expression in one frame. */
interface CountedFault {
  readonly piece: CountedExpression;
  readonly fault: ExpressionFault;
}

/** The texts of each counted text, by number. They have at most `MAX_CACHED` entries. */
const framesOf = onceFor((_counted: CountedText) => new Map<string, CountedFrame>());
const MAX_CACHED = 10_000;

/**
 * Returns the text at a local frame, which can be fractional. Returns null for a layer without a moving number. If an
 * expression has a fault, returns the text at rest, because the check before a render reports the fault.
 * @param length The length of the layer in frames.
 */
export function countedFrameAt(
  layer: Pick<TextLayer, 'content' | 'spans' | 'counted' | 'animations'>,
  frame: number,
  length: number,
): CountedFrame | null {
  const { counted, content, spans } = layer;
  if (counted === undefined) return null;
  const number = countedNumberAt(counted, layer.animations, frame, length);
  const known = framesOf(counted);
  const key = number.toFixed();
  const before = known.get(key);
  if (before !== undefined) return before;
  const read = countedFrame(counted, spans, number, createStepBudget());
  const text: CountedFrame = read.ok ? read.value : { content, ...(spans && { spans }) };
  if (known.size >= MAX_CACHED) known.clear();
  known.set(key, text);
  return text;
}

/**
 * Returns the number at a local frame. Keyframes replace the written number. Presets count from a start to the written
 * number: start + (value − start) × p. A moving number is rounded from the exact binary value of its double, with
 * halves away from zero.
 */
export function countedNumberAt(
  { value, decimals, rate }: Pick<CountedText, 'value' | 'decimals' | 'rate'>,
  animations: readonly Animation[],
  frame: number,
  length: number,
): Exact {
  const keyed = keyedNumber(animations, frame, length);
  let exact: string | null = keyed === null ? value : keyed.exact;
  let number = keyed === null ? Number(value) : keyed.number;
  for (const animation of animations) {
    if (animation.kind !== 'preset' || !animation.enabled || animation.preset.type !== 'countup') continue;
    const progress = progressAt(animation, frame, length, rate);
    if (progress === 1) continue;
    const { start } = animation.preset;
    number = start + (number - start) * progress;
    exact = null;
  }
  // `toFixed` rounds the exact binary value. For two equally near decimals, it returns the decimal farther from zero
  // (ECMA-262, Number.prototype.toFixed).
  return new Exact(exact ?? number.toFixed(decimals)).plus(0);
}

/**
 * Returns the number from the keyframes; null if no keyframe sets a number. `exact` is the decimal text at a keyframe;
 * null between keyframes.
 */
function keyedNumber(
  animations: readonly Animation[],
  frame: number,
  length: number,
): { readonly number: number; readonly exact: string | null } | null {
  const between = valueOnTracks(tracksOf(animations, 'value', length), frame);
  if (between === null) return null;
  const { from, to, part } = between;
  if (part === 0) return { number: from, exact: exactOf(animations, from) };
  return { number: from + (to - from) * part, exact: null };
}

/**
 * Returns the decimal text of a number in a keyframe. If several keyframes have the same number, the first one applies.
 */
function exactOf(animations: readonly Animation[], number: number): string | null {
  for (const animation of animations) {
    if (animation.kind !== 'custom' || !animation.enabled) continue;
    const key = animation.keys.find(({ values }) => values.value === number);
    if (key?.exactValue !== undefined) return key.exactValue;
  }
  return null;
}

/** Returns the text for a number, or the first fault of an expression. */
function countedFrame(
  { pieces, language }: Pick<CountedText, 'pieces' | 'language'>,
  spans: readonly TextSpan[] | undefined,
  number: Exact,
  steps: StepBudget,
): Result<CountedFrame, CountedFault> {
  let content = '';
  const ranges = new Map<number, { start: number; end: number }>();
  for (const piece of pieces) {
    const text = 'text' in piece ? ok(piece.text) : textOf(piece, number, language, steps);
    if (!text.ok) return text;
    const start = content.length;
    content += text.value;
    if (piece.span === undefined) continue;
    const range = ranges.get(piece.span);
    if (range === undefined) ranges.set(piece.span, { start, end: content.length });
    else range.end = content.length;
  }
  const placed = spans?.map((span, index) => ({ ...span, ...(ranges.get(index) ?? NO_RANGE) }));
  return ok({ content, ...(placed && { spans: placed }) });
}

const NO_RANGE = { start: 0, end: 0 };

const parsed = onceFor(({ source }: CountedExpression) => parseExpression(source));
const valuesOf = onceFor(({ names }: CountedExpression) => valuesOfNames(names));

function textOf(
  piece: CountedExpression,
  number: Exact,
  language: string,
  steps: StepBudget,
): Result<string, CountedFault> {
  const expression = parsed(piece);
  if (!expression.ok) return err({ piece, fault: expression.error });
  const values = valuesOf(piece);
  const context: EvaluationContext = {
    scope: { lookup: (name) => (name === COUNTED_NAME ? number : undefined) },
    variable: (name) => values.get(name),
    missing: 'fault',
    language,
    steps,
  };
  const text = evaluateText(expression.value, context);
  return text.ok ? text : err({ piece, fault: text.error });
}

function valuesOfNames(names: CountedExpression['names']): ReadonlyMap<string, Value> {
  return new Map(Object.entries(names).map(([name, value]) => [name, valueFrom(value)]));
}

function valueFrom(plain: PlainValue): Value {
  if (typeof plain === 'string' || typeof plain === 'boolean') return plain;
  if ('number' in plain) return new Exact(plain.number);
  if ('list' in plain) return plain.list.map(valueFrom);
  return new Map(plain.fields.map(([name, value]) => [name, valueFrom(value)]));
}

/** The layers of a scene, an overlay, or a transition, and their length. */
interface CountedContainer {
  readonly layers: readonly Layer[];
  readonly duration: Frames;
}

/**
 * Reports the counted texts of a movie that have too many frames, or a fault in one of their frames. Stops when all
 * evaluations of the movie exceed their limit.
 * @param scenes The scenes with a known length.
 * @param timeline Null if the length of the movie is unknown. Overlays and transitions are then omitted.
 * @param spent The number of steps that reading the template has spent.
 */
export function countedFindings(
  scenes: readonly Scene[],
  timeline: Timeline | null,
  spent: number,
): readonly Finding[] {
  const findings: Finding[] = [];
  let steps = spent;
  for (const container of [...scenes, ...(timeline === null ? [] : containersOf(timeline))]) {
    const counted = countedIn(container);
    for (const finding of counted.findings) findings.push(finding);
    steps += counted.steps;
    if (steps <= MAX_ALL_STEPS) continue;
    // A container that exceeds the limit alone has reported it.
    if (counted.steps <= MAX_ALL_STEPS && counted.first !== null) findings.push(tooSlow(counted.first));
    return findings;
  }
  return findings;
}

/** Returns the containers of layers outside of scenes. An empty film has no frames for overlays. */
function containersOf({ movie, whole: { length }, transitions }: Timeline): readonly CountedContainer[] {
  const overlays = length === 0 ? [] : movie.overlays.map(({ layers }) => ({ layers, duration: frames(length) }));
  const between = transitions.flatMap(({ transition: { look }, length: duration }) =>
    look.type === 'custom' && duration > 0 ? [{ layers: look.layers, duration }] : [],
  );
  return [...overlays, ...between];
}

interface CountedResult {
  readonly findings: readonly Finding[];
  /** The number of steps that all evaluations spent. */
  readonly steps: number;
  /** The first expression that was evaluated; null for none. */
  readonly first: CountedExpression | null;
}

/** Checks the counted texts of a container. Cached, because scenes are immutable, and an edit usually changes one. */
const countedIn = onceFor(({ layers, duration }: CountedContainer): CountedResult => {
  const steps = createStepBudget();
  const found = countedInLayers(layers, duration, steps);
  const [first = null] = found.flatMap(({ expression }) => (expression === null ? [] : [expression]));
  return { findings: found.flatMap(({ findings }) => findings), steps: steps.spent, first };
});

interface CountedLayer {
  readonly findings: readonly Finding[];
  readonly expression: CountedExpression | null;
}

/** Checks layers and the layers in them, whose container ends with the outer layer. */
function countedInLayers(layers: readonly Layer[], duration: Frames, steps: StepBudget): readonly CountedLayer[] {
  return layers.flatMap((layer): readonly CountedLayer[] => {
    const { length } = layerTime(layer, duration);
    const masking = layer.masks.flatMap((mask) => mask.layers);
    const inside = layer.kind === 'group' ? [...layer.layers, ...masking] : masking;
    const own = countedInLayer(layer, duration, steps);
    return [...(own === null ? [] : [own]), ...(length === 0 ? [] : countedInLayers(inside, length, steps))];
  });
}

/**
 * Checks the text of a layer in all its frames. Returns null for a layer without a counted text.
 * @param duration The length of the container of the layer.
 */
function countedInLayer(layer: Layer, duration: Frames, steps: StepBudget): CountedLayer | null {
  // One finding about the limit of all evaluations is enough.
  if (!steps.holds(1)) return null;
  if (layer.kind !== 'text' || layer.counted === undefined || !layer.enabled) return null;
  const { counted, spans, animations } = layer;
  const { first, length } = layerTime(layer, duration);
  const expression = counted.pieces.find((piece) => 'source' in piece);
  if (expression === undefined || length <= first) return null;
  if (length - first > MAX_COUNTED_FRAMES) {
    const values = { most: MAX_COUNTED_FRAMES, frames: length - first };
    const says = message('expression/too-many-frames', values);
    return { expression: null, findings: [{ code: 'expression/too-slow', at: placeOf(expression), says }] };
  }
  const seen = new Set<string>();
  for (let frame: number = first; frame < length; frame++) {
    const number = countedNumberAt(counted, animations, frame, length);
    if (seen.has(number.toFixed())) continue;
    seen.add(number.toFixed());
    const read = countedFrame(counted, spans, number, steps);
    if (!read.ok) return { expression, findings: [countedFinding(read.error)] };
  }
  return { expression, findings: [] };
}

/** Reports that all evaluations of a template exceed their limit at an expression. */
function tooSlow(piece: CountedExpression): Finding {
  const { length } = piece.source;
  return countedFinding({ piece, fault: { code: 'expression/too-slow', of: 'template', at: 0, end: length } });
}

/** The maximum number of frames of a counted text. */
const MAX_COUNTED_FRAMES = 10_000;

function countedFinding({ piece, fault }: CountedFault): Finding {
  const { source, place } = piece;
  const written = { kind: 'expression', before: '', source, at: place?.at ?? 0 } as const;
  const { at, ...finding } = expressionFinding({ piece: written, fault }, placeOf(piece));
  return { ...finding, at: place?.at === null ? placeOf(piece) : at };
}

/** Returns the location of the value that contains an expression. */
function placeOf({ place }: CountedExpression): NonNullable<Finding['at']> {
  if (place === undefined) throw new Error('an expression of a movie has its place');
  const { node, attribute } = place;
  return attribute === undefined ? { node } : { node, attribute };
}

/**
 * Returns a counted text in which numbers replace the names of variables, because equal pictures must have equal data.
 * Removes the locations of its expressions.
 */
export function withoutVariableNames(counted: CountedText): CountedText {
  return { ...counted, pieces: counted.pieces.map(pieceWithoutVariableNames) };
}

function pieceWithoutVariableNames(piece: CountedPiece): CountedPiece {
  if ('text' in piece) return piece;
  const { place: _, source, names, ...rest } = piece;
  const expression = parseExpression(source);
  const uses = expression.ok ? variablesIn(expression.value, COUNTED_NAMES) : [];
  const order = [...new Set(uses.map(({ name }) => name))].filter((name) => Object.hasOwn(names, name));
  const renamed = new Map(order.map((name, index) => [name, `v${index + 1}`]));
  let text = source;
  for (const { name, at, end } of uses.toSorted((one, other) => other.at - one.at)) {
    const other = renamed.get(name);
    if (other !== undefined) text = text.slice(0, at) + other + text.slice(end);
  }
  const values = [...renamed].flatMap(([name, other]) => {
    const value = names[name];
    return value === undefined ? [] : [[other, value] as const];
  });
  return { ...rest, source: text, names: Object.fromEntries(values) };
}

const COUNTED_NAMES: ReadonlySet<string> = new Set([COUNTED_NAME]);
