import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';

const run = promisify(execFile);
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const DSC = `Format: 3.0 (quilt)
Checksums-Sha1:
 ${'0'.repeat(40)} 4 codec_1+x.orig.tar.xz
Checksums-Sha256:
 ${digest('code')} 4 codec_1+x.orig.tar.xz
 ${digest('signature')} 9 codec_1+x.orig.tar.xz.asc
 ${digest('patches')} 7 codec_1+x-2.debian.tar.xz
Files:
 ${'0'.repeat(32)} 4 codec_1+x.orig.tar.xz
`;
/** The files of a package archive. One file is only in the security archive. */
const pool: Readonly<Record<string, string>> = {
  '/debian/pool/main/c/codec/codec_1%2bx-2.dsc': DSC,
  '/debian/pool/main/c/codec/codec_1%2bx.orig.tar.xz': 'code',
  '/debian-security/pool/updates/main/c/codec/codec_1%2bx-2.debian.tar.xz': 'patches',
  '/debian/pool/main/libv/libvid/libvid_2.orig.tar.gz': 'video',
};

const asked: string[] = [];
const server = createServer(({ url = '' }, response) => {
  asked.push(url);
  const body = pool[url];
  response.writeHead(body === undefined ? 404 : 200).end(body);
});
let mirror: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

// The bash of the Windows runners does not accept Windows paths.
const testOnUnix = test.skipIf(process.platform === 'win32');

/** Runs a copy of the script with other pins. */
async function fetchPins(folder: string, pins: string) {
  const recipe = join(folder, 'recipe');
  await mkdir(recipe, { recursive: true });
  await copyFile(join(import.meta.dirname, 'fetch.sh'), join(recipe, 'fetch.sh'));
  await writeFile(join(recipe, 'pins.txt'), pins);
  const env = { ...process.env, DEBIAN_MIRROR: mirror };
  return await run('bash', [join(recipe, 'fetch.sh'), join(folder, 'sources')], { env });
}

testOnUnix('fetches the files of a package, and only missing ones again', async () => {
  await using folder = await temporaryFolder();
  const pins = `# pins\ncodec codec_1+x-2.dsc ${digest(DSC)}\nlibvid libvid_2.orig.tar.gz ${digest('video')}\n`;
  await fetchPins(folder.path, pins);
  const files = ['codec_1+x-2.debian.tar.xz', 'codec_1+x-2.dsc', 'codec_1+x.orig.tar.xz', 'libvid_2.orig.tar.gz'];
  expect((await readdir(join(folder.path, 'sources'))).sort()).toEqual([...files, 'pins.txt']);
  asked.length = 0;
  await fetchPins(folder.path, pins);
  expect(asked).toEqual([]);
});

testOnUnix('deletes a file with another digest and fails', async () => {
  await using folder = await temporaryFolder();
  const pins = `libvid libvid_2.orig.tar.gz ${digest('another')}\n`;
  await expect(fetchPins(folder.path, pins)).rejects.toThrow(/instead of the pinned/);
  expect(await readdir(join(folder.path, 'sources'))).toEqual([]);
});

testOnUnix('names a file that the mirror lacks', async () => {
  await using folder = await temporaryFolder();
  const pins = `codec codec_9.dsc ${digest(DSC)}\n`;
  await expect(fetchPins(folder.path, pins)).rejects.toThrow(/codec_9\.dsc could not be downloaded from http/);
});
