import { setImmediate as nextTurn } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { type CuttingProxy, cuttingProxy } from '#service/testing/cutting-proxy.ts';
import { type RedisProcess, redisProcess } from '#service/testing/redis-process.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { cancelChannel } from '../protocol/queue-names.ts';
import { connectToQueue } from '../queue/connection.ts';
import { filmJob } from '../testing/jobs.ts';
import { TOOLCHAIN } from '../testing/test-farm.ts';
import { createActiveJobs, ENDINGS } from './active-jobs.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createWorkerCounters } from './worker-statistics.ts';

const PREFIX = 'heartbeat';

/** Starts a heartbeat through a proxy. */
async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const redis: RedisProcess = stack.use(await redisProcess());
  const proxy: CuttingProxy = stack.use(await cuttingProxy(redis.port));
  const url = `redis://127.0.0.1:${proxy.port}`;
  const config = { url, username: null, password: null, authority: null, prefix: PREFIX };
  const [connection, listener] = await Promise.all([
    connectToQueue(config, 'asking'),
    connectToQueue(config, 'waiting'),
  ]);
  const control = new Redis(redis.port, '127.0.0.1');
  stack.defer(() => control.disconnect());
  const activeJobs = createActiveJobs(Date.now, () => undefined);
  const heartbeat = startHeartbeat({
    ...{ connection, listener, prefix: PREFIX, activeJobs, isDraining: () => false, beatMilliseconds: 60_000 },
    identity: { id: 'w', name: 'w', version: '0', maker: TOOLCHAIN, cores: 1, memoryBytes: 1, startedAt: 0 },
    counters: createWorkerCounters(() => 0),
  });
  stack.defer(async () => {
    await heartbeat.stop();
    for (const each of [connection, listener]) each.disconnect();
  });
  const isSubscribed = async () => (await control.pubsub('NUMSUB', cancelChannel(PREFIX)))[1] === 1;
  await waitUntil(isSubscribed);
  const resources = stack.move();
  return { proxy, listener, control, activeJobs, isSubscribed, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Waits for an event. Unlike `once` of Node, it ignores the errors of the broken connection. */
function emitted(connection: Redis, event: 'ready' | 'end'): Promise<void> {
  return new Promise((resolve) => connection.once(event, () => resolve()));
}

test('cancellations arrive after a reconnection', async () => {
  await using world = await openWorld();
  const film = filmJob('cancelled');
  using task = world.activeJobs.begin(film);
  const ready = emitted(world.listener, 'ready');
  world.proxy.reset();
  await ready;
  await waitUntil(world.isSubscribed);
  await world.control.publish(cancelChannel(PREFIX), film.id);
  await waitUntil(() => task.signal.aborted);
  expect(task.signal.reason).toBe(ENDINGS.cancelled);
});

test('a connection that ends during its resubscription rejects no promise', async () => {
  await using world = await openWorld();
  const rejections: unknown[] = [];
  const note = (reason: unknown) => void rejections.push(reason);
  process.on('unhandledRejection', note);
  using _scope = { [Symbol.dispose]: () => void process.off('unhandledRejection', note) };
  const ready = emitted(world.listener, 'ready');
  world.proxy.reset();
  await ready;
  const end = emitted(world.listener, 'end');
  // Cut the network, so that no reply arrives before the end.
  world.proxy.cut();
  world.listener.disconnect();
  await end;
  // Wait, because Node reports unhandled rejections after the microtasks of a turn.
  await nextTurn();
  expect(rejections).toEqual([]);
});
