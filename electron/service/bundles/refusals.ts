import type { ErrorCode } from '../../../shared/contract/error-codes.ts';
import { type Issue, ServiceError } from '../errors/service-error.ts';

type BundleCode = Extract<ErrorCode, `bundle/${string}`>;

/** A refusal that says which entry it is about: in words, and as the path of an issue. */
export function refusedEntry(code: BundleCode, entry: string, why: string, cause?: unknown): ServiceError {
  const path = shown(entry);
  const message = `${path}: ${why}`;
  return new ServiceError(code, message, {
    cause,
    issues: [{ code, severity: 'error', message: why, line: null, column: null, path }],
  });
}

/** The same, for a text with problems of its own, at their lines. */
export function refusedText(entry: string, issues: readonly Issue[]): ServiceError {
  const path = shown(entry);
  const first = issues.find(({ severity }) => severity === 'error') ?? issues[0];
  const place = first === undefined || first.line === null ? '' : ` Line ${first.line}:`;
  return new ServiceError('bundle/content', `${path}:${place} ${first?.message ?? ''}`, {
    issues: issues.map((issue) => ({ ...issue, path: issue.path === '' ? path : `${path} ${issue.path}` })),
  });
}

const SHOWN = 300;

/** A name as it may be shown: those of refused entries are anything. */
function shown(entry: string): string {
  const plain = entry.toWellFormed().replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');
  return plain.length <= SHOWN ? plain : `${plain.slice(0, SHOWN)}…`.toWellFormed();
}
