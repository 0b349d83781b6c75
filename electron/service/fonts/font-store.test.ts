import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { createFontStore } from './font-store.ts';
import { somePackage } from './testing/some-package.ts';

test('fonts are added in the background', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  await mkdir(at('archives'));
  const requested = await somePackage(at('archives'), randomBytes(3000));
  const bytes = await readFile(at('archives/expo-google-fonts-noto-sans-sc-1.0.0.tgz'));
  let answer: 'no' | 'half' | 'whole' = 'no';
  const server = createServer((_, response) => {
    response.writeHead(answer === 'no' ? 503 : 200);
    if (answer === 'half') response.write(bytes.subarray(0, 100));
    else response.end(answer === 'no' ? '' : bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = createFontStore({ folder: at('fonts'), registry, onFailure: () => undefined, packages: [requested] });
  const now = async () => (await store.list())[0];
  const isIn = (state: string) => waitUntil(async () => (await now())?.state === state);
  try {
    expect(await store.add('cjk')).toMatchObject({ state: 'adding', failure: null });
    await isIn('absent');
    expect((await now())?.failure).toContain('answered 503');

    answer = 'half';
    await store.add('cjk');
    await waitUntil(async () => (await now())?.fetchedBytes === 100);
    expect(await store.remove('cjk')).toMatchObject({ state: 'absent', failure: null, fetchedBytes: 0 });

    answer = 'whole';
    await store.add('cjk');
    await isIn('added');
    const [font] = await store.installed();
    expect(await store.find('cjk', font?.digest ?? '')).toEqual(font);
    expect(await store.remove('cjk')).toMatchObject({ state: 'absent', fonts: [] });
    await expect(store.find('cjk', font?.digest ?? '')).rejects.toMatchObject({ code: 'fonts/not-found' });
    await expect(store.add('moon')).rejects.toMatchObject({ code: 'fonts/not-found' });
  } finally {
    await store.stop();
    server.closeAllConnections();
    server.close();
  }
});
