import { type ElementNode, elementsOf } from '../template/document/document.ts';
import { createFindingLog, type Finding, type FindingLog } from '../template/document/problem.ts';
import type { CasePlace, Layer, Scene, Transition } from '../template/movie/movie.ts';
import { parseValue } from '../template/placeholders/placeholder.ts';
import type { Substitution, ValueBudget } from '../template/placeholders/substitute.ts';
import type { LayerKind } from '../template/tables/elements.ts';
import type { Paint } from '../template/values/color.ts';
import { type FrameRate, sameFrameRate } from '../template/values/frame-rate.ts';
import type { Declaration } from '../template/variables/declarations.ts';
import { writtenValuesOf } from '../template/variables/written-values.ts';

/** What reading a document's values needs, and where it says what is wrong. */
export interface ReadingContext extends Substitution {
  /** Of all values that variables are filled in to. */
  readonly budget: ValueBudget;
  readonly log: FindingLog;
  /** What the template declares of its variables, by their names; nothing if not said. */
  readonly declarations?: ReadonlyMap<string, Declaration> | undefined;
  /** Whether a variable without a value is an error, or only leaves its attribute unread. */
  readonly missing: 'error' | 'ignore';
  /** Whether a movie that shows nothing is an error, which it is unless said otherwise. */
  readonly empty?: 'error' | 'ignore' | undefined;
  /** Collects the variables that were ignored as missing. */
  readonly ignored: Set<string>;
  /** The movie's; null while it is unknown. */
  readonly rate: FrameRate | null;
  /** What the scenes stand in that are read now; nothing if not said. */
  readonly around?: Surroundings | undefined;
  /** Of scenes that were resolved before. */
  readonly memory?: ResolveMemory | undefined;
  /** How many groups and masks what is read stands in; none where nothing is said. */
  readonly within?: Within;
}

export interface Within {
  readonly groups: number;
  readonly masks: number;
}

/** Reads a layer of whatever kind; null where it cannot be read. */
export type ReadLayer = (context: ReadingContext, kind: LayerKind, element: ElementNode) => Layer | null;

/** Scenes in the order of the film, and the transitions among them, each with the number of these scenes before it. */
export interface SceneRun {
  readonly scenes: readonly Scene[];
  readonly transitions: readonly Transition[];
}

/** The sequences and choices that a scene stands in, as far as they say something of it. */
export interface Surroundings {
  /** Whether they are played, and a choice has chosen it. */
  readonly enabled: boolean;
  /** That of the innermost that has one. */
  readonly background: Paint | null;
  /** Their `id`s, from the innermost. */
  readonly refs: readonly string[];
  /** What it stands in directly; null for the movie. */
  readonly within: 'sequence' | 'choice' | null;
  readonly depth: number;
  /** The choices among them, from the outermost, each with its scene that leads here. */
  readonly choices: readonly CasePlace[];
}

/**
 * Scenes and layers that were resolved, by their elements, which are never changed: after an edit only what it touched is
 * resolved, and the rest are the same objects.
 */
export interface ResolveMemory {
  readonly scenes: WeakMap<ElementNode, Remembered<SceneRun>>;
  readonly layers: WeakMap<ElementNode, Remembered<Layer>>;
  /** The movie's, as it was last. */
  frameRate: FrameRate | null;
  /** Values of variables by a number for each, so that a long one is not written down for each scene. */
  readonly numbers: ValueNumbers;
}

export interface Remembered<Thing> {
  /** The variables that it uses. */
  readonly names: readonly string[];
  /** All that its resolution depends on beside the element. */
  readonly circumstances: string;
  /** Null where it could not be read. */
  readonly thing: Thing | null;
  readonly findings: readonly Finding[];
  readonly ignored: ReadonlySet<string>;
  /** What its values took of the budget. */
  readonly bytes: number;
}

/** Numbers texts, each with its own as long as it is remembered; no two ever have the same. */
export interface ValueNumbers {
  /** 0 for none. */
  of(text: string | undefined): number;
}

export function createResolveMemory(): ResolveMemory {
  return { scenes: new WeakMap(), layers: new WeakMap(), frameRate: null, numbers: valueNumbers() };
}

