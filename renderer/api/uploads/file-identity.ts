import type { Client } from '#shared/contract/client.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { usableName } from '#shared/names/usable-name.ts';
import { matchingChunks } from './content-match.ts';
import { fingerprintOf } from './digests.ts';
import type { OfferedFile, UploadJob } from './upload-ledger.ts';
import { fitsUpload } from './upload-plan.ts';
import type { UploadRecord } from './upload-records.ts';
import type { UploadRow, WaitReason } from './upload-row.ts';

/**
 * Whether a file is the one that an upload waits for, whatever it is called now: by the fingerprint where this page
 * began it, else by every chunk that the service has; by its name only where there are none.
 */
export async function isTheFile(
  client: Client<Response>,
  row: UploadRow,
  job: UploadJob,
  file: File,
): Promise<boolean> {
  const { fingerprint, upload } = job;
  const hasName = nameKey(usableName(file.name)) === nameKey(row.name);
  if (upload === null) return hasName;
  if (fingerprint !== null) return row.size === file.size && (await fingerprintOf(file)) === fingerprint;
  const { project } = row;
  const open = await client.call('readUpload', { parameters: { project, upload } }).catch(() => null);
  if (open === null || !fitsUpload(file.size, open)) return false;
  if (open.received.length === 0) return hasName;
  const matching = await matchingChunks(file, open, new AbortController().signal);
  return matching.size === open.received.length;
}

/** A file that the browser remembers, as it is found again. */
export interface RememberedFile {
  /** Null where it cannot be read without somebody's help. */
  readonly offered: OfferedFile | null;
  /** Why not. */
  readonly reason: WaitReason;
}

/** The file of a record, where it may be read without asking and is what it was. */
export async function rememberedFile({ handle, size, fingerprint }: UploadRecord): Promise<RememberedFile> {
  if (handle?.queryPermission === undefined) return { offered: null, reason: 'restarted' };
  const permission = await handle.queryPermission({ mode: 'read' }).catch(() => 'denied' as const);
  if (permission === 'denied') return { offered: null, reason: 'restarted' };
  if (permission === 'prompt') return { offered: null, reason: 'permission' };
  const file = await handle.getFile().catch(() => null);
  const isIt = file !== null && file.size === size && (await fingerprintOf(file).catch(() => null)) === fingerprint;
  return isIt ? { offered: { file, handle }, reason: 'restarted' } : { offered: null, reason: 'changed' };
}
