import { expect, test } from 'vitest';
import { catalogues } from '#renderer/strings/language.ts';
import { presetsOf } from '../model/preset-groups.ts';
import { cellBeside, filterGroups } from './preset-choices.ts';

const { motionPresets: presets, moments } = catalogues.en.inspector;
const names = { presets, moments };

test('a search for presets matches terms of name and phase', () => {
  const groups = (['in', 'out'] as const).map((phase) => ({ phase, presets: presetsOf(phase, ['text']) }));
  const found = (search: string) => filterGroups(groups, search, names).flatMap((group) => group.presets);
  expect(filterGroups(groups, ' ', names)).toEqual(groups);
  expect(found('fade')).toEqual(['fadein', 'fadeout']);
  expect(found('OUT text')).toEqual(['textout']);
  expect(filterGroups(groups, 'nothing', names)).toEqual([]);
});

test('arrow keys move across groups, including short last rows', () => {
  const cell = (column: number, row: number) => ({ left: column * 90, top: row * 80 });
  // The positions of four cells in one group and three in the next.
  const cells = [cell(0, 0), cell(1, 0), cell(2, 0), cell(0, 1), cell(0, 2), cell(1, 2), cell(2, 2)];
  const go = (key: string, from: number) => cellBeside(key, from, cells);
  expect([go('ArrowRight', 2), go('ArrowLeft', 3), go('ArrowLeft', 0), go('ArrowRight', 6)]).toEqual([
    3,
    2,
    null,
    null,
  ]);
  expect([go('ArrowDown', 2), go('ArrowDown', 3), go('ArrowUp', 6), go('ArrowUp', 1)]).toEqual([3, 4, 3, null]);
  expect([go('End', 0), go('Home', 4), go('Home', 0), go('a', 1)]).toEqual([6, 0, null, null]);
});
