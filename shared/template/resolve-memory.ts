import { type ElementNode, elementsOf } from './document.ts';
import { createFindingLog } from './findings.ts';
import { type FrameRate, sameFrameRate } from './frame-rate.ts';
import type { Scene, VideoLayer } from './movie.ts';
import { parseValue } from './placeholder.ts';
import type { Finding } from './problem.ts';
import type { ReadingContext } from './read-attributes.ts';

/**
 * Scenes and layers that were resolved, by their elements, which are never changed: after an edit only what it touched is
 * resolved, and the rest are the same objects.
 */
export interface ResolveMemory {
  readonly scenes: WeakMap<ElementNode, Remembered<Scene>>;
  readonly layers: WeakMap<ElementNode, Remembered<VideoLayer>>;
  /** The movie's, as it was last. */
  frameRate: FrameRate | null;
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
}

export function createResolveMemory(): ResolveMemory {
  return { scenes: new WeakMap(), layers: new WeakMap(), frameRate: null };
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
  if (memory === undefined) return resolve(context, element);
  const known = memory.get(element);
  const names = known?.names ?? namesIn(element);
  const circumstances = circumstancesOf(context, names);
  const result =
    known?.circumstances === circumstances ? known : { ...anew(context, element, resolve), names, circumstances };
  if (result !== known) memory.set(element, result);
  context.log.addAll(result.findings);
  for (const name of result.ignored) context.ignored.add(name);
  return result.thing;
}

function anew<Thing>(
  context: ReadingContext,
  element: ElementNode,
  resolve: (context: ReadingContext, element: ElementNode) => Thing | null,
): Pick<Remembered<Thing>, 'thing' | 'findings' | 'ignored'> {
  const log = createFindingLog();
  const ignored = new Set<string>();
  const thing = resolve({ ...context, log, ignored }, element);
  return { thing, findings: log.findings(), ignored };
}

/** The same words for all that is read in one context. */
const always = new WeakMap<ReadingContext, string>();

function circumstancesOf(context: ReadingContext, names: readonly string[]): string {
  const { rate, missing, values, defaults } = context;
  const alike = always.get(context) ?? `${missing} ${rate?.numerator}/${rate?.denominator}`;
  if (!always.has(context)) always.set(context, alike);
  if (names.length === 0) return alike;
  const given = names.map((name) => [values.get(name) ?? null, defaults.get(name) ?? null]);
  return `${alike} ${JSON.stringify(given)}`;
}

function namesIn(whole: ElementNode): readonly string[] {
  const names = new Set<string>();
  for (const element of elementsOf(whole))
    for (const { value } of element.attributes) {
      if (!value.includes('${')) continue;
      for (const part of parseValue(value).parts) if (part.kind === 'placeholder') names.add(part.name);
    }
  return [...names];
}
