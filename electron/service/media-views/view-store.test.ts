import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openViewStore, type ViewStore } from './view-store.ts';

async function world(limitBytes = 1000) {
  const folder = await temporaryFolder();
  let now = Date.now();
  const open = () =>
    openViewStore({ folder: join(folder.path, 'views'), limitBytes: () => limitBytes, clock: () => now });
  const keep = async (store: ViewStore, key: string, bytes: number) => {
    now += 100_000;
    await using scratch = await store.scratch();
    const path = join(scratch.folder, 'view');
    await writeFile(path, key.padEnd(bytes, '.'));
    await store.keep(key, path);
  };
  const use = async (store: ViewStore, key: string) => {
    now += 100_000;
    const found = await store.find(key);
    found?.hold[Symbol.dispose]();
    return found !== null;
  };
  return { path: folder.path, open, keep, use, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

describe('the store of views', () => {
  it('returns stored views, even after a restart', async () => {
    await using test = await world();
    const store = test.open();
    expect(await test.use(store, 'aa1')).toBe(false);
    await test.keep(store, 'aa1', 10);
    for (const each of [store, test.open()]) {
      const found = await each.find('aa1');
      expect([found?.size, await readFile(found?.path ?? '', 'utf8')]).toEqual([10, 'aa1.......']);
    }
  });

  it('removes the least recently used views across restarts', async () => {
    await using test = await world();
    const first = test.open();
    for (const key of ['aa1', 'bb2', 'cc3']) await test.keep(first, key, 300);
    await test.use(first, 'aa1');
    const store = test.open();
    await test.keep(store, 'dd4', 300);
    expect(await Promise.all(['aa1', 'bb2', 'cc3', 'dd4'].map((key) => test.use(store, key)))).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it('keeps a view that is being read', async () => {
    await using test = await world();
    const store = test.open();
    await test.keep(store, 'aa1', 600);
    const reading = await store.find('aa1');
    await test.keep(store, 'bb2', 600);
    expect(await readFile(reading?.path ?? '', 'utf8')).toContain('aa1');
    reading?.hold[Symbol.dispose]();
    await test.keep(store, 'cc3', 600);
    expect(await test.use(store, 'aa1')).toBe(false);
  });

  it('keeps a view that is read while another request stores it', async () => {
    await using test = await world();
    const store = test.open();
    await test.keep(store, 'aa1', 600);
    const reading = await store.find('aa1');
    await test.keep(store, 'aa1', 600);
    await test.keep(store, 'bb2', 600);
    expect(await readFile(reading?.path ?? '', 'utf8')).toContain('aa1');
    reading?.hold[Symbol.dispose]();
    await test.keep(store, 'cc3', 600);
    expect(await test.use(store, 'aa1')).toBe(false);
  });

  it('detects that its folder was cleared', async () => {
    await using test = await world();
    const store = test.open();
    await test.keep(store, 'aa1', 10);
    await rm(join(test.path, 'views'), { recursive: true });
    expect(await test.use(store, 'aa1')).toBe(false);
    await test.keep(store, 'aa1', 10);
    expect(await test.use(store, 'aa1')).toBe(true);
  });
});
