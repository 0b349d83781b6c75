import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { CallName, contract, ParametersOf, QueryOf } from '#shared/contract/contract.ts';
import type { MovieBody } from '../../inspection/inspect.ts';

/** What a handler is given: everything was checked against the contract before. */
export interface CallRequest<Name extends CallName> {
  readonly parameters: ParametersOf<Name>;
  readonly query: QueryOf<Name>;
  /** Only the headers that the call names, in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: BodyOf<Name>;
  /** Names of the body's fields that the call does not know. */
  readonly unusedFields: readonly string[];
  /** Names of the address's parameters that the call does not know. */
  readonly unusedParameters: readonly string[];
  /** Whether the method was HEAD: a `bytes` answer is then not read. */
  readonly head: boolean;
  /** Scheme, host and port that the client used, for URLs in answers. */
  readonly origin: string;
  /** Aborted when the client goes away. */
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
 * A body that streams; it has to be read to its end or the connection is closed. Reading throws `ServiceError`
 * request/incomplete, request/timeout, request/too-large.
 */
export interface ByteBody {
  readonly stream: AsyncIterable<Uint8Array>;
  /** As announced; null when it comes in HTTP chunks. */
  readonly length: number | null;
  readonly contentType: string | null;
  /** Lower-case hex from `Content-Digest: sha-256=:…:` (RFC 9530). */
  readonly sha256: string | null;
}

/** Where the bytes of a file are: on this disk, or with somebody who gives those from `start` up to `end`, exclusive. */
type FileBytes =
  | { readonly path: string }
  | {
      readonly read: (
        range: { readonly start: number; readonly end: number },
        signal: AbortSignal,
      ) => Promise<Readable>;
    };

/** What a handler gives back; the status must be one that the contract lists. */
export type CallAnswer =
  | {
      readonly status: number;
      readonly json: unknown;
      readonly etag?: string;
      readonly vary?: string;
      /** Seconds after which it is worth asking again. */
      readonly retryAfter?: number;
    }
  | {
      readonly status: number;
      /** JSON that is there as texts that follow one another: printing much of it takes long, and so does joining them. */
      readonly printed: readonly string[];
      readonly etag?: string;
      readonly vary?: string;
    }
  | {
      readonly status: number;
      readonly text: string | Uint8Array;
      readonly contentType: string;
      readonly etag?: string;
      /** Request headers that the answer was chosen by. */
      readonly vary?: string;
      /** Seconds after which it is worth asking again. */
      readonly retryAfter?: number;
    }
  | {
      readonly status: 200;
      /** A file, with ranges and conditions handled by the server. */
      readonly file: FileBytes & {
        readonly size: number;
        readonly etag: string;
        readonly modifiedAt: number;
        readonly contentType: string;
        /** Set for what a browser might run or show as a page. */
        readonly attachment: string | null;
        /** What it is called where it is shown as it is. */
        readonly inline?: string;
        /** Set where anybody may keep it, and not ask again for so long. */
        readonly freshSeconds?: number;
        /** Set where the address names these very bytes, so that they can be kept for good. */
        readonly immutable?: boolean;
        /** Released when the answer has ended, however. */
        readonly hold: Disposable;
      };
    }
  | {
      readonly status: 200;
      /**
       * Bytes that are made as they are sent. What fails in them cuts the connection, so that nobody takes them for
       * whole.
       */
      readonly stream: {
        readonly content: Readable;
        /** Of all of it. */
        readonly length: number;
        readonly contentType: string;
        /** What it is saved as. */
        readonly attachment: string;
        /** Released when the answer has ended, however. */
        readonly hold: Disposable;
      };
    }
  /** JSON that is made as it is sent, since there may be too much of it to be held. */
  | { readonly status: 200; readonly pieces: AsyncIterable<string> }
  | { readonly status: 200; readonly events: Readable }
  | { readonly status: 304; readonly etag?: string; readonly vary?: string };

export type Handler<Name extends CallName> = (request: CallRequest<Name>) => Promise<CallAnswer> | CallAnswer;

/** One handler for each call of the contract; one that is missing does not compile. */
export type Handlers = { readonly [Name in CallName]: Handler<Name> };

/** The handlers of one resource. */
export type HandlersOf<Names extends CallName> = Pick<Handlers, Names>;
