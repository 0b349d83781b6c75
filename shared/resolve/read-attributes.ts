import { readDeclaredList } from '../expressions/list-text.ts';
import { isDecimal } from '../lib/decimal-text.ts';
import { message } from '../messages/message.ts';
import { fewOf, shortened } from '../messages/quoting.ts';
import type { ValueMessage } from '../messages/values.en.ts';
import type { ConditionAttribute } from '../template/conditions/condition-of.ts';
import { type Attribute, attributeValue, childElements, type ElementNode } from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import { forbiddenCharacter, nearestName } from '../template/document/names.ts';
import { expressionFinding } from '../template/placeholders/expression-finding.ts';
import {
  type ParsedValue,
  parseValue,
  type ValuePiece,
  variablesOfPiece,
} from '../template/placeholders/placeholder.ts';
import { isScoped, isTooLong, type SubstitutedText, substitute } from '../template/placeholders/substitute.ts';
import { spellingsIn, spellingsOf } from '../template/tables/attribute-lookup.ts';
import { elementSpecOf, isReservedAttribute } from '../template/tables/language.ts';
import { repeatAttributes } from '../template/tables/repeat-attributes.ts';
import { roleOf } from '../template/tables/roles.ts';
import {
  type AttributeSpec,
  type AttributeSpecs,
  parseTyped,
  type ValuesOf,
} from '../template/value-types/attribute-types.ts';
import { type Declaration, refusalOf } from '../template/variables/declarations.ts';
import { faultsOfList } from '../template/variables/list-faults.ts';
import { type ReadingContext, scopedContext } from './reading-context.ts';

interface ReadAttributes<Specs extends AttributeSpecs> {
  /** The valid values, including defaults. */
  readonly values: Partial<ValuesOf<Specs>>;
  /** The values if all of them are valid; null otherwise. */
  readonly complete: ValuesOf<Specs> | null;
}

/**
 * Reads the attributes of an element according to a table. Reports an invalid value and uses its default, so that the
 * rest can be displayed. A required attribute with an invalid value is absent from the result.
 */
export function readAttributes<Specs extends AttributeSpecs>(
  context: ReadingContext,
  element: ElementNode,
  specs: Specs,
): ReadAttributes<Specs> {
  const read: Record<string, unknown> = {};
  let missing = 0;
  for (const name in specs) {
    const spec = specs[name];
    const value = spec === undefined ? undefined : readAttribute(context, element, name, spec);
    if (value === undefined) missing += 1;
    else read[name] = value;
  }
  // Each value was parsed with the type of its entry, which TypeScript cannot infer.
  const values = read as ValuesOf<Specs>;
  return { values, complete: missing === 0 ? values : null };
}

function readAttribute<Value>(
  context: ReadingContext,
  element: ElementNode,
  name: string,
  spec: AttributeSpec<Value>,
): Value | undefined {
  const hasName = (candidate: Attribute): boolean =>
    candidate.name === name || (spec.aliases?.includes(candidate.name) ?? false);
  const attribute = element.attributes.find(hasName);
  if (attribute === undefined) {
    if ('default' in spec.absent) return spec.absent.default;
    context.log.add('template/missing-attribute', { node: element.id }, () =>
      message('template/missing-attribute', { element: element.name, names: spellingsOf(name, spec) }),
    );
    return undefined;
  }
  const others = spec.aliases === undefined ? [] : element.attributes.filter(hasName).slice(1);
  for (const other of others)
    context.log.add('template/duplicate-attribute', { node: element.id, attribute: other.name, part: 'name' }, () =>
      message('template/duplicate-attribute', {
        attribute: other.name,
        element: element.name,
        same: attribute.name,
      }),
    );
  const fallback = 'default' in spec.absent ? spec.absent.default : undefined;
  const resolved = isAsWritten(element, spec) ? unresolvedText(attribute) : resolvedText(context, element, attribute);
  if (resolved === undefined) return fallback;
  const value = parseTyped(spec.type, resolved.text, context.rate);
  if (value.ok) return value.value;
  refuse(context, element, attribute.name, resolved, value.error);
  return fallback;
}

/**
 * Returns whether an attribute is read literally. Conditions and declarations are literal, because values of variables
 * must not change them.
 */
