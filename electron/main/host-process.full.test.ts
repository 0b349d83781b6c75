import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type FromService, fromService, type ToService } from '#shared/contract/desktop/service-channel.ts';
import { full } from '#shared/testing/full.ts';
import { type ForkedChild, forkChild } from './testing/forked-child.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const program = resolve(import.meta.dirname, '../service/serve/host-process.ts');

const start = (workspace: string, port = 0): ToService => ({
  kind: 'start',
  workspace,
  port,
  credentials: { key: 'canary-key', secret: 'canary-secret-of-the-service' },
  allowHosts: [],
  bundledFfmpeg: null,
  keys: {
    objectStores: { store: { accessKeyId: 'id', secretAccessKey: 'canary-secret-of-the-store' } },
    clusters: {},
  },
});

async function answerOf(child: ForkedChild): Promise<FromService> {
  // The last message arrives after `exit`, but before `disconnect`.
  const ended = once(child.process, 'disconnect').then(() => Promise.reject(new Error('it ended without a message')));
  // An end after the first message is not an error.
  ended.catch(() => undefined);
  const [message] = await Promise.race([once(child.process, 'message'), ended]);
  return fromService.parse(message);
}

test('the service closes its workspace and ends when its parent ends', async () => {
  await using folder = await temporaryFolder();
  const child = forkChild(program, [], { env: { ...process.env } as Record<string, string> });
  const printed = text(child.process.stderr ?? new ReadableStream());
  child.postMessage(start(folder.path));
  expect(await answerOf(child)).toMatchObject({ kind: 'ready', workspace: folder.path, otherPort: false });
  child.postMessage({ kind: 'power', state: 'resumed' } satisfies ToService);
  child.process.disconnect();
  expect(await once(child.process, 'exit')).toEqual([0, null]);
  expect(await printed).not.toContain('canary-secret');
});

full.test('the service uses and reports another port if its own is occupied', async () => {
  await using folder = await temporaryFolder();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const child = forkChild(program, [], {});
  child.postMessage(start(folder.path, (taken.address() as AddressInfo).port));
  expect(await answerOf(child)).toMatchObject({ kind: 'ready', otherPort: true });
  child.postMessage({ kind: 'stop' } satisfies ToService);
  expect(await once(child.process, 'exit')).toEqual([0, null]);
  taken.close();
});

full.test('the service reports a workspace that cannot be opened, with its code', async () => {
  await using folder = await temporaryFolder();
  const first = forkChild(program, [], {});
  first.postMessage(start(folder.path));
  await answerOf(first);
  const second = forkChild(program, [], {});
  second.postMessage(start(folder.path));
  expect(await answerOf(second)).toMatchObject({ kind: 'failed', code: 'workspace/in-use' });
  expect(await once(second.process, 'exit')).toEqual([2, null]);
  first.process.kill('SIGTERM');
  expect(await once(first.process, 'exit')).toEqual([0, null]);
});

full.test('the program without a parent prints how to start the service', async () => {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'pipe'] });
  expect(await text(child.stderr)).toContain('npm run service');
});
