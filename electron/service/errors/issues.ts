import type { z } from 'zod';
import type { ErrorCode } from '#shared/contract/shapes/error-codes.ts';
import type { renderError } from '#shared/contract/shapes/render-shapes.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import { nearestName } from '#shared/template/document/names.ts';
import { detailsOf, type Issue, issueOf, ServiceError } from './service-error.ts';

/** Why a render failed, as it is stored and answered. */
export type RenderFailure = z.output<typeof renderError>;

/** A request or template that was refused, with all that is wrong with it; its words are those of the first error. */
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

/** What is wrong with a field of a request; `path` names the field. */
export function fieldIssue(code: string, path: string, says: Message): Issue {
  return issueOf(code, says, { path });
}

/**
 * Warnings about fields and parameters of a request that its call does not know; a field with the known one that it may be
 * meant for.
 */
export function unusedIssues(
  { unusedFields, unusedParameters }: { readonly [list in 'unusedFields' | 'unusedParameters']: readonly string[] },
  known: readonly string[],
): readonly Issue[] {
  const ofParameters = unusedParameters.map((name) => {
    const parameter = name.slice(0, 255);
    const says = message('parameter/unused', { parameter, inBody: known.includes(name) });
    return issueOf('request/unused-parameter', says, { severity: 'warning', path: `?${parameter}` });
  });
  const ofFields = unusedFields.map((name) => {
    const field = name.slice(0, 255);
    const says = message('field/unused', { field, meant: nearestName(name, known) });
    return issueOf('request/unused-field', says, { severity: 'warning', path: field });
  });
  return [...ofParameters, ...ofFields];
}

/**
 * What a failure is stored as. Anything that is no {@link ServiceError} is ours to mend, and says no more than that.
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
