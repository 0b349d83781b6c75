import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { createManualTimers } from '#main/testing/manual-timers.ts';
import { until } from '#main/testing/open-desktop.ts';
import type { health } from '#shared/contract/shapes/health-shape.ts';
import { createActivity } from './activity.ts';

test('the machine stays awake exactly while films are rendered', async () => {
  let running = 2;
  const server = createServer((_request, response) =>
    response.end(
      JSON.stringify({
        status: 'ok',
        version: '1',
        region: 'local',
        ffmpeg: null,
        disk: { freeBytes: 1, totalBytes: 1 },
        queue: { queued: 0, running },
        farm: null,
      } satisfies z.output<typeof health>),
    ),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const blocker = { start: vi.fn(() => 7), stop: vi.fn() };
  const timers = createManualTimers();
  const onIdle = vi.fn();
  const activity = createActivity({
    powerSaveBlocker: blocker,
    service: () => ({ url: `http://127.0.0.1:${port}`, credentials: { key: '', secret: '' } }),
    timers,
    onIdle,
  });
  activity.start();
  await until(() => blocker.start.mock.calls.length === 1);
  expect(await activity.renders()).toBe(2);
  expect([blocker.start.mock.calls.length, blocker.stop.mock.calls.length]).toEqual([1, 0]);
  running = 0;
  await until(() => {
    timers.elapse(5000);
    return onIdle.mock.calls.length === 1;
  });
  expect(blocker.stop).toHaveBeenCalledExactlyOnceWith(7);
  activity.stop();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});
