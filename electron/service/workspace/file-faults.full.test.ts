import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cases } from '#shared/testing/scale.ts';
import { failingFiles } from './testing/failing-files.ts';
import { contents, type Operation, operations, project, resultOf } from './testing/operations.ts';
import { chunkOf, codeOf, incoming, never, scratchWorkspace } from './testing/scratch-workspace.ts';

const STORAGE_CODES = ['storage/full', 'storage/busy', 'storage/read-only', 'storage/unwritable'];

/** The expected results. They are computed once per operation instead of once per failing call. */
const expectations = new Map<Operation, ReturnType<typeof resultOf>>();
function expectedOf(operation: Operation): ReturnType<typeof resultOf> {
  const known = expectations.get(operation) ?? resultOf(operation);
  expectations.set(operation, known);
  return known;
}

/**
 * Fails the n-th call of the operation, checks the result, and repeats the operation. Returns the name of the call;
 * null if there are fewer calls.
 */
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
  const expected = await expectedOf(operation);
  expect(operation.look(scratch.workspace), where).toEqual(expected.look);
  expect(await operation.end(scratch.workspace), where).toEqual(expected.end);
  return failed;
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

describe.each(cases(1, ['ENOSPC', 'EIO', 'EDQUOT', 'EMFILE']))('an operation with %s at any call', (code) => {
  test.each(cases(2, operations))(
    'leaves the old or new state: $name',
    { tags: ['promise:P7', 'promise:F12', 'promise:F13', 'promise:F14'] },
    async (operation) => {
      let n = 1;
      while ((await failOnce(operation, n, code)) !== null) n += 1;
      expect(n).toBeGreaterThan(3);
    },
  );
});

test('a full disk and missing handles have codes and allow later changes', {
  tags: ['promise:F14'],
}, async () => {
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

test('after a failed fsync the workspace refuses changes and allows reads', { tags: ['promise:F13'] }, async () => {
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

test('finishing an upload copies the file if hard links are impossible', async () => {
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
