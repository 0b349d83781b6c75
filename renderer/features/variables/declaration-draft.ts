import { type Message, message } from '#shared/messages/message.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import { attributeValue, type ElementNode } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import type { AttributeSpec, AttributeSpecs, ValueRefusal } from '#shared/template/value-types/attribute-types.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import {
  choicesWithCompared,
  declarationFaults,
  declarationFromAttributes,
  refusalOf,
  refusedAttribute,
} from '#shared/template/variables/declarations.ts';

/** The values of the fields by attribute. An empty value means that the attribute is not set. */
export type DeclarationDraft = Readonly<Record<string, string>>;

const { name: _name, ...others } = elementRegistry.variable.attributes;
const specs: AttributeSpecs = others;

/** Returns the field values of a declaration; all empty without a declaration. */
export function draftOf(element: ElementNode | null): DeclarationDraft {
  const writtenValue = (name: string) => (element === null ? '' : (attributeValue(element, name) ?? ''));
  return Object.fromEntries(Object.keys(specs).map((name) => [name, writtenValue(name)]));
}

/** Returns the attributes that differ from the declaration; null for an attribute to remove. */
export function changesOf(before: DeclarationDraft, draft: DeclarationDraft): Readonly<Record<string, string | null>> {
  const changed = Object.entries(draft).filter(([name, value]) => before[name] !== value);
  return Object.fromEntries(changed.map(([name, value]) => [name, value.trim() === '' ? null : value]));
}

/** The changes that remove all attributes of a declaration. */
export const NOTHING: Readonly<Record<string, null>> = Object.fromEntries(
  Object.keys(specs).map((name) => [name, null]),
);

/**
 * Returns the fields for the chosen type. If no type is chosen, returns the fields for the type that the uses require.
 */
export function fieldsFor(
  draft: DeclarationDraft,
  { type: used }: Pick<Variable, 'type'>,
): readonly (readonly [name: string, spec: AttributeSpec<unknown>])[] {
  const type = draft['type'] || used;
  return Object.entries(specs).filter(([name]) => {
    const requested = ofTypes[name];
    // Always show an attribute that is set, so that the user can remove it.
    return requested === undefined || requested.includes(type) || (draft[name] ?? '') !== '';
  });
}

/** The types to which an attribute applies. Attributes without an entry apply to all types. */
const ofTypes: Readonly<Record<string, readonly string[]>> = {
  of: ['list'],
  min: ['number', 'time', 'list'],
  max: ['number', 'time', 'list'],
  step: ['number', 'time'],
  maxlength: ['text'],
  multiline: ['text'],
  choices: ['text', 'choice'],
};

/** The fields that restrict the values of a variable. */
const LIMITS = ['maxlength', 'min', 'max', 'step', 'choices', 'type'] as const;

/**
 * Returns the errors by field. The default and the `samples` of the variable must be within the limits, because a movie
 * with an invalid value cannot be shown.
 */
export function faultsOf(
  { name, uses, default: used }: Pick<Variable, 'name' | 'uses' | 'default'>,
  draft: DeclarationDraft,
  rate: FrameRate | null,
  samples: readonly string[] = [],
): ReadonlyMap<string, Message> {
  const writtenFields = new Map(Object.entries(draft).filter(([, value]) => value.trim() !== ''));
  const faults = new Map<string, Message>();
  for (const [attribute, text] of writtenFields) {
    const read = specs[attribute]?.type.parse(text, rate);
    if (read?.ok === false) faults.set(attribute, refusalMessage(attribute, text, read.error));
  }
  const declared = faults.size > 0 ? null : declarationFromAttributes(new Map([...writtenFields, ['name', name]]));
  if (declared === null) return faults;
  const comparedChoices = new Set(uses.flatMap(({ comparison }) => comparison?.choices ?? []));
  const choices = choicesWithCompared(declared, [...comparedChoices]);
  for (const { attribute, code, says } of declarationFaults({ ...declared, choices }, rate))
    faults.set(
      attribute,
      code === 'template/missing-attribute' ? refusalMessage(attribute, '', message('value/no-choices')) : says,
    );
  if (faults.size > 0) return faults;
  const checkedValues = declared.default === null && used !== null ? [used, ...samples] : samples;
  for (const value of checkedValues) {
    const reason = refusalOf({ ...declared, choices }, value, rate);
    if (reason === null) continue;
    const limit = LIMITS.find((limitName) => (draft[limitName] ?? '').trim() !== '') ?? 'type';
    const cause = LIMITS.find((each) => isFreeWithout(each, value)) ?? limit;
    faults.set(cause, message('template/value-alone', refusedAttribute('default', value, reason)));
    break;
  }
  return faults;

  /** Returns whether the value would be valid without this limit. */
  function isFreeWithout(limit: string, value: string): boolean {
    if (!writtenFields.has(limit)) return false;
    const others = new Map([...writtenFields, ['name', name]] as const);
    others.delete(limit);
    const declarationWithout = declarationFromAttributes(others);
    return (
      declarationWithout !== null &&
      refusalOf({ ...declarationWithout, choices: limit === 'choices' ? [] : choices }, value, rate) === null
    );
  }
}

function refusalMessage(attribute: string, text: string, reason: ValueRefusal): Message {
  return message('template/value-alone', refusedAttribute(attribute, text, reason));
}
