import { listText } from '../expressions/list-text.ts';
import { isList, isRecord, type Scope, textOfValue } from '../expressions/values.ts';
import { type ElementNode, elementsOf, type NodeId } from '../template/document/document.ts';
import { createFindingLog, type Finding, type FindingLog } from '../template/document/problem.ts';
import type { CasePlace, Layer, Scene, Transition } from '../template/movie/movie.ts';
import { parseValue, variablesOfPiece } from '../template/placeholders/placeholder.ts';
import { type Substitution, type ValueBudget, valueOfName } from '../template/placeholders/substitute.ts';
import type { LayerKind } from '../template/tables/elements.ts';
import type { BackgroundPaint } from '../template/values/color.ts';
import { type FrameRate, sameFrameRate } from '../template/values/frame-rate.ts';
import type { Declaration } from '../template/variables/declarations.ts';
import { writtenValuesOf } from '../template/variables/written-values.ts';
import type { WhyNoCopies } from './copies.ts';

/** The inputs for reading values of a document, with the log for findings. */
export interface ReadingContext extends Substitution {
  /** The size budget of all values after replacing variables. */
  readonly budget: ValueBudget;
  readonly log: FindingLog;
  /** The scopes of the nodes of copies, by node id; absent without copies. */
  readonly scopes?: ReadonlyMap<NodeId, Scope> | undefined;
  /** The declarations of variables by name; none if absent. */
  readonly declarations?: ReadonlyMap<string, Declaration> | undefined;
  /** The result of a variable without a value: an error, or an unset attribute. */
  readonly missing: 'error' | 'ignore';
  /** Whether a movie without an enabled scene is an error. The default is `error`. */
  readonly empty?: 'error' | 'ignore' | undefined;
  /** Whether texts display placeholders without a value instead of being omitted. */
  readonly showsPlaceholders?: boolean | undefined;
  /** The elements that get a placeholder in place of copies; none if absent. */
  readonly placeholders?: ReadonlyMap<NodeId, WhyNoCopies> | undefined;
  /** The names of variables whose missing values were ignored. */
  readonly ignored: Set<string>;
  /** The frame rate of the movie; null if unknown. */
  readonly rate: FrameRate | null;
  /** The sequences and choices around the current scenes; none if absent. */
  readonly around?: Surroundings | undefined;
  /** The results of earlier resolves of the same template. */
  readonly memory?: ResolveMemory | undefined;
  /** The nesting depth in groups and masks; zero if absent. */
  readonly within?: NestingDepth;
}

export interface NestingDepth {
  readonly groups: number;
  readonly masks: number;
}

/** Returns the context for an element, with the names that the lists around it define. */
export function scopedContext<Context extends Pick<ReadingContext, 'scope' | 'scopes'>>(
  context: Context,
  { id }: Pick<ElementNode, 'id'>,
): Context {
  const scope = context.scopes?.get(id);
  return scope === undefined ? context : { ...context, scope };
}

/** Reads a layer of any kind. Returns null if the layer is invalid. */
export type ReadLayer = (context: ReadingContext, kind: LayerKind, element: ElementNode) => Layer | null;

/** Scenes in playing order, with the transitions between them. Each transition has the number of scenes before it. */
export interface SceneRun {
  readonly scenes: readonly Scene[];
  readonly transitions: readonly Transition[];
}

/** The properties that a scene gets from the sequences and choices around it. */
export interface Surroundings {
  /** Whether all of them are enabled and each choice selects the branch with the scene. */
  readonly enabled: boolean;
  /** The background of the innermost sequence or choice that has a background; null if there is none. */
  readonly background: BackgroundPaint | null;
  /** The `id` attributes of the sequences and choices, innermost first. */
  readonly refs: readonly string[];
  /** The direct parent; null for the movie. */
  readonly within: 'sequence' | 'choice' | null;
  readonly depth: number;
  /** The choices, outermost first, each with the child that contains the scene. */
  readonly choices: readonly CasePlace[];
}

/**
 * A cache of resolved scenes and layers by element. Elements are immutable, so after an edit only changed elements are
 * resolved again. All other results stay the same objects.
 */
export interface ResolveMemory {
  readonly scenes: WeakMap<ElementNode, CachedReading<SceneRun>>;
  readonly layers: WeakMap<ElementNode, CachedReading<Layer>>;
  /** The last frame rate of the movie. */
  frameRate: FrameRate | null;
  /** Numbers that represent values of variables, because storing a long value for each scene would take much memory. */
  readonly numbers: ValueNumbers;
}

export interface CachedReading<Value> {
  /** The variables that the element uses. */
  readonly names: readonly string[];
  /** A text that represents all inputs of the result except the element. */
  readonly dependencies: string;
  /** The result; null if the element is invalid. */
  readonly value: Value | null;
  readonly findings: readonly Finding[];
  readonly ignored: ReadonlySet<string>;
  /** The number of bytes of the budget that the values of the element use. */
  readonly bytes: number;
  /** The number of steps of the budget that the expressions of the element use. */
  readonly steps: number;
}

/** Assigns numbers to texts. Different texts always have different numbers. */
export interface ValueNumbers {
  /** Returns the number of a text; 0 for an absent text. */
  of(text: string | undefined): number;
}

export function createResolveMemory(): ResolveMemory {
  return { scenes: new WeakMap(), layers: new WeakMap(), frameRate: null, numbers: valueNumbers() };
}

