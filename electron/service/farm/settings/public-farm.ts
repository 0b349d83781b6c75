import type { FarmConfig } from './farm-config.ts';
import { storeText } from './farm-fields.ts';

/** What may be told of a farm's settings: no secret. */
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
