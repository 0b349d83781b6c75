import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { statement } from '../../../../shared/statements/statement.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { FileSystem } from '../../files/file-system.ts';
import { createKeyedLock } from '../../waiting/keyed-lock.ts';
import type { BlobDigest, Clock, Database, StoredBlob } from '../ports.ts';
import { integer } from '../rows.ts';
import { receiveInto } from './receive.ts';
import { createStage } from './stage.ts';
import { createTemporaryNames } from './temporary-names.ts';
import type { WorkspaceBlobs } from './workspace-blobs.ts';

const READ_BYTES = 2 ** 20;

export function createBlobs(
  parts: {
    readonly files: FileSystem;
    readonly database: Database;
    readonly clock: Clock;
  },
  workspace: string,
): WorkspaceBlobs {
  const { files, database, clock } = parts;
  const temporaryNames = createTemporaryNames(workspace);
  const held = new Map<BlobDigest, number>();
  const lock = createKeyedLock();
  const foldersMade = new Set<string>();
  const pathOf = (sha256: BlobDigest): string =>
    join(workspace, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);

  /** The folder of a blob, its name in the folders above durable. */
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
      const row = database.get('SELECT bytes FROM blob WHERE sha256 = ?', sha256);
      const there = await files.look(target);
      if (row !== undefined && integer(row, 'bytes') === bytes && there?.size === bytes) {
        // Nobody may need it any more: its grace begins again.
        await database.freeToWrite();
        database.run('UPDATE blob SET created_at = ? WHERE sha256 = ?', clock(), sha256);
        if (how === 'rename') await files.remove(path);
        return;
      }
      await makeFolder(dirname(target));
      // A file without a row is what a crash left: it is not trusted.
      if (how === 'link') {
        await files.remove(target);
        await files.link(path, target);
      } else await files.rename(path, target);
      try {
        await files.syncFolder(dirname(target));
        await database.freeToWrite();
        database.run(
          'INSERT INTO blob (sha256, bytes, created_at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes, created_at = excluded.created_at',
          sha256,
          bytes,
          clock(),
        );
      } catch (error) {
        if (row === undefined) await files.remove(target).catch(() => undefined);
        throw error;
      }
    });

  const blobs: WorkspaceBlobs = {
    put: async (source, { limitBytes, expectedSha256, signal }) => {
      using temporary = temporaryNames.take();
      const { path } = temporary;
      const file = await files.open(path, 'wx+');
      try {
        const tooLarge = (): Error =>
          new ServiceError('request/too-large', statement('limit/bytes', { most: limitBytes }));
        let blob: StoredBlob;
        try {
          const received = await receiveInto(file, source, { position: 0, limitBytes, tooLarge, signal });
          if (expectedSha256 !== undefined && expectedSha256 !== received.sha256)
            throw new ServiceError('upload/digest', statement('upload/sha-256', { sha256: received.sha256 }));
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
    pathOf,
    hold: (sha256) => {
      held.set(sha256, (held.get(sha256) ?? 0) + 1);
      let released = false;
      return {
        [Symbol.dispose]: () => {
          if (released) return;
          released = true;
          const left = (held.get(sha256) ?? 1) - 1;
          if (left === 0) held.delete(sha256);
          else held.set(sha256, left);
        },
      };
    },
    temporaryNames,
    isHeld: (sha256) => held.has(sha256),
    exclusively: (sha256, work) => lock.run(sha256, work),
    stage: () => createStage({ files, blobs }),
  };
  return blobs;
}

/** Digest and length of a file, one part hashed while the next is read. */
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
