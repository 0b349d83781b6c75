import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';

/** A bundle with a function that is compiled at its first call, and a module of Node that is loaded at its first use. */
const BUNDLE = `
  const http = require('node:http');
  const late = (name) => 'Hello, ' + name;
  exports.greet = (name) => late(name) + ' ' + http.STATUS_CODES[404];
`;

let scratch: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
let bundle: string;

beforeEach(async () => {
  scratch = await temporaryFolder();
  folder = join(scratch.path, 'compiled');
  bundle = join(scratch.path, 'greeting.cjs');
  await writeFile(bundle, BUNDLE);
});

afterEach(() => scratch[Symbol.asyncDispose]());

/** Runs the bundle in a process, and returns what it prints. */
async function greet(codeFolder: string | null = folder, before = ''): Promise<string> {
  const program = `
    import { limitYoungGeneration } from ${JSON.stringify(new URL('./young-generation.ts', import.meta.url).href)};
    import { runWarm } from ${JSON.stringify(new URL('./warm-code.ts', import.meta.url).href)};
    ${before}
    const { greet } = runWarm(${JSON.stringify(bundle)}, ${JSON.stringify(codeFolder)});
    limitYoungGeneration();
    console.log(greet('Ada'));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  return stdout.trim();
}

/** Returns the stored code by file name. */
async function storedCode(): Promise<ReadonlyMap<string, Buffer>> {
  const names = await readdir(folder);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}

test('a later run accepts the functions that an earlier run compiled', async () => {
  expect(await greet()).toBe('Hello, Ada Not Found');
  const first = await storedCode();
  expect(first.size).toBe(1);
  expect(await greet()).toBe('Hello, Ada Not Found');
  // A rejected file would have been written again, with another size of the process's code.
  expect(await storedCode()).toEqual(first);
});

test.each([
  ['empty', (_: Buffer) => Buffer.alloc(0)],
  ['cut', (code: Buffer) => code.subarray(0, code.length / 2)],
  ['overwritten', (code: Buffer) => Buffer.alloc(code.length, 7)],
  [
    'changed in its middle',
    (code: Buffer) => Buffer.concat([code.subarray(0, 900), Buffer.alloc(64), code.subarray(964)]),
  ],
  ['too large', (code: Buffer) => Buffer.concat([code, Buffer.alloc(64 * 2 ** 20)])],
])('works with a file that is %s, and replaces it', async (_, damage) => {
  await greet();
  for (const [name, code] of await storedCode()) await writeFile(join(folder, name), damage(code));
  const damaged = await storedCode();
  expect(await greet()).toBe('Hello, Ada Not Found');
  const repaired = await storedCode();
  expect(repaired).not.toEqual(damaged);
  expect(await greet()).toBe('Hello, Ada Not Found');
  expect(await storedCode()).toEqual(repaired);
});

test.skipIf(process.platform === 'win32')('ignores code that another user can write', async () => {
  await greet();
  const [[name = '', code] = []] = await storedCode();
  await chmod(join(folder, name), 0o620);
  const { ino } = await stat(join(folder, name));
  await greet();
  const replaced = await stat(join(folder, name));
  expect(replaced.ino).not.toBe(ino);
  expect(replaced.mode & 0o777).toBe(0o600);
  expect((await storedCode()).get(name)?.length).toBe(code?.length);
});

test('a canceled run stores no code', async () => {
  await expect(greet(folder, 'process.exitCode = 130;')).rejects.toMatchObject({ code: 130 });
  await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await greet(folder, 'process.exitCode = 0;')).toBe('Hello, Ada Not Found');
  expect((await storedCode()).size).toBe(1);
});

test('versions of a bundle of the same length have separate code, and the oldest is removed', async () => {
  const bundleOf = (version: number) => BUNDLE.replace('Hello', `Hell${version}`);
  for (let version = 1; version <= 5; version++) {
    await writeFile(bundle, bundleOf(version));
    expect(await greet()).toBe(`Hell${version}, Ada Not Found`);
  }
  const stored = await storedCode();
  expect(stored.size).toBe(4);
  await writeFile(bundle, bundleOf(2));
  await greet();
  expect(await storedCode()).toEqual(stored);
  await writeFile(bundle, bundleOf(1));
  await greet();
  expect(await storedCode()).not.toEqual(stored);
});

test('a bundle that is not ASCII keeps its characters', async () => {
  await writeFile(bundle, BUNDLE.replace('Hello', 'Grüße 🎬'));
  expect(await greet()).toBe('Grüße 🎬, Ada Not Found');
  expect(await greet()).toBe('Grüße 🎬, Ada Not Found');
});

test('runs a bundle without storing its code if the folder is missing or is a file', async () => {
  expect(await greet(null)).toBe('Hello, Ada Not Found');
  expect(await greet(join(bundle, 'compiled'))).toBe('Hello, Ada Not Found');
});

test('a bundle is strict, as the modules that it was made from', async () => {
  await writeFile(bundle, `${BUNDLE}\nObject.freeze(exports).greet = () => 'changed';`);
  await expect(greet()).rejects.toThrow(/TypeError: Cannot assign to read only property/);
});

test('removes the unfinished file if storing fails', async () => {
  await greet();
  const [name = ''] = (await storedCode()).keys();
  await rm(join(folder, name));
  await mkdir(join(folder, name));
  expect(await greet()).toBe('Hello, Ada Not Found');
  expect(await readdir(folder)).toEqual([name]);
});

test.skipIf(process.platform === 'win32')('replaces a pipe without waiting for its writer', async () => {
  await greet();
  const [name = ''] = (await storedCode()).keys();
  await rm(join(folder, name));
  await promisify(execFile)('mkfifo', ['-m', '600', join(folder, name)]);
  expect(await greet()).toBe('Hello, Ada Not Found');
  expect((await storedCode()).get(name)?.length).toBeGreaterThan(0);
});
