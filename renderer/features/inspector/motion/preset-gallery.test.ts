import { expect, test } from 'vitest';
import { catalogues } from '#renderer/strings/language.ts';
import { presetsOf } from '../model/preset-groups.ts';
import { filterGroups } from './preset-gallery.tsx';

const { motionPresets: presets, moments } = catalogues.en.inspector;
const names = { presets, moments };

test('a search for presets matches words of name and phase', () => {
  const groups = (['in', 'out'] as const).map((phase) => ({ phase, presets: presetsOf(phase, ['text']) }));
  const found = (search: string) => filterGroups(groups, search, names).flatMap((group) => group.presets);
  expect(filterGroups(groups, ' ', names)).toEqual(groups);
  expect(found('fade')).toEqual(['fadein', 'fadeout']);
  expect(found('OUT text')).toEqual(['textout']);
  expect(filterGroups(groups, 'nothing', names)).toEqual([]);
});