function isAsWritten(element: ElementNode, { type }: AttributeSpec<unknown>): boolean {
  return type.kind === 'condition' || elementSpecOf(element)?.asWritten === true;
}

function unresolvedText({ value }: Attribute): ResolvedText {
  return { text: value, variables: [] };
}

/** Reports unknown attributes as warnings. An attribute is known if it is in one of the tables. */
export function warnOfUnknownAttributes(
  context: ReadingContext,
  element: ElementNode,
  tables: readonly AttributeSpecs[],
): void {
  const knownSpellings = tables.map(spellingsIn);
  const isListless = attributeValue(element, 'each') === undefined;
  for (const { name } of element.attributes) {
    if (isListless && REPEAT_ATTRIBUTES.has(tables.find((table) => Object.hasOwn(table, name))?.[name]))
      context.log.add('template/unknown-attribute', { node: element.id, attribute: name, part: 'name' }, () =>
        message('template/attribute-without-each', { attribute: name, element: element.name }),
      );
    if (knownSpellings.some((spellings) => spellings.has(name))) continue;
    context.log.add('template/unknown-attribute', { node: element.id, attribute: name, part: 'name' }, () =>
      isReservedAttribute(element.name, name)
        ? message('template/attribute-not-rendered-yet', { attribute: name, element: element.name })
        : message('template/unknown-attribute', {
            name: shortened(name),
            element: element.name,
            meant: nearestName(
              name,
              knownSpellings.flatMap((spellings) => [...spellings]),
            ),
          }),
    );
  }
}

/** The attributes that shape the list of `each`, as entries of attribute tables. */
const REPEAT_ATTRIBUTES: ReadonlySet<unknown> = new Set(Object.values(repeatAttributes));

/** A text after replacing its variables. */
export interface ResolvedText {
  readonly text: string;
  /** The names of the replaced variables. */
  readonly variables: readonly string[];
}

/**
 * Returns the text of an attribute after replacing its variables; undefined if this fails, for example because a
 * variable has no value.
 */
export function resolvedText(
  context: ReadingContext,
  element: ElementNode,
  attribute: Attribute,
): ResolvedText | undefined {
  const resolved = withValues(context, element, attribute);
  const forbidden = resolved === undefined ? null : forbiddenCharacter(resolved.text);
  if (resolved === undefined || forbidden === null) return resolved;
  const from = resolved.variables.filter((name) => forbiddenCharacter(context.values.get(name) ?? '') !== null);
  const refused = from.length === 0 ? resolved : { ...resolved, variables: from };
  refuse(context, element, attribute.name, refused, message('value/forbidden-character', { character: forbidden }));
  return undefined;
}

/** Returns the decimal of a valid number attribute exactly as written; null if it is absent or invalid. */
export function exactDecimal(context: ReadingContext, element: ElementNode, name: string): string | null {
  const attribute = element.attributes.find((candidate) => candidate.name === name);
  const text = attribute && resolvedText(context, element, attribute)?.text.trim();
  return text !== undefined && isDecimal(text) ? text : null;
}

function withValues(context: ReadingContext, element: ElementNode, attribute: Attribute): ResolvedText | undefined {
  const resolved = substitutedText(context, element, attribute);
  const isDisplayed = attribute.name === 'content' || attribute.name === 'text';
  if (resolved !== undefined || !isDisplayed || context.showsPlaceholders !== true) return resolved;
  return textWithPlaceholders(scopedContext(context, element), attribute.value);
}

/** Returns a text in which variables and expressions without a value are displayed in braces. */
export function textWithPlaceholders(context: ReadingContext, value: string): ResolvedText | undefined {
  const { pieces, faults } = parseValue(value);
  if (!value.includes('${') || faults.length > 0) return undefined;
  const texts = pieces.map((piece) => {
    if (piece.kind === 'text') return piece.text;
    const substituted = substitute({ pieces: [piece], faults }, context);
    if (substituted.kind === 'text' && substituted.text !== '') return substituted.text;
    return `{${piece.kind === 'placeholder' ? piece.name : piece.source.trim()}}`;
  });
  return { text: texts.join(''), variables: [] };
}

