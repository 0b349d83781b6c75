import type { StoreConfig } from '../settings/farm-config.ts';
import { openObjectStorage } from './open-object-storage.ts';

/** Settles when something can be put there, read and removed. Throws what `ObjectStorage.check` does. */
export async function tryStore(config: StoreConfig, signal: AbortSignal): Promise<void> {
  const storage = await openObjectStorage(config);
  try {
    await storage.check(signal);
  } finally {
    storage.close();
  }
}
