import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { TYPE_HEAD_BYTES } from '../assets/content-type.ts';
import { copy, copyTo, withFile } from '../files/copy-file.ts';
import { type FileSystem, systemCode } from '../files/file-system.ts';
import { digest } from '../storage/blobs/blobs.ts';
import type { WorkspaceBlobs } from '../storage/blobs/workspace-blobs.ts';
import type { StoredBlob } from '../storage/ports.ts';
import type { UploadFiles } from './upload-files.ts';
import type { UploadPlan } from './upload-plan.ts';
import { allChunks, type ChunkRow, type UploadRow, type UploadRows } from './upload-rows.ts';

interface AssemblyDependencies {
  readonly files: FileSystem;
  readonly blobs: WorkspaceBlobs;
  readonly rows: UploadRows;
  readonly uploadFiles: UploadFiles;
}

interface Assembled {
  readonly blob: StoredBlob;
  readonly head: Uint8Array;
}

const NEVER = new AbortController().signal;

/**
 * Makes the upload's file the blob of all its chunks. Most of them are in it at their slot already; the others are
 * brought there. At every moment the rows name bytes that are there, so that a crash loses nothing and the next finish
 * goes on. The file keeps its name here until the upload has ended.
 */
export async function assemble(dependencies: AssemblyDependencies, upload: UploadRow): Promise<Assembled> {
  const { files, blobs, rows, uploadFiles } = dependencies;
  const { plan } = upload;
  const data = uploadFiles.dataOf(upload.id);
  const chunks = await allChunks(rows, upload.id);
  const total = chunks.reduce((sum, { bytes }) => sum + bytes, 0);
  const look = await files.look(data);
  if (look?.size !== total || chunks.some((chunk) => !isAtItsSlot(plan, chunk))) {
    // An earlier finish that a crash ended may have left a blob that is this very file.
    await uploadFiles.makeOwn(upload.id);
    await moveToSlots(dependencies, upload, data, total);
  }
  const file = await files.open(data, 'r+');
  let blob: StoredBlob;
  const head = new Uint8Array(TYPE_HEAD_BYTES);
  let headBytes: number;
  try {
    blob = await digest(file.read, NEVER);
    headBytes = await file.read(head, 0);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await blobs.place(data, blob, 'link');
  } catch (error) {
    // Some file systems have no second names for a file.
    if (!WITHOUT_LINKS.has(systemCode(error instanceof Error ? error.cause : null) ?? '')) throw error;
    await storeCopy(dependencies, data, blob);
  }
  return { blob, head: head.subarray(0, headBytes) };
}

const WITHOUT_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EINVAL', 'EXDEV']);

function isAtItsSlot({ firstId }: UploadPlan, { chunkId, location }: ChunkRow): boolean {
  return location.kind === 'slot' && location.slot === chunkId - (firstId ?? 1);
}

async function moveToSlots(
  dependencies: AssemblyDependencies,
  upload: UploadRow,
  data: string,
  total: number,
): Promise<void> {
  const { files, rows, uploadFiles } = dependencies;
  const { plan, id } = upload;
  const folder = uploadFiles.folderOf(id);
  const target = await files.open(data, 'r+');
  try {
    // First what is in the slot of another chunk gets a file of its own, durably; then every slot is free.
    for (const chunk of await allChunks(rows, id)) {
      if (chunk.location.kind !== 'slot' || isAtItsSlot(plan, chunk)) continue;
      const file = randomUUID();
      await withFile(files, join(folder, file), 'wx+', async (own) => {
        const from = chunk.location.kind === 'slot' ? chunk.location.slot * plan.chunkSize : 0;
        await copy({ file: target, position: from }, { file: own, position: 0 }, chunk.bytes);
        await own.sync();
      });
      await files.syncFolder(folder);
      rows.movedChunk(id, chunk.chunkId, { kind: 'own', file });
    }
    for (const { chunkId, location, bytes } of await allChunks(rows, id)) {
      if (location.kind !== 'own') continue;
      const position = (chunkId - (plan.firstId ?? 1)) * plan.chunkSize;
      await withFile(files, join(folder, location.file), 'r', (own) =>
        copy({ file: own, position: 0 }, { file: target, position }, bytes),
      );
    }
    await target.truncate(total);
  } finally {
    await target.close();
  }
}

async function storeCopy({ files, blobs }: AssemblyDependencies, data: string, blob: StoredBlob): Promise<void> {
  using temporary = blobs.temporaryNames.take();
  await copyTo(files, data, temporary.path);
  await blobs.place(temporary.path, blob, 'rename');
}
