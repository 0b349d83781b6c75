import type { Message } from '../messages/message.ts';
import type { NodeId } from '../template/document/document.ts';
import type { Rect } from '../timeline/layer-state.ts';
import {
  CHECKS_VERSION,
  type CheckCode,
  type CheckLevel,
  type CheckSeverity,
  type CheckSource,
} from './check-table.ts';

/** A finding of a check about a film, before it has a place in the text. */
export interface FilmFinding {
  readonly code: CheckCode;
  readonly severity: CheckSeverity;
  readonly says: Message;
  /** The layer; null for the whole film. It can be the id of a copy. */
  readonly node: NodeId | null;
  /** The range of frames in the film; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** The place in the frame, in pixels; null for the whole frame or no place. */
  readonly box: Rect | null;
}

/** The result of checking a film. */
export interface FilmCheckResult {
  readonly findings: readonly FilmFinding[];
  readonly ran: readonly CheckCode[];
  readonly skipped: readonly SkippedCheck[];
}

/**
 * A check that did not run. `level`: the level does not include its source. `size`: the film is too large for it.
 * `platform`: no platform is named. `file`: the caller gives no file. A skipped check never counts as passed.
 */
export interface SkippedCheck {
  readonly code: CheckCode;
  readonly why: 'level' | 'size' | 'platform' | 'file';
}

/** The verdict about a film: `failed` with an error, `warned` with a warning, otherwise `passed`. */
export type CheckVerdict = 'passed' | 'warned' | 'failed';

/** A finding in a report, with its place in the text of the template. */
export interface CheckFinding {
  readonly code: CheckCode;
  readonly severity: CheckSeverity;
  /** The sentence in English. */
  readonly message: string;
  /** The code and the values of the message, for other languages. */
  readonly reason: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The path of the element, such as `movie/scene[2]/text`; empty for the whole film. */
  readonly at: string;
  /** The id of the element; null for the whole film. */
  readonly node: NodeId | null;
  readonly line: number | null;
  readonly column: number | null;
  /** The time in seconds of the film. */
  readonly from: number;
  readonly to: number;
  /** The same time in frames; the second is exclusive. */
  readonly frames: readonly [number, number];
  /** Left, top, right, and bottom in pixels of the film; null without a place. */
  readonly box: readonly [number, number, number, number] | null;
  readonly source: CheckSource;
  /** The variable that gives the text or the source; null if none does. */
  readonly variable: string | null;
}

/** The report about a film. */
export interface CheckReport {
  readonly checks: string;
  readonly level: CheckLevel;
  readonly verdict: CheckVerdict;
  readonly film: {
    readonly frames: number;
    readonly seconds: number;
    readonly width: number;
    readonly height: number;
    readonly rate: string;
  };
  readonly platforms: readonly string[];
  readonly milliseconds: number;
  readonly findings: readonly CheckFinding[];
  /** The number of findings that are left out, because a report has at most 200. */
  readonly more: number;
  readonly ran: readonly CheckCode[];
  readonly skipped: readonly SkippedCheck[];
  /** The findings that the template switches off with `unchecked`, by code. */
  readonly unchecked: readonly { readonly code: CheckCode; readonly count: number }[];
}

/** Returns the verdict about findings. */
export function verdictOf(findings: readonly Pick<CheckFinding, 'severity'>[]): CheckVerdict {
  if (findings.some(({ severity }) => severity === 'error')) return 'failed';
  return findings.some(({ severity }) => severity === 'warning') ? 'warned' : 'passed';
}

/** The severity from which a gate refuses a film. */
export const FAIL_ON = ['error', 'warning', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** The gate of a render: the film is checked before it is made, and refused from a severity on. */
export interface RequiredCheck {
  readonly level: CheckLevel;
  readonly failOn: FailOn;
  /** The names of platforms. */
  readonly platforms: readonly string[];
}

/** Returns whether a gate refuses a film with this verdict. */
export function isRefused(verdict: CheckVerdict, failOn: FailOn): boolean {
  if (failOn === 'never') return false;
  return verdict === 'failed' || (failOn === 'warning' && verdict === 'warned');
}

/** The result of checking the film of a row. */
export interface RowCheckResult {
  /** The number of the row, from 1. */
  readonly index: number;
  /** The report; null if the film cannot be rendered. */
  readonly report: CheckReport | null;
  /** The reason why the film cannot be rendered; null if it can. */
  readonly error: string | null;
}

/** The report about the films of a table. Equal findings of several rows are one finding. */
export interface RowsCheckReport {
  readonly checks: string;
  readonly level: CheckLevel;
  readonly verdict: CheckVerdict;
  readonly platforms: readonly string[];
  readonly milliseconds: number;
  readonly rows: readonly { readonly index: number; readonly verdict: CheckVerdict; readonly error: string | null }[];
  readonly findings: readonly (CheckFinding & { readonly rows: readonly number[] })[];
  readonly more: number;
}

/** Folds the reports of rows into one report. A row that cannot be rendered counts as failed. */
export function foldRows(
  rows: readonly RowCheckResult[],
  { level, platforms }: { readonly level: CheckLevel; readonly platforms: readonly string[] },
): RowsCheckReport {
  const folded = new Map<string, CheckFinding & { readonly rows: number[] }>();
  for (const { index, report } of rows)
    for (const finding of report?.findings ?? []) {
      const { code, severity, node, message, frames } = finding;
      const key = JSON.stringify([code, severity, node, message, frames]);
      const known = folded.get(key);
      if (known === undefined) folded.set(key, { ...finding, rows: [index] });
      else if (!known.rows.includes(index)) known.rows.push(index);
    }
  const results = rows.map(({ index, report, error }) => ({
    index,
    verdict: report?.verdict ?? ('failed' as const),
    error,
  }));
  const all = [...folded.values()];
  return {
    checks: rows.find(({ report }) => report !== null)?.report?.checks ?? CHECKS_VERSION,
    level,
    verdict: results.some(({ verdict }) => verdict === 'failed')
      ? 'failed'
      : results.some(({ verdict }) => verdict === 'warned')
        ? 'warned'
        : 'passed',
    platforms,
    milliseconds: rows.reduce((sum, { report }) => sum + (report?.milliseconds ?? 0), 0),
    rows: results,
    findings: all.slice(0, MAX_FOLDED),
    more: Math.max(0, all.length - MAX_FOLDED),
  };
}

/** The maximum number of findings in the report about a table. */
const MAX_FOLDED = 1000;
