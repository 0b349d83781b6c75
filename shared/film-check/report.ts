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

/** A finding about a film, before its place in the template is known. */
export interface FilmFinding {
  readonly code: CheckCode;
  readonly severity: CheckSeverity;
  readonly says: Message;
  /** The id of the layer, which can be a copy; null for the whole film. */
  readonly node: NodeId | null;
  /** The range of frames of the film; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** The area of the frame in pixels; null for the whole frame, or for a finding without an area. */
  readonly box: Rect | null;
  /** The data of the finding, if it differs from the source of its check. */
  readonly source?: CheckSource;
}

/** The result of checking a film. */
export interface FilmCheckResult {
  readonly findings: readonly FilmFinding[];
  readonly ran: readonly CheckCode[];
  readonly skipped: readonly SkippedCheck[];
}

/**
 * A check that did not run. `level`: the level does not include it. `size`: the film is too large for it. `platform`:
 * no platform is requested. `file`: the caller provides no file. A skipped check never counts as passed.
 */
export interface SkippedCheck {
  readonly code: CheckCode;
  readonly why: 'level' | 'size' | 'platform' | 'file';
}

/**
 * The verdict about a film: `failed` if there is an error, `warned` if the worst finding is a warning, otherwise
 * `passed`.
 */
export type CheckVerdict = 'passed' | 'warned' | 'failed';

/** A finding in a report, with its place in the template. */
export interface CheckFinding {
  readonly code: CheckCode;
  readonly severity: CheckSeverity;
  /** The message in English. */
  readonly message: string;
  /** The code and the values of the message, for translations. */
  readonly reason: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The path of the element, such as `movie/scene[2]/text`; empty for the whole film. */
  readonly at: string;
  /** The id of the element; null for the whole film. */
  readonly node: NodeId | null;
  readonly line: number | null;
  readonly column: number | null;
  /** The range in seconds of the film. */
  readonly from: number;
  readonly to: number;
  /** The same range in frames; the second number is exclusive. */
  readonly frames: readonly [number, number];
  /** The left, top, right, and bottom of the area in pixels of the film; null without an area. */
  readonly box: readonly [number, number, number, number] | null;
  readonly source: CheckSource;
  /** The variable that sets the text or the source; null if there is none. */
  readonly variable: string | null;
  /** The change that removes the finding; absent if the caller requested no fixes, or if every change fails. */
  readonly fix?: ReportedFix;
}

/** A change in the language of assistants: new attributes of the elements at these paths; null removes an attribute. */
export interface SetAttributes {
  readonly do: 'set';
  readonly at: readonly string[];
  readonly attributes: Readonly<Record<string, string | null>>;
}

/** A fix in a report, which is one step. */
export interface ReportedFix {
  /** The name of the step in English. */
  readonly message: string;
  /** The code and the values of the name, for translations. */
  readonly reason: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly commands: readonly SetAttributes[];
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
  /** The number of further findings, which a report omits after the first 200. */
  readonly more: number;
  readonly ran: readonly CheckCode[];
  readonly skipped: readonly SkippedCheck[];
  /** The number of findings that are switched off, by code. */
  readonly unchecked: readonly { readonly code: CheckCode; readonly count: number }[];
}

/** Returns the verdict about findings. */
export function verdictOf(findings: readonly Pick<CheckFinding, 'severity'>[]): CheckVerdict {
  if (findings.some(({ severity }) => severity === 'error')) return 'failed';
  return findings.some(({ severity }) => severity === 'warning') ? 'warned' : 'passed';
}

/** The minimum severity at which a required check refuses a film. */
export const FAIL_ON = ['error', 'warning', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** A check that a film must pass before it is rendered. */
export interface RequiredCheck {
  readonly level: CheckLevel;
  readonly failOn: FailOn;
  /** The names of platforms. */
  readonly platforms: readonly string[];
}

/** Returns whether a required check refuses a film with this verdict. */
export function isRefused(verdict: CheckVerdict, failOn: FailOn): boolean {
  if (failOn === 'never') return false;
  return verdict === 'failed' || (failOn === 'warning' && verdict === 'warned');
}

/** The check of the film of one row. */
export interface RowCheckResult {
  /** The number of the row, from 1. */
  readonly index: number;
  /** The report; null if the film cannot be rendered. */
  readonly report: CheckReport | null;
  /** The reason why the film cannot be rendered; null if it can. */
  readonly error: string | null;
}

/** The report about the films of a table. Equal findings of several rows are a single finding. */
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

/** Combines the reports of rows into one report. Rows that cannot be rendered count as failed. */
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
    findings: all.slice(0, MAX_FOLDED_FINDINGS),
    more: Math.max(0, all.length - MAX_FOLDED_FINDINGS),
  };
}

/** The maximum number of findings in the report about a table. */
const MAX_FOLDED_FINDINGS = 1000;
