import { execFile, spawnSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openService } from '../electron/service/testing/open-service.ts';

const run = promisify(execFile);
const MAKE_CLIPS = "await (await import('./build/example-media.mjs')).provideExampleMedia()";
const root = path.resolve(import.meta.dirname, '..');
// The walk is printed for people who have curl; a machine without it can test everything else.
const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl)('the walk through the service in the README works as it is printed', async () => {
  await run(process.execPath, ['--input-type=module', '-e', MAKE_CLIPS], { cwd: root });
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  const walk = /<!-- walk:.*?```sh\n(.*?)```/s.exec(readme)?.[1] ?? 'exit 1';
  await using service = await openService();
  const script = walk.replace('http://127.0.0.1:7420', service.url);
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: root,
    env: {
      ...process.env,
      SCENEWRIGHT_API_KEY: service.credentials.key,
      SCENEWRIGHT_API_SECRET: service.credentials.secret,
    },
  });
  expect(stdout).toContain('"Resource-Name":"blossom.mp4"');
  expect(stdout).toContain('"deleted"');
  expect((await stat('/tmp/greeting.mp4')).size).toBeGreaterThan(10_000);
});