function substitutedText(
  context: ReadingContext,
  element: ElementNode,
  { name, value }: Attribute,
): ResolvedText | undefined {
  if (!value.includes('${')) {
    if (!isTooLong(value)) return { text: value, variables: [] };
    logTooLong(context, element, name, { of: 'value', variables: [] });
    return undefined;
  }
  // Stop here: the first finding about the limit also covers all later values.
  if (context.budget.isOverdrawn) return undefined;
  const parsed = parseValue(value);
  // Skip malformed placeholders, which the scan for variables reports.
  if (parsed.faults.length > 0) return undefined;
  if (!satisfyDeclarations(context, { element, attribute: name }, parsed)) return undefined;
  const substituted = substitute(parsed, scopedContext(context, element), context.budget);
  if (substituted.kind === 'text') return substituted;
  if (substituted.kind === 'too-long') {
    logTooLong(context, element, name, substituted);
    return undefined;
  }
  if (substituted.kind === 'fault') {
    logFault(context, element, name, substituted);
    return undefined;
  }
  const at = { node: element.id, attribute: name };
  for (const variable of substituted.variables) {
    if (context.missing === 'ignore') context.ignored.add(variable);
    else
      context.log.add('variable/missing', at, () =>
        message('variable/missing', { variable: shortened(variable), attribute: name, element: element.name }),
      );
  }
  return undefined;
}

/** Reports a value that its attribute does not accept. */
export function refuse(
  { log }: ReadingContext,
  element: ElementNode,
  attribute: string,
  { text, variables }: ResolvedText,
  reason: ValueMessage,
): void {
  const at = { node: element.id, attribute };
  const refused = () => ({ attribute, element: element.name, text: shortened(text), reason });
  if (variables.length === 0) log.add('template/invalid-value', at, () => message('template/invalid-value', refused()));
  else
    log.add('variable/refused', at, () => message('variable/refused', { ...refused(), variables: fewOf(variables) }));
}

/** Reports a value that exceeds the size limit, alone or together with other values. */
export function logTooLong(
  { log }: ReadingContext,
  element: ElementNode,
  attribute: string,
  { of, variables }: Pick<Extract<SubstitutedText, { kind: 'too-long' }>, 'of' | 'variables'>,
): void {
  log.add('variable/too-long', { node: element.id, attribute }, () => {
    const value = { attribute, element: element.name, variables: fewOf(variables) };
    return of === 'template'
      ? message('variable/all-too-long', { ...value, mostBytes: limits.allValuesBytes })
      : message('variable/too-long', { ...value, mostBytes: limits.valueBytes });
  });
}

/** Reports the fault of an expression. Records a missing variable instead if it may be ignored. */
export function logFault(
  { missing, ignored, log }: ReadingContext,
  element: ElementNode,
  attribute: string,
  { piece, fault }: Extract<SubstitutedText, { kind: 'fault' }>,
): void {
  if (fault.code === 'variable/missing' && missing === 'ignore') {
    ignored.add(fault.name);
    return;
  }
  const { code, at, says } = expressionFinding({ piece, fault }, { node: element.id, attribute });
  log.add(code, at, () => says);
}

/** The place where a variable is used: an attribute, or the text of an element with the name of an attribute. */
interface Use {
  readonly element: ElementNode;
  readonly attribute: string;
}

/**
 * Returns whether the declarations of the variables in a value accept their values. Reports each value that is not
 * accepted. A missing value is reported elsewhere, when it is replaced.
 */
export function satisfyDeclarations(context: ReadingContext, use: Use, { pieces }: ParsedValue): boolean {
  if (context.declarations === undefined || context.declarations.size === 0) return true;
  const scoped = scopedContext(context, use.element);
  return pieces.every((piece) =>
    namedValues(scoped, piece).every(
      ({ name, text }) => text === undefined || satisfiesDeclaration(context, use, name, text),
    ),
  );
}

/**
 * Reports the variables of a condition whose values violate their declarations. In a condition, a missing value is an
 * empty text.
 */
export function checkConditionVariables(
  context: ReadingContext,
  element: ElementNode,
  attribute: ConditionAttribute = 'condition',
): void {
  const { declarations } = context;
  if (declarations === undefined || declarations.size === 0) return;
  const use: Use = { element, attribute };
  const scoped = scopedContext(context, element);
  for (const piece of parseValue(attributeValue(element, attribute) ?? '').pieces)
    for (const { name, text } of namedValues(scoped, piece)) satisfiesDeclaration(context, use, name, text ?? '');
}

