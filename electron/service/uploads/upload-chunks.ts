import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { FileSystem } from '../files/file-system.ts';
import { type ReceivedFile, receiveInto } from '../files/receive-into.ts';
import type { Clock, Database, ProjectUid } from '../storage/ports.ts';
import type { ReceivedChunk, UploadStore } from '../storage/stores.ts';
import type { UploadFiles } from './upload-files.ts';
import { planWith, type SizeProblem, sizeProblem, slotOf, tooLargeChunk, type UploadPlan } from './upload-plan.ts';
import { allChunks, type ChunkLocation, type UploadRow, type UploadRows } from './upload-rows.ts';
import type { UploadSession } from './upload-sessions.ts';

type ChunkBody = Parameters<UploadStore['writeChunk']>[3];

interface ChunkDependencies {
  readonly database: Database;
  readonly files: FileSystem;
  readonly rows: UploadRows;
  readonly uploadFiles: UploadFiles;
  /** Throws unless the upload is open. */
  readonly openRow: (project: ProjectUid, id: string) => UploadRow;
  readonly clock: Clock;
}

/**
 * Receives one chunk. Writes its bytes to its slot in the upload's file if the slot is free. Otherwise, writes them to
 * a separate file: the chunk may already be durable, or another request may be writing it. After the bytes are on disk,
 * writes the row, which contains their location.
 */
export async function receiveChunk(
  dependencies: ChunkDependencies,
  session: UploadSession,
  upload: UploadRow,
  chunkId: number,
  body: ChunkBody,
): Promise<ReceivedChunk> {
  const { files, uploadFiles, rows } = dependencies;
  const plan = requirePlan(upload.plan, chunkId);
  session.presumedFirstId ??= plan.firstId;
  await uploadFiles.prepare(upload.id, session);

  const slot = slotOf({ ...plan, firstId: session.presumedFirstId }, chunkId);
  const isSlot = slot >= 0 && slot < plan.chunkCount;
  const atSlot = isSlot && !session.isTrimming && !session.slots.has(slot) && !rows.isSlotTaken(upload.id, slot);
  const location: ChunkLocation = atSlot ? { kind: 'slot', slot } : { kind: 'own', file: randomUUID() };
  const path =
    location.kind === 'slot' ? uploadFiles.dataOf(upload.id) : join(uploadFiles.folderOf(upload.id), location.file);
  if (atSlot) session.slots.add(slot);
  let isRecorded = false;
  try {
    const position = atSlot ? slot * plan.chunkSize : 0;
    const signal = AbortSignal.any([body.signal, session.closing.signal]);
    const received = await write(files, path, location, { ...body, signal }, { plan, chunkId, position });
    if (location.kind === 'own') await files.syncFolder(uploadFiles.folderOf(upload.id));
    await dependencies.database.waitForWriteLock();
    session.closing.signal.throwIfAborted();
    const outcome = record(dependencies, upload, { chunkId, ...received, location });
    isRecorded = outcome.isRecorded;
    if (outcome.unused !== null) await discard(dependencies, upload, outcome.unused, session).catch(() => undefined);
    return { chunkId, size: received.bytes, sha256: received.sha256 };
  } finally {
    if (atSlot) session.slots.delete(slot);
    if (!isRecorded) await discard(dependencies, upload, location, session).catch(() => undefined);
  }
}

