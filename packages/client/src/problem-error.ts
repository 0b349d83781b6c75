/** An error of a template, with its place. */
export interface ProblemIssue {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly reason?: string | undefined;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  readonly line: number | null;
  readonly column: number | null;
  readonly path: string;
}

/** The fields of a problem document (RFC 9457) of the service. */
export interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly status?: number | undefined;
  readonly reason?: string | undefined;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  readonly issues?: readonly ProblemIssue[] | undefined;
}

/** The error of a call that the service refused, of a film that failed, or of a webhook that is not authentic. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  /** A stable code, such as `project/not-found`. */
  readonly code: string;
  /** The HTTP status; null if the problem is not the answer to a call. */
  readonly status: number | null;
  /**
   * A code that is more specific than `code`, with the values of the sentence, for translations; null if there is none.
   */
  readonly reason: string | null;
  readonly values: Readonly<Record<string, unknown>>;
  /** The errors and warnings of a template. */
  readonly issues: readonly ProblemIssue[];

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.code = problem.code;
    this.status = problem.status ?? null;
    this.reason = problem.reason ?? null;
    this.values = problem.values ?? {};
    this.issues = problem.issues ?? [];
  }
}
