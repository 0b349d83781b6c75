import { type ElementNode, elementsOf } from './document.ts';
import { createFindingLog } from './findings.ts';
import { type FrameRate, sameFrameRate } from './frame-rate.ts';
import type { Layer, Scene } from './movie.ts';
import { parseValue } from './placeholder.ts';
import type { Finding } from './problem.ts';
import type { ReadingContext } from './read-attributes.ts';
import { writtenValuesOf } from './written-values.ts';

/**
 * Scenes and layers that were resolved, by their elements, which are never changed: after an edit only what it touched is
 * resolved, and the rest are the same objects.
 */
export interface ResolveMemory {
  readonly scenes: WeakMap<ElementNode, Remembered<Scene>>;
  readonly layers: WeakMap<ElementNode, Remembered<Layer>>;
  /** The movie's, as it was last. */
  frameRate: FrameRate | null;
  /** Values of variables by a number for each, so that a long one is not written down for each scene. */
  readonly numbers: ValueNumbers;
}

interface Remembered<Thing> {
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
  const { rate, missing, values, defaults } = context;
  const alike = always.get(context) ?? `${missing} ${rate?.numerator}/${rate?.denominator}`;
  if (!always.has(context)) always.set(context, alike);
  if (names.length === 0) return alike;
  const given = names.map((name) => `${numbers.of(values.get(name))}/${numbers.of(defaults.get(name))}`);
  return `${alike} ${given.join(' ')}`;
}

/** Numbers texts, each with its own as long as it is remembered; no two ever have the same. */
interface ValueNumbers {
  /** 0 for none. */
  of(text: string | undefined): number;
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
      for (const part of parseValue(value).parts) if (part.kind === 'placeholder') names.add(part.name);
    }
  return [...names];
}
