import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';

const service = resolve(import.meta.dirname, '../create-service.ts');

/** Starts a service, makes a request, and returns the farm's packages that the service has loaded. */
async function loadedBy(farm: string, workspace: string): Promise<readonly string[]> {
  const script = `
    const { createRequire } = await import('node:module');
    const { createService } = await import(${JSON.stringify(service)});
    const { pino } = await import('pino');
    const logger = pino({ level: 'silent' });
    const { url, close } = await createService({
      workspace: ${JSON.stringify(workspace)}, host: '127.0.0.1', port: 0, region: 'local', credentials: null,
      allowHosts: [], hostNames: [], clusters: new Map(), environment: process.env, bundledFfmpeg: null,
      editor: null, logger, clock: Date.now, farm: ${farm},
    });
    await fetch(url + '/health');
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    const packages = ['bullmq', 'ioredis'].filter((name) => loaded.some((file) => file.includes('/' + name + '/')));
    process.stdout.write(JSON.stringify(packages));
    await close();
    process.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return JSON.parse(output);
}

test('a service without a farm loads neither BullMQ nor ioredis', async () => {
  await using folder = await temporaryFolder();
  expect(await loadedBy('null', folder.path)).toEqual([]);
});

test('a service starts and answers while queue and store are unreachable', { tags: ['promise:F28'] }, async () => {
  await using folder = await temporaryFolder();
  const queue = { url: 'redis://127.0.0.1:1', username: null, password: null, authority: null, prefix: 'p' };
  const store = { kind: 'folder', folder: '/nowhere/at/all' };
  // BullMQ is loaded only when there are workers.
  const farm = JSON.stringify({ from: 'arguments', config: { queue, store } });
  expect(await loadedBy(farm, folder.path)).toEqual(['ioredis']);
});
