import type { CheckedFilm } from '#renderer/playback/compose/text-check.ts';
import type { CountedFindings } from '#shared/film-check/check-film.ts';
import type { FilmFinding } from '#shared/film-check/report.ts';
import type { FilmFix } from '#shared/film-check/try-fixes.ts';
import { createPart, type EditorPart } from './editor-part.ts';
import type { EditorState } from './editor-state.ts';
import type { ListedFinding, MovieIssue } from './movie-issues.ts';

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
  readonly issues: readonly MovieIssue[];
  /** The changes that remove a finding, by its key. */
  readonly fixes: ReadonlyMap<string, FilmFix>;
  /** The key of the issue that the user chose last; null before the first one. */
  readonly chosenKey: string | null;
  /** The key of the finding under the pointer; null for none. The preview shows the first frame of the finding. */
  readonly pointedKey: string | null;
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
    chosenKey: null,
    pointedKey: null,
  });
}

/** Returns findings with keys. Equal findings on copies of an element have different keys. */
export function listFindings(findings: readonly FilmFinding[], isStale: (finding: FilmFinding) => boolean) {
  const counts = new Map<string, number>();
  return findings.map((finding): ListedFinding => {
    const base = `${finding.code} ${finding.node ?? ''} ${finding.from}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return { key: `finding ${base} ${count}`, finding, isStale: isStale(finding) };
  });
}

/** Returns the change that removes a listed finding; null if there is none, or if the finding is stale. */
export function listedFix({ fixes, full }: CheckState, { key, finding, isStale }: ListedFinding): FilmFix | null {
  return fixes.get(key) ?? (isStale ? null : (full?.fixes.get(finding) ?? null));
}

/** The parts of the editor that determine the finding in the preview. */
interface PreviewedCheck {
  readonly check: { readonly state: CheckState };
  readonly document: { readonly state: Pick<EditorState, 'playhead' | 'playing'> };
}

/**
 * Returns the finding whose box the preview shows: the finding under the pointer, or else the chosen finding. The
 * chosen finding counts only while the playhead is in its time range. Null if there is none, and during playback.
 */
export function previewedFinding({ check, document }: PreviewedCheck): ListedFinding | null {
  const { listed, pointedKey, chosenKey } = check.state;
  const { playhead, playing } = document.state;
  if (playing || (pointedKey === null && chosenKey === null)) return null;
  const pointed = listed.find(({ key }) => key === pointedKey);
  if (pointed !== undefined) return pointed;
  const chosen = listed.find(({ key }) => key === chosenKey);
  return chosen !== undefined && chosen.finding.from <= playhead && playhead < chosen.finding.to ? chosen : null;
}
