import { spellingsIn, spellingsOf } from './attribute-lookup.ts';
import type { AttributeSpec, AttributeSpecs, ValuesOf } from './attribute-spec.ts';
import type { Attribute, ElementNode } from './document.ts';
import type { FindingLog } from './findings.ts';
import type { FrameRate } from './frame-rate.ts';
import { limits } from './limits.ts';
import { parseValue } from './placeholder.ts';
import { isReservedAttribute, isReservedValue } from './reserved.ts';
import type { ResolveMemory } from './resolve-memory.ts';
import { type Substituted, type Substitution, substitute } from './substitute.ts';
import { didYouMean } from './suggestion.ts';
import { isTooLong, type ValueBudget } from './value-budget.ts';
import { alternatives, enumeration, inMebibytes, named, quoted } from './wording.ts';
import { forbiddenCharacter } from './xml-characters.ts';

/** What reading a document's values needs, and where it says what is wrong. */
export interface ReadingContext extends Substitution {
  /** Of all values that variables are filled in to. */
  readonly budget: ValueBudget;
  readonly log: FindingLog;
  /** Whether a variable without a value is an error, or only leaves its attribute unread. */
  readonly missing: 'error' | 'ignore';
  /** Whether a movie that shows nothing is an error, which it is unless said otherwise. */
  readonly empty?: 'error' | 'ignore' | undefined;
  /** Collects the variables that were ignored as missing. */
  readonly ignored: Set<string>;
  /** The movie's; null while it is unknown. */
  readonly rate: FrameRate | null;
  /** Of scenes that were resolved before. */
  readonly memory?: ResolveMemory | undefined;
}

interface ReadAttributes<Specs extends AttributeSpecs> {
  /** What could be read, defaults included. */
  readonly values: Partial<ValuesOf<Specs>>;
  /** The same where nothing is lacking, else null. */
  readonly complete: ValuesOf<Specs> | null;
}

/**
 * Reads an element's attributes of one table. A value that could not be read is logged; its default stands in for it,
 * so that a draft can be shown, or it is absent if it is required.
 */
export function readAttributes<Specs extends AttributeSpecs>(
  context: ReadingContext,
  element: ElementNode,
  specs: Specs,
): ReadAttributes<Specs> {
  const read: Record<string, unknown> = {};
  let lacking = 0;
  for (const name in specs) {
    const spec = specs[name];
    const value = spec === undefined ? undefined : readAttribute(context, element, name, spec);
    if (value === undefined) lacking += 1;
    else read[name] = value;
  }
  // TypeScript cannot follow that each name was read by the type of its own entry; `readAttribute` is typed by entry.
  const values = read as ValuesOf<Specs>;
  return { values, complete: lacking === 0 ? values : null };
}

/** Warns about the attributes that none of the tables has. */
export function warnOfUnknownAttributes(
  context: ReadingContext,
  element: ElementNode,
  tables: readonly AttributeSpecs[],
): void {
  const known = tables.map(spellingsIn);
  for (const { name } of element.attributes) {
    if (known.some((spellings) => spellings.has(name))) continue;
    context.log.add('template/unknown-attribute', { node: element.id, attribute: name, part: 'name' }, () =>
      isReservedAttribute(element.name, name)
        ? `${named(name)} of ${named(element.name)} is not rendered yet by this version; it is kept.`
        : `${named(element.name)} has no attribute ${named(name)}; it is kept and has no effect${didYouMean(
            name,
            known.flatMap((spellings) => [...spellings]),
          )}`,
    );
  }
}

/** A value with its variables replaced. */
export interface ResolvedText {
  readonly text: string;
  /** Names of those that gave it, if any. */
  readonly variables: readonly string[];
}

/** The text of an attribute with its variables replaced; undefined when it has none to go by. */
export function resolvedText(
  context: ReadingContext,
  element: ElementNode,
  attribute: Attribute,
): ResolvedText | undefined {
  const resolved = withValues(context, element, attribute);
  const forbidden = resolved === undefined ? null : forbiddenCharacter(resolved.text);
  if (resolved === undefined || forbidden === null) return resolved;
  refuse(
    context,
    element,
    attribute.name,
    resolved,
    `must not hold the character ${forbidden}, which XML does not allow`,
  );
  return undefined;
}

