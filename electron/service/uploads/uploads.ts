import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { announcedType, TYPE_HEAD_BYTES, typeOfBytes } from '../assets/content-type.ts';
import { ServiceError } from '../errors/service-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { copy, copyTo, withFile } from '../files/copy-file.ts';
import type { FileSystem } from '../files/file-system.ts';
import { digest } from '../storage/blobs/blobs.ts';
import type { WorkspaceBlobs } from '../storage/blobs/workspace-blobs.ts';
import { checkedName } from '../storage/checked-name.ts';
import type { Clock, Database, EventLog, ProjectUid, StoredBlob } from '../storage/ports.ts';
import type { Asset, AssetStore, ProjectStore, Upload, UploadStore } from '../storage/stores.ts';
import { receiveChunk } from './upload-chunks.ts';
import { createUploadFiles, type UploadFiles } from './upload-files.ts';
import { missingIds, type UploadPlan } from './upload-plan.ts';
import { allChunks, type ChunkRow, createUploadRows, type UploadRow, type UploadRows } from './upload-rows.ts';
import { createUploadSessions } from './upload-sessions.ts';

export const UPLOAD_LIFE = serviceLimits.uploadDays * 24 * 3600 * 1000;

/** The uploads of a workspace, with the operations that the sweep needs. */
export interface WorkspaceUploads extends UploadStore {
  /** Checks whether a request is changing the upload now. */
  isBusy(id: string): boolean;
}

interface UploadDependencies {
  readonly database: Database;
  readonly files: FileSystem;
  readonly blobs: WorkspaceBlobs;
  readonly events: EventLog;
  readonly projects: ProjectStore;
  readonly assets: AssetStore;
  readonly clock: Clock;
}

/**
 * Creates the store of chunked uploads. Uploads are resumable, and chunks can arrive in any order. Each step is durable
 * before it is answered.
 */
export function createUploadStore(dependencies: UploadDependencies, workspace: string): WorkspaceUploads {
  const { database, files, blobs, events, projects, assets, clock } = dependencies;
  const rows = createUploadRows(database);
  const sessions = createUploadSessions();
  const uploadFiles = createUploadFiles(files, blobs.temporaryNames, workspace);

  const isExpired = (row: UploadRow): boolean =>
    row.state === 'expired' ||
    (row.state === 'open' && clock() - row.touchedAt > UPLOAD_LIFE && !sessions.isBusy(row.id));
  /**
   * Returns the row of an open or finished upload. Throws `upload/expired` for an expired upload, and otherwise
   * `upload/not-found`.
   */
  const knownRow = (project: string, id: string): UploadRow => {
    const row = rows.read(projects.require(project), id);
    if (row.state === 'abandoned') throw new ServiceError('upload/not-found', message('upload/abandoned'));
    if (isExpired(row)) throw new ServiceError('upload/expired');
    return row;
  };
  const openRow = (project: ProjectUid, id: string): UploadRow => {
    const row = knownRow(project, id);
    if (row.state !== 'open') throw new ServiceError('upload/finished');
    return row;
  };
  const uploadOf = (row: UploadRow, chunks: readonly ChunkRow[]): Upload => {
    const received = chunks.map(({ chunkId, bytes, sha256 }) => ({ chunkId, size: bytes, sha256 }));
    return {
      id: row.id,
      project: row.project,
      name: row.name,
      chunkCount: row.plan.chunkCount,
      chunkSize: row.plan.chunkSize,
      state: row.state === 'finished' ? 'finished' : 'open',
      received,
      missing: missingIds(row.plan, new Set(received.map(({ chunkId }) => chunkId))),
      bytesReceived: received.reduce((sum, { size }) => sum + size, 0),
      createdAt: row.createdAt,
      expiresAt: row.touchedAt + UPLOAD_LIFE,
    };
  };
  const recordState = (row: UploadRow, state: 'open' | 'finished' | 'abandoned'): void =>
    events.record({ type: 'upload.changed', project: row.project, data: { id: row.id, name: row.name, state } });

  const finishOpen = (row: UploadRow): Promise<Asset> =>
    sessions.runAlone(row.id, async (session) => {
      const { blob, head } = await assemble({ files, blobs, rows, uploadFiles }, row);
      using _ = blobs.hold(blob.sha256);
      await database.waitForWriteLock();
      // Turn the upload into the asset in one transaction.
      const asset = database.transaction(() => {
        openRow(row.project, row.id);
        const type = announcedType(null, row.name) ?? typeOfBytes(head);
        const saved = assets.assign(row.project, row.name, blob, type);
        rows.finish(row.id, JSON.stringify(saved), clock());
        recordState(row, 'finished');
        return saved;
      });
      await files.remove(uploadFiles.folderOf(row.id)).catch(() => undefined);
      session.finishing = null;
      return asset;
    });

  return {
    isBusy: sessions.isBusy,
    start: (project, { name, chunkCount, chunkSize }) => {
      const uid = projects.require(project);
      checkedName(name, 'asset/invalid-name');
      requireCount('chunk_count', chunkCount, serviceLimits.chunkCount);
      requireCount('chunk_size', chunkSize, serviceLimits.chunkBytes);
      const id = randomBytes(18).toString('hex');
      return database.transaction(() => {
        if (rows.countOpen(uid, clock() - UPLOAD_LIFE) >= serviceLimits.openUploads)
          throw new ServiceError('access/too-many', message('upload/open-ones', { most: serviceLimits.openUploads }));
        rows.insert({ id, project: uid, name, plan: { chunkCount, chunkSize, firstId: null }, createdAt: clock() });
        const row = rows.read(uid, id);
        recordState(row, 'open');
        return uploadOf(row, []);
      });
    },
    list: (project) =>
      rows
        .openUploads(projects.require(project))
        .filter((row) => !isExpired(row))
        .map((row) => uploadOf(row, rows.chunks(row.id))),
    openIds: (project) =>
      rows
        .openUploads(projects.require(project))
        .filter((row) => !isExpired(row))
        .map(({ id }) => id),
    read: (project, id) => uploadOf(knownRow(project, id), rows.chunks(id)),
    readInPieces: async (project, id) => {
      const chunks = await allChunks(rows, knownRow(project, id).id);
      return uploadOf(knownRow(project, id), chunks);
    },
    writeChunk: async (project, id, chunkId, body) => {
      const row = openRow(projects.require(project), id);
      const chunk = await sessions.write(id, (session) =>
        receiveChunk({ database, files, rows, uploadFiles, openRow, clock }, session, row, chunkId, body),
      );
      const { project: uid, name } = row;
      events.announce({ type: 'upload.changed', project: uid, data: { id, name, state: 'open', chunkId } });
      return chunk;
    },
    finish: async (project, id, signal) => {
      signal.throwIfAborted();
      const row = knownRow(project, id);
      if (row.state === 'finished') return answerOf(row);
      const running = sessions.find(id)?.finishing ?? null;
      if (running !== null) return running;
      // Compare only the number of chunks, because all recorded ids are distinct and valid.
      if (rows.countChunks(id) < row.plan.chunkCount) {
        const received = new Set((await allChunks(rows, id)).map(({ chunkId }) => chunkId));
        const missing = missingIds(row.plan, received);
        throw new ServiceError('upload/incomplete', missingChunksMessage(missing), { missing });
      }
      const finishing = finishOpen(row);
      const session = sessions.find(id);
      if (session !== null) session.finishing = finishing;
      return finishing;
    },
    abandon: async (project, id) => {
      const row = openRow(projects.require(project), id);
      if (sessions.find(id)?.closing.signal.aborted === true) throw new ServiceError('upload/finished');
      database.transaction(() => {
        rows.end(id, 'abandoned', clock());
        recordState(row, 'abandoned');
      });
      await sessions.runAlone(id, () => files.remove(uploadFiles.folderOf(id)).catch(() => undefined));
    },
  };
}

