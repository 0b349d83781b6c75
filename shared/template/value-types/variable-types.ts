import { err, ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { isVariableName } from '../document/variable-name.ts';
import { type AttributeType, number } from './attribute-types.ts';

/** One of the values that a variable may have. */
export interface Choice {
  readonly value: string;
  /** What forms call it; null: what it is. */
  readonly label: string | null;
}

/** Between a value and its label. Without white space behind it a colon is part of the value, as in an address. */
const LABEL = /:\s+/;

/** The name of a variable, as placeholders write it. */
export function variableName(): AttributeType<string> {
  return {
    kind: 'variable-name',
    variableType: 'text',
    pattern: '^\\s*[^\\s,{}$]+\\s*$',
    parse: (text) => {
      const name = text.trim();
      return isVariableName(name) ? ok(name) : err(statement('value/no-variable-name'));
    },
    format: String,
  };
}

/** Values with commas between, each `value` or `value: label`, no value twice. */
export function choiceList(): AttributeType<readonly Choice[]> {
  return {
    kind: 'choices',
    variableType: 'text',
    parse: (text) => {
      const choices = text.split(',').map(readChoice);
      const values = new Set<string>();
      for (const { value, label } of choices) {
        if (value === '' || label === '') return err(statement('value/no-choices'));
        if (values.has(value)) return err(statement('value/choice-twice', { choice: value }));
        values.add(value);
      }
      return ok(choices);
    },
    format: (choices) => choices.map(writtenChoice).join(', '),
  };
}

/** A number above 0. */
export function positiveNumber(): AttributeType<number> {
  const type = number({});
  return {
    ...type,
    parse: (text, rate) => {
      const read = type.parse(text, rate);
      return read.ok && read.value <= 0 ? err(statement('value/not-above-zero')) : read;
    },
  };
}

/** A choice as `choices` has it. */
export function writtenChoice({ value, label }: Choice): string {
  return label === null ? value : `${value}: ${label}`;
}

function readChoice(written: string): Choice {
  const text = written.trim();
  const colon = LABEL.exec(text);
  if (colon === null)
    return text.endsWith(':') ? { value: text.slice(0, -1), label: '' } : { value: text, label: null };
  return { value: text.slice(0, colon.index).trim(), label: text.slice(colon.index + colon[0].length).trim() };
}
