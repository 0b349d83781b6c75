import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { statement } from '../../../shared/statements/statement.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { FileSystem } from '../files/file-system.ts';
import { type Received, receiveInto } from '../storage/blobs/receive.ts';
import type { Clock, Database, ProjectUid } from '../storage/ports.ts';
import type { ReceivedChunk, UploadStore } from '../storage/stores.ts';
import type { UploadFiles } from './upload-files.ts';
import { planWith, type SizeProblem, sizeProblem, slotOf, tooLargeChunk, type UploadPlan } from './upload-plan.ts';
import { allChunks, type ChunkPlace, type UploadRow, type UploadRows } from './upload-rows.ts';
import type { UploadSession } from './upload-sessions.ts';

type ChunkBody = Parameters<UploadStore['writeChunk']>[3];

interface ChunkParts {
  readonly database: Database;
  readonly files: FileSystem;
  readonly rows: UploadRows;
  readonly uploadFiles: UploadFiles;
  /** Throws unless the upload is open. */
  readonly openRow: (project: ProjectUid, id: string) => UploadRow;
  readonly clock: Clock;
}

/**
 * Takes in one chunk. Its bytes go to their place in the upload's file if that place is free; a chunk that is already
 * durable, or is just being written by another request, keeps its bytes, and the new ones go to a file of their own.
 * The row is what counts: written when the bytes are on disk, it says which of them are the chunk.
 */
export async function takeChunk(
  parts: ChunkParts,
  session: UploadSession,
  upload: UploadRow,
  chunkId: number,
  body: ChunkBody,
): Promise<ReceivedChunk> {
  const { files, uploadFiles, rows } = parts;
  const plan = requirePlan(upload.plan, chunkId);
  session.presumedFirstId ??= plan.firstId;
  await uploadFiles.prepare(upload.id, session);

  const slot = slotOf({ ...plan, firstId: session.presumedFirstId }, chunkId);
  const isSlot = slot >= 0 && slot < plan.chunkCount;
  const inPlace = isSlot && !session.isTrimming && !session.slots.has(slot) && !rows.isSlotTaken(upload.id, slot);
  const place: ChunkPlace = inPlace ? { kind: 'slot', slot } : { kind: 'own', file: randomUUID() };
  const path =
    place.kind === 'slot' ? uploadFiles.dataOf(upload.id) : join(uploadFiles.folderOf(upload.id), place.file);
  if (inPlace) session.slots.add(slot);
  let kept = false;
  try {
    const position = inPlace ? slot * plan.chunkSize : 0;
    const signal = AbortSignal.any([body.signal, session.closing.signal]);
    const received = await write(files, path, place, { ...body, signal }, { plan, chunkId, position });
    if (place.kind === 'own') await files.syncFolder(uploadFiles.folderOf(upload.id));
    await parts.database.freeToWrite();
    session.closing.signal.throwIfAborted();
    const outcome = record(parts, upload, { chunkId, ...received, place });
    kept = outcome.kept;
    if (outcome.unused !== null) await discard(parts, upload, outcome.unused, session).catch(() => undefined);
    return { chunkId, size: received.bytes, sha256: received.sha256 };
  } finally {
    if (inPlace) session.slots.delete(slot);
    if (!kept) await discard(parts, upload, place, session).catch(() => undefined);
  }
}

async function write(
  files: FileSystem,
  path: string,
  place: ChunkPlace,
  body: ChunkBody,
  where: { readonly plan: UploadPlan; readonly chunkId: number; readonly position: number },
): Promise<Received> {
  const { plan, chunkId, position } = where;
  const wrongSize = (problem: SizeProblem): Error => new ServiceError('upload/chunk-size', problem);
  const tooLarge = (): Error => wrongSize(tooLargeChunk(plan, chunkId));
  // A handle of its own: a write that the disk lost is told to each handle once.
  const file = await files.open(path, place.kind === 'slot' ? 'r+' : 'wx+');
  try {
    const limits = { position, limitBytes: plan.chunkSize, tooLarge, signal: body.signal };
    const received = await receiveInto(file, body.stream, limits);
    const problem = sizeProblem(plan, chunkId, received.bytes);
    if (problem !== null) throw wrongSize(problem);
    if (body.sha256 !== null && body.sha256 !== received.sha256)
      throw new ServiceError('upload/digest', statement('upload/sha-256', { sha256: received.sha256 }));
    await file.sync();
    return received;
  } finally {
    await file.close();
  }
}

/** Makes the chunk count. Tells whether its bytes are the ones that count, and whose are not needed any more. */
function record(
  parts: ChunkParts,
  upload: UploadRow,
  chunk: Received & { readonly chunkId: number; readonly place: ChunkPlace },
): { readonly kept: boolean; readonly unused: ChunkPlace | null } {
  const { database, rows, clock, openRow } = parts;
  return database.transaction(() => {
    const plan = requirePlan(openRow(upload.project, upload.id).plan, chunk.chunkId);
    const problem = sizeProblem(plan, chunk.chunkId, chunk.bytes) ?? shortNeighbour(rows, upload.id, plan);
    if (problem !== null) throw new ServiceError('upload/chunk-size', problem);
    rows.touch(upload.id, clock(), plan);
    const before = rows.chunk(upload.id, chunk.chunkId);
    if (before !== null && before.sha256 === chunk.sha256 && before.bytes === chunk.bytes)
      return { kept: false, unused: null };
    rows.writeChunk(upload.id, chunk);
    return { kept: true, unused: before?.place ?? null };
  });
}

/** A short chunk that was the last as long as ids could have run from 0, and is not when they run from 1. */
function shortNeighbour(rows: UploadRows, id: string, plan: UploadPlan): SizeProblem | null {
  if (plan.firstId !== 1 || plan.chunkCount === 1) return null;
  const neighbour = rows.chunk(id, plan.chunkCount - 1);
  return neighbour === null ? null : sizeProblem(plan, neighbour.chunkId, neighbour.bytes);
}

function requirePlan(plan: UploadPlan, chunkId: number): UploadPlan {
  const next = planWith(plan, chunkId);
  if (next !== null) return next;
  throw new ServiceError('upload/chunk-id', statement('upload/ids', { first: plan.firstId, count: plan.chunkCount }));
}

/** Frees what bytes take that do not count. */
async function discard(parts: ChunkParts, upload: UploadRow, place: ChunkPlace, session: UploadSession): Promise<void> {
  const { files, uploadFiles } = parts;
  if (place.kind === 'own') return files.remove(join(uploadFiles.folderOf(upload.id), place.file));
  // Inside the file nothing can be freed; at its end it can, if nobody else is writing there.
  if (session.slots.size > 0 || session.isTrimming) return;
  session.isTrimming = true;
  try {
    await trim(parts, upload);
  } finally {
    session.isTrimming = false;
  }
}

/** Cuts off what comes after the last chunk that counts. */
async function trim({ files, uploadFiles, rows }: ChunkParts, { id, plan }: UploadRow): Promise<void> {
  let end = 0;
  for (const { place, bytes } of await allChunks(rows, id))
    if (place.kind === 'slot') end = Math.max(end, place.slot * plan.chunkSize + bytes);
  const data = uploadFiles.dataOf(id);
  const look = await files.look(data);
  if (look === null || look.links > 1 || look.size <= end) return;
  const file = await files.open(data, 'r+');
  try {
    await file.truncate(end);
  } finally {
    await file.close();
  }
}
