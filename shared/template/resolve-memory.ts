import { type ElementNode, elementsOf } from './document.ts';
import { createFindingLog } from './findings.ts';
import type { Scene } from './movie.ts';
import { parseValue } from './placeholder.ts';
import type { Finding } from './problem.ts';
import type { ReadingContext } from './read-attributes.ts';

/** Scenes that were resolved, by their elements, which are never changed: after an edit only what it touched is resolved. */
export interface ResolveMemory {
  readonly scenes: WeakMap<ElementNode, RememberedScene>;
}

interface RememberedScene {
  /** The variables that it uses. */
  readonly names: readonly string[];
  /** All that its resolution depends on beside the element. */
  readonly circumstances: string;
  readonly scene: Scene | null;
  readonly findings: readonly Finding[];
  readonly ignored: ReadonlySet<string>;
}

export function createResolveMemory(): ResolveMemory {
  return { scenes: new WeakMap() };
}

/** What `resolve` makes of a scene, from memory if nothing that it depends on has changed. */
export function rememberedScene(
  memory: ResolveMemory,
  context: ReadingContext,
  element: ElementNode,
  resolve: (context: ReadingContext, element: ElementNode) => Scene | null,
): Scene | null {
  const known = memory.scenes.get(element);
  const names = known?.names ?? namesIn(element);
  const circumstances = circumstancesOf(context, names);
  const remembered = known?.circumstances === circumstances ? known : anew(context, element, resolve);
  if (remembered !== known) memory.scenes.set(element, { ...remembered, names, circumstances });
  context.log.addAll(remembered.findings);
  for (const name of remembered.ignored) context.ignored.add(name);
  return remembered.scene;
}

function anew(
  context: ReadingContext,
  element: ElementNode,
  resolve: (context: ReadingContext, element: ElementNode) => Scene | null,
): Pick<RememberedScene, 'scene' | 'findings' | 'ignored'> {
  const log = createFindingLog();
  const ignored = new Set<string>();
  const scene = resolve({ ...context, log, ignored }, element);
  return { scene, findings: log.findings(), ignored };
}

/** The same words for all scenes that are read in one context. */
const always = new WeakMap<ReadingContext, string>();

function circumstancesOf(context: ReadingContext, names: readonly string[]): string {
  const { rate, missing, values, defaults } = context;
  const alike = always.get(context) ?? `${missing} ${rate?.numerator}/${rate?.denominator}`;
  if (!always.has(context)) always.set(context, alike);
  if (names.length === 0) return alike;
  const given = names.map((name) => [values.get(name) ?? null, defaults.get(name) ?? null]);
  return `${alike} ${JSON.stringify(given)}`;
}

function namesIn(scene: ElementNode): readonly string[] {
  const names = new Set<string>();
  for (const element of elementsOf(scene))
    for (const { value } of element.attributes) {
      if (!value.includes('${')) continue;
      for (const part of parseValue(value).parts) if (part.kind === 'placeholder') names.add(part.name);
    }
  return [...names];
}