async function write(
  files: FileSystem,
  path: string,
  location: ChunkLocation,
  body: ChunkBody,
  target: { readonly plan: UploadPlan; readonly chunkId: number; readonly position: number },
): Promise<ReceivedFile> {
  const { plan, chunkId, position } = target;
  const wrongSize = (problem: SizeProblem): Error => new ServiceError('upload/chunk-size', problem);
  const tooLarge = (): Error => wrongSize(tooLargeChunk(plan, chunkId));
  // Use a separate handle, because the kernel reports a lost write only once per handle.
  const file = await files.open(path, location.kind === 'slot' ? 'r+' : 'wx+');
  try {
    const limits = { position, limitBytes: plan.chunkSize, tooLarge, signal: body.signal };
    const received = await receiveInto(file, body.stream, limits);
    const problem = sizeProblem(plan, chunkId, received.bytes);
    if (problem !== null) throw wrongSize(problem);
    if (body.sha256 !== null && body.sha256 !== received.sha256)
      throw new ServiceError('upload/digest', message('upload/sha-256', { sha256: received.sha256 }));
    await file.sync();
    return received;
  } finally {
    await file.close();
  }
}

/** Records the chunk. Returns whether its new bytes are used, and the location of unused bytes. */
function record(
  dependencies: ChunkDependencies,
  upload: UploadRow,
  chunk: ReceivedFile & { readonly chunkId: number; readonly location: ChunkLocation },
): { readonly isRecorded: boolean; readonly unused: ChunkLocation | null } {
  const { database, rows, clock, openRow } = dependencies;
  return database.transaction(() => {
    const plan = requirePlan(openRow(upload.project, upload.id).plan, chunk.chunkId);
    const problem = sizeProblem(plan, chunk.chunkId, chunk.bytes) ?? shortNeighbor(rows, upload.id, plan);
    if (problem !== null) throw new ServiceError('upload/chunk-size', problem);
    rows.touch(upload.id, clock(), plan);
    const previous = rows.chunk(upload.id, chunk.chunkId);
    if (previous !== null && previous.sha256 === chunk.sha256 && previous.bytes === chunk.bytes)
      return { isRecorded: false, unused: null };
    rows.recordChunk(upload.id, chunk);
    return { isRecorded: true, unused: previous?.location ?? null };
  });
}

/**
 * Returns the problem of a short chunk that was accepted as the last one while ids could start at 0; null if there is
 * none. If ids start at 1, another chunk follows it.
 */
function shortNeighbor(rows: UploadRows, id: string, plan: UploadPlan): SizeProblem | null {
  if (plan.firstId !== 1 || plan.chunkCount === 1) return null;
  const neighbor = rows.chunk(id, plan.chunkCount - 1);
  return neighbor === null ? null : sizeProblem(plan, neighbor.chunkId, neighbor.bytes);
}

function requirePlan(plan: UploadPlan, chunkId: number): UploadPlan {
  const next = planWith(plan, chunkId);
  if (next !== null) return next;
  throw new ServiceError('upload/chunk-id', message('upload/ids', { first: plan.firstId, count: plan.chunkCount }));
}

/** Frees the disk space of bytes that belong to no recorded chunk. */
async function discard(
  dependencies: ChunkDependencies,
  upload: UploadRow,
  location: ChunkLocation,
  session: UploadSession,
): Promise<void> {
  const { files, uploadFiles } = dependencies;
  if (location.kind === 'own') return files.remove(join(uploadFiles.folderOf(upload.id), location.file));
  // Bytes inside of the file cannot be freed. Bytes at its end can be freed unless another request is writing into the
  // file.
  if (session.slots.size > 0 || session.isTrimming) return;
  session.isTrimming = true;
  try {
    await trim(dependencies, upload);
  } finally {
    session.isTrimming = false;
  }
}

/** Truncates the file after the last recorded chunk. */
async function trim({ files, uploadFiles, rows }: ChunkDependencies, { id, plan }: UploadRow): Promise<void> {
  let end = 0;
  for (const { location, bytes } of await allChunks(rows, id))
    if (location.kind === 'slot') end = Math.max(end, location.slot * plan.chunkSize + bytes);
  const data = uploadFiles.dataOf(id);
  const facts = await files.fileFacts(data);
  if (facts === null || facts.links > 1 || facts.size <= end) return;
  const file = await files.open(data, 'r+');
  try {
    await file.truncate(end);
  } finally {
    await file.close();
  }
}
