import {
  addMonths,
  addSeconds,
  dateOf,
  type Moment,
  momentText,
  readMoment,
  secondsBetween,
  timeOf,
  weekdayOf,
  weekOf,
  yearDayOf,
} from './calendar.ts';
import { Exact } from './decimal.ts';
import type { Evaluation, Expression, FunctionSpec, Parameter } from './expression.ts';

const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
type Unit = (typeof UNITS)[number];

const PARTS = [
  ...['year', 'month', 'day', 'hour', 'minute', 'second'],
  ...['weekday', 'week', 'yearday', 'quarter'],
] as const;

/** The seconds of the units that always have the same length. */
const SECONDS: Readonly<Record<Exclude<Unit, 'year' | 'month'>, number>> = {
  week: 604_800,
  day: 86_400,
  hour: 3_600,
  minute: 60,
  second: 1,
};

/** The largest number of units. More would leave the years of four digits. */
const MOST_UNITS = 1e12;
/** The months of the years of four digits. */
const MOST_MONTHS = 120_000;

const date: Parameter = { name: 'date', kind: 'date' };
const unit: Parameter = { name: 'unit', kind: 'text', options: UNITS };

/** Functions of dates. The zone of a date is read and not applied. */
export const dateFunctions = {
  dateadd: {
    parameters: [date, { name: 'n', kind: 'number' }, unit],
    description: 'Adds units to a date. A month keeps the day or takes its last one.',
    example: ["dateadd('2026-01-31', 1, 'month')", '2026-02-28'],
    evaluate: (evaluation, part, count, by) => {
      const moment = momentOf(evaluation, part);
      const number = evaluation.whole(count, -MOST_UNITS, MOST_UNITS);
      const text = momentText(added(moment, number, unitOf(evaluation, by)));
      return text ?? evaluation.fault('date', part);
    },
  },
  datediff: {
    parameters: [{ ...date, name: 'a' }, { ...date, name: 'b' }, unit],
    description: 'Returns the whole units from a to b, rounded toward zero.',
    example: ["datediff('2026-11-28', '2026-12-24', 'day')", '26'],
    evaluate: (evaluation, from, to, by) => {
      const [start, end] = [momentOf(evaluation, from), momentOf(evaluation, to)];
      return new Exact(unitsBetween(start, end, unitOf(evaluation, by)));
    },
  },
  datepart: {
    parameters: [date, { name: 'part', kind: 'text', options: PARTS }],
    description: 'Returns a part of a date as a number. Monday is weekday 1, and weeks follow ISO 8601.',
    example: ["datepart('2026-11-28', 'weekday')", '6'],
    evaluate: (evaluation, part, name) => {
      const moment = momentOf(evaluation, part);
      const value = partOf(moment, evaluation.text(name));
      return value === null ? evaluation.fault('argument', name) : new Exact(value);
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

function momentOf(evaluation: Evaluation, part: Expression | undefined): Moment {
  return readMoment(evaluation.text(part)) ?? evaluation.fault('date', part);
}

function unitOf(evaluation: Evaluation, part: Expression | undefined): Unit {
  const text = evaluation.text(part);
  return UNITS.find((each) => each === text) ?? evaluation.fault('argument', part);
}

function added(moment: Moment, count: number, by: Unit): Moment {
  switch (by) {
    case 'year':
      return addMonths(moment, bounded(count) * 12);
    case 'month':
      return addMonths(moment, bounded(count));
    case 'week':
    case 'day':
      return { ...moment, days: moment.days + count * (SECONDS[by] / SECONDS.day) };
    default:
      return addSeconds(moment, count * SECONDS[by]);
  }
}

/** Limits a number of months or years, so that the arithmetic stays exact. The result is far outside of the years. */
function bounded(count: number): number {
  return Math.max(-MOST_MONTHS, Math.min(MOST_MONTHS, count));
}

function unitsBetween(from: Moment, to: Moment, by: Unit): number {
  if (by !== 'year' && by !== 'month') return Math.trunc(secondsBetween(from, to) / SECONDS[by]) || 0;
  const direction = secondsBetween(from, to) < 0 ? -1 : 1;
  const [start, end] = [dateOf(from.days), dateOf(to.days)];
  const months = Math.abs((end.year - start.year) * 12 + end.month - start.month);
  const perUnit = by === 'year' ? 12 : 1;
  let count = Math.ceil(months / perUnit);
  // The last unit can be incomplete: its end lies behind the other date.
  while (count > 0 && direction * secondsBetween(addMonths(from, direction * count * perUnit), to) < 0) count -= 1;
  return direction * count || 0;
}

function partOf({ days, seconds }: Moment, part: string): number | null {
  const { year, month, day } = dateOf(days);
  const { hour, minute, second } = timeOf(seconds);
  switch (part) {
    case 'year':
      return year;
    case 'month':
      return month;
    case 'day':
      return day;
    case 'hour':
      return hour;
    case 'minute':
      return minute;
    case 'second':
      return second;
    case 'weekday':
      return weekdayOf(days);
    case 'week':
      return weekOf(days);
    case 'yearday':
      return yearDayOf(days);
    case 'quarter':
      return Math.ceil(month / 3);
    default:
      return null;
  }
}
