import type { z } from 'zod';
import type { ErrorCode } from '../shapes/error-codes.ts';
import type { Chapter } from './chapters.ts';

/** An HTTP call as data. Routes, clients, the OpenAPI document, and generated tests are derived from it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /**
   * The path, with `:name` in place of each `path` parameter. A parameter is one segment and is percent-decoded once.
   */
  readonly path: string;
  readonly summary: string;
  /** The chapter of the documentation. */
  readonly chapter: Chapter;
  /**
   * The required authentication. `open` and `public` calls need no credentials. The service also answers `public` calls
   * at the public address of links. `signed` calls need credentials or a signature in the address (`film-link.ts`).
   */
  readonly access: 'credentials' | 'signed' | 'open' | 'public';
  readonly parameters: z.ZodObject;
  readonly query: z.ZodObject;
  /** The request headers that the call uses, in lower case. */
  readonly headers: readonly string[];
  readonly body: CallBody;
  /** The possible answers by status, in addition to problems. */
  readonly answers: Readonly<Record<number, CallAnswer>>;
  /** The problems in addition to the {@link commonProblems} of every call. */
  readonly problems: readonly ErrorCode[];
}

export type CallBody =
  | { readonly kind: 'none' }
  /** The bytes of one file, raw or as the only file of `multipart/form-data`. */
  | { readonly kind: 'file'; readonly limitBytes: number; readonly limitName?: string }
  /** A chunk of a file, raw or as the only file of `multipart/form-data`. */
  | { readonly kind: 'bytes'; readonly limitBytes: number }
  /** A template as XML, whose bytes are preserved. */
  | { readonly kind: 'xml'; readonly limitBytes: number }
  /**
   * A template as JSON or XML. The content type determines the format; without a content type, the first character
   * determines it.
   */
  | { readonly kind: 'movie'; readonly limitBytes: number }
  | {
      readonly kind: 'json';
      readonly schema: z.ZodType;
      readonly limitBytes: number;
      /** With `as-written`, a number that `JSON.parse` would change becomes a string of its digits. */
      readonly numbers?: 'as-written';
    }
  /** The fields of `application/x-www-form-urlencoded` or `multipart/form-data`. Every field is text. */
  | { readonly kind: 'form'; readonly schema: z.ZodObject; readonly limitBytes: number };

export type CallAnswer =
  | { readonly kind: 'json'; readonly schema: z.ZodType; readonly summary: string }
  | { readonly kind: 'bytes' | 'xml' | 'csv' | 'html' | 'text' | 'events' | 'empty'; readonly summary: string };

/** The problems that any call can return. */
export const commonProblems = [
  'request/invalid',
  'request/headers-too-large',
  'request/address-too-long',
  'request/timeout',
  'request/content-type',
  'access/credentials',
  'access/host',
  'access/origin',
  'access/too-many',
  'request/internal',
  'storage/busy',
  'storage/unwritable',
  'storage/missing',
  'storage/lost',
  'storage/away',
] as const satisfies readonly ErrorCode[];

const BODY_PROBLEMS = [
  'request/too-large',
  'request/incomplete',
  'request/encoding',
  'request/transfer-encoding',
  'upload/digest',
] as const satisfies readonly ErrorCode[];

/** The problems that reading a body can cause, for each kind of body. */
const bodyProblems = {
  none: [],
  file: BODY_PROBLEMS,
  bytes: BODY_PROBLEMS,
  xml: BODY_PROBLEMS,
  movie: BODY_PROBLEMS,
  json: BODY_PROBLEMS,
  form: BODY_PROBLEMS,
} as const satisfies Record<CallBody['kind'], readonly ErrorCode[]>;

/** Returns every problem that a call can return, without duplicates. */
export function problemsOf(call: Call): readonly ErrorCode[] {
  return [...new Set<ErrorCode>([...commonProblems, ...bodyProblems[call.body.kind], ...call.problems])];
}
