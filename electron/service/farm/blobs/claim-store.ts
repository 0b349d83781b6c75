import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { PRIVATE_FILE } from '../../files/rights.ts';
import type { TemporaryNames } from '../../storage/blobs/temporary-names.ts';
import type { StorageLogger } from '../../storage/health.ts';
import type { ObjectStorage } from '../store/object-storage.ts';
import type { StoredRows } from './stored-rows.ts';

/** Names whose blobs are in a store, and the store itself, so that another one in its place is known. */
const OWNER_KEY = 'owner';

const owner = z.object({ workspace: z.string().min(1).max(64), store: z.string().min(1).max(64) });
type Owner = z.output<typeof owner>;
const MOST_BYTES = 4096;

/**
 * Makes sure that the store is this workspace's: the first to come has it for good. Where it is another store than
 * before, or was emptied, nothing is known to be in it any more. Throws `workspace/foreign-store`, and what storage
 * throws.
 */
export async function claimStore(
  {
    storage,
    rows,
    temporaryNames,
    logger,
  }: {
    readonly storage: ObjectStorage;
    readonly rows: StoredRows;
    readonly temporaryNames: TemporaryNames;
    readonly logger: StorageLogger;
  },
  signal: AbortSignal,
): Promise<void> {
  const workspace = await rows.workspaceId();
  let found = await readOwner(storage, signal);
  if (found === null) {
    await writeOwner(storage, { workspace, store: randomUUID() }, temporaryNames, signal);
    // Two may have come at once: whoever wrote last has it.
    found = await readOwner(storage, signal);
  }
  if (found === null || found === 'unknown' || found.workspace !== workspace)
    throw new ServiceError('workspace/foreign-store', `(${storage.label})`);
  if (rows.setting('blob-store') === found.store) return;
  const count = await rows.forgetStored();
  if (count > 0)
    logger.warn({ store: storage.label, count }, 'the object store is new or was emptied; stored files are sent again');
  await rows.keepSetting('blob-store', found.store);
}

async function readOwner(storage: ObjectStorage, signal: AbortSignal): Promise<Owner | 'unknown' | null> {
  const content = await storage.read(OWNER_KEY, { start: 0, end: MOST_BYTES }, signal);
  if (content === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  try {
    return owner.parse(JSON.parse(Buffer.concat(pieces).toString('utf8')));
  } catch {
    // Somebody wrote it who is no workspace of this program.
    return 'unknown';
  }
}

async function writeOwner(
  storage: ObjectStorage,
  value: Owner,
  temporaryNames: TemporaryNames,
  signal: AbortSignal,
): Promise<void> {
  using temporary = temporaryNames.take();
  const { path } = temporary;
  const bytes = Buffer.from(JSON.stringify(value));
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: PRIVATE_FILE });
    await storage.put(OWNER_KEY, { path, bytes: bytes.length, sha256: sha256Of(bytes) }, { signal });
  } finally {
    await rm(path, { force: true });
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
