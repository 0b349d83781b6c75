import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BlobDigest } from '#service/storage/ports.ts';
import { codeOf, never, sha256 } from '#service/workspace/testing/scratch-workspace.ts';
import { fc } from '#shared/testing/properties.ts';
import { amount } from '#shared/testing/scale.ts';
import { openFolderStorage } from '../storage/folder-storage.ts';
import { blobKey } from '../storage/object-storage.ts';
import { unreachableError } from './testing/faulty-storage.ts';
import { type StoredWorkspace, storedWorkspace } from './testing/stored-workspace.ts';

const RUNS = amount('modelRuns');
const MINUTE = 60_000;

/** Random events of a workspace and its store. No event may lose a blob that has a row. */
const steps = {
  put: (world, content) => world.put(content),
  /** Stores a film as a worker does. */
  accept: async (world, content) => {
    const digest = sha256(content) as BlobDigest;
    const path = join(world.scratch.folder, 'tmp', 'made-elsewhere');
    writeFileSync(path, content);
    const file = { path, bytes: content.length, sha256: digest };
    await openFolderStorage(world.folder).put(blobKey(digest), file, { signal: never });
    await world.scratch.workspace.blobs.acceptStored(digest, content.length, { signal: never }).catch(ifAway);
  },
  wait: async (world, content) => {
    if (!world.storage.isAway && rowOf(world, content) !== undefined)
      await world.scratch.workspace.blobs.inStore(sha256(content) as BlobDigest, never);
  },
  evict: async (world) => {
    world.scratch.advance(2 * MINUTE);
    world.options.copyBytes = 0;
    await world.scratch.workspace.sweep();
  },
  fetch: async (world, content) => {
    if (rowOf(world, content) !== undefined)
      await world.scratch.workspace.blobs.atHand(sha256(content) as BlobDigest, never).catch(ifAway);
  },
  turn: (world) => {
    world.storage.isAway = !world.storage.isAway;
  },
  /** Makes the third call from now fail. */
  stumble: (world) => {
    let remaining = 3;
    world.storage.before = () => {
      remaining--;
      if (remaining === 0) throw unreachableError();
    };
  },
  /** Removes the object of a local blob. Does nothing while the workspace evicts that blob. */
  lose: async (world, content) => {
    const digest = sha256(content) as BlobDigest;
    using _hold = world.scratch.workspace.blobs.hold(digest);
    await world.scratch.workspace.blobs.atHand(digest, never).then(
      () => openFolderStorage(world.folder).remove([blobKey(digest)], never),
      () => undefined,
    );
  },
  restart: async (world) => {
    await world.scratch.reopen();
  },
} satisfies Record<string, (world: StoredWorkspace, content: string) => unknown>;

test('a blob with a row stays readable through losses and restarts', {
  tags: ['promise:P1'],
  timeout: 300_000,
}, async () => {
  const names = Object.keys(steps) as readonly (keyof typeof steps)[];
  const step = fc.record({ name: fc.constantFrom(...names), number: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (plan) => {
      await using world = await storedWorkspace();
      for (const { name, number } of plan) {
        await steps[name](world, `blob ${number}`);
        await requireAll(world);
      }
      world.storage.isAway = false;
      world.storage.before = () => undefined;
      await requireAll(world);
      expect(world.scratch.workspace.store?.().lost).toBe(0);
    }),
    { numRuns: Math.ceil(RUNS / 3) },
  );
});

async function requireAll(world: StoredWorkspace): Promise<void> {
  for (const number of [0, 1, 2, 3]) {
    const content = `blob ${number}`;
    const digest = sha256(content) as BlobDigest;
    if (rowOf(world, content) === undefined) continue;
    const read = world.read(digest);
    const failure = await read.then(
      () => null,
      () => codeOf(() => read),
    );
    if (failure === null) expect(await read).toBe(content);
    else expect(failure).toBe('storage/away');
  }
}

function rowOf({ scratch }: StoredWorkspace, content: string): unknown {
  return scratch.workspace.database.get('SELECT 1 FROM blob WHERE sha256 = ?', sha256(content));
}

function ifAway(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'storage/away')) throw error;
}
