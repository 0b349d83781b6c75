import type { Catalogue } from '#renderer/strings/catalogue.ts';
import {
  chooseSet,
  chosenValues,
  type DataSet,
  DEFAULT_SET,
  type EditingRecord,
  EMPTY_RECORD,
  setView,
} from '#shared/editing/model/editing-record.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import { isBrandVariable } from '#shared/template/variables/variable-uses.ts';

/** The automatic data sets test a template with extreme values: the longest value of each variable, or empty texts. */
export const automaticSets = ['longest', 'empty'] as const;
export type AutomaticSet = (typeof automaticSets)[number];

export type SampleValues = Readonly<Record<string, string>>;

/**
 * The key of the chosen automatic set in the record's `view`. Automatic sets are not in the record's list of data sets.
 */
const AUTOMATIC_SET = 'automaticSet';

/** Returns the chosen automatic set; null if a set of the record is chosen. */
export function shownAutomatic({ view }: EditingRecord): AutomaticSet | null {
  const { [AUTOMATIC_SET]: automaticSet } = view;
  return automaticSets.find((each) => each === automaticSet) ?? null;
}

/** Returns the record with a data set selected by its id. */
export function showSet(record: EditingRecord, id: string): EditingRecord {
  return chooseSet(shownAutomatic(record) === null ? record : setView(record, { [AUTOMATIC_SET]: null }), id);
}

export function showAutomatic(record: EditingRecord, set: AutomaticSet): EditingRecord {
  return shownAutomatic(record) === set ? record : setView(record, { [AUTOMATIC_SET]: set });
}

/**
 * Returns the record with the previous or next data set selected. The order wraps around and ends with the automatic
 * sets.
 */
export function stepSet(record: EditingRecord, direction: -1 | 1): EditingRecord {
  const automatic = shownAutomatic(record);
  const ids = record.dataSets.map(({ id }) => id);
  const chosenIndex = automatic === null ? ids.indexOf(record.chosen) : ids.length + automaticSets.indexOf(automatic);
  const count = ids.length + automaticSets.length;
  const nextIndex = (chosenIndex + direction + count) % count;
  const id = ids[nextIndex];
  if (id !== undefined) return showSet(record, id);
  const set = automaticSets[nextIndex - ids.length];
  return set === undefined ? record : showAutomatic(record, set);
}

/** Returns the variable values of the chosen set or automatic set. */
export function shownValues(record: EditingRecord, variables: readonly Variable[]): SampleValues {
  const automatic = shownAutomatic(record);
  switch (automatic) {
    case null:
      return chosenValues(record);
    case 'longest':
      return longestValues(record, variables);
    case 'empty':
      return Object.fromEntries(
        variables
          .filter(isVaried)
          .filter(({ type }) => type === 'text')
          .map(({ name }) => [name, '']),
      );
    default:
      return automatic satisfies never;
  }
}

/**
 * Returns whether automatic sets change the variable. Brand variables keep their values: for example, a longest font
 * name has no meaning.
 */
function isVaried({ name }: Variable): boolean {
  return !isBrandVariable(name);
}

/**
 * Returns the longest text or largest number of each variable among its default and all sets. Media, colors, and
 * booleans keep their default.
 */
function longestValues({ dataSets }: EditingRecord, variables: readonly Variable[]): SampleValues {
  const entries = variables.filter(isVaried).flatMap((variable): readonly (readonly [string, string])[] => {
    const { name, default: fallback, type } = variable;
    const setValues = dataSets.flatMap(({ values }) => values[name] ?? []);
    if (type === 'media' || type === 'color' || type === 'boolean') return [];
    const all = fallback === null ? setValues : [fallback, ...setValues];
    const [first, ...others] = all;
    if (first === undefined) return [];
    return [
      [name, others.reduce((longest, candidate) => (sizeOf(candidate) > sizeOf(longest) ? candidate : longest), first)],
    ];
  });
  const media = variables.flatMap(({ name, type, default: fallback }): readonly (readonly [string, string])[] => {
    if (type !== 'media' && type !== 'color' && type !== 'boolean') return [];
    // Without a default, media, colors, and booleans get the first value in a data set, so that something is visible.
    const firstValue = dataSets.flatMap(({ values }) => values[name] ?? [])[0];
    return fallback === null && firstValue !== undefined ? [[name, firstValue]] : [];
  });
  return Object.fromEntries([...entries, ...media]);
}

function sizeOf(text: string): number {
  const number = Number(text.trim().replace(/s$/, ''));
  return text.trim() !== '' && Number.isFinite(number) ? number : [...text].length;
}

type Words = Catalogue['variables'];

const UNNAMED = EMPTY_RECORD.dataSets[0]?.name ?? '';

/**
 * The titles of the data sets that come with new templates, designs, and the sample project, by id and name. Users did
 * not choose these names, so they are translated.
 */
const titlesOfGivenSets: ReadonlyMap<string, (words: Words) => string> = new Map([
  [setKeyOf({ id: DEFAULT_SET, name: UNNAMED }), (words: Words) => words.firstSet],
  [setKeyOf({ id: 'longest', name: 'Longest' }), (words: Words) => words.givenSets.longest],
  [setKeyOf({ id: 'empty', name: 'Empty' }), (words: Words) => words.givenSets.empty],
  [setKeyOf({ id: 'longest', name: 'Longest name' }), (words: Words) => words.givenSets.longestName],
  [setKeyOf({ id: 'night', name: 'Grace, by night' }), (words: Words) => words.givenSets.night],
]);

/**
 * Returns the title of a data set. The title of a set that came with a template is in the page language until the user
 * renames it.
 */
export function dataSetTitle(set: Pick<DataSet, 'id' | 'name'>, words: Words): string {
  return titlesOfGivenSets.get(setKeyOf(set))?.(words) ?? set.name;
}

function setKeyOf({ id, name }: Pick<DataSet, 'id' | 'name'>): string {
  return `${id} ${name}`;
}
