import { type ElementNode, elementsOf } from '../document/document.ts';
import { createFindingLog } from '../document/findings.ts';
import { parseValue } from '../placeholders/placeholder.ts';
import { type FrameRate, sameFrameRate } from '../values/frame-rate.ts';
import type { Declaration } from '../variables/declarations.ts';
import { writtenValuesOf } from '../variables/written-values.ts';
import type { ReadingContext, Remembered, ResolveMemory, ValueNumbers } from './reading-context.ts';

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
