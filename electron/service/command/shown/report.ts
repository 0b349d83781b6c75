import type { Problem } from '#shared/template/document/problem.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { ProblemSource } from './problem-text.ts';

/** The result of a command, printed for users or as one JSON object. */
export interface Report {
  readonly failure: Failure | null;
  readonly problems: readonly Problem[];
  /** Warnings about files of the command line. They were already printed. */
  readonly warnings?: readonly FileWarning[];
  /** The text to which the problems refer; null if no template was read. */
  readonly source: ProblemSource | null;
  /** Additional fields of the JSON object, such as the finished film. */
  readonly result: Readonly<Record<string, unknown>>;
  /** The names of the files next to the film; absent without a package. */
  readonly files?: readonly string[];
  /** The lines for users on standard output. */
  readonly lines: readonly string[];
}

/** A warning about a file of the command line, such as the table of a batch. */
export type FileWarning = Problem & { readonly file: string };

export interface Failure {
  readonly code: string;
  readonly message: string;
  /** The last lines that the failed tool printed, oldest first. */
  readonly log: readonly string[];
}

/** The exit codes of the command's own errors. The error codes never change, because scripts depend on them. */
const commandErrorExits = {
  'command/problems': 1,
  'command/template-unreadable': 1,
  'command/variables-unreadable': 1,
  'command/brand-unreadable': 1,
  'command/rows-unreadable': 1,
  'command/rows-refused': 1,
  'command/rows-failed': 1,
  'command/rows-guarded': 1,
  'command/check-failed': 1,
  'command/test-failed': 1,
  'command/output-refused': 1,
  'command/no-design': 1,
  'command/assets-unreadable': 1,
  'command/film-unreadable': 1,
  'command/no-temporary-folder': 1,
  'command/no-webassembly': 1,
  'command/usage': 2,
  'command/cancelled': 130,
} as const;

export type CommandErrorCode = keyof typeof commandErrorExits;

/** A failure that the user can fix. Its message is one line. */
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

/** Returns the report of a failure that has no other results. */
export function failedReport(failure: Failure): Report {
  return { failure, problems: [], source: null, result: {}, lines: [] };
}

/** Returns the exit code: 0 for success, 1 for problems or a failure, 2 for wrong arguments, 130 for a cancellation. */
export function exitCode({ failure }: Report): number {
  if (failure === null) return 0;
  return isCommandErrorCode(failure.code) ? commandErrorExits[failure.code] : 1;
}

/** Returns the failure that summarizes the problems; null if no problem is an error. */
export function problemFailure(problems: readonly Problem[], name: string): Failure | null {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  if (errors === 0) return null;
  const message = `${name} has ${errors === 1 ? 'an error' : `${errors} errors`}.`;
  return { code: 'command/problems', message, log: [] };
}

/** Returns the JSON object that `--json` prints. */
export function reportJson({ failure, problems, warnings = [], source, result }: Report): string {
  const error = failure === null ? null : { code: failure.code, message: failure.message, log: failure.log };
  const allProblems = [...problems.map((problem) => ({ file: source?.name ?? null, ...problem })), ...warnings];
  return JSON.stringify({ ok: failure === null, ...result, problems: allProblems, error }, null, 2);
}

function isCommandErrorCode(code: string): code is CommandErrorCode {
  return Object.hasOwn(commandErrorExits, code);
}
