/** The addresses of a farm's queue and store, and their keys. It contains secrets: never log or return it. */
export interface FarmConfig {
  readonly queue: QueueConfig;
  readonly store: StoreConfig;
}

export interface QueueConfig {
  /** `redis://` or `rediss://` (TLS), without user name and password. */
  readonly url: string;
  readonly username: string | null;
  readonly password: string | null;
  /** The PEM of the trusted certificate authorities; null for the system's. */
  readonly authority: string | null;
  /** The prefix of all names in the queue, which lets several farms share it. */
  readonly prefix: string;
}

export type StoreConfig =
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** The prefix of all keys, without leading or trailing slash; can be empty. */
      readonly prefix: string;
      /** The endpoint; null for Amazon S3. */
      readonly endpoint: string | null;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** The PEM of the trusted certificate authorities; null for the system's. */
      readonly authority: string | null;
    }
  /** The absolute path of a folder on a file system that all machines share. */
  | { readonly kind: 'folder'; readonly folder: string };

/** The settings of a farm without secrets. */
export interface PublicFarm {
  readonly queue: string;
  readonly username: string | null;
  readonly hasPassword: boolean;
  /** `s3://bucket/prefix`, or a folder. */
  readonly store: string;
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly hasKeys: boolean;
}

export function publicFarm({ queue, store }: FarmConfig): PublicFarm {
  const isBucket = store.kind === 's3';
  return {
    queue: queue.url,
    username: queue.username,
    hasPassword: queue.password !== null,
    store: storeText(store),
    endpoint: isBucket ? store.endpoint : null,
    region: isBucket ? store.region : null,
    hasKeys: isBucket,
  };
}

/** Returns `s3://bucket/prefix` or the folder, without secrets. */
export function storeText(store: StoreConfig): string {
  if (store.kind === 'folder') return store.folder;
  return `s3://${store.bucket}${store.prefix === '' ? '' : `/${store.prefix}`}`;
}
