import { type AttributeSpec, boolean, choice, integer, number, text } from '../value-types/attribute-types.ts';
import { type Choice, choiceList, itemName, positiveNumber, variableName } from '../value-types/text-types.ts';

/** The types that a variable can be declared with. */
export const DECLARED_TYPES = [
  'text',
  'number',
  'color',
  'boolean',
  'time',
  'video',
  'image',
  'sound',
  'font',
  'choice',
  'list',
] as const;
export type DeclaredType = (typeof DECLARED_TYPES)[number];

/** The types that the items of a list without fields can have. */
export const ITEM_TYPES = DECLARED_TYPES.filter((type) => type !== 'list');
export type ItemType = Exclude<DeclaredType, 'list'>;

/** The attributes of a declaration. */
export const variableAttributes = {
  name: {
    type: variableName(),
    label: 'Name',
    description: 'Name of the variable; each variable has one declaration.',
    absent: { required: true },
  } satisfies AttributeSpec<string>,
  type: {
    type: choice(DECLARED_TYPES),
    label: 'Type',
    description:
      'Type of the value. By default, it follows from where the variable is used. A choice accepts only its `choices`. A list has items, each with the fields that its `field` elements declare.',
    absent: { default: null },
  } satisfies AttributeSpec<DeclaredType | null>,
  of: {
    type: choice(ITEM_TYPES),
    label: 'Item type',
    description: 'Type of the items of a list without fields.',
    absent: { default: 'text' },
  } satisfies AttributeSpec<ItemType>,
  default: {
    type: text(),
    label: 'Default',
    description: 'Used when there is no other default.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  label: {
    type: text(),
    label: 'Label',
    description: 'Label in forms. The default is the name.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  help: {
    type: text(),
    label: 'Help',
    description: 'Help text in forms.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  group: {
    type: text(),
    label: 'Group',
    description: 'Heading in forms.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  required: {
    type: boolean(),
    label: 'Required',
    description: 'Whether a value is required.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  min: {
    type: number({}),
    label: 'Minimum',
    description: 'Smallest number or time; times in frames. For a list, the smallest number of items.',
    absent: { default: null },
  } satisfies AttributeSpec<number | null>,
  max: {
    type: number({}),
    label: 'Maximum',
    description: 'Largest number or time; times in frames. For a list, the largest number of items.',
    absent: { default: null },
  } satisfies AttributeSpec<number | null>,
  step: {
    type: positiveNumber(),
    label: 'Step',
    description: 'Step between numbers or times, counted from `min` or 0; times in frames.',
    absent: { default: null },
  } satisfies AttributeSpec<number | null>,
  maxlength: {
    type: integer({ minimum: 1 }),
    label: 'Max. length',
    description: 'Maximum number of characters.',
    absent: { default: null },
  } satisfies AttributeSpec<number | null>,
  multiline: {
    type: boolean(),
    label: 'Multiline',
    description: 'Whether forms accept text with several lines.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  choices: {
    type: choiceList(),
    label: 'Choices',
    description:
      'Values that forms offer, separated by commas: `value` or `value: label`. Only the type `choice` refuses other values. By default, the values that conditions and cases compare it with.',
    absent: { default: null },
  } satisfies AttributeSpec<readonly Choice[] | null>,
} as const;

const { group: _group, ...fieldRules } = variableAttributes;

/** The attributes of a field of list items. */
export const fieldAttributes = {
  ...fieldRules,
  name: {
    type: itemName(),
    label: 'Name',
    description: 'Name of the field; each field of a list has one declaration.',
    absent: { required: true },
  } satisfies AttributeSpec<string>,
} as const;
