import { execFile, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSigned } from '#main/update-signature.ts';
import { parseWorkerArguments } from '#service/farm/worker/worker-arguments.ts';
import config from '../electron-builder.config.ts';
import { icnsFile, icoFile } from './icon-files.ts';
import { packageLicences, runtimePackages } from './licences.ts';
import { root } from './script.ts';
import { readFeed } from './update-feed.ts';

const run = promisify(execFile);
const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenewright-packages-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the packaging configuration', () => {
  const validate = async (configuration: unknown): Promise<void> => {
    const load = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
    const { validateConfiguration } = load('app-builder-lib/out/util/config/config.js');
    const { DebugLogger } = load('builder-util');
    await validateConfiguration(configuration, new DebugLogger(false));
  };

  test('matches the schema of electron-builder', async () => {
    // Check that the schema refuses unknown keys. Otherwise, the test above would be meaningless.
    await expect(validate({ ...config, lixun: {} })).rejects.toThrow('lixun');
    await validate(config);
  });

  test('produces the expected packages for Linux, macOS, and Windows', () => {
    const targets = [config.linux, config.mac, config.win].flatMap((platform) => platform?.target ?? []);
    expect(targets).toEqual([
      ...['AppImage', 'deb', 'rpm'],
      { target: 'dmg', arch: ['arm64', 'x64'] },
      { target: 'zip', arch: ['arm64', 'x64'] },
      { target: 'nsis', arch: ['x64'] },
      { target: 'portable', arch: ['x64'] },
    ]);
  });

  test('associates projects and templates, and is the default only for projects', () => {
    expect(config.mac?.fileAssociations).toMatchObject([
      { ext: 'scenewright', rank: 'Owner' },
      { ext: 'xml', rank: 'Alternate' },
    ]);
    expect([config.linux?.fileAssociations, config.win?.fileAssociations]).toMatchObject([
      [{ ext: 'scenewright' }],
      [{ ext: 'scenewright' }],
    ]);
    expect(config.linux?.mimeTypes).toContain('application/xml');
  });

  test('disables updates and publishing unless a feed is configured', () => {
    expect(config.publish).toBe(null);
  });

  test('names only existing files', async () => {
    const files = [config.mac?.icon, config.mac?.entitlements, config.win?.icon, config.nsis?.include];
    for (const file of files) expect((await stat(join(root, String(file)))).isFile()).toBe(true);
    for (const ending of ['ico', 'icns'])
      expect((await stat(join(root, `build/resources/document.${ending}`))).isFile()).toBe(true);
    expect(await readdir(join(root, String(config.linux?.icon)))).toContain('512x512.png');
  });
});

describe('the icons', () => {
  test('contain the images of every size', async () => {
    const names = await readdir(join(root, 'build/resources/icons'));
    const pictures = new Map(
      await Promise.all(
        names.map(
          async (name) =>
            [Number.parseInt(name, 10), await readFile(join(root, 'build/resources/icons', name))] as const,
        ),
      ),
    );
    for (const [size, png] of pictures) expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
    const sorted = new Map([...pictures].sort(([left], [right]) => left - right));
    expect(icoFile(sorted).equals(await readFile(join(root, 'build/resources/icon.ico')))).toBe(true);
    expect(icnsFile(sorted).equals(await readFile(join(root, 'build/resources/icon.icns')))).toBe(true);
  });

  test('other programs can read the icon files', async () => {
    // Both formats contain PNG pictures at offsets.
    const ico = await readFile(join(root, 'build/resources/icon.ico'));
    for (let at = 0; at < ico.readUInt16LE(4); at += 1) {
      const offset = ico.readUInt32LE(6 + 16 * at + 12);
      expect(ico.toString('latin1', offset + 1, offset + 4)).toBe('PNG');
      expect(ico.readUInt32BE(offset + 16) % 256).toBe(ico.readUInt8(6 + 16 * at));
    }
    const icns = await readFile(join(root, 'build/resources/icon.icns'));
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    let parts = 0;
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) parts += 1;
    expect(parts).toBe(11);
  });
});

