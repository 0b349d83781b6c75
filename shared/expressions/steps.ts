import type { Result } from '../lib/result.ts';
import { isArrayText, type ListFault, readList } from './list-text.ts';
import type { Value } from './values.ts';

/** The maximum number of steps of all evaluations together while a template is resolved. */
export const MAX_ALL_STEPS = 5_000_000;

/** Counts the steps of all expressions of a template. Caches the lists that are read from texts. */
export interface StepBudget {
  /** The number of steps spent so far. */
  readonly spent: number;
  /** Returns whether at least this number of steps is left. */
  holds(steps: number): boolean;
  /** Spends steps. Returns false if not enough steps are left. */
  spend(steps: number): boolean;
  /** Reads a list from a text. Caches the result. */
  listOf(text: string): Result<readonly Value[], ListFault>;
  /**
   * Returns the value of a variable without a declared type: a list if its text is a JSON array, otherwise its text.
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
