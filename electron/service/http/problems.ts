import { type ServerResponse, STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { type ErrorCode, errorCodes } from '#shared/contract/shapes/error-codes.ts';
import type { problemDocument } from '#shared/contract/shapes/shapes.ts';
import { pathWritten } from '#shared/lib/repeated-names.ts';
import { message } from '#shared/messages/message.ts';
import { alternatives } from '#shared/messages/quoting.ts';
import { detailsOf, type Issue, ServiceError } from '../errors/service-error.ts';
import { REPEATED_FIELD } from './form-fields.ts';

/** The answer to a failure: the problem document and the headers. */
export interface Problem {
  readonly document: z.output<typeof problemDocument>;
  readonly headers: Readonly<Record<string, string>>;
}

/** The error codes that clients get for system errors. The code for all other errors is `request/internal`. */
const systemErrors: ReadonlyMap<unknown, ErrorCode> = new Map<unknown, ErrorCode>([
  ['ENOSPC', 'storage/full'],
  ['EDQUOT', 'storage/full'],
  ['EROFS', 'storage/read-only'],
  ['EMFILE', 'storage/busy'],
  ['ENFILE', 'storage/busy'],
  ['ENOMEM', 'storage/busy'],
]);

/**
 * Converts any thrown value to a `ServiceError` of the catalog. The `cause` contains the details that clients must not
 * see.
 */
export function serviceErrorOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof z.ZodError) return invalid(error);
  const code = error instanceof Error && 'code' in error ? error.code : null;
  // Convert fastify's own errors, which are mostly about an invalid content type.
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP')) return new ServiceError('request/content-type');
  const detail = code === 'EMFILE' || code === 'ENFILE' ? message('service/files-open') : '';
  return new ServiceError(systemErrors.get(code) ?? 'request/internal', detail, { cause: error });
}

/** Returns whether work was aborted because the client disconnected. The log then has only the aborted request. */
export function isDisconnection(error: unknown, response: ServerResponse): boolean {
  return response.closed && error instanceof Error && error.name === 'AbortError';
}

/** Returns the problem document (RFC 9457) with a stable `code`, the issues, and the headers. */
export function problemOf(error: ServiceError): Problem {
  const { status } = errorCodes[error.code];
  return {
    document: {
      type: `urn:scenewright:problem:${error.code}`,
      title: STATUS_CODES[status] ?? 'Error',
      status,
      code: error.code,
      detail: error.message,
      ...detailsOf(error),
      ...(error.issues.length > 0 && { issues: [...error.issues] }),
      ...(error.missing !== null && { missing: [...error.missing] }),
      ...(error.log.length > 0 && { log: [...error.log] }),
    },
    headers: {
      'cache-control': 'no-store',
      ...(error.code === 'access/credentials' && { 'www-authenticate': 'Basic realm="Scenewright", charset="UTF-8"' }),
      ...((status === 503 || status === 429) && { 'retry-after': String(retrySecondsOf(error)) }),
    },
  };
}

/** Returns the seconds after which a client should try again. */
function retrySecondsOf({ code, retryAfterSeconds }: ServiceError): number {
  return retryAfterSeconds ?? (code === 'link/too-many' ? 10 : 1);
}

const SHOWN_ISSUES = 100;

/** Returns `request/invalid` with an issue for each error of a schema. */
function invalid(error: z.ZodError): ServiceError {
  const issues = error.issues.slice(0, SHOWN_ISSUES).map((issue): Issue => {
    const path = issue.path.map(String).join('.');
    return {
      code: 'request/invalid',
      severity: 'error',
      message: schemaSentence(issue),
      line: null,
      column: null,
      path,
    };
  });
  return new ServiceError('request/invalid', issues[0]?.message ?? '', { issues });
}

type SchemaIssue = z.ZodError['issues'][number];

/**
 * Returns a sentence about a schema error. The sentence contains the name of the field. The sentence counts list items
 * from 1, as users do; the path of the issue counts from 0.
 */
function schemaSentence(issue: SchemaIssue): string {
  const inner = innerIssue(issue);
  if (inner !== null) return schemaSentence({ ...inner, path: [...issue.path, ...inner.path] });
  const path = pathWritten(issue.path);
  const field = path === '' ? 'The body' : `\`${path}\``;
  const predicate = predicateOf(issue);
  if (predicate !== null) return `${field} ${predicate}.`;
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}

/** Returns the end of the sentence; null to use the message of the schema or the library. */
function predicateOf(issue: SchemaIssue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'is missing';
      return TYPE_NAMES[issue.expected] === undefined ? null : `must be ${TYPE_NAMES[issue.expected]}`;
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
      return boundText('at least', issue.origin, issue.minimum);
    case 'too_big':
      return boundText('at most', issue.origin, issue.maximum);
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    case 'invalid_union': {
      const names = unionNames(issue);
      return names === null || names.length === 0 ? 'has an unsupported value' : `must be ${alternatives(names)}`;
    }
    case 'custom':
      return issue.message === REPEATED_FIELD ? issue.message : null;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    default:
      return issue.message === INVALID_INPUT ? 'has an unsupported value' : null;
  }
}

/** The message of the library for a schema error without any details. */
const INVALID_INPUT = 'Invalid input';

type UnionIssue = Extract<SchemaIssue, { readonly code: 'invalid_union' }>;

/**
 * Returns the first issue inside a union whose value has the type of exactly one option, such as an entry of a list that
 * is too long; null otherwise.
 */
function innerIssue(issue: SchemaIssue): SchemaIssue | null {
  if (issue.code !== 'invalid_union') return null;
  const matching = issue.errors.filter(([first]) => first !== undefined && !isOfOtherType(first));
  const [inner] = matching.length === 1 ? (matching[0] ?? []) : [];
  return (inner as SchemaIssue | undefined) ?? null;
}

/** Returns whether the value has another type than the schema, or, for a union, than all of its options. */
function isOfOtherType(issue: z.core.$ZodIssue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === 'invalid_union')
    return issue.errors.every(([first]) => first !== undefined && isOfOtherType(first));
  return issue.code === 'invalid_type' || issue.code === 'invalid_value';
}

/** Returns the names of the types of a union; null if an option is not a type. */
function unionNames({ errors }: Pick<UnionIssue, 'errors'>): readonly string[] | null {
  const names = errors.map(([first, ...more]): readonly string[] | null => {
    if (first === undefined || more.length > 0 || first.path.length > 0) return null;
    if (first.code === 'invalid_union') return unionNames(first);
    if (first.code === 'invalid_value') return first.values.map(String);
    const name = first.code === 'invalid_type' ? TYPE_NAMES[first.expected] : undefined;
    return name === undefined ? null : [name];
  });
  const known = names.filter((each) => each !== null);
  return known.length < names.length ? null : [...new Set(known.flat())];
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

function boundText(which: 'at least' | 'at most', origin: string, limit: number | bigint): string | null {
  if (origin === 'number' || origin === 'int') return `must be ${which} ${limit}`;
  if (origin === 'string') return `must have ${which} ${limit} ${Number(limit) === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `must have ${which} ${limit} ${Number(limit) === 1 ? 'entry' : 'entries'}`;
  return null;
}
