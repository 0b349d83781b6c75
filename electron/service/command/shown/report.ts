import type { Problem } from '#shared/template/document/problem.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { ProblemSource } from './problem-text.ts';

/** What came of a command: printed for people, or as one JSON object. */
export interface Report {
  readonly failure: Failure | null;
  readonly problems: readonly Problem[];
  /** Warnings about other files than the template. They were printed when they were found. */
  readonly warnings?: readonly FileWarning[];
  /** What the problems are about; null when no template was read. */
  readonly source: ProblemSource | null;
  /** What the JSON object holds besides: the finished film, the variables. */
  readonly result: Readonly<Record<string, unknown>>;
  /** What is printed for people on standard output. */
  readonly lines: readonly string[];
}

/** A warning about a file that a person named, such as the table of a batch. */
export type FileWarning = Problem & { readonly file: string };

export interface Failure {
  readonly code: string;
  readonly message: string;
  /** The last lines that the tool at fault printed, oldest first. */
  readonly log: readonly string[];
}

/** How a command itself can fail, beside the failures of the service. Codes are stable: scripts match on them. */
const commandErrorExits = {
  'command/problems': 1,
  'command/template-unreadable': 1,
  'command/variables-unreadable': 1,
  'command/brand-unreadable': 1,
  'command/rows-unreadable': 1,
  'command/rows-refused': 1,
  'command/rows-failed': 1,
  'command/output-refused': 1,
  'command/no-design': 1,
  'command/assets-unreadable': 1,
  'command/no-temporary-folder': 1,
  'command/usage': 2,
  'command/cancelled': 130,
} as const;

export type CommandErrorCode = keyof typeof commandErrorExits;

/** A failure that the person at the command line can put right; the message is one line for them. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: CommandErrorCode;

  constructor(code: CommandErrorCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

export function failureOf(error: CommandError | ServiceError): Failure {
  return { code: error.code, message: error.message, log: error instanceof ServiceError ? error.log : [] };
}

/** A report on a failure before there was anything else to report. */
export function failedReport(failure: Failure): Report {
  return { failure, problems: [], source: null, result: {}, lines: [] };
}

/** 0 done, 1 problems or a failure, 2 wrong arguments, 130 cancelled. */
export function exitCode({ failure }: Report): number {
  if (failure === null) return 0;
  return isCommandErrorCode(failure.code) ? commandErrorExits[failure.code] : 1;
}

/** The failure that stands for problems which are all listed; null when none of them is an error. */
export function problemFailure(problems: readonly Problem[], name: string): Failure | null {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  if (errors === 0) return null;
  const message = `${name} has ${errors === 1 ? 'an error' : `${errors} errors`}.`;
  return { code: 'command/problems', message, log: [] };
}

/** The report as the one JSON object that `--json` prints. */
export function reportJson({ failure, problems, warnings = [], source, result }: Report): string {
  const error = failure === null ? null : { code: failure.code, message: failure.message, log: failure.log };
  const listed = [...problems.map((problem) => ({ file: source?.name ?? null, ...problem })), ...warnings];
  return JSON.stringify({ ok: failure === null, ...result, problems: listed, error }, null, 2);
}

function isCommandErrorCode(code: string): code is CommandErrorCode {
  return Object.hasOwn(commandErrorExits, code);
}
