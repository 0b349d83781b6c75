import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createMovieInspector } from '#service/inspection/inspector.ts';
import { createBatchTableStore } from '#service/movies/batch-table-store.ts';
import { createEditingStore } from '#service/movies/editing-store.ts';
import { failingFiles } from '#service/workspace/testing/failing-files.ts';
import {
  codeOf,
  DAY,
  HOUR,
  incoming,
  never,
  scratchWorkspace,
  streamOf,
} from '#service/workspace/testing/scratch-workspace.ts';
import { exportBundle } from './export-bundle.ts';
import { importBundle } from './import-bundle.ts';
import { entriesOf } from './testing/zip-entries.ts';

test('an export contains the project as it was at its start', async () => {
  await using scratch = await scratchWorkspace();
  const { workspace } = scratch;
  const { uid } = workspace.projects.create('Films');
  const bytes = Buffer.alloc(1_000_000, 'old');
  await workspace.assets.create(uid, 'a.bin', incoming(bytes));
  const bundle = exportBundle({ ...workspace, version: '1' }, uid);
  await workspace.projects.delete(uid);
  scratch.advance(DAY);
  expect(await workspace.sweep()).toMatchObject({ blobs: 0 });

  const whole = await buffer(bundle.content);
  bundle.hold[Symbol.dispose]();
  expect(whole.length).toBe(bundle.length);
  expect((await entriesOf(whole)).get('assets/a.bin')).toEqual(bytes);
  expect(await workspace.sweep()).toMatchObject({ blobs: 1 });
});

test.for(['open', 'write', 'sync', 'rename', 'read', 'syncFolder'])(
  'an import whose disk fails at %s leaves nothing behind',
  async (call) => {
    const failing = failingFiles();
    await using scratch = await scratchWorkspace({ files: failing.files });
    await using inspector = createMovieInspector();
    const { workspace } = scratch;
    const { uid } = workspace.projects.create('Films');
    for (const name of ['a', 'b', 'c']) await workspace.assets.create(uid, name, incoming(name.repeat(100)));
    const bundle = exportBundle({ ...workspace, version: '1' }, uid);
    const bytes = await buffer(bundle.content);
    bundle.hold[Symbol.dispose]();
    await workspace.projects.delete(uid);
    scratch.advance(2 * HOUR);
    await workspace.sweep();

    const parts = {
      ...{ workspace, inspector },
      editing: createEditingStore(workspace),
      tables: createBatchTableStore(workspace),
    };
    const take = () =>
      importBundle(parts, { stream: streamOf(bytes), sha256: null, name: null, origin: '', signal: never });
    failing.failCall(2, 'ENOSPC', call);
    expect(await codeOf(take)).toBe('storage/full');
    expect(failing.failed()).toBe(call);
    expect(workspace.projects.list()).toEqual([]);
    expect(readdirSync(join(scratch.folder, 'tmp'))).toEqual([]);
    scratch.advance(2 * HOUR);
    await workspace.sweep();
    expect(workspace.database.all('SELECT sha256 FROM blob')).toEqual([]);
    expect(
      readdirSync(join(scratch.folder, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ),
    ).toEqual([]);
    // The next attempt succeeds.
    expect((await take()).project).toMatchObject({ name: 'Films', counts: { assets: 3 } });
  },
);
