import type { AddressPolicy } from '../network/address-guard.ts';

/**
 * The place where a film is sent: an object in a store with the S3 protocol. It contains no secret, so it may be
 * stored.
 */
export interface Destination {
  readonly kind: 'object_store';
  readonly bucket: string;
  /** The object's key, with slashes for folders. */
  readonly filename: string;
  /** The store's address, such as `https://minio.example:9000`; null for Amazon S3. */
  readonly endpoint: string | null;
  /** Null for `us-east-1`, which stores of other vendors accept too. */
  readonly region: string | null;
  /**
   * The checksums that are sent beside Content-MD5. `auto` sends them, and stops if the store does not know them (501).
   * `when-required` never sends them. The default is `auto` for Amazon S3 and `when-required` for other vendors.
   */
  readonly checksum?: 'auto' | 'when-required';
}

export interface DestinationCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A finished film on the local disk. */
export interface FilmFile {
  readonly path: string;
  readonly bytes: number;
  /** The SHA-256 digest in lower-case hex. */
  readonly sha256: string;
  readonly contentType: string;
}

export interface SentFilm {
  /** The object's address, without a signature. */
  readonly url: string;
  /** The entity tag of the store with its quotes; null if the store returns none. */
  readonly etag: string | null;
}

export interface SendOptions {
  readonly policy: AddressPolicy;
  readonly signal: AbortSignal;
  /**
   * Called with the number of bytes that were sent so far. The number never falls, although parts are sent again after
   * a failure.
   */
  readonly onProgress?: (bytesSent: number) => void;
  /** The note of the upload in progress, so that the next `sendFilm` removes an upload that a crash interrupted. */
  readonly openUpload?: OpenUploadNote;
  readonly limits?: Partial<SendLimits>;
}

/**
 * A multipart upload that is neither completed nor aborted. `open`: the store's id is known. `opening`: this process
 * was about to open one at that time (milliseconds since 1970) and may not have received its id.
 */
export type OpenUpload =
  | { readonly kind: 'opening'; readonly since: number }
  | { readonly kind: 'open'; readonly id: string };

/** Stores an {@link OpenUpload}. The caller makes it durable, so that no crash leaves an upload at the store. */
export interface OpenUploadNote {
  /** The last note of an earlier attempt. */
  readonly previous: OpenUpload | null;
  /** Called before an upload is opened, after it is opened, and with null after it is completed or aborted. */
  readonly note: (upload: OpenUpload | null) => void;
  /** Returns whether an upload belongs to another film that is being sent to the same place. */
  readonly isAnothers: (uploadId: string) => boolean;
}

/** Limits of sending. Only tests change the defaults. */
export interface SendLimits {
  readonly connectMilliseconds: number;
  /** The longest silence of a connection. */
  readonly idleMilliseconds: number;
  /** A request may take a minute plus the time for its bytes at this rate. */
  readonly leastBytesPerSecond: number;
  readonly requestMilliseconds: number;
  /** The maximum number of attempts of a request, including the first. */
  readonly attempts: number;
  /** Waits before the next attempt; rejects with the signal's reason. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The options for removing an {@link OpenUpload}. */
export type ClearOptions = Pick<SendOptions, 'policy' | 'signal' | 'limits'> & Pick<OpenUploadNote, 'isAnothers'>;
