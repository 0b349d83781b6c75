import { expect, test } from 'vitest';
import { freeProjectName } from './import-bundle.ts';

test.for([
  ['Films', [], 'Films'],
  ['Films', ['films'], 'Films 2'],
  ['Films', ['Films', 'FILMS 2'], 'Films 3'],
  ['Films 2', ['Films 2'], 'Films 3'],
  ['Summer 2026', ['Summer 2026'], 'Summer 2026 2'],
  ['ü'.repeat(127), ['ü'.repeat(127)], `${'ü'.repeat(126)} 2`],
] as const)('the free project name for %s among %j is %s', ([name, taken, free]) => {
  expect(freeProjectName(name, taken)).toBe(free);
});
