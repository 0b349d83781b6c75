import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { redisProcess } from './redis-process.ts';
import { isRunning, waitUntil } from './wait-until.ts';

test('a test server forgets its data on restart by default', async () => {
  await using forgetful = await redisProcess();
  await using keeping = await redisProcess({ keeps: true });
  for (const server of [forgetful, keeping]) {
    await server.command('SET', 'name', 'value');
    await server.kill();
    await expect(server.command('GET', 'name')).rejects.toThrow();
    await server.restart();
  }
  expect(await forgetful.command('GET', 'name')).toBe('null');
  expect(await keeping.command('GET', 'name')).toBe('value');
  await keeping.flush();
  expect(await keeping.command('GET', 'name')).toBe('null');
});

test('a test server requires TLS and a password if configured', async () => {
  await using server = await redisProcess({ tls: true, password: 'of the test' });
  expect(server.url).toBe(`rediss://127.0.0.1:${server.port}`);
  expect(await server.command('PING')).toBe('PONG');
  const stranger = new Redis(server.port, { tls: { ca: server.authority ?? '' }, retryStrategy: () => null });
  stranger.on('error', () => undefined);
  await expect(stranger.ping()).rejects.toThrow('NOAUTH');
  stranger.disconnect();
});

test('a paused test server answers when it continues', async () => {
  await using server = await redisProcess();
  const goOn = server.pause();
  const answer = server.command('PING');
  const first = await Promise.race([answer, new Promise((done) => setTimeout(done, 100, 'nothing'))]);
  expect(first).toBe('nothing');
  goOn();
  expect(await answer).toBe('PONG');
});

test.skipIf(process.platform === 'win32')('a test server ends when its process is killed', async () => {
  const module = resolve(import.meta.dirname, 'redis-process.ts');
  const script = `
    const { redisProcess } = await import(${JSON.stringify(module)});
    const server = await redisProcess();
    const info = await server.command('INFO', 'server');
    process.stdout.write(/process_id:(\\d+)/.exec(info)[1] + '\\n');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line]: unknown[] = await once(child.stdout, 'data');
  const pid = Number(line);
  expect(isRunning(pid)).toBe(true);
  child.kill('SIGKILL');
  await waitUntil(() => !isRunning(pid));
});
