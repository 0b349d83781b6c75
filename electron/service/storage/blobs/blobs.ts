import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { invariant } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { FileSystem, OpenFile } from '../../files/file-system.ts';
import { receiveInto } from '../../files/receive-into.ts';
import { createKeyedLock } from '../../waiting/keyed-lock.ts';
import { runPool } from '../../waiting/pool.ts';
import type { BlobDigest, BlobStage, Clock, Database, StoredBlob } from '../ports.ts';
import { integer } from '../rows.ts';
import { readBlobFile } from './read-blob-file.ts';
import { createTemporaryNames } from './temporary-names.ts';
import type { WorkspaceBlobs } from './workspace-blobs.ts';

const READ_BYTES = 2 ** 20;

const INSERT_BLOB = `INSERT INTO blob (sha256, bytes, created_at, used_at) VALUES (?1, ?2, ?3, ?3)
  ON CONFLICT DO UPDATE SET bytes = ?2, created_at = ?3, used_at = ?3, is_here = 1`;

export function createBlobs(
  parts: {
    readonly files: FileSystem;
    readonly database: Database;
    readonly clock: Clock;
    /** Called after a blob was stored in the folder of the workspace. */
    readonly onPlaced?: () => void;
  },
  workspace: string,
): WorkspaceBlobs {
  const { files, database, clock, onPlaced } = parts;
  const temporaryNames = createTemporaryNames(workspace);
  const holdCounts = new Map<BlobDigest, number>();
  const lock = createKeyedLock();
  const foldersMade = new Set<string>();
  const pathOf = (sha256: BlobDigest): string =>
    join(workspace, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);

  /** Creates the folder of a blob and syncs its name in the two folders above. */
  const makeFolder = async (folder: string): Promise<void> => {
    if (foldersMade.has(folder)) return;
    await files.makeFolder(folder);
    await files.syncFolder(dirname(folder));
    await files.syncFolder(dirname(dirname(folder)));
    foldersMade.add(folder);
  };

  const place: WorkspaceBlobs['place'] = (path, { sha256, bytes }, how) =>
    lock.run(sha256, async () => {
      const target = pathOf(sha256);
      const row = database.get('SELECT bytes, is_here FROM blob WHERE sha256 = ?', sha256);
      const existing = await files.fileFacts(target);
      if (row?.['is_here'] === 1 && integer(row, 'bytes') === bytes && existing?.size === bytes) {
        // Restart the grace period of the blob, because it may be unused.
        await database.waitForWriteLock();
        database.run('UPDATE blob SET created_at = ? WHERE sha256 = ?', clock(), sha256);
        if (how === 'rename') await files.remove(path);
        return;
      }
      await makeFolder(dirname(target));
      // Replace a file without a row, which a crash left behind.
      if (how === 'link') {
        await files.remove(target);
        await files.link(path, target);
      } else await files.rename(path, target);
      try {
        await files.syncFolder(dirname(target));
        await database.waitForWriteLock();
        database.run(INSERT_BLOB, sha256, bytes, clock());
        onPlaced?.();
      } catch (error) {
        if (row?.['is_here'] !== 1) await files.remove(target).catch(() => undefined);
        throw error;
      }
    });

  const placeCopy: WorkspaceBlobs['placeCopy'] = (path, { sha256, bytes }) =>
    lock.run(sha256, async () => {
      const row = database.get('SELECT bytes FROM blob WHERE sha256 = ?', sha256);
      if (row === undefined || integer(row, 'bytes') !== bytes) {
        await files.remove(path);
        return false;
      }
      const target = pathOf(sha256);
      await makeFolder(dirname(target));
      await files.rename(path, target);
      await files.syncFolder(dirname(target));
      await database.waitForWriteLock();
      database.run('UPDATE blob SET is_here = 1, used_at = ? WHERE sha256 = ?', clock(), sha256);
      return true;
    });

  const blobs: WorkspaceBlobs = {
    put: async (source, { limitBytes, expectedSha256, signal }) => {
      using temporary = temporaryNames.take();
      const { path } = temporary;
      const file = await files.open(path, 'wx+');
      try {
        const tooLarge = (): Error =>
          new ServiceError('request/too-large', message('limit/bytes', { most: limitBytes }));
        let blob: StoredBlob;
        try {
          const received = await receiveInto(file, source, { position: 0, limitBytes, tooLarge, signal });
          if (expectedSha256 !== undefined && expectedSha256 !== received.sha256)
            throw new ServiceError('upload/digest', message('upload/sha-256', { sha256: received.sha256 }));
          blob = { sha256: received.sha256 as BlobDigest, bytes: received.bytes };
          await file.sync();
        } finally {
          await file.close();
        }
        await place(path, blob, 'rename');
        return blob;
      } catch (error) {
        await files.remove(path).catch(() => undefined);
        throw error;
      }
    },
    adopt: async (path, { signal }) => {
      const file = await files.open(path, 'r+');
      let blob: StoredBlob;
      try {
        blob = await digest(file.read, signal);
        await file.sync();
      } finally {
        await file.close();
      }
      await place(path, blob, 'rename');
      return blob;
    },
    place,
    placeCopy,
    pathOf,
    atHand: async (sha256, signal) => {
      signal.throwIfAborted();
      requireLocal(database, sha256);
      return pathOf(sha256);
    },
    read: async (sha256, range) => {
      requireLocal(database, sha256);
      const content = await readBlobFile({ database, path: pathOf(sha256) }, sha256, range);
      if (content === null) throw new ServiceError('storage/missing');
      return content;
    },
    inStore: async () => undefined,
    acceptStored: async (sha256) => {
      invariant(false, `there is no store that could have ${sha256}`);
    },
    addressOf: async () => null,
    hold: (sha256) => {
      holdCounts.set(sha256, (holdCounts.get(sha256) ?? 0) + 1);
      let released = false;
      return {
        [Symbol.dispose]: () => {
          if (released) return;
          released = true;
          const remaining = (holdCounts.get(sha256) ?? 1) - 1;
          if (remaining === 0) holdCounts.delete(sha256);
          else holdCounts.set(sha256, remaining);
        },
      };
    },
    temporaryNames,
    isHeld: (sha256) => holdCounts.has(sha256),
    exclusively: (sha256, work) => lock.run(sha256, work),
    stage: () => createStage({ files, blobs }),
  };
  return blobs;
}

