import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Workspace } from './stores.ts';
import { failingFiles } from './testing/failing-files.ts';
import { chunkOf, codeOf, incoming, never, scratchWorkspace } from './testing/scratch-workspace.ts';

const STORAGE_CODES = ['storage/full', 'storage/busy', 'storage/read-only', 'storage/unwritable'];

/** One operation: `before` is what is there first, `after` what it makes of it. */
interface Operation {
  readonly name: string;
  prepare(workspace: Workspace): Promise<(workspace: Workspace) => Promise<unknown>>;
  /** What can be seen from outside. */
  look(workspace: Workspace): unknown;
}

function project(workspace: Workspace): string {
  return workspace.projects.list()[0]?.uid ?? workspace.projects.create('Films').uid;
}

function contents(workspace: Workspace): unknown {
  const uid = project(workspace);
  return workspace.assets.list(uid).assets.map(({ name, sha256 }) => {
    return [name, readFileSync(workspace.blobs.pathOf(sha256), 'latin1')];
  });
}

const operations: readonly Operation[] = [
  {
    name: 'put',
    prepare: async (workspace) => {
      await workspace.assets.put(project(workspace), 'a.txt', incoming('old'));
      return (now) => now.assets.put(project(now), 'a.txt', incoming('new'));
    },
    look: contents,
  },
  {
    name: 'chunk',
    prepare: async (workspace) => {
      const { id } = workspace.uploads.start(project(workspace), { name: 'f.mp4', chunkCount: 2, chunkSize: 4 });
      await workspace.uploads.writeChunk(project(workspace), id, 1, chunkOf('aaaa'));
      return (now) => now.uploads.writeChunk(project(now), id, 2, chunkOf('bb'));
    },
    look: (workspace) => workspace.uploads.list(project(workspace)).map(({ received }) => received),
  },
  {
    name: 'replacing chunk',
    prepare: async (workspace) => {
      const { id } = workspace.uploads.start(project(workspace), { name: 'f.mp4', chunkCount: 2, chunkSize: 4 });
      await workspace.uploads.writeChunk(project(workspace), id, 1, chunkOf('aaaa'));
      return (now) => now.uploads.writeChunk(project(now), id, 1, chunkOf('bbbb'));
    },
    look: (workspace) => workspace.uploads.list(project(workspace)).map(({ received }) => received),
  },
  {
    name: 'finish',
    prepare: async (workspace) => {
      const uid = project(workspace);
      const { id } = workspace.uploads.start(uid, { name: 'f.mp4', chunkCount: 4, chunkSize: 4 });
      // Out of order and replaced, so that every way of putting chunks together is gone.
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
  },
];

/** Fails one call of the operation, looks at what it left, and does it again; which call it was, null if it has fewer. */
async function failOnce(operation: Operation, n: number, code: string): Promise<string | null> {
  const failing = failingFiles();
  await using scratch = await scratchWorkspace({ files: failing.files });
  const work = await operation.prepare(scratch.workspace);
  const old = operation.look(scratch.workspace);
  failing.failCall(n, code);
  const outcome = await outcomeOf(() => work(scratch.workspace));
  const failed = failing.failed();
  failing.heal();
  const where = `call ${n} (${failed}): ${outcome}`;
  expect(['done', ...STORAGE_CODES], where).toContain(outcome);
  const left = operation.look(scratch.workspace);
  if (outcome === 'done') expect(left, where).not.toEqual(old);
  else expect(left, where).toEqual(old);

  if (scratch.workspace.state() === 'read-only') {
    expect(code, where).toBe('EIO');
    if (outcome !== 'done') expect(await codeOf(() => work(scratch.workspace))).toBe('storage/read-only');
    await scratch.reopen();
    expect(operation.look(scratch.workspace), where).toEqual(left);
  } else if (failed !== 'remove') expect(readdirSync(join(scratch.folder, 'tmp')), where).toEqual([]);
  await work(scratch.workspace);
  expect(operation.look(scratch.workspace), where).toEqual(await resultOf(operation));
  return failed;
}

/** What it makes without a fault. */
async function resultOf(operation: Operation): Promise<unknown> {
  await using scratch = await scratchWorkspace();
  const work = await operation.prepare(scratch.workspace);
  await work(scratch.workspace);
  return operation.look(scratch.workspace);
}

async function outcomeOf(work: () => Promise<unknown>): Promise<string> {
  return work().then(
    () => 'done',
    (error: unknown) =>
      codeOf(() => {
        throw error;
      }),
  );
}

describe.each(['ENOSPC', 'EDQUOT', 'EMFILE', 'EIO'])('%s at any call', (code) => {
  test.each(operations)(
    'of a $name leaves the old state or the new one, and it can be done again (P7, F12, F13, F14)',
    async (operation) => {
      let n = 1;
      while ((await failOnce(operation, n, code)) !== null) n += 1;
      expect(n).toBeGreaterThan(3);
    },
  );
});

test('a full disk and a lack of handles have their own codes, and leave the workspace writable', async () => {
  const failing = failingFiles();
  await using scratch = await scratchWorkspace({ files: failing.files });
  const uid = project(scratch.workspace);
  const put = () => scratch.workspace.assets.put(uid, 'a.txt', incoming('new'));
  for (const [code, expected] of [
    ['ENOSPC', 'storage/full'],
    ['EDQUOT', 'storage/full'],
    ['EMFILE', 'storage/busy'],
    ['ENFILE', 'storage/busy'],
    ['ENOMEM', 'storage/busy'],
  ] as const) {
    failing.failCall(1, code, 'write');
    expect(await codeOf(put)).toBe(expected);
  }
  expect(scratch.workspace.state()).toBe('ok');
  await put();
});

test('after a failed fsync the file is not synced again: the workspace takes no more changes, and can be read (F13)', async () => {
  const failing = failingFiles();
  await using scratch = await scratchWorkspace({ files: failing.files });
  const uid = project(scratch.workspace);
  await scratch.workspace.assets.put(uid, 'a.txt', incoming('old'));
  failing.failCall(1, 'EIO', 'sync');
  expect(await codeOf(() => scratch.workspace.assets.put(uid, 'a.txt', incoming('new')))).toBe('storage/read-only');
  expect(scratch.workspace.state()).toBe('read-only');
  for (const write of [
    () => scratch.workspace.assets.put(uid, 'b.txt', incoming('new')),
    () => scratch.workspace.assets.delete(uid, 'a.txt'),
    () => scratch.workspace.projects.create('Other'),
    () => scratch.workspace.uploads.start(uid, { name: 'f.mp4', chunkCount: 1, chunkSize: 1 }),
  ])
    expect(await codeOf(write)).toBe('storage/read-only');
  expect(contents(scratch.workspace)).toEqual([['a.txt', 'old']]);
  await scratch.reopen();
  expect(scratch.workspace.state()).toBe('ok');
  await scratch.workspace.assets.put(uid, 'a.txt', incoming('new'));
  expect(contents(scratch.workspace)).toEqual([['a.txt', 'new']]);
});

test('where files cannot have two names a finish copies', async () => {
  const failing = failingFiles();
  await using scratch = await scratchWorkspace({ files: failing.files });
  const uid = project(scratch.workspace);
  const { id } = scratch.workspace.uploads.start(uid, { name: 'f.mp4', chunkCount: 1, chunkSize: 4 });
  await scratch.workspace.uploads.writeChunk(uid, id, 1, chunkOf('aaaa'));
  failing.failCall(1, 'EPERM', 'link');
  await scratch.workspace.uploads.finish(uid, id, never);
  expect(failing.failed()).toBe('link');
  expect(contents(scratch.workspace)).toEqual([['f.mp4', 'aaaa']]);
});
