import type { FilmFinding } from '#shared/film-check/report.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { UsedSource } from './selectors.ts';

export interface ListedFinding {
  readonly key: string;
  readonly finding: FilmFinding;
  /** Whether the template has changed since the check that found it. */
  readonly isStale: boolean;
}

/** A problem, a missing file, or a finding of the open movie. */
export type MovieIssue =
  /** A problem in the template's text. */
  | { readonly kind: 'problem'; readonly key: string; readonly isError: boolean; readonly problem: Problem }
  /** An asset that the movie uses and the project does not contain. */
  | { readonly kind: 'missing'; readonly key: string; readonly name: string; readonly scenes: UsedSource['scenes'] }
  /** An error or a warning of the film check. */
  | { readonly kind: 'finding'; readonly key: string; readonly isError: boolean; readonly listed: ListedFinding };

/** Returns all issues in display order. Issues that prevent rendering come first. Notices are left out. */
export function movieIssuesOf(
  problems: readonly Problem[],
  missing: readonly UsedSource[],
  listed: readonly ListedFinding[] = [],
): readonly MovieIssue[] {
  const ofSeverity = (isError: boolean) =>
    problems
      .filter(({ severity }) => (severity === 'error') === isError)
      .map((problem): MovieIssue => {
        const { line, column, message } = problem;
        return { kind: 'problem', key: `problem ${line} ${column} ${message}`, isError, problem };
      });
  const missingIssues = missing.flatMap(({ source, scenes }): readonly MovieIssue[] =>
    source.kind === 'asset' ? [{ kind: 'missing', key: `missing ${source.name}`, name: source.name, scenes }] : [],
  );
  const findingsOf = (isError: boolean) =>
    listed.flatMap((each): readonly MovieIssue[] =>
      each.finding.severity === (isError ? 'error' : 'warning')
        ? [{ kind: 'finding', key: each.key, isError, listed: each }]
        : [],
    );
  return [...ofSeverity(true), ...missingIssues, ...findingsOf(true), ...ofSeverity(false), ...findingsOf(false)];
}

/**
 * Returns the used sources that neither exist nor are being uploaded; empty while the assets are loading. `assets`
 * and `uploading` contain name keys (`nameKey`).
 */
export function missingSources(
  used: readonly UsedSource[],
  assets: { readonly has: (key: string) => boolean } | null,
  uploading: { readonly has: (key: string) => boolean },
): readonly UsedSource[] {
  if (assets === null) return [];
  const keys = new Set<string>();
  return used.filter(({ source }) => {
    if (source.kind !== 'asset') return false;
    // Different uses can spell the same asset name in different case.
    const key = nameKey(source.name);
    if (assets.has(key) || uploading.has(key) || keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}