/** The rate as the object that it was last, if it is the same rate: whoever compares by identity sees no change. */
export function rememberedRate(memory: ResolveMemory, rate: FrameRate): FrameRate {
  const { frameRate: known } = memory;
  if (known !== null && sameFrameRate(known, rate)) return known;
  memory.frameRate = rate;
  return rate;
}

/** What `resolve` makes of an element, from memory if nothing that it depends on has changed. */
export function remembered<Thing>(
  memory: WeakMap<ElementNode, Remembered<Thing>> | undefined,
  context: ReadingContext,
  element: ElementNode,
  resolve: (context: ReadingContext, element: ElementNode) => Thing | null,
): Thing | null {
  const { budget, memory: whole } = context;
  if (memory === undefined || whole === undefined || budget.isOverdrawn) return resolve(context, element);
  const known = memory.get(element);
  const names = known?.names ?? namesIn(element);
  const circumstances = circumstancesOf(context, names, whole.numbers);
  const isKnown = known?.circumstances === circumstances && budget.holds(known.bytes);
  const result = isKnown ? known : { ...anew(context, element, resolve), names, circumstances };
  if (isKnown) budget.spend(known.bytes);
  // Where the values before it left too little it was read in part.
  else if (!budget.isOverdrawn) memory.set(element, result);
  context.log.addAll(result.findings);
  for (const name of result.ignored) context.ignored.add(name);
  return result.thing;
}

function anew<Thing>(
  context: ReadingContext,
  element: ElementNode,
  resolve: (context: ReadingContext, element: ElementNode) => Thing | null,
): Pick<Remembered<Thing>, 'thing' | 'findings' | 'ignored' | 'bytes'> {
  const log = createFindingLog();
  const ignored = new Set<string>();
  const { spent } = context.budget;
  const thing = resolve({ ...context, log, ignored }, element);
  return { thing, findings: log.findings(), ignored, bytes: context.budget.spent - spent };
}

/** The same words for all that is read in one context. */
const always = new WeakMap<ReadingContext, string>();

function circumstancesOf(context: ReadingContext, names: readonly string[], numbers: ValueNumbers): string {
  const { rate, missing, values, defaults, declarations, around } = context;
  const place = around === undefined ? '' : JSON.stringify(around);
  const alike = always.get(context) ?? `${missing} ${rate?.numerator}/${rate?.denominator} ${place}`;
  if (!always.has(context)) always.set(context, alike);
  if (names.length === 0) return alike;
  const given = names.map((name) => {
    const declaration = declarations?.get(name);
    const declared = declaration === undefined ? '' : `/${numbers.of(rulesOf(declaration))}`;
    return `${numbers.of(values.get(name))}/${numbers.of(defaults.get(name))}${declared}`;
  });
  return `${alike} ${given.join(' ')}`;
}

/** What a declaration says of values, written once for each. */
const rules = new WeakMap<Declaration, string>();

function rulesOf(declaration: Declaration): string {
  const known = rules.get(declaration);
  if (known !== undefined) return known;
  const { label: _label, help: _help, group: _group, node: _node, ...others } = declaration;
  const written = JSON.stringify(others);
  rules.set(declaration, written);
  return written;
}

/** Characters that are held on to for their numbers; then all are numbered anew. */
const MOST_HELD = 16 * 1024 * 1024;

function valueNumbers(): ValueNumbers {
  const numbers = new Map<string, number>();
  let last = 0;
  let held = 0;
  return {
    of: (text) => {
      if (text === undefined) return 0;
      const known = numbers.get(text);
      if (known !== undefined) return known;
      if (held > MOST_HELD) {
        numbers.clear();
        held = 0;
      }
      held += text.length + 1;
      numbers.set(text, ++last);
      return last;
    },
  };
}

function namesIn(whole: ElementNode): readonly string[] {
  const names = new Set<string>();
  for (const element of elementsOf(whole))
    for (const { value } of writtenValuesOf(element)) {
      if (!value.includes('${')) continue;
      for (const piece of parseValue(value).pieces) if (piece.kind === 'placeholder') names.add(piece.name);
    }
  return [...names];
}
