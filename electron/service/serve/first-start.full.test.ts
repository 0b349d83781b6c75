// @module-tag full-scale

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, watch } from 'node:fs';
import { expect, test } from 'vitest';
import { credentialsFile } from '#service/credentials.ts';
import { openService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { testedProgram } from '#service/testing/tested-program.ts';
import { amount } from '#shared/testing/scale.ts';

const KILLS = amount('firstStartKills');

/**
 * Starts the service in an empty folder and kills it at the given number of file changes. Returns whether the service
 * made that many changes.
 */
async function startAndKill(workspace: string, change: number): Promise<boolean> {
  let changes = 0;
  const { SCENEWRIGHT_API_KEY: _key, SCENEWRIGHT_API_SECRET: _secret, ...env } = process.env;
  const program = testedProgram('serve/main.ts');
  const child = spawn(process.execPath, [program, '--workspace', workspace, '--port', '0', '--log', 'error'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  using scope = new DisposableStack();
  const watcher = watch(workspace, () => {
    changes += 1;
    if (changes === change) child.kill('SIGKILL');
  });
  scope.defer(() => watcher.close());
  // Kill the service when it listens, at the latest.
  child.stdout.once('data', () => child.kill('SIGKILL'));
  await once(child, 'exit');
  return changes >= change;
}

test(`a service killed during its first start starts again (${KILLS} times)`, {
  tags: ['promise:F1'],
}, async () => {
  let early = 0;
  for (let cycle = 1; cycle <= KILLS; cycle++) {
    await using folder = await temporaryFolder();
    if (await startAndKill(folder.path, cycle)) early += 1;
    await using service = await openService({ workspace: folder.path, credentials: null });
    expect(JSON.parse(readFileSync(credentialsFile(folder.path), 'utf8'))).toEqual(service.credentials);
    expect((await service.fetch('/v1/list/project')).status).toBe(200);
  }
  expect(early).toBeGreaterThan(KILLS / 4);
});