/** Returns the previous object if the rate is equal, because caches compare rates by identity. */
export function rememberedRate(memory: ResolveMemory, rate: FrameRate): FrameRate {
  const { frameRate: previous } = memory;
  if (previous !== null && sameFrameRate(previous, rate)) return previous;
  memory.frameRate = rate;
  return rate;
}

/** Returns the result of `resolve` for an element, from the cache if all of its inputs are unchanged. */
export function remembered<Value>(
  memory: WeakMap<ElementNode, CachedReading<Value>> | undefined,
  context: ReadingContext,
  element: ElementNode,
  resolve: (context: ReadingContext, element: ElementNode) => Value | null,
): Value | null {
  const { budget, memory: resolveMemory } = context;
  if (memory === undefined || resolveMemory === undefined || budget.isOverdrawn) return resolve(context, element);
  const stored = memory.get(element);
  const names = stored?.names ?? namesIn(element);
  const dependencies =
    dependenciesOf(context, names, resolveMemory.numbers) + scopeDependencies(context, element, resolveMemory.numbers);
  const isKnown =
    stored?.dependencies === dependencies && budget.holds(stored.bytes) && budget.steps.holds(stored.steps);
  const result = isKnown ? stored : { ...resolveUncached(context, element, resolve), names, dependencies };
  if (isKnown) {
    budget.spend(stored.bytes);
    budget.steps.spend(stored.steps);
  }
  // Do not cache the result if the budget is exceeded, because the element may have been read only in part.
  else if (!budget.isOverdrawn && budget.steps.holds(0)) memory.set(element, result);
  context.log.addAll(result.findings);
  for (const name of result.ignored) context.ignored.add(name);
  return result.value;
}

function resolveUncached<Value>(
  context: ReadingContext,
  element: ElementNode,
  resolve: (context: ReadingContext, element: ElementNode) => Value | null,
): Pick<CachedReading<Value>, 'value' | 'findings' | 'ignored' | 'bytes' | 'steps'> {
  const log = createFindingLog();
  const ignored = new Set<string>();
  const { spent, steps } = context.budget;
  const { spent: spentSteps } = steps;
  const value = resolve({ ...context, log, ignored }, element);
  const spentOn = { bytes: context.budget.spent - spent, steps: steps.spent - spentSteps };
  return { value, findings: log.findings(), ignored, ...spentOn };
}

/** The common part of the dependencies, cached by context. */
const commonKeys = new WeakMap<ReadingContext, string>();

function dependenciesOf(context: ReadingContext, names: readonly string[], numbers: ValueNumbers): string {
  const { rate, missing, showsPlaceholders, values, defaults, declarations, around, language = '' } = context;
  const place = around === undefined ? '' : JSON.stringify(around);
  const mode = showsPlaceholders === true ? 'show' : missing;
  const common = commonKeys.get(context) ?? `${mode} ${rate?.numerator}/${rate?.denominator} ${language} ${place}`;
  if (!commonKeys.has(context)) commonKeys.set(context, common);
  if (names.length === 0) return common;
  const valueKeys = names.map((name) => {
    const declaration = declarations?.get(name);
    const declared = declaration === undefined ? '' : `/${numbers.of(rulesOf(declaration))}`;
    return `${numbers.of(values.get(name))}/${numbers.of(defaults.get(name))}${declared}`;
  });
  return `${common} ${valueKeys.join(' ')}`;
}

/** Returns the values of the names that lists define and an element uses, as a part of its dependencies. */
function scopeDependencies({ scopes }: ReadingContext, whole: ElementNode, numbers: ValueNumbers): string {
  if (scopes === undefined || scopes.size === 0) return '';
  const keys: string[] = [];
  for (const element of elementsOf(whole)) {
    const scope = scopes.get(element.id);
    if (scope === undefined) continue;
    for (const name of namesOf(element)) {
      const value = valueOfName(name, { values: NO_VALUES, defaults: NO_VALUES, scope });
      if (value !== undefined) {
        const text = isList(value) || isRecord(value) ? listText([value]) : textOfValue(value);
        keys.push(`${name}/${numbers.of(text ?? undefined)}`);
      }
    }
  }
  return keys.length === 0 ? '' : ` ${keys.join(' ')}`;
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** The rules of a declaration as text, cached by declaration. */
const rules = new WeakMap<Declaration, string>();

function rulesOf(declaration: Declaration): string {
  const cached = rules.get(declaration);
  if (cached !== undefined) return cached;
  const { label: _label, help: _help, group: _group, node: _node, ...others } = declaration;
  const written = JSON.stringify(others);
  rules.set(declaration, written);
  return written;
}

/** The maximum number of stored characters. If it is exceeded, all numbers are assigned again. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

function valueNumbers(): ValueNumbers {
  const numbers = new Map<string, number>();
  let last = 0;
  let storedCharacters = 0;
  return {
    of: (text) => {
      if (text === undefined) return 0;
      const existing = numbers.get(text);
      if (existing !== undefined) return existing;
      if (storedCharacters > MAX_CHARACTERS) {
        numbers.clear();
        storedCharacters = 0;
      }
      storedCharacters += text.length + 1;
      numbers.set(text, ++last);
      return last;
    },
  };
}

function namesIn(whole: ElementNode): readonly string[] {
  const names = new Set<string>();
  for (const element of elementsOf(whole)) for (const name of namesOf(element)) names.add(name);
  return [...names];
}

/** Returns the variable names in the values of a single element, without its children. */
function namesOf(element: ElementNode): readonly string[] {
  return writtenValuesOf(element).flatMap(({ value }) =>
    value.includes('${') ? parseValue(value).pieces.flatMap((piece) => variablesOfPiece(piece)) : [],
  );
}
