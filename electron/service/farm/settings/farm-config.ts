/** Where the queue and the storage of a farm are, and the keys to them. Holds secrets: never logged, never answered. */
export interface FarmConfig {
  readonly queue: QueueConfig;
  readonly store: StoreConfig;
}

export interface QueueConfig {
  /** `redis://` or `rediss://` (TLS), without name and password. */
  readonly url: string;
  readonly username: string | null;
  readonly password: string | null;
  /** PEM of the authorities that are trusted instead of the system's; null for those. */
  readonly authority: string | null;
  /** Before the names of everything in the queue, so that several farms can share one. */
  readonly prefix: string;
}

export type StoreConfig =
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** Before all keys, without slashes at its ends; empty for none. */
      readonly prefix: string;
      /** Null for Amazon S3 itself. */
      readonly endpoint: string | null;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** PEM, as of the queue. */
      readonly authority: string | null;
    }
  /** Absolute; on a file system that all machines share. */
  | { readonly kind: 'folder'; readonly folder: string };
