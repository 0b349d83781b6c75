import type { CheckedFilm } from '#renderer/playback/compose/text-check.ts';
import type { CountedFindings } from '#shared/film-check/check-film.ts';
import type { FilmFinding } from '#shared/film-check/report.ts';
import type { FilmFix } from '#shared/film-check/try-fixes.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { createPart, type EditorPart } from './editor-part.ts';
import type { EditorState } from './editor-state.ts';
import type { UsedSource } from './selectors.ts';

/** The film check of the open template. */
export interface CheckState {
  /** The last check of the geometry; null before the first one, and for a movie without frames. */
  readonly quick: QuickCheck | null;
  /** Whether the geometry is being checked. */
  readonly isChecking: boolean;
  /** The last check of pictures and sound by the service; null before the first one. */
  readonly full: FullCheck | null;
  /** Cancels the running check of pictures and sound; null if none is running. */
  readonly stop: (() => void) | null;
  /** The finished share of the running check of pictures and sound, from 0 to 1; null while unknown. */
  readonly share: number | null;
  /** The reason why the last check of pictures and sound failed; null if it did not. */
  readonly fault: string | null;
  /** The findings that are not switched off, most severe first. */
  readonly listed: readonly ListedFinding[];
  /** The findings that the template or the project switches off, by code. */
  readonly unchecked: CountedFindings['unchecked'];
  /** The problems, missing files, errors, and warnings of the movie, in display order. */
  readonly issues: readonly FilmIssue[];
  /** The changes that remove a finding, by its key. */
  readonly fixes: ReadonlyMap<string, FilmFix>;
  /** The key of the issue that the user chose last; null before the first one. */
  readonly chosen: string | null;
  /** The key of the finding under the pointer; null for none. The preview shows the first frame of the finding. */
  readonly pointed: string | null;
}

/** A check of the geometry in the page. */
export interface QuickCheck extends CheckedFilm {
  readonly state: CheckedState;
}

/** The parts of the state that a check depends on. A check is stale if they have changed. */
export type CheckedState = Pick<EditorState, 'source' | 'values'>;

/** A check of pictures and sound. */
export interface FullCheck {
  readonly findings: readonly FilmFinding[];
  /** The changes that remove a finding; empty until the service has tried them. */
  readonly fixes: ReadonlyMap<FilmFinding, FilmFix>;
  readonly state: CheckedState;
}

/** A finding in the list. */
export interface ListedFinding {
  readonly key: string;
  readonly finding: FilmFinding;
  /** Whether the template has changed since the check that found it. */
  readonly isOld: boolean;
}

export function createCheck(): EditorPart<CheckState> {
  return createPart<CheckState>({
    quick: null,
    isChecking: false,
    full: null,
    stop: null,
    share: null,
    fault: null,
    listed: [],
    unchecked: [],
    issues: [],
    fixes: new Map(),
    chosen: null,
    pointed: null,
  });
}

/** Returns findings with keys. Equal findings on copies of an element have different keys. */
export function listFindings(findings: readonly FilmFinding[], isOld: (finding: FilmFinding) => boolean) {
  const counts = new Map<string, number>();
  return findings.map((finding): ListedFinding => {
    const base = `${finding.code} ${finding.node ?? ''} ${finding.from}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return { key: `finding ${base} ${count}`, finding, isOld: isOld(finding) };
  });
}

/** Returns the change that removes a listed finding; null if there is none, or if the finding is old. */
export function listedFix({ fixes, full }: CheckState, { key, finding, isOld }: ListedFinding): FilmFix | null {
  return fixes.get(key) ?? (isOld ? null : (full?.fixes.get(finding) ?? null));
}

/** The parts of the editor that determine the finding in the preview. */
interface ShownCheck {
  readonly check: { readonly state: CheckState };
  readonly document: { readonly state: Pick<EditorState, 'playhead' | 'playing'> };
}

/**
 * Returns the finding whose box the preview shows: the finding under the pointer, or else the chosen finding. The
 * chosen finding counts only while the playhead is in its time range. Null if there is none, and during playback.
 */
export function shownFinding({ check, document }: ShownCheck): ListedFinding | null {
  const { listed, pointed, chosen } = check.state;
  const { playhead, playing } = document.state;
  if (playing || (pointed === null && chosen === null)) return null;
  const pointedFinding = listed.find(({ key }) => key === pointed);
  if (pointedFinding !== undefined) return pointedFinding;
  const { finding = null } = listed.find(({ key }) => key === chosen) ?? {};
  return finding !== null && finding.from <= playhead && playhead < finding.to
    ? (listed.find(({ key }) => key === chosen) ?? null)
    : null;
}

/** A problem, a missing file, or a finding of the open movie. */
export type FilmIssue =
  /** A problem in the template's text. */
  | { readonly kind: 'problem'; readonly key: string; readonly isError: boolean; readonly problem: Problem }
  /** An asset that the movie uses and the project does not contain. */
  | { readonly kind: 'missing'; readonly key: string; readonly name: string; readonly scenes: UsedSource['scenes'] }
  /** An error or a warning of the film check. */
  | { readonly kind: 'finding'; readonly key: string; readonly isError: boolean; readonly listed: ListedFinding };

/** Returns all issues in display order. Issues that prevent rendering come first. Notices are left out. */
export function filmIssuesOf(
  problems: readonly Problem[],
  missing: readonly UsedSource[],
  listed: readonly ListedFinding[] = [],
): readonly FilmIssue[] {
  const ofSeverity = (isError: boolean) =>
    problems
      .filter(({ severity }) => (severity === 'error') === isError)
      .map((problem): FilmIssue => {
        const { line, column, message } = problem;
        return { kind: 'problem', key: `problem ${line} ${column} ${message}`, isError, problem };
      });
  const missingIssues = missing.flatMap(({ source, scenes }): readonly FilmIssue[] =>
    source.kind === 'asset' ? [{ kind: 'missing', key: `missing ${source.name}`, name: source.name, scenes }] : [],
  );
  const findingsOf = (isError: boolean) =>
    listed.flatMap((each): readonly FilmIssue[] =>
      each.finding.severity === (isError ? 'error' : 'warning')
        ? [{ kind: 'finding', key: each.key, isError, listed: each }]
        : [],
    );
  return [...ofSeverity(true), ...missingIssues, ...findingsOf(true), ...ofSeverity(false), ...findingsOf(false)];
}

/**
 * Returns the used sources that neither exist nor are being uploaded; empty while the assets are loading. `there` and
 * `coming` contain name keys.
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