function withValues(
  context: ReadingContext,
  element: ElementNode,
  { name, value }: Attribute,
): ResolvedText | undefined {
  if (!value.includes('${')) {
    if (!isTooLong(value)) return { text: value, variables: [] };
    logTooLong(context, element, name, { of: 'value', variables: [] });
    return undefined;
  }
  // One finding says so for all that come after.
  if (context.budget.isOverdrawn) return undefined;
  const parsed = parseValue(value);
  // Malformed placeholders are reported where the variables are listed.
  if (parsed.faults.length > 0) return undefined;
  const substituted = substitute(parsed, context, context.budget);
  if (substituted.kind === 'text') return substituted;
  if (substituted.kind === 'too-long') {
    logTooLong(context, element, name, substituted);
    return undefined;
  }
  const at = { node: element.id, attribute: name };
  for (const variable of substituted.variables) {
    if (context.missing === 'ignore') context.ignored.add(variable);
    else context.log.add('variable/missing', at, () => missingMessage(variable, name, element.name));
  }
  return undefined;
}

/** Logs that a value is not one its attribute takes; `reason` completes the sentence "`name` …". */
export function refuse(
  { log }: ReadingContext,
  element: ElementNode,
  attribute: string,
  { text, variables }: ResolvedText,
  reason: string,
): void {
  const subject = `${named(attribute)} of ${named(element.name)} ${reason}`;
  const at = { node: element.id, attribute };
  if (variables.length === 0) {
    log.add('template/invalid-value', at, () => `${subject}; it is ${quoted(text)}.`);
    return;
  }
  const givers = giversOf(variables);
  const give = variables.length === 1 ? 'gives' : 'give';
  log.add('variable/refused', at, () => `${subject}; ${givers} ${give} it the value ${quoted(text)}.`);
}

function logTooLong(
  { log }: ReadingContext,
  element: ElementNode,
  attribute: string,
  { of, variables }: Pick<Extract<Substituted, { kind: 'too-long' }>, 'of' | 'variables'>,
): void {
  log.add('variable/too-long', { node: element.id, attribute }, () => {
    const place = `${named(attribute)} of ${named(element.name)}`;
    if (of === 'template')
      return `The values up to ${place} have more than ${inMebibytes(limits.allValuesBytes)} together with their variables filled in; shorten them.`;
    const most = inMebibytes(limits.valueBytes);
    if (variables.length === 0) return `${place} has more than ${most}; shorten it.`;
    return `${place} has more than ${most} with ${giversOf(variables)} filled in; shorten it.`;
  });
}

/** Names the variables that gave a value; of many the first few. */
function giversOf(variables: readonly string[]): string {
  if (variables.length === 1) return `the variable ${enumeration(variables.map(named))}`;
  const more = variables.length - MOST_NAMED;
  const shown = variables.slice(0, more > 1 ? MOST_NAMED : variables.length).map(named);
  return `the variables ${enumeration(more > 1 ? [...shown, '…'] : shown)}`;
}

/** Variables of one value that a message names. */
const MOST_NAMED = 10;

function readAttribute<Value>(
  context: ReadingContext,
  element: ElementNode,
  name: string,
  spec: AttributeSpec<Value>,
): Value | undefined {
  const isMeant = (each: Attribute): boolean => each.name === name || (spec.aliases?.includes(each.name) ?? false);
  const attribute = element.attributes.find(isMeant);
  if (attribute === undefined) {
    if ('default' in spec.absent) return spec.absent.default;
    context.log.add('template/missing-attribute', { node: element.id }, () =>
      lackingMessage(element.name, spellingsOf(name, spec)),
    );
    return undefined;
  }
  const others = spec.aliases === undefined ? [] : element.attributes.filter(isMeant).slice(1);
  for (const other of others)
    context.log.add(
      'template/duplicate-attribute',
      { node: element.id, attribute: other.name, part: 'name' },
      () =>
        `${named(other.name)} of ${named(element.name)} says the same as ${named(attribute.name)}; remove one of them.`,
    );
  const standIn = 'default' in spec.absent ? spec.absent.default : undefined;
  const resolved = resolvedText(context, element, attribute);
  if (resolved === undefined) return standIn;
  const value = spec.type.parse(resolved.text, context.rate);
  if (value.ok) return value.value;
  const reserved = isReservedValue(element.name, attribute.name, resolved.text);
  refuse(context, element, attribute.name, resolved, reserved ? `${value.error}, in this version` : value.error);
  return standIn;
}

function lackingMessage(element: string, [name = '', ...others]: readonly string[]): string {
  const also = others.length === 0 ? '' : ` (or ${alternatives(others.map(named))})`;
  return `${named(element)} needs the attribute ${named(name)}${also}; add it.`;
}

function missingMessage(variable: string, attribute: string, element: string): string {
  return (
    `The variable ${named(variable)} has no value, and ${named(attribute)} of ${named(element)} needs one. ` +
    `Give it a value, or write a default: ${named(`\${${variable}, …}`)}.`
  );
}