function requireCount(name: string, value: number, limit: number): void {
  if (!Number.isInteger(value) || value < 1 || value > limit)
    throw new ServiceError('request/invalid', message('upload/whole-number', { field: name, most: limit }));
}

/** Returns the stored answer of a finish. The asset may have changed since then. */
function answerOf(row: UploadRow): Asset {
  if (row.answer === null) throw new ServiceError('upload/finished');
  // The cast is safe: only a finish writes the column.
  return JSON.parse(row.answer) as Asset;
}

function missingChunksMessage(missing: readonly number[]): Message {
  return message('upload/missing', { chunks: missing.slice(0, 10), count: missing.length });
}

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
 * Assembles the upload's file into a blob. Most chunks are already in their slots; the others are moved there. The rows
 * always refer to existing bytes, so no chunk is lost in a crash, and the next finish continues. The file keeps its
 * name until the upload has ended.
 */
async function assemble(dependencies: AssemblyDependencies, upload: UploadRow): Promise<Assembled> {
  const { files, blobs, rows, uploadFiles } = dependencies;
  const { plan } = upload;
  const data = uploadFiles.dataOf(upload.id);
  const chunks = await allChunks(rows, upload.id);
  const total = chunks.reduce((sum, { bytes }) => sum + bytes, 0);
  const facts = await files.fileFacts(data);
  if (facts?.size !== total || chunks.some((chunk) => !isAtItsSlot(plan, chunk))) {
    // An interrupted finish may have made this file a blob.
    await uploadFiles.copyIfShared(upload.id);
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
    // Copy the file on file systems without hard links.
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
    // First move chunks in the slots of other chunks to separate files, and sync them. Then every slot is free.
    for (const chunk of await allChunks(rows, id)) {
      if (chunk.location.kind !== 'slot' || isAtItsSlot(plan, chunk)) continue;
      const file = randomUUID();
      await withFile(files, join(folder, file), 'wx+', async (separateFile) => {
        const from = chunk.location.kind === 'slot' ? chunk.location.slot * plan.chunkSize : 0;
        await copy({ file: target, position: from }, { file: separateFile, position: 0 }, chunk.bytes);
        await separateFile.sync();
      });
      await files.syncFolder(folder);
      rows.moveChunk(id, chunk.chunkId, { kind: 'own', file });
    }
    for (const { chunkId, location, bytes } of await allChunks(rows, id)) {
      if (location.kind !== 'own') continue;
      const position = (chunkId - (plan.firstId ?? 1)) * plan.chunkSize;
      await withFile(files, join(folder, location.file), 'r', (separateFile) =>
        copy({ file: separateFile, position: 0 }, { file: target, position }, bytes),
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
