import type { FileSystem, OpenFile } from '../../files/file-system.ts';
import { runPool } from '../../waiting/pool.ts';
import type { BlobDigest, BlobStage, StoredBlob } from '../ports.ts';
import { receiveInto } from './receive.ts';
import type { WorkspaceBlobs } from './workspace-blobs.ts';

/** Each waits for the disk some times, and not for the others. */
const PLACED_AT_ONCE = 4;

/** A scope for files that become blobs together: see {@link BlobStage}. */
export function createStage({
  files,
  blobs,
}: {
  readonly files: FileSystem;
  readonly blobs: WorkspaceBlobs;
}): BlobStage {
  const scope = new AsyncDisposableStack();
  const waiting = new Map<string, StoredBlob>();

  /** A new file with a stream in it; it goes with the scope, unless it has another name by then. */
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
      // In the order of closing and removing, which is the other way round.
      scope.defer(() => files.remove(path).catch(() => undefined));
      scope.defer(() => file.close());
      return { ...blob, read: (buffer, position) => file.read(buffer, position) };
    },
    write: async (source, options) => {
      const { path, file, blob } = await receive(source, { position: 0, ...options });
      waiting.set(path, blob);
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      return blob;
    },
    place: async () => {
      await runPool([...waiting], PLACED_AT_ONCE, null, async ([path, blob]) => {
        scope.use(blobs.hold(blob.sha256));
        await blobs.place(path, blob, 'rename');
        waiting.delete(path);
      });
    },
    [Symbol.asyncDispose]: async () => {
      for (const path of waiting.keys()) await files.remove(path).catch(() => undefined);
      await scope.disposeAsync();
    },
  };
}
