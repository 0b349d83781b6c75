import { useMemo } from 'react';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import {
  chooseSet,
  chosenValues,
  type DataSet,
  DEFAULT_SET,
  type EditingRecord,
  EMPTY_RECORD,
  setSample,
  setView,
} from '#shared/editing/model/editing-record.ts';
import { message } from '#shared/messages/message.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import { isBrandVariable } from '#shared/template/variables/variable-uses.ts';
import { useEditingRecordStore, useOpenRecord } from './editor-context.tsx';

/** Data sets that make themselves of the others: to see whether a design holds what it may be given. */
export const automaticSets = ['longest', 'empty'] as const;
export type AutomaticSet = (typeof automaticSets)[number];

export type SampleValues = Readonly<Record<string, string>>;

/** The key in the record's view that says which automatic set is shown; it is none of the record's own sets. */
const AUTOMATIC_SET = 'automaticSet';

/** The automatic set that is shown; null where it is the chosen one of the record's own. */
export function shownAutomatic({ view }: EditingRecord): AutomaticSet | null {
  const { [AUTOMATIC_SET]: shown } = view;
  return automaticSets.find((each) => each === shown) ?? null;
}

/** Shows a set of the record by its id. */
export function showSet(record: EditingRecord, id: string): EditingRecord {
  return chooseSet(shownAutomatic(record) === null ? record : setView(record, { [AUTOMATIC_SET]: null }), id);
}

export function showAutomatic(record: EditingRecord, set: AutomaticSet): EditingRecord {
  return shownAutomatic(record) === set ? record : setView(record, { [AUTOMATIC_SET]: set });
}

/**
 * Shows the set before or behind the one that is shown; those that make themselves come last, and then the first again.
 */
export function stepSet(record: EditingRecord, direction: -1 | 1): EditingRecord {
  const automatic = shownAutomatic(record);
  const ids = record.dataSets.map(({ id }) => id);
  const here = automatic === null ? ids.indexOf(record.chosen) : ids.length + automaticSets.indexOf(automatic);
  const count = ids.length + automaticSets.length;
  const next = (here + direction + count) % count;
  const id = ids[next];
  if (id !== undefined) return showSet(record, id);
  const set = automaticSets[next - ids.length];
  return set === undefined ? record : showAutomatic(record, set);
}

/** The values that the editor shows a template with. */
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
          .filter(isTried)
          .filter(({ type }) => type === 'text')
          .map(({ name }) => [name, '']),
      );
    default:
      return automatic satisfies never;
  }
}

/** What a film looks like is not tried out: a font has no longest name. */
function isTried({ name }: Variable): boolean {
  return !isBrandVariable(name);
}

/** For each variable the longest text or largest number of any set or its default; media is left as it is. */
function longestValues({ dataSets }: EditingRecord, variables: readonly Variable[]): SampleValues {
  const entries = variables.filter(isTried).flatMap((variable): readonly (readonly [string, string])[] => {
    const { name, default: fallback, type } = variable;
    const given = dataSets.flatMap(({ values }) => values[name] ?? []);
    if (type === 'media' || type === 'color' || type === 'boolean') return [];
    const all = fallback === null ? given : [fallback, ...given];
    const [first, ...others] = all;
    if (first === undefined) return [];
    return [[name, others.reduce((longest, each) => (sizeOf(each) > sizeOf(longest) ? each : longest), first)]];
  });
  const kept = variables.flatMap(({ name, type, default: fallback }): readonly (readonly [string, string])[] => {
    if (type !== 'media' && type !== 'color' && type !== 'boolean') return [];
    // Without a default it takes what some set has, so that there is something to see.
    const given = dataSets.flatMap(({ values }) => values[name] ?? [])[0];
    return fallback === null && given !== undefined ? [[name, given]] : [];
  });
  return Object.fromEntries([...entries, ...kept]);
}

function sizeOf(text: string): number {
  const number = Number(text.trim().replace(/s$/, ''));
  return text.trim() !== '' && Number.isFinite(number) ? number : [...text].length;
}

export function sameValues(one: SampleValues, other: SampleValues): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  );
}

/** Sample values of the data set that is shown. */
export interface Samples {
  /** Its name; null for one that makes itself, which cannot be changed. */
  readonly setName: string | null;
  readonly automatic: AutomaticSet | null;
  /** Null takes the sample away, so that the default holds. */
  readonly set: (variable: string, value: string | null) => void;
}

export function useSamples(): Samples {
  const store = useEditingRecordStore();
  const automatic = useOpenRecord(shownAutomatic);
  const chosen = useOpenRecord((record) => record.chosen);
  const set = useOpenRecord((record) => record.dataSets.find(({ id }) => id === record.chosen) ?? null);
  const { variables: words } = useStrings();
  const name = set === null ? null : setTitle(set, words);
  return useMemo(
    () => ({
      setName: automatic === null ? name : null,
      automatic,
      set: (variable, value) => {
        if (automatic !== null) return;
        const label = message(value === null ? 'step/clear-sample' : 'step/set-sample', { variable });
        const key = `sample ${chosen} ${variable}`;
        store.edit(label, (record) => setSample(record, { set: chosen, variable, value }), { key });
      },
    }),
    [store, automatic, chosen, name],
  );
}

type Words = Catalogue['variables'];

const UNNAMED = EMPTY_RECORD.dataSets[0]?.name ?? '';

/** The sets that come with new templates, designs and the sample, by id and name: nobody has named those. */
const titlesOfGivenSets: ReadonlyMap<string, (words: Words) => string> = new Map([
  [setKeyOf({ id: DEFAULT_SET, name: UNNAMED }), (words: Words) => words.firstSet],
  [setKeyOf({ id: 'longest', name: 'Longest' }), (words: Words) => words.givenSets.longest],
  [setKeyOf({ id: 'empty', name: 'Empty' }), (words: Words) => words.givenSets.empty],
  [setKeyOf({ id: 'longest', name: 'Longest name' }), (words: Words) => words.givenSets.longestName],
  [setKeyOf({ id: 'night', name: 'Grace, by night' }), (words: Words) => words.givenSets.night],
]);

/**
 * What a data set is called. Those that came with a template have a name in the page's language until somebody gives
 * them another.
 */
export function setTitle(set: Pick<DataSet, 'id' | 'name'>, words: Words): string {
  return titlesOfGivenSets.get(setKeyOf(set))?.(words) ?? set.name;
}

function setKeyOf({ id, name }: Pick<DataSet, 'id' | 'name'>): string {
  return `${id} ${name}`;
}
