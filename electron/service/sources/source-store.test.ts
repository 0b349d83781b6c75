import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '#service/files/digest-file.ts';
import { namesIn } from '#service/files/prune-folder.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { pruneCache } from './prune-cache.ts';
import { emptySources, openSourceStore, pruneSources, type SourceStore } from './source-store.ts';

let cache: Awaited<ReturnType<typeof temporaryFolder>>;
const folder = () => join(cache.path, 'sources');
beforeEach(async () => {
  cache = await temporaryFolder();
});
afterEach(() => cache[Symbol.asyncDispose]());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const addressOf = (text: string) => `https://media.example/${text}`;

async function keep(store: SourceStore, text: string) {
  const unfinished = await store.unfinishedPath();
  await writeFile(unfinished, text);
  return store.keep(unfinished, addressOf(text), { sha256: sha256(text), etag: null, lastModified: null });
}

/** Stores texts with ascending times of use, and closes the store. */
async function keepInOrder(...texts: readonly string[]): Promise<void> {
  await using store = openSourceStore(folder());
  for (const [index, text] of texts.entries()) {
    await keep(store, text);
    await usedAt(join(folder(), 'bytes', sha256(text)), Date.now() - (texts.length - index) * HOUR);
  }
}

async function usedAt(path: string, milliseconds: number): Promise<void> {
  await utimes(path, milliseconds / 1000, milliseconds / 1000);
}

/** Returns the texts that are still in the store. */
async function found(...texts: readonly string[]): Promise<readonly string[]> {
  await using store = openSourceStore(folder());
  const copies = await Promise.all(texts.map((text) => store.find(addressOf(text))));
  return texts.filter((_, index) => copies[index] !== null);
}

describe('a fetched source', () => {
  test('is pruned by size in the order of last use', async () => {
    await keepInOrder('first', 'second', 'third');
    await using store = openSourceStore(folder());
    await store.take({ sha256: sha256('first') });
    const pruned = await pruneSources(folder(), { bytes: 'first'.length + 'third'.length });
    expect(pruned).toEqual({ bytes: 'second'.length, files: 1 });
    expect(await found('first', 'second', 'third')).toEqual(['first', 'third']);
  });

  test('is removed when it was unused for too long', async () => {
    await keepInOrder('old', 'new');
    await usedAt(join(folder(), 'bytes', sha256('old')), Date.now() - 91 * DAY);
    await pruneSources(folder());
    expect(await found('old', 'new')).toEqual(['new']);
  });

  test('stays readable after `take` even if the cache is cleared', { tags: ['promise:P6'] }, async () => {
    await using store = openSourceStore(folder());
    const fetched = await keep(store, 'fetched');
    await keepInOrder('found');
    const taken = required(await store.take({ sha256: sha256('found') }), 'a copy');
    await emptySources(folder());
    expect(await found('fetched', 'found')).toEqual([]);
    expect(await readFile(fetched.path, 'utf8')).toBe('fetched');
    expect(await readFile(taken.path, 'utf8')).toBe('found');
  });

  test('leaves no hard link when the store is closed', async () => {
    const store = openSourceStore(folder());
    await keep(store, 'film');
    await store[Symbol.asyncDispose]();
    expect(await readdir(cache.path)).toEqual(['sources']);
  });

  test('is missing after its removal', async () => {
    await keepInOrder('film');
    await using store = openSourceStore(folder());
    const copy = required(await store.find(addressOf('film')), 'a copy');
    await emptySources(folder());
    expect(await store.take(copy)).toBeNull();
  });

  test('is released as idle only if no user holds it', async () => {
    await using store = openSourceStore(folder());
    const [held, idle] = [await keep(store, 'held'), await keep(store, 'idle')];
    const hold = store.hold(held.sha256);
    await store.releaseIdle(-1);
    expect([await isThere(held.path), await isThere(idle.path)]).toEqual([true, false]);
    hold[Symbol.dispose]();
    await store.releaseIdle(-1);
    expect(await isThere(held.path)).toBe(false);
  });

  test('survives many renders that clear the cache at the same time', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => `film ${index}`);
    const render = async (text: string): Promise<string> => {
      await using store = openSourceStore(folder());
      const { path } = await keep(store, text);
      await pruneSources(folder(), { bytes: 0 });
      return readFile(path, 'utf8');
    };
    expect(await Promise.all([...texts, ...texts].map(render))).toEqual([...texts, ...texts]);
  });
});

describe('a killed process', () => {
  test('does not keep its taken files in use forever', async () => {
    await keepInOrder('film');
    const module = fileURLToPath(new URL('./source-store.ts', import.meta.url));
    const program = `const { openSourceStore } = await import(process.argv[1]);
      await openSourceStore(process.argv[2]).take({ sha256: process.argv[3] });
      console.log('taken');
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, module, folder(), sha256('film')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await pruneSources(folder());
    expect(await namesIn(`${folder()}-in-use`)).toHaveLength(1);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await pruneSources(folder());
    expect(await namesIn(`${folder()}-in-use`)).toEqual([]);
    expect(await found('film')).toEqual(['film']);
  });

  test('leaves a download that is removed after an hour', async () => {
    await using store = openSourceStore(folder());
    const [young, old] = [await store.unfinishedPath(), await store.unfinishedPath()];
    for (const path of [young, old]) await writeFile(path, 'half');
    await usedAt(old, Date.now() - 2 * HOUR);
    await pruneSources(folder(), { bytes: 0 });
    expect(await readdir(join(folder(), 'bytes'))).toEqual([young.slice(dirname(young).length + 1)]);
  });
});

describe('cached facts of files', () => {
  const facts = (name: string) => join(cache.path, 'facts', `${name}.json`);

  test('expire if unused, and are pruned once a day', async () => {
    await mkdir(join(cache.path, 'facts'));
    await Promise.all(['old', 'new'].map((name) => writeFile(facts(name), '{}')));
    await usedAt(facts('old'), Date.now() - 91 * DAY);
    await pruneCache(cache.path);
    expect(await readdir(join(cache.path, 'facts'))).toEqual(['new.json']);
    await pruneCache(cache.path, { now: Date.now() + 92 * DAY });
    expect(await readdir(join(cache.path, 'facts'))).toEqual([]);
    await writeFile(facts('old'), '{}');
    await usedAt(facts('old'), Date.now() - 91 * DAY);
    await pruneCache(cache.path);
    expect(await readdir(join(cache.path, 'facts'))).toEqual(['old.json']);
  });

  test('pruning a missing folder does nothing', async () => {
    await rm(cache.path, { recursive: true });
    await pruneCache(cache.path);
    expect(await isThere(cache.path)).toBe(false);
  });
});

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
