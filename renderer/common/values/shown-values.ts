import { chooseSet, chosenValues, type EditingRecord, setView } from '#shared/editing/editing-record.ts';
import { isBrandVariable } from '#shared/template/variables/brand-variables.ts';
import type { Variable } from '#shared/template/variables/variables.ts';

/** Data sets that make themselves of the others: to see whether a design holds what it may be given. */
export const automaticSets = ['longest', 'empty'] as const;
export type AutomaticSet = (typeof automaticSets)[number];

export type SampleValues = Readonly<Record<string, string>>;

/** The key in the record's view that says which automatic set is shown; it is none of the record's own sets. */
const KEY = 'automaticSet';

/** The automatic set that is shown; null where it is the chosen one of the record's own. */
export function shownAutomatic({ view }: EditingRecord): AutomaticSet | null {
  const { [KEY]: shown } = view;
  return automaticSets.find((each) => each === shown) ?? null;
}

/** Shows a set of the record by its id. */
export function showSet(record: EditingRecord, id: string): EditingRecord {
  return chooseSet(shownAutomatic(record) === null ? record : setView(record, { [KEY]: null }), id);
}

export function showAutomatic(record: EditingRecord, set: AutomaticSet): EditingRecord {
  return shownAutomatic(record) === set ? record : setView(record, { [KEY]: set });
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
