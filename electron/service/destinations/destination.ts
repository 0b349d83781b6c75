import type { AddressPolicy } from '../network/address-guard.ts';

/**
 * Where a film is sent: a place in an object store that speaks the S3 protocol. Holds no secret, so it may be stored.
 */
export interface Destination {
  readonly kind: 'object_store';
  readonly bucket: string;
  /** The object's key, with slashes for folders. */
  readonly filename: string;
  /** Such as `https://minio.example:9000`; null for Amazon S3 itself. */
  readonly endpoint: string | null;
  /** Null for `us-east-1`, which stores of other vendors take as well. */
  readonly region: string | null;
  /**
   * Whether checksums beyond Content-MD5 are sent: `auto` sends them, and goes on without at a store that does not know
   * them (501); `when-required` never does. Unless given, `auto` for Amazon S3 and `when-required` for other vendors.
   */
  readonly checksum?: 'auto' | 'when-required';
}

export interface DestinationCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A finished film on this machine's disk. */
export interface FilmFile {
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly contentType: string;
}

export interface SentFilm {
  /** The object's address, without a signature. */
  readonly url: string;
  /** With its quotes, as the store says it; null from a store that says none. */
  readonly etag: string | null;
}

export interface SendOptions {
  readonly policy: AddressPolicy;
  readonly signal: AbortSignal;
  /** Bytes of the film that went out so far; never falls, although parts are sent again after a failure. */
  readonly onProgress?: (bytesSent: number) => void;
  /** Where the upload in progress is noted, so that one cut off by a crash is cleared away by the next `sendFilm`. */
  readonly openUpload?: OpenUploadNote;
  readonly limits?: Partial<SendLimits>;
}

/**
 * A multipart upload that is neither completed nor aborted: the store's id of it, or only that one was about to be
 * opened at that time (milliseconds since 1970) by this process, which may not have come to hear of its id.
 */
export type OpenUpload =
  | { readonly kind: 'opening'; readonly since: number }
  | { readonly kind: 'open'; readonly id: string };

/** Remembers an {@link OpenUpload}. Kept durable by the caller, so that no crash leaves one at the store. */
export interface OpenUploadNote {
  /** What an earlier try noted last. */
  readonly previous: OpenUpload | null;
  /** Called before an upload is opened, once it is open, and with null once it is completed or aborted. */
  readonly note: (upload: OpenUpload | null) => void;
  /** Whether that upload is another film's, which is being sent to the same place. */
  readonly isAnothers: (uploadId: string) => boolean;
}

/** Bounds of sending; the defaults are meant for everything but tests. */
export interface SendLimits {
  readonly connectMilliseconds: number;
  /** Longest silence of a connection. */
  readonly idleMilliseconds: number;
  /** A request may take a minute, and this long for its bytes. */
  readonly leastBytesPerSecond: number;
  readonly requestMilliseconds: number;
  /** How often one request is sent at most, the first time included. */
  readonly attempts: number;
  /** Waits before the next attempt; rejects with the signal's reason. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** What clearing away an {@link OpenUpload} needs beside the place. */
export type ClearOptions = Pick<SendOptions, 'policy' | 'signal' | 'limits'> & Pick<OpenUploadNote, 'isAnothers'>;
