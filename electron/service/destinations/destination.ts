import type { AddressPolicy } from '../network/address-guard.ts';

/**
 * The place to which a film is sent: an object in a store with the S3 protocol. It contains no secret, so it may be
 * stored.
 */
export interface Destination {
  readonly kind: 'object_store';
  readonly bucket: string;
  /** The object's key, with slashes for folders. */
  readonly filename: string;
  /** The address of the store, such as `https://minio.example:9000`; null for Amazon S3. */
  readonly endpoint: string | null;
  /** The region of the store; null for `us-east-1`, which the stores of other vendors also accept. */
  readonly region: string | null;
  /**
   * Whether to send checksums in addition to Content-MD5. `auto` sends them until the store answers 501, which means
   * that it does not support them. `when-required` never sends them. The default is `auto` for Amazon S3 and
   * `when-required` for other vendors.
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
  /** The address of the object, without a signature. */
  readonly url: string;
  /** The entity tag of the object with its quotes; null if the store returns none. */
  readonly etag: string | null;
}

export interface SendOptions {
  readonly policy: AddressPolicy;
  readonly signal: AbortSignal;
  /**
   * Called with the number of bytes that were sent so far. The number never decreases, even if parts are sent again
   * after a failure.
   */
  readonly onProgress?: (bytesSent: number) => void;
  /** The record of the upload in progress. With it, the next `sendFilm` removes an upload that a crash interrupted. */
  readonly openUpload?: OpenUploadNote;
  readonly limits?: Partial<SendLimits>;
}

/**
 * A multipart upload that has not ended. `open`: the id of the upload is known. `opening`: this process was opening an
 * upload at the time `since`, in milliseconds since 1970, and may not have received its id.
 */
export type OpenUpload =
  | { readonly kind: 'opening'; readonly since: number }
  | { readonly kind: 'open'; readonly id: string };

/** The record of an {@link OpenUpload}. The caller stores it durably, so that no crash leaves an upload open. */
export interface OpenUploadNote {
  /** The last record of an earlier attempt. */
  readonly previous: OpenUpload | null;
  /** Called before an upload is opened, after it is opened, and with null after it is completed or aborted. */
  readonly note: (upload: OpenUpload | null) => void;
  /** Checks whether an upload belongs to another film that is being sent to the same place. */
  readonly belongsToAnother: (uploadId: string) => boolean;
}

/** The limits of sending. Only tests change them. */
export interface SendLimits {
  readonly connectMilliseconds: number;
  /** The longest time for which a connection may be silent. */
  readonly idleMilliseconds: number;
  /** The minimum rate in bytes per second. A request may take a minute plus the time for its bytes at this rate. */
  readonly leastBytesPerSecond: number;
  readonly requestMilliseconds: number;
  /** The maximum number of attempts of a request, including the first. */
  readonly attempts: number;
  /** Waits before the next attempt. Rejects with the signal's reason. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The options for removing an {@link OpenUpload}. */
export type ClearOptions = Pick<SendOptions, 'policy' | 'signal' | 'limits'> & Pick<OpenUploadNote, 'belongsToAnother'>;
