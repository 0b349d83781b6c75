import type { z } from 'zod';
import type { ErrorCode } from '../shapes/error-codes.ts';
import type { Chapter } from './chapters.ts';

/** One HTTP call, as data: routes, clients, the OpenAPI document and generated tests are all made from it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for each part of `path` parameters; each is one segment, percent-decoded once. */
  readonly path: string;
  readonly summary: string;
  /** Chapter of the documentation. */
  readonly chapter: Chapter;
  /** `open` calls need no credentials; `signed` ones need them, or a signature of their address (`film-link.ts`). */
  readonly access: 'credentials' | 'signed' | 'open';
  readonly parameters: z.ZodObject;
  readonly query: z.ZodObject;
  /** Request headers that mean something here, in lower case. */
  readonly headers: readonly string[];
  readonly body: CallBody;
  /** By status; what is not listed cannot be answered, problems aside. */
  readonly answers: Readonly<Record<number, CallAnswer>>;
  /** Beside those that every call can have (see {@link commonProblems}). */
  readonly problems: readonly ErrorCode[];
}

export type CallBody =
  | { readonly kind: 'none' }
  /** The bytes of one file: as they are, or the one file of `multipart/form-data`. */
  | { readonly kind: 'file'; readonly limitBytes: number; readonly limitName?: string }
  /** A chunk of a file: as it is, or as the one file of `multipart/form-data`. */
  | { readonly kind: 'bytes'; readonly limitBytes: number }
  /** A template as XML, byte for byte. */
  | { readonly kind: 'xml'; readonly limitBytes: number }
  /** A template as JSON or XML, told apart by the content type, else by the first character. */
  | { readonly kind: 'movie'; readonly limitBytes: number }
  | {
      readonly kind: 'json';
      readonly schema: z.ZodType;
      readonly limitBytes: number;
      /** A number that `JSON.parse` would change becomes a text of its digits. */
      readonly numbers?: 'as-written';
    }
  /** `application/x-www-form-urlencoded` or `multipart/form-data`; every field is text. */
  | { readonly kind: 'form'; readonly schema: z.ZodObject; readonly limitBytes: number };

export type CallAnswer =
  | { readonly kind: 'json'; readonly schema: z.ZodType; readonly summary: string }
  | { readonly kind: 'bytes' | 'xml' | 'csv' | 'html' | 'text' | 'events' | 'empty'; readonly summary: string };

/** What any call can answer. */
export const commonProblems = [
  'request/invalid',
  'request/headers-too-large',
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

/** What reading a body of a kind can answer. */
const bodyProblems = {
  none: [],
  file: ['request/too-large', 'request/incomplete', 'request/encoding'],
  bytes: ['request/too-large', 'request/incomplete', 'request/encoding'],
  xml: ['request/too-large', 'request/incomplete', 'request/encoding'],
  movie: ['request/too-large', 'request/incomplete', 'request/encoding'],
  json: ['request/too-large', 'request/incomplete', 'request/encoding'],
  form: ['request/too-large', 'request/incomplete', 'request/encoding'],
} as const satisfies Record<CallBody['kind'], readonly ErrorCode[]>;

/** Every problem that a call can answer, each once. */
export function problemsOf(call: Call): readonly ErrorCode[] {
  return [...new Set<ErrorCode>([...commonProblems, ...bodyProblems[call.body.kind], ...call.problems])];
}
