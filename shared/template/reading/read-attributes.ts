import { statement } from '../../statements/statement.ts';
import type { StatementIn } from '../../statements/statement-in.ts';
import type { ValueStatements } from '../../statements/templates/value-statements.ts';
import { fewOf, shortened } from '../../statements/wording.ts';
import type { Attribute, ElementNode } from '../document/document.ts';
import { limits } from '../document/limits.ts';
import { nearestName } from '../document/suggestion.ts';
import { forbiddenCharacter } from '../document/xml-characters.ts';
import { parseValue } from '../placeholders/placeholder.ts';
import { type Substituted, substitute } from '../placeholders/substitute.ts';
import { isTooLong } from '../placeholders/value-budget.ts';
import { spellingsIn, spellingsOf } from '../tables/attribute-lookup.ts';
import { elementSpecOf } from '../tables/language.ts';
import { isReservedAttribute } from '../tables/reserved.ts';
import type { AttributeSpec, AttributeSpecs, ValuesOf } from '../value-types/attribute-spec.ts';
import { areAsDeclared } from './declared-values.ts';
import type { ReadingContext } from './reading-context.ts';

interface ReadAttributes<Specs extends AttributeSpecs> {
  /** What could be read, defaults included. */
  readonly values: Partial<ValuesOf<Specs>>;
  /** The same where nothing is lacking, else null. */
  readonly complete: ValuesOf<Specs> | null;
}

/**
 * Reads an element's attributes of one table. A value that could not be read is logged; its default stands in for it,
 * so that the rest can be shown, or it is absent if it is required.
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
        ? statement('template/attribute-not-rendered-yet', { attribute: name, element: element.name })
        : statement('template/unknown-attribute', {
            name: shortened(name),
            element: element.name,
            meant: nearestName(
              name,
              known.flatMap((spellings) => [...spellings]),
            ),
          }),
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
  refuse(context, element, attribute.name, resolved, statement('value/forbidden-character', { character: forbidden }));
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
  if (!areAsDeclared(context, { element, attribute: name }, parsed)) return undefined;
  const substituted = substitute(parsed, context, context.budget);
  if (substituted.kind === 'text') return substituted;
  if (substituted.kind === 'too-long') {
    logTooLong(context, element, name, substituted);
    return undefined;
  }
  const at = { node: element.id, attribute: name };
  for (const variable of substituted.variables) {
    if (context.missing === 'ignore') context.ignored.add(variable);
    else
      context.log.add('variable/missing', at, () =>
        statement('variable/missing', { variable: shortened(variable), attribute: name, element: element.name }),
      );
  }
  return undefined;
}

/** Logs that a value is not one its attribute takes. */
export function refuse(
  { log }: ReadingContext,
  element: ElementNode,
  attribute: string,
  { text, variables }: ResolvedText,
  reason: StatementIn<ValueStatements>,
): void {
  const at = { node: element.id, attribute };
  const refused = () => ({ attribute, element: element.name, text: shortened(text), reason });
  if (variables.length === 0)
    log.add('template/invalid-value', at, () => statement('template/invalid-value', refused()));
  else
    log.add('variable/refused', at, () => statement('variable/refused', { ...refused(), variables: fewOf(variables) }));
}

/** Logs that a value is longer than one may be, or all of them together are. */
export function logTooLong(
  { log }: ReadingContext,
  element: ElementNode,
  attribute: string,
  { of, variables }: Pick<Extract<Substituted, { kind: 'too-long' }>, 'of' | 'variables'>,
): void {
  log.add('variable/too-long', { node: element.id, attribute }, () => {
    const value = { attribute, element: element.name, variables: fewOf(variables) };
    return of === 'template'
      ? statement('variable/all-too-long', { ...value, mostBytes: limits.allValuesBytes })
      : statement('variable/too-long', { ...value, mostBytes: limits.valueBytes });
  });
}

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
      statement('template/missing-attribute', { element: element.name, names: spellingsOf(name, spec) }),
    );
    return undefined;
  }
  const others = spec.aliases === undefined ? [] : element.attributes.filter(isMeant).slice(1);
  for (const other of others)
    context.log.add('template/duplicate-attribute', { node: element.id, attribute: other.name, part: 'name' }, () =>
      statement('template/duplicate-attribute', {
        attribute: other.name,
        element: element.name,
        same: attribute.name,
      }),
    );
  const standIn = 'default' in spec.absent ? spec.absent.default : undefined;
  const resolved = isAsWritten(element, spec) ? asWritten(attribute) : resolvedText(context, element, attribute);
  if (resolved === undefined) return standIn;
  const value = spec.type.parse(resolved.text, context.rate);
  if (value.ok) return value.value;
  refuse(context, element, attribute.name, resolved, value.error);
  return standIn;
}

/** Whether an attribute is read with its placeholders in place: no value can change what a condition or declaration says. */
function isAsWritten(element: ElementNode, { type }: AttributeSpec<unknown>): boolean {
  return type.kind === 'condition' || elementSpecOf(element)?.asWritten === true;
}

function asWritten({ value }: Attribute): ResolvedText {
  return { text: value, variables: [] };
}
