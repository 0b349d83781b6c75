import type { AttributeSpec } from '../value-types/attribute-spec.ts';
import { boolean, choice, integer, number, text } from '../value-types/attribute-types.ts';
import { type Choice, choiceList, positiveNumber, variableName } from '../value-types/variable-types.ts';

/** What a declaration can say that a variable is. */
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
] as const;
export type DeclaredType = (typeof DECLARED_TYPES)[number];

/** What a declaration says of its variable. */
export const variableAttributes = {
  name: {
    type: variableName(),
    label: 'Name',
    description: 'The variable that it speaks of; each has one declaration.',
    absent: { required: true },
  } satisfies AttributeSpec<string>,
  type: {
    type: choice(DECLARED_TYPES),
    label: 'Type',
    description: 'What its values are; without it what its uses say. A choice takes only its `choices`.',
    absent: { default: null },
  } satisfies AttributeSpec<DeclaredType | null>,
  default: {
    type: text(),
    label: 'Default',
    description: 'Holds where a use has no default of its own.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  label: {
    type: text(),
    label: 'Label',
    description: 'What forms call it; without it its name.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  help: {
    type: text(),
    label: 'Help',
    description: 'What forms say beneath it.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  group: {
    type: text(),
    label: 'Group',
    description: 'The heading under which forms show it.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  required: {
    type: boolean(),
    label: 'Required',
    description: 'Whether an empty value is refused.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  min: {
    type: number({}),
    label: 'Minimum',
    description: 'The smallest number or time; of times in frames.',
    absent: { default: null },
  } satisfies AttributeSpec<number | null>,
  max: {
    type: number({}),
    label: 'Maximum',
    description: 'The largest number or time; of times in frames.',
    absent: { default: null },
  } satisfies AttributeSpec<number | null>,
  step: {
    type: positiveNumber(),
    label: 'Step',
    description: 'How far numbers or times lie apart, counted from `min`, or from 0 without it; of times in frames.',
    absent: { default: null },
  } satisfies AttributeSpec<number | null>,
  maxlength: {
    type: integer({ minimum: 1 }),
    label: 'Max. length',
    description: 'How many characters a text may have.',
    absent: { default: null },
  } satisfies AttributeSpec<number | null>,
  multiline: {
    type: boolean(),
    label: 'Several lines',
    description: 'Whether forms take a text of several lines.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  choices: {
    type: choiceList(),
    label: 'Choices',
    description:
      'Values that forms offer, with commas between, each `value` or `value: label`; without it those that conditions and cases compare it with.',
    absent: { default: null },
  } satisfies AttributeSpec<readonly Choice[] | null>,
} as const;