describe('the licenses', () => {
  test('are known for every production package', async () => {
    const packages = await packageLicences(await runtimePackages(root));
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', '@aws-sdk/client-s3', 'saxes', 'xmlchars']));
    // These licenses only require that their text is included.
    const free = /^\(?(?:MIT|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense)\b/;
    const others = packages.filter(({ licence }) => !free.test(licence));
    // The LGPL lets users replace the library. Therefore, the library is next to the archive, and its text has the
    // address of its source.
    expect(others.map(({ name, licence }) => [name, licence])).toEqual([['libheif-js', 'LGPL-3.0']]);
  });
});

describe('the update feed', () => {
  const feed = `version: 9.0.0
files:
  - url: Scenewright-9.0.0-linux-x86_64.AppImage
    sha512: q1w2==
    size: 5
    blockMapSize: 1
  - url: scenewright_9.0.0_amd64.deb
    sha512: e3r4==
    size: 6
path: Scenewright-9.0.0-linux-x86_64.AppImage
sha512: q1w2==
releaseDate: '2026-01-01T00:00:00.000Z'
`;

  test('is parsed as electron-builder writes it; other forms are refused', () => {
    expect(readFeed(feed, 'latest.yml')).toEqual({
      version: '9.0.0',
      files: [
        { url: 'Scenewright-9.0.0-linux-x86_64.AppImage', sha512: 'q1w2==' },
        { url: 'scenewright_9.0.0_amd64.deb', sha512: 'e3r4==' },
      ],
    });
    expect(() => readFeed(feed.replace('    sha512: e3r4==\n', ''), 'latest.yml')).toThrow('not a feed');
  });

  test('has a signature that the app accepts', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const release = join(folder, 'release');
    await mkdir(release);
    await writeFile(join(release, 'latest-linux.yml'), feed);
    const env = {
      ...process.env,
      SCENEWRIGHT_UPDATE_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
    // Sign twice, because signed files can be signed again.
    for (let times = 0; times < 2; times += 1)
      await run(process.execPath, [join(root, 'build/packages/sign-update.ts'), release], { env });
    const text = await readFile(join(release, 'latest-linux.yml'), 'utf8');
    const [, signature] = /^signature: (.*)$/m.exec(text) ?? [];
    expect(text.split('signature:').length).toBe(2);
    const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(isSigned(readFeed(text, 'latest-linux.yml'), signature, key)).toBe(true);
  });
});

describe('the systemd units and container images', () => {
  test('the container has its own user, a volume, and a health check', async () => {
    const text = await read('build/container/Containerfile');
    const lines = text.replaceAll('\\\n', ' ').split('\n');
    const last = (word: string) => lines.findLast((line) => line.startsWith(`${word} `)) ?? '';
    expect(last('FROM')).toMatch(/node:24-bookworm/);
    expect(last('USER')).toBe('USER 10001:10001');
    expect(last('VOLUME')).toContain('/var/lib/scenewright');
    expect(text).toMatch(/HEALTHCHECK[\s\S]*\/health/);
    // The package has FFmpeg if the build was staged; otherwise, the image takes Debian's.
    expect(text).toMatch(/out\/ffmpeg\/linux-[\s\S]*apt-get install .* ffmpeg/);
    expect(last('ENTRYPOINT')).toMatch(/"scenewright"\]$/);
    expect(last('CMD')).toMatch(/^CMD \["service", /);
    // The image copies the output of `npm run package:headless`. It is the only file that the build context allows.
    const [, copied] = /^COPY (\S+)/m.exec(text) ?? [];
    expect(copied).toBe('release/scenewright-*.tgz');
    for (const ignored of ['.containerignore', 'build/container/Containerfile.dockerignore'])
      expect((await read(ignored)).split('\n').filter((line) => /^[^#\s]/.test(line))).toEqual(['*', `!${copied}`]);
    // The service must support the options of the image.
    const help = await run(process.execPath, [join(root, 'electron/service/serve/main.ts'), '--help']);
    for (const option of last('CMD').match(/--[a-z-]+/g) ?? []) expect(help.stdout).toContain(`${option} `);
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  const units = ['scenewright.service', 'scenewright-worker.service'];
  test.skipIf(!hasSystemd).each(units)('systemd accepts %s and rates its exposure as low', async (name) => {
    const unit = join(root, 'build/systemd', name);
    const verified = await run('systemd-analyze', ['verify', unit]);
    expect(verified.stderr).not.toContain(`${name}:`);
    const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--threshold=25', unit]);
    expect(stdout).toMatch(/Overall exposure level .*: [012]\.\d OK/);
  });

  test("a systemd unit permits writing only to the program's folder", async () => {
    const lines = ['DynamicUser=yes', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'KillMode=mixed'];
    const folders = ['StateDirectory=scenewright', 'CacheDirectory=scenewright-worker'];
    for (const [index, name] of units.entries()) {
      const unit = await read(`build/systemd/${name}`);
      for (const line of [...lines, folders[index]]) expect(unit).toContain(`\n${line}\n`);
    }
  });

  test('the worker has valid arguments, and its secrets are files', async () => {
    const unit = await read('build/systemd/scenewright-worker.service');
    const [, line = ''] = /^ExecStart=\/usr\/bin\/env scenewright worker (.*)$/m.exec(unit) ?? [];
    const parsed = parseWorkerArguments(line.split(' '));
    if (!parsed.ok || parsed.value === 'help') throw new Error('the worker does not start so');
    const [, minutes] = /^TimeoutStopSec=(\d+)min$/m.exec(unit) ?? [];
    expect(Number(minutes) * 60_000).toBeGreaterThan(parsed.value.drainMilliseconds);
    for (const text of [unit, await read('build/systemd/scenewright.service.d/farm.conf')]) {
      const loaded = [...text.matchAll(/^LoadCredential=(\w+):/gm)].map(([, name]) => name);
      const named = [...text.matchAll(/^Environment=SCENEWRIGHT_(\w+)_FILE=%d\/(\w+)$/gm)];
      expect(named.map(([, , name]) => name)).toEqual(loaded);
      expect(named.map(([, variable]) => variable)).toEqual([
        'QUEUE_PASSWORD',
        'STORE_ACCESS_KEY_ID',
        'STORE_SECRET_ACCESS_KEY',
      ]);
    }
  });
});

test('every script in a workflow is in package.json', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  for (const name of await readdir(join(root, '.github/workflows'))) {
    const text = await read(`.github/workflows/${name}`);
    for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(script);
    // Workflows must have only read access.
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
  }
});
