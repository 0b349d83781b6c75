import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { CallName, contract, ParametersOf, QueryOf } from '#shared/contract/contract.ts';
import type { MovieBody } from '../inspection/inspect.ts';

/** The input of a handler, validated with the contract. */
export interface CallRequest<Name extends CallName> {
  readonly parameters: ParametersOf<Name>;
  readonly query: QueryOf<Name>;
  /** The headers that the definition of the call lists, in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: BodyOf<Name>;
  /** The names of unknown fields in the body. */
  readonly unusedFields: readonly string[];
  /** The paths of repeated fields of a JSON body; the last value of each counts. */
  readonly repeatedFields: readonly string[];
  /** The names of unknown parameters in the address. */
  readonly unusedParameters: readonly string[];
  /** Whether the method is HEAD. The bytes of a file answer are then not read. */
  readonly head: boolean;
  /** The scheme, host, and port that the client used. URLs in answers start with them. */
  readonly origin: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

type SpecOf<Name extends CallName> = (typeof contract)[Name]['body'];

export type BodyOf<Name extends CallName> =
  SpecOf<Name> extends { kind: 'form' | 'json'; schema: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : SpecOf<Name> extends { kind: 'file' | 'bytes' }
      ? ByteBody
      : SpecOf<Name> extends { kind: 'xml' }
        ? Uint8Array
        : SpecOf<Name> extends { kind: 'movie' }
          ? MovieBody
          : null;

/**
 * A streamed body. If it is not read to its end, the connection closes. Reading throws a `ServiceError`:
 * `request/incomplete`, `request/timeout`, or `request/too-large`.
 */
export interface ByteBody {
  readonly stream: AsyncIterable<Uint8Array>;
  /** The announced length; null for chunked transfer. */
  readonly length: number | null;
  readonly contentType: string | null;
  /** The digest in `Content-Digest: sha-256=:…:` (RFC 9530) as lower-case hex; null without the header. */
  readonly sha256: string | null;
  /** The other fields of a form with the file. The list is complete at the end of the stream. Absent without a form. */
  readonly formFields?: readonly (readonly [name: string, text: string])[];
}

/**
 * The location of a file's bytes: a path on this disk, or a function that reads the bytes from `start` to `end`
 * (exclusive).
 */
type FileBytes =
  | { readonly path: string }
  | {
      readonly read: (
        range: { readonly start: number; readonly end: number },
        signal: AbortSignal,
      ) => Promise<Readable>;
    };

/** The result of a handler. The contract must list the status. */
export type CallAnswer = AnswerContent & {
  /** The paths of unused fields that only the handler can detect, such as `variables.title`. */
  readonly unusedFields?: readonly string[];
  /** The paths of repeated fields in the JSON of form fields. */
  readonly repeatedFields?: readonly string[];
};

type AnswerContent =
  | {
      readonly status: number;
      readonly json: unknown;
      readonly etag?: string;
      readonly vary?: string;
      /** The seconds after which the client can retry. */
      readonly retryAfter?: number;
    }
  | {
      readonly status: number;
      /** The JSON as consecutive texts, because printing or joining a large value takes long. */
      readonly jsonParts: readonly string[];
      readonly etag?: string;
      readonly vary?: string;
    }
  | {
      readonly status: number;
      readonly text: string | Uint8Array;
      readonly contentType: string;
      readonly etag?: string;
      /** The request headers that select the answer. */
      readonly vary?: string;
      /** The seconds after which the client can retry. */
      readonly retryAfter?: number;
      /** The origins whose pages can embed a page by link; absent for other texts. */
      readonly framedBy?: readonly string[];
    }
  | {
      readonly status: 200;
      /** A file. The server handles ranges and conditions. */
      readonly file: FileBytes & {
        readonly size: number;
        readonly etag: string;
        readonly modifiedAt: number;
        readonly contentType: string;
        /**
         * The file name of an attachment; null for other files. A file that a browser could run or display as a page
         * must be an attachment.
         */
        readonly attachment: string | null;
        /** The file name of a file that is displayed inline. */
        readonly inline?: string;
        /** The number of seconds for which any cache can use the file without revalidation. */
        readonly freshSeconds?: number;
        /**
         * Whether the address contains the digest of the bytes. Caches can then store the file permanently, or for
         * `freshSeconds`.
         */
        readonly immutable?: boolean;
        /** Disposed of at the end of the answer, whether it succeeds or not. */
        readonly hold: Disposable;
      };
    }
  | {
      readonly status: 200;
      /**
       * Bytes that are made while they are sent. An error closes the connection, so that clients detect an incomplete
       * file.
       */
      readonly stream: {
        readonly content: Readable;
        /** The total length in bytes. */
        readonly length: number;
        readonly contentType: string;
        /** The file name of the attachment. */
        readonly attachment: string;
        /** Disposed of at the end of the answer, whether it succeeds or not. */
        readonly hold: Disposable;
      };
    }
  /** JSON that is made while it is sent, because the whole text can be too large for memory. */
  | { readonly status: 200; readonly jsonStream: AsyncIterable<string> }
  | { readonly status: 200; readonly events: Readable }
  | { readonly status: 304; readonly etag?: string; readonly vary?: string };

export type Handler<Name extends CallName> = (request: CallRequest<Name>) => Promise<CallAnswer> | CallAnswer;

/** A handler for each call of the contract. A missing handler is a compile error. */
export type Handlers = { readonly [Name in CallName]: Handler<Name> };

/** The handlers of one resource. */
export type HandlersOf<Names extends CallName> = Pick<Handlers, Names>;
