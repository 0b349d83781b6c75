import type { Result } from '../lib/result.ts';
import { isArrayText, type ListFault, readList } from './list-text.ts';
import type { Value } from './values.ts';

/** The maximum number of steps of all evaluations of one resolve. */
export const MAX_ALL_STEPS = 5_000_000;

/** Counts the steps of the expressions of a template, and caches the lists that are read from texts. */
export interface StepBudget {
  /** The steps of all evaluations so far. */
  readonly spent: number;
  /** Returns whether at least this number of steps is left. */
  holds(steps: number): boolean;
  /** Spends steps. Returns false if fewer are left. */
  spend(steps: number): boolean;
  /** Returns the list that is read from a text. */
  listOf(text: string): Result<readonly Value[], ListFault>;
  /**
   * Returns the value of a variable without a declared type: a list if its text is a JSON array, otherwise the text.
   */
  valueOf(text: string): Value;
}

export function createStepBudget(): StepBudget {
  let spent = 0;
  const lists = new Map<string, Result<readonly Value[], ListFault>>();
  const listOf: StepBudget['listOf'] = (text) => {
    const known = lists.get(text) ?? readList(text);
    lists.set(text, known);
    return known;
  };
  return {
    get spent() {
      return spent;
    },
    holds: (steps) => spent + steps <= MAX_ALL_STEPS,
    spend: (steps) => {
      spent += steps;
      return spent <= MAX_ALL_STEPS;
    },
    listOf,
    valueOf: (text) => {
      const read = isArrayText(text) ? listOf(text) : null;
      return read?.ok === true ? read.value : text;
    },
  };
}
