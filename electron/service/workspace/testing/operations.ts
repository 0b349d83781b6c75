import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Workspace } from '#service/storage/stores.ts';
import { chunkOf, incoming, never, scratchWorkspace } from './scratch-workspace.ts';

/** An operation that a test interrupts or fails. `prepare` creates its initial state and returns the operation. */
export interface Operation {
  readonly name: string;
  prepare(workspace: Workspace): Promise<(workspace: Workspace) => Promise<unknown>>;
  /** Returns the state that users can see. */
  look(workspace: Workspace): unknown;
  /** Returns the final state: the bytes of the assets. */
  end(workspace: Workspace): Promise<unknown>;
}

/** Sends the second of two chunks of an upload and finishes it. */
async function finishUpload(workspace: Workspace): Promise<unknown> {
  const uid = project(workspace);
  for (const { id } of workspace.uploads.list(uid)) {
    await workspace.uploads.writeChunk(uid, id, 2, chunkOf('bb'));
    await workspace.uploads.finish(uid, id, never);
  }
  return contents(workspace);
}

/** Returns the only project of a workspace. Creates it if necessary. */
export function project(workspace: Workspace): string {
  return workspace.projects.list()[0]?.uid ?? workspace.projects.create('Films').uid;
}

/** Returns the names and bytes of the assets of the only project. */
export function contents(workspace: Workspace): unknown {
  const uid = project(workspace);
  return workspace.assets.list(uid).assets.map(({ name, sha256 }) => {
    return [name, readFileSync(workspace.blobs.pathOf(sha256), 'latin1')];
  });
}

export const operations: readonly Operation[] = [
  {
    name: 'put',
    prepare: async (workspace) => {
      await workspace.assets.put(project(workspace), 'a.txt', incoming('old'));
      return (now) => now.assets.put(project(now), 'a.txt', incoming('new'));
    },
    look: contents,
    end: async (workspace) => contents(workspace),
  },
  {
    name: 'chunk',
    prepare: async (workspace) => {
      const { id } = workspace.uploads.start(project(workspace), { name: 'f.mp4', chunkCount: 2, chunkSize: 4 });
      await workspace.uploads.writeChunk(project(workspace), id, 1, chunkOf('aaaa'));
      return (now) => now.uploads.writeChunk(project(now), id, 2, chunkOf('bb'));
    },
    look: (workspace) => workspace.uploads.list(project(workspace)).map(({ received }) => received),
    end: finishUpload,
  },
  {
    name: 'replacing chunk',
    prepare: async (workspace) => {
      const { id } = workspace.uploads.start(project(workspace), { name: 'f.mp4', chunkCount: 2, chunkSize: 4 });
      await workspace.uploads.writeChunk(project(workspace), id, 1, chunkOf('aaaa'));
      return (now) => now.uploads.writeChunk(project(now), id, 1, chunkOf('bbbb'));
    },
    look: (workspace) => workspace.uploads.list(project(workspace)).map(({ received }) => received),
    end: finishUpload,
  },
  {
    name: 'finish',
    prepare: async (workspace) => {
      const uid = project(workspace);
      const { id } = workspace.uploads.start(uid, { name: 'f.mp4', chunkCount: 4, chunkSize: 4 });
      // The chunks are out of order and replaced, which covers every way of assembling them.
      for (const [chunk, bytes] of [
        [2, 'cccc'],
        [1, 'xxxx'],
        [1, 'bbbb'],
        [0, 'aaaa'],
        [3, 'dd'],
      ] as const)
        await workspace.uploads.writeChunk(uid, id, chunk, chunkOf(bytes));
      return (now) => now.uploads.finish(project(now), id, never);
    },
    look: contents,
    end: async (workspace) => contents(workspace),
  },
  {
    name: 'taking over of a film',
    prepare: async (workspace) => {
      await workspace.assets.put(project(workspace), 'film.mp4', incoming('old film'));
      return async (now) => {
        // FFmpeg writes this file, not the storage.
        const path = join(now.workspace, 'rendering', 'film');
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, 'new film');
        const blob = await now.blobs.adopt(path, { signal: never });
        using _hold = now.blobs.hold(blob.sha256);
        return now.assets.assign(project(now), 'film.mp4', blob, 'video/mp4');
      };
    },
    look: contents,
    end: async (workspace) => contents(workspace),
  },
];

/** Returns the states after an operation without a fault. */
export async function resultOf(operation: Operation): Promise<{ readonly look: unknown; readonly end: unknown }> {
  await using scratch = await scratchWorkspace();
  const work = await operation.prepare(scratch.workspace);
  await work(scratch.workspace);
  return { look: operation.look(scratch.workspace), end: await operation.end(scratch.workspace) };
}
