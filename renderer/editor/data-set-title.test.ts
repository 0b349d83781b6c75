import { expect, test } from 'vitest';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { variableStrings as german } from '#renderer/strings/variables.de.ts';
import { variableStrings as english } from '#renderer/strings/variables.en.ts';
import { builtInDataSets } from '#shared/designs/design-file.ts';
import { EMPTY_RECORD, renameSet } from '#shared/editing/model/editing-record.ts';
import { required } from '#shared/lib/assert.ts';
import { dataSetTitle } from './data-sets.ts';

test('the default data set has a translated name until it is renamed', () => {
  const [first] = EMPTY_RECORD.dataSets;
  const set = required(first, 'the first data set');
  expect([dataSetTitle(set, english), dataSetTitle(set, german)]).toEqual(['Default', 'Standard']);
  const renamed = renameSet(EMPTY_RECORD, set.id, 'Spring');
  expect(renamed.ok && dataSetTitle(required(renamed.value.dataSets[0], 'it'), german)).toBe('Spring');
  // A data set that the user named "Default" keeps its name.
  expect(dataSetTitle({ id: 'other', name: 'Default' }, german)).toBe('Default');
});

test('the data sets of designs and of the sample are translated', () => {
  const sets = [
    ...builtInDataSets.map((name) => ({ id: name.toLowerCase(), name })),
    { id: 'night', name: 'Grace, by night' },
    { id: 'longest', name: 'Longest name' },
  ];
  const titles = (words: Catalogue['variables']) => sets.map((set) => dataSetTitle(set, words));
  expect(titles(english)).toEqual(sets.map(({ name }) => name));
  expect(titles(german)).toEqual([
    ...['Standard', 'Lange Werte', 'Ohne Angaben'],
    ...['Grace, bei Nacht', 'Längster Name'],
  ]);
});
