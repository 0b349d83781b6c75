import type { SendLimits } from '../../destinations/destination.ts';
import { storeAddress } from '../../destinations/store-address.ts';
import { openStore, SEND_LIMITS, type StoreSession } from '../../destinations/store-session.ts';
import type { AddressPolicy } from '../../network/address-guard.ts';
import type { StoreConfig } from '../settings/farm-config.ts';
import { checkKey } from './object-keys.ts';

export type BucketConfig = Extract<StoreConfig, { readonly kind: 's3' }>;

export interface BucketOptions {
  /** Instead of those of a farm; for tests. */
  readonly limits?: Partial<SendLimits>;
  /** Instead of the system's way to look a name up; for tests. */
  readonly resolve?: AddressPolicy['resolve'];
}

/** A farm's store is near, and somebody waits for what it has. */
const FARM_LIMITS: SendLimits = { ...SEND_LIMITS, requestMilliseconds: 30_000, leastBytesPerSecond: 32 * 1024 };
/** Parts are looked up side by side, and large objects go in several parts at a time. */
const CONNECTIONS = 32;

export interface BucketSession {
  /** For requests about the bucket. */
  readonly bucket: StoreSession;
  /** The same for an object. Throws {@link ServiceError} `destination/refused` for what is no key. */
  at(key: string): StoreSession;
  /** Before all keys, with its slash. */
  readonly prefix: string;
}

/** Opens no connection yet. Only the store's own host may be connected to, wherever it is: the operator chose it. */
export function openBucket(config: BucketConfig, options: BucketOptions): BucketSession {
  const { bucket: name, endpoint, region, accessKeyId, secretAccessKey, authority } = config;
  const prefix = config.prefix === '' ? '' : `${config.prefix}/`;
  const address = storeAddress({ kind: 'object_store', bucket: name, filename: `${prefix}key`, endpoint, region });
  const { resolve } = options;
  const policy: AddressPolicy = {
    allowHosts: new Set([address.endpoint.hostname, `${name}.${address.endpoint.hostname}`]),
    allowLoopback: false,
    ...(resolve !== undefined && { resolve }),
  };
  const bucket = openStore(
    address,
    { accessKeyId, secretAccessKey },
    {
      policy,
      limits: { ...FARM_LIMITS, ...options.limits },
      // Stores of other vendors need not know them.
      withChecksums: address.isAmazon,
      authority,
      connections: CONNECTIONS,
    },
  );
  return {
    bucket,
    prefix,
    at: (key) => {
      checkKey(key);
      return { ...bucket, address: { ...address, key: `${prefix}${key}` } };
    },
  };
}
