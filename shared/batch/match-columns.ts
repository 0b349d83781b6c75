import { editDistance } from '../lib/edit-distance.ts';

/** The variable that each column fills; null for a column that fills no variable. */
export type ColumnUses = readonly (string | null)[];

/** Normalizes a name for comparison: without case, accents, and word separators. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Assigns columns to variables. The order of precedence is: an equal name apart from case and accents, an equal label,
 * a name that contains all words of the other name, the most similar spelling. Each variable gets at most one column. A
 * label that several variables share has no match.
 */
export function matchColumns(
  columns: readonly string[],
  variables: readonly string[],
  labelsOf: (variable: string) => readonly string[] = () => [],
): ColumnUses {
  const byLabel = new Map<string, Set<string>>();
  for (const variable of variables) {
    for (const label of labelsOf(variable).map(foldName)) {
      if (label !== '') byLabel.set(label, (byLabel.get(label) ?? new Set<string>()).add(variable));
    }
  }
  const sameLabel = (column: string, variable: string): boolean => {
    const labeled = byLabel.get(foldName(column));
    return labeled?.size === 1 && labeled.has(variable);
  };
  const uses: (string | null)[] = columns.map(() => null);
  const unassigned = new Set(variables);
  for (const isMatch of [sameName, sameLabel, sameWords, nearName]) {
    for (const [at, column] of columns.entries()) {
      if (uses[at] !== null) continue;
      const match = [...unassigned].find((variable) => isMatch(column, variable));
      if (match === undefined) continue;
      uses[at] = match;
      unassigned.delete(match);
    }
  }
  return uses;
}

/**
 * Returns the variable for each column of a live table: the chosen variable, or otherwise the variable with the name of
 * the column, apart from case, accents, and word separators.
 * @param chosen The variable of a column; null for a column that fills no variable.
 */
export function usesOf(
  columns: readonly string[],
  chosen: Readonly<Record<string, string | null>>,
  variables: readonly { readonly name: string }[],
): ColumnUses {
  const taken = new Set(Object.values(chosen).filter((name) => name !== null));
  // A table can have 1,000 columns, so fold each name only once.
  const folded = variables.map(({ name }) => ({ name, fold: foldName(name) }));
  return columns.map((column) => {
    const own = Object.hasOwn(chosen, column) ? (chosen[column] ?? null) : undefined;
    if (own !== undefined) return own;
    const fold = foldName(column);
    const free = folded.filter(({ name }) => !taken.has(name));
    const found = free.find(({ name }) => name === column) ?? free.find((variable) => variable.fold === fold);
    if (found !== undefined) taken.add(found.name);
    return found?.name ?? null;
  });
}

/** Assigns a variable to a column and removes the variable from any other column. */
export function withUse(uses: ColumnUses, column: number, use: string | null): ColumnUses {
  return uses.map((current, at) => (at === column ? use : current === use ? null : current));
}

function sameName(column: string, variable: string): boolean {
  return foldName(column) === foldName(variable) && foldName(column) !== '';
}

/**
 * Returns whether one name contains all words of the other, such as `clip` and `hero_clip`, or `sound` and
 * `with_sound`.
 */
function sameWords(column: string, variable: string): boolean {
  const [columnWords, others] = [wordsOf(column), wordsOf(variable)];
  return isSubsetOf(columnWords, others) || isSubsetOf(others, columnWords);
}

function isSubsetOf(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return words.size > 0 && [...words].every((word) => others.has(word));
}

/** Returns whether two names differ only by a few typing errors. Short names may differ less. */
function nearName(column: string, variable: string): boolean {
  const [one, other] = [foldName(column), foldName(variable)];
  const limit = Math.min(3, Math.floor(Math.min(one.length, other.length) / 3) + 1);
  return limit > 1 && editDistance(one, other, limit) < limit;
}

function wordsOf(name: string): Set<string> {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(foldName);
  return new Set(words.filter((word) => word.length > 1));
}
