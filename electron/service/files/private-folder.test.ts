import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { makePrivate } from './private-folder.ts';

const rights = (path: string): number => statSync(path).mode & 0o777;

function close(folder: string) {
  const reasons: string[] = [];
  const isOurs = (name: string): boolean => name.startsWith('ours');
  return { ...makePrivate({ folder, isOurs, onOpen: (reason) => reasons.push(reason) }), reasons };
}

/** Makes a folder as an earlier version did: every user may read it. */
function openTree(root: string, files: number): void {
  mkdirSync(join(root, 'ours/a/b'), { recursive: true, mode: 0o755 });
  for (let number = 0; number < files; number++) writeFileSync(join(root, `ours/a/b/${number}`), '', { mode: 0o644 });
  for (const folder of ['', 'ours', 'ours/a', 'ours/a/b']) chmodSync(join(root, folder), 0o755);
}

describe.skipIf(process.platform === 'win32')('a private folder', { tags: ['promise:P14'] }, () => {
  test('is created with access for its owner only', async () => {
    await using parent = await temporaryFolder();
    const folder = join(parent.path, 'new/folder');
    close(folder);
    expect(rights(folder)).toBe(0o700);
  });

  test('is closed immediately, and its content soon after', async () => {
    await using folder = await temporaryFolder();
    openTree(folder.path, 3);
    writeFileSync(join(folder.path, 'ours.txt'), '', { mode: 0o644 });
    const closing = close(folder.path);
    expect([rights(folder.path), rights(join(folder.path, 'ours.txt'))]).toEqual([0o700, 0o600]);
    await closing.soon;
    expect(['ours', 'ours/a/b', 'ours/a/b/2'].map((name) => rights(join(folder.path, name)))).toEqual([
      0o700, 0o700, 0o600,
    ]);
    expect(closing.reasons).toEqual([]);
  });

  test('does not delay the start if it has very many files', async () => {
    await using folder = await temporaryFolder();
    openTree(folder.path, 4000);
    const first = close(folder.path);
    await first.soon;
    await first.stop();
    const open = () =>
      readdirSync(join(folder.path, 'ours/a/b')).filter(
        (name) => rights(join(folder.path, 'ours/a/b', name)) !== 0o600,
      );
    expect(open().length).toBeGreaterThan(0);
    await close(folder.path).done;
    expect([open().length, rights(join(folder.path, 'ours'))]).toEqual([0, 0o700]);
  });

  test("leaves other programs' files and the targets of links unchanged", async () => {
    await using folder = await temporaryFolder();
    await using elsewhere = await temporaryFolder();
    openTree(folder.path, 1);
    const theirs = join(elsewhere.path, 'theirs');
    writeFileSync(theirs, '', { mode: 0o644 });
    symlinkSync(theirs, join(folder.path, 'ours/link'));
    writeFileSync(join(folder.path, 'not-mine'), '', { mode: 0o644 });
    await close(folder.path).done;
    expect([rights(theirs), rights(join(folder.path, 'not-mine'))]).toEqual([0o644, 0o644]);
  });

  test('reports that every user may write to it', async () => {
    await using folder = await temporaryFolder();
    openTree(folder.path, 1);
    chmodSync(folder.path, 0o1777);
    const closing = close(folder.path);
    await closing.done;
    expect([rights(folder.path), rights(join(folder.path, 'ours/a/b/0'))]).toEqual([0o777, 0o600]);
    expect(closing.reasons).toEqual([
      'every user can write to this folder; choose a separate folder for the workspace',
    ]);
  });
});