/**
 * Throws `storage/away` for a blob that is only in a storage that this service does not use. The blob is available
 * again when the service starts with that storage.
 */
function requireLocal(database: Database, sha256: BlobDigest): void {
  if (database.get('SELECT 1 FROM blob WHERE sha256 = ? AND is_here = 0', sha256) === undefined) return;
  throw new ServiceError('storage/away', message('storage/no-store'));
}

/** Returns the digest and the length of a file. Hashes one part while it reads the next. */
export async function digest(
  read: (buffer: Uint8Array, position: number) => Promise<number>,
  signal: AbortSignal,
): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let buffers: readonly [Uint8Array, Uint8Array] = [new Uint8Array(READ_BYTES), new Uint8Array(READ_BYTES)];
  let bytes = 0;
  let count = await read(buffers[0], 0);
  while (count > 0) {
    signal.throwIfAborted();
    bytes += count;
    const next = read(buffers[1], bytes);
    hash.update(buffers[0].subarray(0, count));
    count = await next;
    buffers = [buffers[1], buffers[0]];
  }
  return { sha256: hash.digest('hex') as BlobDigest, bytes };
}

/** The maximum number of simultaneous placements. Each placement waits for the disk several times. */
const PLACED_AT_ONCE = 4;

/** Creates a scope for files that become blobs together: see {@link BlobStage}. */
function createStage({ files, blobs }: { readonly files: FileSystem; readonly blobs: WorkspaceBlobs }): BlobStage {
  const scope = new AsyncDisposableStack();
  const unplaced = new Map<string, StoredBlob>();

  /** Receives a stream into a new file. At its end, the scope deletes the file unless it was renamed. */
  const receive = async (
    source: AsyncIterable<Uint8Array>,
    options: Parameters<typeof receiveInto>[2],
  ): Promise<{ readonly path: string; readonly file: OpenFile; readonly blob: StoredBlob }> => {
    const { path } = scope.use(blobs.temporaryNames.take());
    const file = await files.open(path, 'wx+');
    try {
      const { sha256, bytes } = await receiveInto(file, source, options);
      return { path, file, blob: { sha256: sha256 as BlobDigest, bytes } };
    } catch (error) {
      await file.close();
      await files.remove(path).catch(() => undefined);
      throw error;
    }
  };

  return {
    scratch: async (source, options) => {
      const { path, file, blob } = await receive(source, { position: 0, ...options });
      // The scope calls these functions in reverse order: it closes the file and then removes it.
      scope.defer(() => files.remove(path).catch(() => undefined));
      scope.defer(() => file.close());
      return { ...blob, read: (buffer, position) => file.read(buffer, position) };
    },
    write: async (source, options) => {
      const { path, file, blob } = await receive(source, { position: 0, ...options });
      unplaced.set(path, blob);
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      return blob;
    },
    place: async () => {
      await runPool([...unplaced], PLACED_AT_ONCE, null, async ([path, blob]) => {
        scope.use(blobs.hold(blob.sha256));
        await blobs.place(path, blob, 'rename');
        unplaced.delete(path);
      });
    },
    [Symbol.asyncDispose]: async () => {
      for (const path of unplaced.keys()) await files.remove(path).catch(() => undefined);
      await scope.disposeAsync();
    },
  };
}
