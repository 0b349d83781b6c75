import process from 'node:process';

/** Whether all table cases and all additional tests run, as in `npm run test:faults`. */
export const triesAll = process.env['SCENEWRIGHT_CASES'] === 'all';

/**
 * Returns the cases of a table that are tested: all of them in the fault tests, otherwise the first few. Put the cases
 * that differ most first.
 */
export function firstOf<const Case>(usual: number, all: readonly Case[]): readonly Case[] {
  return triesAll ? all : all.slice(0, usual);
}
