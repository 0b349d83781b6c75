import type { z } from 'zod';
import type { ErrorCode } from '#shared/contract/shapes/error-codes.ts';
import type { renderError } from '#shared/contract/shapes/render-shapes.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import { nearestName } from '#shared/template/document/names.ts';
import { detailsOf, type Issue, issueOf, ServiceError } from './service-error.ts';

/** The reason why a render failed, in the form of records and answers. */
export type RenderFailure = z.output<typeof renderError>;

/**
 * Returns the error for a refused request or template. The error contains all issues and the message of the first one.
 */
export function refusal(code: ErrorCode, issues: readonly Issue[]): ServiceError {
  const errors = issues.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const says = messageOf(first);
  if (says !== null) return new ServiceError(code, firstOf(says, errors.length - 1), { issues });
  const words = first?.message ?? '';
  return new ServiceError(code, errors.length > 1 ? `${words} (and ${errors.length - 1} more)` : words, { issues });
}

function firstOf(problem: Message, more: number): Message {
  return more === 0 ? problem : message('problem/first', { problem, more });
}

/** Returns an issue about a field of a request. `path` is the name of the field. */
export function fieldIssue(code: string, path: string, says: Message): Issue {
  return issueOf(code, says, { path });
}

/**
 * Returns a warning for each unknown field, unknown parameter, and repeated field of a request. The warning for an
 * unknown field suggests a similar known field.
 */
export function requestWarnings(
  {
    unusedFields,
    unusedParameters,
    repeatedFields,
  }: { readonly [list in 'unusedFields' | 'unusedParameters' | 'repeatedFields']: readonly string[] },
  knownNames: readonly string[],
): readonly Issue[] {
  const ofParameters = unusedParameters.map((name) => {
    const parameter = name.slice(0, 255);
    const says = message('parameter/unused', { parameter, inBody: knownNames.includes(name) });
    return issueOf('request/unused-parameter', says, { severity: 'warning', path: `?${parameter}` });
  });
  const ofFields = unusedFields.map((name) => {
    const field = name.slice(0, 255);
    const says = message('field/unused', { field, meant: nearestName(name, knownNames) });
    return issueOf('request/unused-field', says, { severity: 'warning', path: field });
  });
  const ofRepeated = repeatedFields.map((path) => {
    const field = path.slice(0, 255);
    return issueOf('request/repeated-field', message('field/repeated', { field }), {
      severity: 'warning',
      path: field,
    });
  });
  return [...ofParameters, ...ofFields, ...ofRepeated];
}

/**
 * Converts an error to a failure that is stored. An error that is not a {@link ServiceError} is a defect of the
 * service. It becomes `request/internal` without its details, which may contain internals.
 */
export function failureOf(error: unknown): RenderFailure {
  const failure = error instanceof ServiceError ? error : new ServiceError('request/internal');
  return {
    code: failure.code,
    detail: failure.message,
    ...detailsOf(failure),
    ...(failure.issues.length === 0 ? {} : { issues: [...failure.issues] }),
    ...(failure.log.length === 0 ? {} : { log: [...failure.log] }),
  };
}
