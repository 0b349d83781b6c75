import type { ProjectEntry } from '#renderer/api/queries/use-projects.ts';
import { matchesWords } from '#renderer/interaction/word-search.ts';
import { compareNames } from '#renderer/ui/format/collation.ts';

export type ProjectSort = 'opened' | 'name' | 'created' | 'size';

/**
 * Returns the projects whose names contain all search terms, sorted. When sorted by use, projects that were never
 * opened come last, newest first.
 */
export function listProjects(
  projects: readonly ProjectEntry[],
  query: string,
  sort: ProjectSort,
): readonly ProjectEntry[] {
  const matches = projects.filter(({ name }) => matchesWords(query, [name]));
  return matches.sort((one, other) => comparison(sort)(one, other) || compareNames(one.name, other.name));
}

function comparison(sort: ProjectSort) {
  return (one: ProjectEntry, other: ProjectEntry): number => {
    switch (sort) {
      case 'opened':
        return openedTime(other) - openedTime(one) || Date.parse(other.createdAt) - Date.parse(one.createdAt);
      case 'name':
        return 0;
      case 'created':
        return Date.parse(other.createdAt) - Date.parse(one.createdAt);
      case 'size':
        return other.bytes - one.bytes;
      default:
        return sort satisfies never;
    }
  };
}

function openedTime({ openedAt }: ProjectEntry): number {
  return openedAt === null ? 0 : Date.parse(openedAt);
}

/** Returns an unused name for a copy: `Bloom copy`, `Bloom copy 2`. */
export function copyName(
  name: string,
  taken: readonly string[],
  words: {
    readonly copyName: (name: string) => string;
    readonly copyNameNumber: (name: string, number: number) => string;
  },
): string {
  const first = words.copyName(name);
  if (!taken.includes(first)) return first;
  for (let number = 2; ; number += 1) {
    const next = words.copyNameNumber(name, number);
    if (!taken.includes(next)) return next;
  }
}

/** Returns the requested name, with a number if it is taken. The comparison ignores case. */
export function freeName(requested: string, taken: readonly string[]): string {
  const names = new Set(taken.map((name) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? requested : `${requested} ${number}`;
    if (!names.has(name.toLowerCase())) return name;
  }
}
