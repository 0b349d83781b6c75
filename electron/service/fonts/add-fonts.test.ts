import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { type AddFontsOptions, addFonts, removeFonts } from './add-fonts.ts';
import { archiveAddress, DEFAULT_REGISTRY } from './fetch-archive.ts';
import { type FontPackage, fontPackages } from './font-packages.ts';
import { readInstalledFonts } from './installed-fonts.ts';
import { somePackage } from './testing/some-package.ts';

const font = randomBytes(3000);
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let fonts: FontPackage;
const at = (name: string): string => join(folder.path, name);

beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(at('archives'));
  fonts = await somePackage(at('archives'), font);
});
afterEach(() => folder[Symbol.asyncDispose]());

function add(options: Partial<AddFontsOptions> = {}): Promise<boolean> {
  return addFonts(fonts, {
    ...{ folder: at('fonts'), from: [at('archives')], registry: DEFAULT_REGISTRY },
    ...{ signal: new AbortController().signal, onProgress: () => undefined },
    ...options,
  });
}

test('fonts can be added once, listed, and removed', async () => {
  expect(await readInstalledFonts(at('fonts'))).toEqual([]);
  expect(await add()).toBe(true);
  expect(await add()).toBe(false);
  const path = at('fonts/cjk/NotoSansSC_400Regular.ttf');
  const digest = createHash('sha256').update(font).digest('hex');
  const [weights, style] = [{ least: 400, most: 400 }, 'normal'];
  expect(await readInstalledFonts(at('fonts'))).toEqual([{ family: 'Noto Sans SC', digest, weights, style, path }]);
  expect((await readFile(path)).equals(font)).toBe(true);
  expect(await readFile(at('fonts/cjk/LICENSE-OFL.txt'), 'utf8')).toBe('the licence');
  expect(await removeFonts(fonts, at('fonts'))).toBe(true);
  expect(await removeFonts(fonts, at('fonts'))).toBe(false);
  expect(await readdir(at('fonts'))).toEqual([]);
});

test('unfinished folders are removed after a day', async () => {
  await mkdir(at('fonts/.adding-old/fonts'), { recursive: true });
  await mkdir(at('fonts/.adding-new'));
  const before = new Date(Date.now() - 25 * 3_600_000);
  await utimes(at('fonts/.adding-old'), before, before);
  await add();
  expect((await readdir(at('fonts'))).toSorted()).toEqual(['.adding-new', 'cjk']);
});

test('a failed or canceled package leaves nothing behind', async () => {
  const [archive] = fonts.archives;
  const file = at('archives/expo-google-fonts-noto-sans-sc-1.0.0.tgz');
  await expect(add({ signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  await writeFile(file, Buffer.concat([await readFile(file), Buffer.from('more')]));
  await expect(add()).rejects.toThrow('has the wrong checksum');
  await expect(add({ from: [at('fonts')] })).rejects.toThrow('noto-sans-sc-1.0.0.tgz is missing in');
  await expect(add({ from: [at('nowhere')] })).rejects.toThrow('can’t be read (ENOENT)');
  const broken = { ...required(archive, 'one'), integrity: '' };
  broken.integrity = `sha512-${createHash('sha512').update('no archive').digest('base64')}`;
  await writeFile(file, 'no archive');
  fonts = { ...fonts, archives: [broken] };
  await expect(add()).rejects.toThrow('can’t be unpacked');
  expect(await readdir(at('fonts'))).toEqual([]);
});

test('an archive is fetched from a given registry', async () => {
  const bytes = await readFile(at('archives/expo-google-fonts-noto-sans-sc-1.0.0.tgz'));
  const server = createServer((request, response) => {
    const isThere = request.url === '/npm/@expo-google-fonts/noto-sans-sc/-/noto-sans-sc-1.0.0.tgz';
    response.writeHead(isThere ? 200 : 404).end(isThere ? bytes : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(add({ from: null, registry: `${address}/other` })).rejects.toThrow(/answered 404.*--from/);
    const reported: (readonly number[])[] = [];
    const onProgress = (...step: readonly number[]) => reported.push(step);
    expect(await add({ from: null, registry: `${address}/npm`, onProgress })).toBe(true);
    expect(reported.at(-1)).toEqual([bytes.length, bytes.length]);
    expect(await readdir(at('fonts/cjk'))).toEqual(['LICENSE-OFL.txt', 'NotoSansSC_400Regular.ttf', 'fonts.json']);
  } finally {
    server.close();
  }
});

test('the pinned archives have checksums and two fonts each', () => {
  const archives = required(fontPackages[0], 'one').archives;
  for (const { integrity, fonts } of archives) {
    expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    expect(fonts).toHaveLength(2);
  }
  expect(archives[2]?.fonts[1]?.entry).toBe('package/700Bold/NotoSansJP_700Bold.ttf');
  const from = { registry: DEFAULT_REGISTRY, version: '0.4.3' };
  expect(archiveAddress({ name: 'noto-sans-jp' }, from).href).toBe(
    'https://registry.npmjs.org/@expo-google-fonts/noto-sans-jp/-/noto-sans-jp-0.4.3.tgz',
  );
  expect(() => archiveAddress({ name: 'noto-sans-jp' }, { ...from, registry: 'file:///' })).toThrow(
    'isn’t the address of a registry',
  );
});
