import process from 'node:process';

/** Whether all cases of tables are tried, and what shows in few cases more than other tests do: among the faults. */
export const triesAll = process.env['SCENEWRIGHT_CASES'] === 'all';

/**
 * Of the cases of a table those that are tried: the first few in `npm test`, all of them among the faults. So what
 * differs most comes first.
 */
export function firstOf<const Case>(usual: number, all: readonly Case[]): readonly Case[] {
  return triesAll ? all : all.slice(0, usual);
}
