import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { type DataSet, DEFAULT_SET, EMPTY_RECORD } from '#shared/editing/editing-record.ts';

type Words = Catalogue['variables'];

const UNNAMED = EMPTY_RECORD.dataSets[0]?.name ?? '';

/** The sets that come with new templates, designs and the sample, by id and name: nobody has named those. */
const given: ReadonlyMap<string, (words: Words) => string> = new Map([
  [keyOf({ id: DEFAULT_SET, name: UNNAMED }), (words: Words) => words.firstSet],
  [keyOf({ id: 'longest', name: 'Longest' }), (words: Words) => words.givenSets.longest],
  [keyOf({ id: 'empty', name: 'Empty' }), (words: Words) => words.givenSets.empty],
  [keyOf({ id: 'longest', name: 'Longest name' }), (words: Words) => words.givenSets.longestName],
  [keyOf({ id: 'night', name: 'Grace, by night' }), (words: Words) => words.givenSets.night],
]);

/**
 * What a data set is called. Those that came with a template have a name in the page's language until somebody gives
 * them another.
 */
export function setTitle(set: Pick<DataSet, 'id' | 'name'>, words: Words): string {
  return given.get(keyOf(set))?.(words) ?? set.name;
}

function keyOf({ id, name }: Pick<DataSet, 'id' | 'name'>): string {
  return `${id} ${name}`;
}
