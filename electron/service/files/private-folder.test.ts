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

/** A folder with the rights of an earlier version: everybody may read. */
function openTree(root: string, files: number): void {
  mkdirSync(join(root, 'ours/a/b'), { recursive: true, mode: 0o755 });
  for (let number = 0; number < files; number++) writeFileSync(join(root, `ours/a/b/${number}`), '', { mode: 0o644 });
  for (const folder of ['', 'ours', 'ours/a', 'ours/a/b']) chmodSync(join(root, folder), 0o755);
}

describe.skipIf(process.platform === 'win32')('a private folder', () => {
  test('is made for its owner alone', async () => {
    await using parent = await temporaryFolder();
    const folder = join(parent.path, 'new/folder');
    close(folder);
    expect(rights(folder)).toBe(0o700);
  });

  test('that everybody could read is closed at once, and soon all that is ours in it', async () => {
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

  test('with very many files is not waited for; what is left when it is stopped is done the next time', async () => {
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

  test('leaves what is not ours, and what links lead to from inside', async () => {
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

  test('that everybody may write to is left as it is and told, and what is ours in it is closed', async () => {
    await using folder = await temporaryFolder();
    openTree(folder.path, 1);
    chmodSync(folder.path, 0o1777);
    const closing = close(folder.path);
    await closing.done;
    expect([rights(folder.path), rights(join(folder.path, 'ours/a/b/0'))]).toEqual([0o777, 0o600]);
    expect(closing.reasons).toEqual(['everybody may write to this folder; choose one for the workspace alone']);
  });
});
