import type { StoreConfig } from '../settings/farm-config.ts';
import type { BucketOptions } from './bucket-transfer.ts';
import { openFolderStorage } from './folder-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

/**
 * Opens the storage that a configuration names. Nothing is asked of it yet: see {@link ObjectStorage.check}. Throws
 * `ServiceError` `destination/refused` for a bucket or an endpoint that cannot be one.
 */
export async function openObjectStorage(config: StoreConfig, options: BucketOptions = {}): Promise<ObjectStorage> {
  if (config.kind === 'folder') return openFolderStorage(config.folder);
  // The client is large, and a service without a farm does without it.
  const { openBucketStorage } = await import('./bucket-storage.ts');
  return openBucketStorage(config, options);
}

/** Settles when something can be put there, read and removed. Throws what `ObjectStorage.check` does. */
export async function tryStore(config: StoreConfig, signal: AbortSignal): Promise<void> {
  const storage = await openObjectStorage(config);
  try {
    await storage.check(signal);
  } finally {
    storage.close();
  }
}
