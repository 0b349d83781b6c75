import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, name), 'utf8');
const lines = async (name: string) => (await read(name)).split('\n').filter((line) => /^[^#\s]/.test(line));

test('every pin names files of the pool with their SHA-256', async () => {
  const pins = (await lines('pins.txt')).map((line) => line.split(/\s+/));
  for (const [name, ...pairs] of pins) {
    expect(pairs.length % 2, name).toBe(0);
    expect(pairs.length, name).toBeGreaterThan(0);
    for (const [index, word] of pairs.entries())
      expect(word, name).toMatch(index % 2 === 0 ? /^[\w.+~-]+\.(?:dsc|tar\.(?:gz|xz|bz2))$/ : /^[0-9a-f]{64}$/);
  }
  const names = pins.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
  // FFmpeg is last, because it links the other packages.
  expect(names.at(-1)).toBe('ffmpeg');
});

test('every pinned package has a function in compile.sh', async () => {
  const script = await read('compile.sh');
  for (const line of await lines('pins.txt'))
    expect(script).toContain(`\nbuild_${(line.split(/\s+/)[0] ?? '').replaceAll('-', '_')}() {\n`);
});

test('the build root gets every file that compile.sh reads', async () => {
  const script = await read('compile.sh');
  const files = new Set([...script.matchAll(/"?\$here\/([\w.-]+)/g)].map(([, name]) => name ?? ''));
  expect([...files].sort()).toEqual(['configure-options.txt', 'frames.patch', 'late-va.c', 'pins.txt']);
  const root = await read('build.sh');
  for (const file of files) expect(root).toContain(`"$here"/${file}`);
  // A changed patch compiles FFmpeg again.
  expect(script).toMatch(/cat "\$here\/late-va\.c" "\$here\/frames\.patch"/);
  expect(script).toContain('patch -p1 -s <"$here/frames.patch"');
});

test('the options exclude the network, devices, and nonfree code', async () => {
  const options = (await lines('configure-options.txt')).map((line) => line.split(' '));
  const names = options.map(([option]) => option ?? '');
  expect(
    names.filter((name) => !/^--(?:en|dis)able-[\w-]+(?:=[\w,]+)?$|^--pkg-config-flags=--static$/.test(name)),
  ).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining(['--disable-autodetect', '--disable-network', '--disable-protocols', '--disable-outdevs']),
  );
  expect(names.filter((name) => /nonfree|fdk|version3|openssl|gnutls|sdl|libaom/.test(name))).toEqual([]);
  expect(names.filter((name) => /^--enable-(?:protocol|indev|outdev)/.test(name))).toEqual([
    '--enable-protocol=file,pipe,fd',
    '--enable-indev=lavfi',
  ]);
  const systems = new Set(options.flatMap(([, ...each]) => each));
  expect([...systems].sort()).toEqual(['linux', 'linux-x86_64', 'mac', 'win']);
});

test('the scripts download only pinned files and the build root', async () => {
  for (const name of (await readdir(import.meta.dirname)).filter((each) => each.endsWith('.sh'))) {
    const text = await read(name);
    const addresses = [...text.matchAll(/https?:\/\/[^\s})"]+/g)].map(([address]) => address);
    expect(addresses.filter((address) => address !== 'http://deb.debian.org')).toEqual([]);
    expect(text, name).toMatch(/^set -euo pipefail$/m);
  }
});
