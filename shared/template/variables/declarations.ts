import { MAX_LISTS } from '../../expressions/list-text.ts';
import { assertNever } from '../../lib/assert.ts';
import type { Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import { fewOf, shortened } from '../../messages/quoting.ts';
import { childElements, type ElementNode, type NodeId } from '../document/document.ts';
import { limits } from '../document/limits.ts';
import type { ProblemCode } from '../document/problem.ts';
import { type ElementName, elementRegistry } from '../tables/elements.ts';
import { roleOf } from '../tables/roles.ts';
import type { DeclaredType, ItemType } from '../tables/variable-attributes.ts';
import {
  type AttributeSpecs,
  boolean,
  number,
  parseTyped,
  type ValueRefusal,
  type ValuesOf,
} from '../value-types/attribute-types.ts';
import { paintType } from '../value-types/color-types.ts';
import { assetName, type Choice, url } from '../value-types/text-types.ts';
import { relativeTime, signedTime } from '../value-types/time-types.ts';
import type { FrameRate } from '../values/frame-rate.ts';

type Attributes = ValuesOf<typeof elementRegistry.variable.attributes>;

/** The declaration of a variable: its label and input in forms, and its valid values. */
export interface Declaration extends Omit<Attributes, 'choices' | 'of'> {
  /** The element with the declaration. */
  readonly node: NodeId;
  readonly type: DeclaredType | null;
  /**
   * The listed choices. Without listed choices, `listVariables` uses the values in conditions and cases of the
   * variable.
   */
  readonly choices: readonly Choice[];
  /** The items of a list; null for other types. */
  readonly list: ListRules | null;
}

/** The items of a declared list. */
export interface ListRules {
  /** The type of the items of a list without fields. */
  readonly of: ItemType;
  /** The first declaration of each field. */
  readonly fields: readonly FieldDeclaration[];
}

/** The declaration of a field of the items of a list. */
export type FieldDeclaration = Omit<Declaration, 'node' | 'group'>;

/**
 * Returns the value of a declared variable without a value: its default, or the empty text for a list that can be empty.
 * Returns null if the declaration provides none.
 */
export function declaredDefault({ default: written, list, required, min }: Declaration): string | null {
  const canBeEmpty = list !== null && !required && (min ?? 0) <= 0;
  return written ?? (canBeEmpty ? '' : null);
}

/** The declarations by element. Entries stay valid, because elements are immutable. */
const declarationsByElement = new WeakMap<ElementNode, Declaration | null>();

/** Returns the first declaration of each name in a document. Invalid attributes count as missing. */
export function declarationsIn(root: ElementNode): ReadonlyMap<string, Declaration> {
  const declarations = new Map<string, Declaration>();
  for (const resources of childElements(root)) {
    if (roleOf(resources) !== 'resources') continue;
    for (const element of childElements(resources)) {
      const declaration = declarationOf(element);
      if (declaration !== null && !declarations.has(declaration.name)) declarations.set(declaration.name, declaration);
    }
  }
  return declarations;
}

/** Returns the declaration of an element; null for an element of another kind or without a valid name. */
export function declarationOf(element: ElementNode): Declaration | null {
  const before = declarationsByElement.get(element);
  if (before !== undefined) return before;
  const read = readDeclaration(element);
  declarationsByElement.set(element, read);
  return read;
}

function readDeclaration(element: ElementNode): Declaration | null {
  if (roleOf(element) !== 'declaration') return null;
  const declared = declarationFromAttributes(writtenIn(element));
  if (declared === null) return null;
  const { list } = declared;
  if (list === null) return { ...declared, node: element.id };
  const rules = { ...list, fields: fieldsOf(element, 1) };
  const fallback = declared.default ?? defaultItems(element, rules);
  return { ...declared, default: fallback, list: rules, node: element.id };
}

/** Returns the first declaration of each field of a list. `lists` is the nesting depth of the fields in lists. */
function fieldsOf(element: ElementNode, lists: number): readonly FieldDeclaration[] {
  const fields = new Map<string, FieldDeclaration>();
  for (const child of childElements(element)
    .filter((childElement) => roleOf(childElement) === 'field')
    .slice(0, limits.fields)) {
    const field = fieldOf(child, lists);
    if (field !== null && !fields.has(field.name)) fields.set(field.name, field);
  }
  return [...fields.values()];
}

/**
 * Returns the declaration of a field; null if its name is invalid. `lists` is the nesting depth of the field in lists.
 */
export function fieldOf(element: ElementNode, lists: number): FieldDeclaration | null {
  const read = readSpecs(elementRegistry.field.attributes, writtenIn(element));
  if (read.name === null) return null;
  const { name, choices, of, ...others } = read;
  const list = others.type === 'list' ? { of, fields: lists < MAX_LISTS ? fieldsOf(element, lists + 1) : [] } : null;
  return { ...others, name, choices: choices ?? [], list };
}

function writtenIn({ attributes }: ElementNode): ReadonlyMap<string, string> {
  return new Map(attributes.map(({ name, value }) => [name, value]));
}

/**
 * Returns the items of a declaration as the text of a list; null for a declaration without items. Omits unknown fields.
 */
function defaultItems(element: ElementNode, { fields }: ListRules): string | null {
  const items = childElements(element).filter((child) => roleOf(child) === 'item');
  if (items.length === 0) return null;
  const names = new Set(fields.map(({ name }) => name));
  const records = items.map(({ attributes }) =>
    Object.fromEntries(attributes.filter(({ name }) => names.has(name)).map(({ name, value }) => [name, value])),
  );
  return JSON.stringify(records);
}

/**
 * Returns the declaration with these attribute values (by name). Returns null if the name of the declaration is
 * invalid.
 */
export function declarationFromAttributes(written: ReadonlyMap<string, string>): Omit<Declaration, 'node'> | null {
  const { name, choices, of, ...others } = readSpecs(elementRegistry.variable.attributes, written);
  if (name === null) return null;
  return { ...others, name, choices: choices ?? [], list: others.type === 'list' ? { of, fields: [] } : null };
}

/** The values of attributes. The name is null if it is invalid. */
type Named<Specs> = Omit<ValuesOf<Specs>, 'name'> & { readonly name: string | null };

/** Returns the values of the attributes in a table. Invalid and missing attributes have their default or null. */
function readSpecs<Specs extends AttributeSpecs>(specs: Specs, written: ReadonlyMap<string, string>): Named<Specs> {
  const read: Record<string, unknown> = {};
  for (const [name, { type, absent }] of Object.entries(specs)) {
    const text = written.get(name);
    const value = text === undefined ? null : type.parse(text, null);
    read[name] = value?.ok === true ? value.value : 'default' in absent ? absent.default : null;
  }
  // The cast is safe: the type of each entry parsed its value. TypeScript cannot infer this.
  return read as Named<Specs>;
}

/** A declaration in the list of variables, without the default, which is a separate field of the variable. */
export type ListedDeclaration = Omit<Declaration, 'node' | 'name' | 'default' | 'list'>;

/** Converts a declaration to its listed form. */
export function listedDeclaration({ node, name, default: fallback, list, ...listed }: Declaration): ListedDeclaration {
  return listed;
}

interface DeclarationFault {
  readonly code: ProblemCode;
  /** The attribute that is invalid or missing. */
  readonly attribute: 'min' | 'max' | 'choices' | 'default';
  readonly says: Message;
}

const ELEMENT_NAME: ElementName = 'variable';

/** Returns the contradictions between the valid attributes of a declaration. */
export function declarationFaults(declared: FieldDeclaration, rate: FrameRate | null): readonly DeclarationFault[] {
  const { min, max, type, choices, default: fallback } = declared;
  const count = type === 'list' ? invalidCount({ min, max }) : null;
  if (count !== null) return [count];
  if (min !== null && max !== null && min > max)
    return [
      { code: 'template/variable-limits', attribute: 'max', says: message('template/variable-limits', { min, max }) },
    ];
  if (type === 'choice' && choices.length === 0) {
    const says = message('template/missing-attribute', { element: ELEMENT_NAME, names: ['choices'] });
    return [{ code: 'template/missing-attribute', attribute: 'choices', says }];
  }
  const reason = fallback === null ? null : refusalOf(declared, fallback, rate);
  if (fallback === null || reason === null) return [];
  const says = message('template/invalid-value', refusedAttribute('default', fallback, reason));
  return [{ code: 'template/invalid-value', attribute: 'default', says }];
}

/** Returns the fault of a number of items that isn't a whole number from 0; null if both are valid. */
function invalidCount(counts: Readonly<Record<'min' | 'max', number | null>>): DeclarationFault | null {
  for (const attribute of ['min', 'max'] as const) {
    const count = counts[attribute];
    if (count === null || (Number.isInteger(count) && count >= 0)) continue;
    const reason = message('value/no-whole-number', { minimum: 0, maximum: null });
    const says = message('template/invalid-value', refusedAttribute(attribute, String(count), reason));
    return { code: 'template/invalid-value', attribute, says };
  }
  return null;
}

/** Returns the message values for an invalid attribute of a declaration. */
export function refusedAttribute(attribute: string, text: string, reason: ValueRefusal) {
  return { attribute, element: ELEMENT_NAME, text: shortened(text), reason };
}

/** The parts of a declaration that restrict its values. */
export type ValueRules = Pick<Declaration, 'type' | 'min' | 'max' | 'step' | 'maxlength' | 'choices'>;

const decimal = number({});
const signed = signedTime();
const parts = relativeTime({ minimum: 0 });
const paints = paintType();
const booleans = boolean();
const addresses = url('media');
const names = assetName('media');
/** The tolerance, as a share of a step. Rounding errors in sums of binary fractions are smaller. */
const STEP_TOLERANCE = 1e-6;

/**
 * Returns whether only the choices of a declaration are valid values. For other types, forms only suggest the choices. A
 * choice without choices is reported as a problem of the declaration.
 */
export function isLimitedToChoices({ type, choices }: Pick<ValueRules, 'type' | 'choices'>): boolean {
  return type === 'choice' && choices.length > 0;
}

/** Returns the choices of a declaration; by default, the values with which conditions and cases compare the variable. */
export function choicesWithCompared(
  { choices }: Pick<ValueRules, 'choices'>,
  compared: readonly string[],
): readonly Choice[] {
  return choices.length > 0 ? choices : compared.map((value) => ({ value, label: null }));
}

/**
 * Returns the reason why a declaration refuses a value; null for a valid value. An empty value is valid, because
 * another check covers `required`. Times are compared in frames. If the rate is null, times in seconds are only parsed.
 */
export function refusalOf(rules: ValueRules, text: string, rate: FrameRate | null): ValueRefusal | null {
  if (text.trim() === '') return null;
  const refusal = refusalByType(rules, text, rate);
  if (refusal !== null || !isLimitedToChoices(rules)) return refusal;
  return rules.choices.some(({ value }) => value === text.trim())
    ? null
    : message('value/no-choice', { choices: fewOf(rules.choices.map(({ value }) => value)) });
}

function refusalByType(rules: ValueRules, text: string, rate: FrameRate | null): ValueRefusal | null {
  switch (rules.type) {
    case 'number':
      return refusalOfNumber(rules, parseTyped(decimal, text, rate), 'value/out-of-bounds');
    case 'time':
      return refusalOfTime(rules, text, rate);
    case 'color':
      return reasonOf(paints.parse(text, rate));
    case 'boolean':
      return reasonOf(booleans.parse(text, rate));
    case 'video':
    case 'image':
    case 'sound':
      return /^\s*https?:/i.test(text) ? reasonOf(addresses.parse(text, rate)) : reasonOf(names.parse(text, rate));
    case 'choice':
    case 'font':
    // Lists are checked separately.
    case 'list':
      return null;
    case 'text':
      return refusalOfText(rules, text);
    case null:
      return refusalOfUntyped(rules, text, rate);
    default:
      return assertNever(rules.type);
  }
}

/** Checks a value without a declared type. A limit applies only if the value can be parsed as the type of the limit. */
function refusalOfUntyped(rules: ValueRules, text: string, rate: FrameRate | null): ValueRefusal | null {
  const tooLong = refusalOfText(rules, text);
  if (tooLong !== null) return tooLong;
  const read = decimal.parse(text, null);
  if (read.ok) return refusalOfNumber(rules, read, 'value/out-of-bounds');
  return signed.parse(text, rate).ok ? refusalOfTime(rules, text, rate) : null;
}

/**
 * Checks a time. Limits do not apply to percentages, because the length to which a percentage refers depends on the
 * use.
 */
function refusalOfTime(rules: ValueRules, text: string, rate: FrameRate | null): ValueRefusal | null {
  if (text.trim().endsWith('%')) return reasonOf(parts.parse(text, rate));
  const read = signed.parse(text, rate);
  const isCounted = rate !== null || !text.includes('s');
  return isCounted || !read.ok ? refusalOfNumber(rules, read, 'value/time-out-of-bounds') : null;
}

function refusalOfText({ maxlength }: ValueRules, text: string): ValueRefusal | null {
  if (maxlength === null || text.length <= maxlength) return null;
  const count = characterCount(text);
  return count > maxlength ? message('value/too-many-characters', { most: maxlength, count }) : null;
}

/** Returns the number of code points. An emoji of one code point counts as one character. */
function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function refusalOfNumber(
  { min, max, step }: ValueRules,
  read: Result<number, ValueRefusal>,
  bounds: 'value/out-of-bounds' | 'value/time-out-of-bounds',
): ValueRefusal | null {
  if (!read.ok) return read.error;
  const { value } = read;
  if (value < (min ?? value) || value > (max ?? value)) return message(bounds, { minimum: min, maximum: max });
  if (step === null) return null;
  const from = min ?? 0;
  const steps = (value - from) / step;
  const isOn = Math.abs(steps - Math.round(steps)) <= STEP_TOLERANCE;
  return isOn ? null : message('value/off-step', { step, from });
}

function reasonOf(read: Result<unknown, ValueRefusal>): ValueRefusal | null {
  return read.ok ? null : read.error;
}
