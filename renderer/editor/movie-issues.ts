import type { FilmFinding } from '#shared/film-check/report.ts';
import { hasCode, type Message } from '#shared/messages/message.ts';
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

/** The place of a fault in the items of a list. */
export interface ListPlace {
  /** The displayed name of the list variable. */
  readonly list: string;
  /** The number of the item, from 1; null for a fault of the whole list. */
  readonly item: number | null;
  /** The displayed name of the field; null for the item itself. */
  readonly field: string | null;
}

/** Returns the place in the list variable that a message is about; null for other messages. */
export function listPlaceOf(says: Message): ListPlace | null {
  if (!hasCode(says, 'list/refused', 'list/missing', 'list/count', 'list/unreadable')) return null;
  const { values } = says;
  // The name of a list in an item follows the position of the item, such as `products[2].tags`.
  const inner = /^(.*?)\[(\d+)\]\.([^[]*)/.exec(values.list);
  if (inner !== null) return { list: inner[1] ?? '', item: Number(inner[2]), field: inner[3] ?? null };
  return {
    list: values.list,
    item: 'item' in values ? values.item : null,
    field: 'field' in values ? values.field : null,
  };
}
