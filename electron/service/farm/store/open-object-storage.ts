import type { StoreConfig } from '../settings/farm-config.ts';
import { openFolderStorage } from './folder-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

/** Opens the storage that a configuration names. Nothing is asked of it yet: see {@link ObjectStorage.check}. */
export async function openObjectStorage(config: StoreConfig): Promise<ObjectStorage> {
  if (config.kind === 'folder') return openFolderStorage(config.folder);
  throw new Error('only folders so far');
}
