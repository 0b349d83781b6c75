import type { z } from 'zod';
import type * as shapes from '#shared/contract/shapes/farm-shapes.ts';
import type { FarmConfig, StoreConfig } from '../../farm/settings/farm-config.ts';
import type { FarmFields } from '../../farm/settings/farm-fields.ts';

export type FarmWish = z.output<typeof shapes.farmWish>;

/**
 * What is wished for, with the secrets that are kept where it leaves them out. They are kept for the address that they
 * were given for and no other: whoever may change the address would be sent them otherwise.
 */
export function withKeptSecrets(wish: FarmWish, kept: FarmConfig | null): Partial<FarmFields> {
  const username = emptyAsNull(wish.username);
  const endpoint = emptyAsNull(wish.endpoint);
  const isSameQueue = kept !== null && kept.queue.url === wish.queue && kept.queue.username === username;
  const keys = keptKeys(wish, endpoint, kept?.store ?? null);
  return {
    queue: wish.queue,
    username,
    password:
      wish.password === null ? null : (emptyAsNull(wish.password) ?? (isSameQueue ? kept.queue.password : null)),
    store: wish.store,
    endpoint,
    region: emptyAsNull(wish.region),
    accessKeyId: emptyAsNull(wish.accessKeyId) ?? keys?.accessKeyId ?? null,
    secretAccessKey: emptyAsNull(wish.secretAccessKey) ?? keys?.secretAccessKey ?? null,
  };
}

/** The kept keys, where neither is given and the bucket is still the same one. */
function keptKeys(
  wish: FarmWish,
  endpoint: string | null,
  kept: StoreConfig | null,
): { readonly accessKeyId: string; readonly secretAccessKey: string } | null {
  if (kept?.kind !== 's3' || kept.endpoint !== endpoint) return null;
  const isNamed = emptyAsNull(wish.accessKeyId) !== null || emptyAsNull(wish.secretAccessKey) !== null;
  return isNamed || bucketOf(wish.store) !== kept.bucket ? null : kept;
}

function bucketOf(store: string): string | null {
  return /^s3:\/\/([^/]+)/.exec(store)?.[1] ?? null;
}

function emptyAsNull(text: string | null | undefined): string | null {
  return text === undefined || text === null || text === '' ? null : text;
}
