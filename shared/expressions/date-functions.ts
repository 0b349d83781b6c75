import {
  addToDate,
  type CalendarDate,
  DATE_PARTS,
  DATE_UNITS,
  type DateUnit,
  dateDifference,
  datePart,
  formatIsoDate,
  parseDate,
} from '../formats/calendar.ts';
import { Exact } from './decimal.ts';
import type { Evaluation, Expression, FunctionSpec, Parameter } from './expression.ts';

/** The maximum number of units. Any larger number leads to a year outside 1 to 9999. */
const MAX_UNITS = 1e12;

const date: Parameter = { name: 'date', kind: 'date' };
const unit: Parameter = { name: 'unit', kind: 'text', options: DATE_UNITS };

/** Functions of dates. They accept the time zone of a date but do not apply it. */
export const dateFunctions = {
  dateadd: {
    parameters: [date, { name: 'n', kind: 'number' }, unit],
    description: 'Adds units to a date. A month keeps the day or takes its last one.',
    example: ["dateadd('2026-01-31', 1, 'month')", '2026-02-28'],
    evaluate: (evaluation, part, count, by) => {
      const from = dateOf(evaluation, part);
      const number = evaluation.whole(count, -MAX_UNITS, MAX_UNITS);
      const later = addToDate(from, number, unitOf(evaluation, by));
      return later === null ? evaluation.fault('date', part, { valid: 'years' }) : formatIsoDate(later);
    },
  },
  datediff: {
    parameters: [{ ...date, name: 'a' }, { ...date, name: 'b' }, unit],
    description: 'Returns the whole units from a to b, rounded toward zero; negative if b is before a.',
    example: ["datediff('2026-11-28', '2026-12-24', 'day')", '26'],
    evaluate: (evaluation, from, to, by) => {
      const [start, end] = [dateOf(evaluation, from), dateOf(evaluation, to)];
      return new Exact(dateDifference(start, end, unitOf(evaluation, by)));
    },
  },
  datepart: {
    parameters: [date, { name: 'part', kind: 'text', options: DATE_PARTS }],
    description: 'Returns a part of a date as a number. Monday is weekday 1, and weeks follow ISO 8601.',
    example: ["datepart('2026-11-28', 'weekday')", '6'],
    evaluate: (evaluation, part, name) => {
      const from = dateOf(evaluation, part);
      const text = evaluation.text(name);
      const found = optionOf(evaluation, DATE_PARTS, text, name);
      return new Exact(datePart(from, found));
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

/** Returns the date of an argument. A text that is not a date causes the fault `date`. */
export function dateOf(evaluation: Evaluation, part: Expression | undefined): CalendarDate {
  const text = evaluation.text(part);
  return parseDate(text.trim()) ?? evaluation.fault('date', part, { given: text });
}

function unitOf(evaluation: Evaluation, part: Expression | undefined): DateUnit {
  return optionOf(evaluation, DATE_UNITS, evaluation.text(part), part);
}

function optionOf<Option extends string>(
  evaluation: Evaluation,
  options: readonly Option[],
  text: string,
  part: Expression | undefined,
): Option {
  const found = options.find((each) => each === text);
  return found ?? evaluation.fault('argument', part, { given: text, valid: 'options', options });
}