/** Returns the variables of a piece with their values. The value is undefined if it is missing. */
function namedValues(context: ReadingContext, piece: ValuePiece) {
  const { values, defaults, scope } = context;
  const own = piece.kind === 'placeholder' ? piece.default : null;
  const names = variablesOfPiece(piece);
  return (scope ? names.filter((name) => !isScoped(name, context)) : names).map((name) => ({
    name,
    text: values.get(name) ?? own ?? defaults.get(name),
  }));
}

function satisfiesDeclaration(context: ReadingContext, use: Use, name: string, text: string): boolean {
  const declaration = context.declarations?.get(name);
  if (declaration === undefined) return true;
  if (declaration.list !== null) return acceptsList(context, use, declaration, text);
  if (text.trim() === '') return !declaration.required || reportMissing(context, use, name);
  // Skip the default of the declaration, which is checked separately.
  if (text === declaration.default && !context.values.has(name)) return true;
  return acceptsValue(context, use, declaration, text);
}

function reportMissing({ missing, ignored, log }: ReadingContext, use: Use, name: string): false {
  if (missing === 'ignore') ignored.add(name);
  else
    log.add('variable/missing', { node: use.element.id, attribute: use.attribute }, () =>
      message('variable/empty', { variable: shortened(name) }),
    );
  return false;
}

function acceptsList(context: ReadingContext, use: Use, declaration: Declaration, text: string): boolean {
  const { name, list, required } = declaration;
  if (required && list !== null) {
    const read = readDeclaredList(list, text);
    if (read.ok && read.value.length === 0) return reportMissing(context, use, name);
  }
  // Skip the default of the declaration, which is checked separately.
  if (text === declaration.default && !context.values.has(name)) return true;
  const faults = faultsOfList(declaration, text, context.rate);
  for (const { code, says } of faults)
    context.log.add(code, { node: use.element.id, attribute: use.attribute }, () => says);
  return faults.length === 0;
}

function acceptsValue({ rate, log }: ReadingContext, use: Use, declaration: Declaration, text: string): boolean {
  const reason = refusalOf(declaration, text, rate);
  if (reason === null) return true;
  log.add('variable/refused', { node: use.element.id, attribute: use.attribute }, () =>
    message('variable/not-as-declared', {
      variable: shortened(declaration.name),
      text: shortened(text),
      reason,
    }),
  );
  // Return true for a text that is too long: it is an error, but displaying it shows users how much of it fits.
  return reason.code === 'value/too-many-characters';
}

/**
 * Returns the direction, or the value of another attribute, if the type permits it. If the attribute is absent, returns
 * the first option. Returns null if the value is not permitted.
 */
export function directionAmong<Option extends string>(
  { log }: ReadingContext,
  element: ElementNode,
  direction: string | null,
  options: readonly [Option, ...Option[]],
  attribute = 'direction',
): Option | null {
  if (direction === null) return options[0];
  const permitted = options.find((option) => option === direction);
  if (permitted !== undefined) return permitted;
  log.add('template/invalid-value', { node: element.id, attribute }, () =>
    message('template/invalid-value', {
      attribute,
      element: element.name,
      text: direction,
      reason: message('value/no-option', { options }),
    }),
  );
  return null;
}

/** Reports effects and animations beyond the maximum numbers of their parent. */
export function checkCounts({ log }: ReadingContext, element: ElementNode): void {
  const ofRole = (role: 'effect' | 'animation') => childElements(element).filter((child) => roleOf(child) === role);
  const [effects, animations] = [ofRole('effect'), ofRole('animation')];
  const [effect, animation] = [effects[limits.effects], animations[limits.animations]];
  if (effect !== undefined)
    log.add('template/too-many-layers', { node: effect.id }, () =>
      message('template/too-many-effects', { most: limits.effects, effects: effects.length }),
    );
  if (animation !== undefined)
    log.add('template/too-many-layers', { node: animation.id }, () =>
      message('template/too-many-animations', { most: limits.animations, animations: animations.length }),
    );
}
