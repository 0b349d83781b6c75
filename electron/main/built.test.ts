import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { temporaryFolder } from './testing/temporary-folder.ts';

test('the built main process is one file that starts the service', async () => {
  await using folder = await temporaryFolder();
  const out = join(folder.path, 'out');
  const configFile = resolve(import.meta.dirname, '../../build/vite.main.config.ts');
  await build({ configFile, logLevel: 'silent', build: { outDir: join(out, 'main') } });
  const main = join(out, 'main', 'main.js');
  expect((await readdir(join(out, 'main'))).sort()).toEqual(['main.js', 'main.js.map']);
  const names = [...(await readFile(main, 'utf8')).matchAll(/^import .*? from "([^"]+)";$/gm)].map(([, name]) => name);
  expect(names.filter((name) => name !== 'electron' && !name?.startsWith('node:'))).toEqual([]);

  const service = resolve(import.meta.dirname, '../service/serve/host-process.ts');
  await mkdir(join(out, 'electron/service/serve'), { recursive: true });
  await mkdir(join(out, 'renderer'));
  await writeFile(join(folder.path, 'package.json'), '{"type":"module"}');
  await writeFile(join(out, 'electron/service/serve/host-process.js'), `import ${JSON.stringify(service)};\n`);
  await writeFile(join(out, 'renderer/index.html'), '<!doctype html>');
  const value = {
    theme: 'system',
    api: { enabled: false, port: 0 },
    allowHosts: [],
    ffmpeg: null,
    workspace: join(folder.path, 'workspace'),
  };
  await mkdir(join(folder.path, 'userData'));
  await writeFile(join(folder.path, 'userData/settings.json'), JSON.stringify({ version: 1, value }));
  const script = resolve(import.meta.dirname, 'testing/run-built-main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, main, folder.path]);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ page: 200, projects: 200 }, { child: 0 }]);
});
