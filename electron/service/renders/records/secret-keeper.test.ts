import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteDiskCalls } from '#service/testing/disk-calls.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openSecretFolder } from './secret-keeper.ts';

describe('the folder of secrets', () => {
  it('stores each secret in a file that only its owner can read', { tags: ['promise:P14'] }, async () => {
    await using parent = await temporaryFolder();
    const folder = join(parent.path, 'secrets');
    const keeper = await openSecretFolder({ folder, isNeeded: () => true });
    await keeper.put('one', 'key');
    expect((await stat(join(folder, 'one'))).mode & 0o777).toBe(0o600);
    const later = await openSecretFolder({ folder, isNeeded: (name) => name === 'one' });
    expect(await later.get('one')).toBe('key');
    await later.remove('one');
    await later.remove('one');
    expect([await later.get('one'), await readdir(folder)]).toEqual([null, []]);
  });

  it.runIf(process.platform === 'linux')(
    'syncs its files, their names, and its folder',
    { tags: ['promise:P2'] },
    async () => {
      await using parent = await temporaryFolder();
      await using disk = await noteDiskCalls(parent.path);
      const keeper = await openSecretFolder({ folder: join(parent.path, 'secrets'), isNeeded: () => true });
      expect(disk.calls).toEqual(['sync .']);
      await keeper.put('one', 'key');
      expect(disk.calls.slice(1)).toEqual([
        'sync secrets/one.unfinished',
        'rename secrets/one.unfinished secrets/one',
        'sync secrets',
      ]);
    },
  );

  it('removes unused files of an earlier process', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'gone'), 'key');
    await writeFile(join(folder.path, 'kept.unfinished'), 'ke');
    await openSecretFolder({ folder: folder.path, isNeeded: (name) => name === 'kept' });
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('keeps secrets in memory if no file can be written', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'a-file');
    await writeFile(file, '');
    const causes: unknown[] = [];
    const keeper = await openSecretFolder({
      folder: file,
      isNeeded: () => true,
      onMemoryOnly: (it) => causes.push(it),
    });
    await keeper.put('one', 'key');
    expect([await keeper.get('one'), causes.length]).toEqual(['key', 1]);
    await keeper.remove('one');
  });
});
