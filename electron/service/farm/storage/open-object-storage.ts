import type { StoreConfig } from '../settings/farm-config.ts';
import type { BucketOptions } from './bucket-session.ts';
import { openFolderStorage } from './folder-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

/**
 * Opens the storage of a configuration without contacting it; see {@link ObjectStorage.check}. Throws a `ServiceError`
 * `destination/refused` for an invalid bucket or endpoint.
 */
export async function openObjectStorage(config: StoreConfig, options: BucketOptions = {}): Promise<ObjectStorage> {
  if (config.kind === 'folder') return openFolderStorage(config.folder);
  // Import the S3 client only for a bucket, because it is large.
  const { openBucketStorage } = await import('./bucket-storage.ts');
  return openBucketStorage(config, options);
}

/** Checks that an object can be put, read, and removed. Throws the errors of `ObjectStorage.check`. */
export async function tryStore(config: StoreConfig, signal: AbortSignal): Promise<void> {
  const storage = await openObjectStorage(config);
  try {
    await storage.check(signal);
  } finally {
    storage.close();
  }
}
