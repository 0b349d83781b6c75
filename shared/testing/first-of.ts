import process from 'node:process';

/**
 * Of the cases of a table those that are tried: the first few in `npm test`, all of them among the faults. So what
 * differs most comes first.
 */
export function firstOf<Case>(usual: number, all: readonly Case[]): readonly Case[] {
  return process.env['SCENEWRIGHT_CASES'] === 'all' ? all : all.slice(0, usual);
}
