import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { scratchWorkspace } from '#service/workspace/testing/scratch-workspace.ts';
import { message } from '#shared/messages/message.ts';
import { createProxies } from './proxies.ts';
import type { ViewSource } from './view-sources.ts';
import { openViewStore } from './view-store.ts';

const source = { etag: '"a"', hold: () => ({ [Symbol.dispose]: () => undefined }) } as ViewSource;

/**
 * Requests the proxies of two sources of a project. All attempts fail with this message. Returns the source of each
 * attempt.
 */
async function attempts(failure: ServiceError): Promise<readonly unknown[]> {
  await using folder = await temporaryFolder();
  await using scratch = await scratchWorkspace();
  const { events, projects } = scratch.workspace;
  const project = projects.create('Films').uid;
  const store = openViewStore({ folder: join(folder.path, 'views'), limitBytes: () => 1000, clock: Date.now });
  const failed = new Set<unknown>();
  const done = Promise.withResolvers<void>();
  const working: unknown[] = [];
  using _subscription = events.subscribe(({ data }) => {
    if (!('state' in data && 'src' in data)) return;
    if (data.state === 'working') working.push(data.src);
    if (data.state === 'failed') failed.add(data.src);
    if (failed.size === 2) done.resolve();
  });
  const proxies = createProxies({
    store,
    events,
    tools: () => Promise.reject(failure),
    onFailure: (error) => done.reject(error),
  });
  await Promise.all(['a.mp4', 'b.mp4'].map((src) => proxies.request(src, source, { project, query: { src } }, false)));
  await done.promise;
  await proxies.stop();
  return working;
}

test.each([
  ['stalled', new ServiceError('ffmpeg/stalled', message('ffmpeg/busy'))],
  ['interrupted', new ServiceError('ffmpeg/interrupted', message('ffmpeg/interrupted', { signal: 'SIGKILL' }))],
])('a proxy is tried three times, after the other proxies: %s', async (_, error) => {
  expect(await attempts(error)).toEqual(['a.mp4', 'b.mp4', 'a.mp4', 'b.mp4', 'a.mp4', 'b.mp4']);
});

test('a proxy that exceeds its total time limit is not retried', async () => {
  expect(await attempts(new ServiceError('ffmpeg/stalled', message('ffmpeg/overtime')))).toEqual(['a.mp4', 'b.mp4']);
});
