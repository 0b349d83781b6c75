import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseYaml } from '@redocly/openapi-core';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { toolchainId } from '#service/farm/protocol/job.ts';
import { cancelChannel, queueName, reportKey, workersKey } from '#service/farm/protocol/queue-names.ts';
import { readFarmConfig } from '#service/farm/settings/read-farm-config.ts';
import { parseWorkerArguments } from '#service/farm/worker/worker-arguments.ts';
import { parseServeArguments } from '#service/serve/arguments.ts';
import { redisProcess } from '#service/testing/redis-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';

const FOLDER = import.meta.dirname;
const run = promisify(execFile);
const read = (name: string): Promise<string> => readFile(join(FOLDER, name), 'utf8');

interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[] | string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly user: string;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly restart: string;
  readonly secrets?: readonly string[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly stop_grace_period?: string;
  readonly healthcheck?: object;
  readonly logging: { readonly options: object };
  readonly deploy: {
    readonly replicas?: number;
    readonly resources: { readonly limits: Readonly<Record<'cpus' | 'memory', string>> & { readonly pids: number } };
  };
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: object;
}

const compose = parseYaml(await read('compose.yaml')) as Compose;
const { services } = compose;
const service = (name: string): ComposeService => {
  const found = services[name];
  if (found === undefined) throw new Error(`no service ${name}`);
  return found;
};
const lineOf = (name: string): readonly string[] => [service(name).command ?? []].flat().map(String);

/** Returns the seconds of a duration such as `5m30s`. */
function seconds(time: string): number {
  const [, minutes = '0', rest = '0'] = /^(?:(\d+)m)?(?:(\d+)s)?$/.exec(time) ?? [];
  return 60 * Number(minutes) + Number(rest);
}

describe('the farm of compose.yaml', () => {
  test('has a queue, a store, a control, and two workers', () => {
    expect(Object.keys(services)).toEqual(['queue', 'store', 'bucket', 'control', 'worker']);
    expect(service('worker').deploy.replicas).toBe(2);
    for (const { image } of Object.values(services)) expect(image).toMatch(/^[\w./-]+:(?:\d+\.[\w.-]+|farm)$/);
  });

  test.each(Object.keys(services))('%s has minimal rights, and limits for its resources', (name) => {
    const { user, read_only, cap_drop, security_opt, restart, logging, deploy } = service(name);
    expect({ read_only, cap_drop, security_opt }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(restart).toMatch(/^(?:unless-stopped|on-failure:\d)$/);
    expect(logging.options).toEqual({ 'max-size': '10m', 'max-file': '3' });
    const { cpus, memory, pids } = deploy.resources.limits;
    expect([Number(cpus), Number.parseFloat(memory), pids].every((limit) => limit > 0)).toBe(true);
  });

  test('publishes only the control, and only on this machine', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([['control', ['127.0.0.1:7420:7420']]]);
    expect(compose.networks).toEqual({ outside: {}, queue: { internal: true }, store: { internal: true } });
    expect(['queue', 'store', 'bucket'].map((name) => service(name).networks ?? service(name).network_mode)).toEqual([
      ['queue'],
      ['store'],
      'service:store',
    ]);
  });

  test('starts a service after the services that it needs are healthy', () => {
    for (const name of ['control', 'worker'])
      expect(service(name).depends_on).toEqual({
        queue: { condition: 'service_healthy' },
        bucket: { condition: 'service_completed_successfully' },
      });
    expect(service('bucket').depends_on).toEqual({ store: { condition: 'service_healthy' } });
    // Skip the control, because its image has a health check.
    for (const name of ['queue', 'store', 'worker']) expect(service(name)).toHaveProperty('healthcheck');
  });

  test('runs its control with valid arguments', async () => {
    const [command, ...args] = lineOf('control');
    expect(command).toBe('service');
    expect(parseServeArguments(args)).toMatchObject({ ok: true, value: { host: '0.0.0.0', port: 7420 } });
    // The workspace is in a volume, which an update of the container preserves.
    expect(args[args.indexOf('--workspace') + 1]).toMatch(/^\/var\/lib\/scenewright\//);
    expect(service('control').volumes).toContain('workspace:/var/lib/scenewright');
  });

  test('runs a worker with valid arguments within its limits', () => {
    const [command, ...args] = lineOf('worker');
    expect(command).toBe('worker');
    const parsed = parseWorkerArguments(args);
    if (!parsed.ok || parsed.value === 'help') throw new Error('the worker does not start so');
    const { cores, memory, cache, metricsPort, drainMilliseconds } = parsed.value;
    const { limits } = service('worker').deploy.resources;
    expect(cores).toBe(Number(limits.cpus));
    expect(memory ?? Number.POSITIVE_INFINITY).toBeLessThan(Number.parseFloat(limits.memory) * 2 ** 30);
    expect(metricsPort).toBe(7421);
    expect(cache).toMatch(/^\/var\/cache\/scenewright\//);
    expect(service('worker').volumes).toEqual(['worker-cache:/var/cache/scenewright']);
    expect(seconds(service('worker').stop_grace_period ?? '')).toBeGreaterThan(drainMilliseconds / 1000);
  });

  test('configures queue and store, and passes secrets only as files', async () => {
    for (const name of ['control', 'worker']) {
      const { environment = {}, secrets = [] } = service(name);
      const readSecret = async (path: string): Promise<string> => {
        const secret = path.replace('/run/secrets/', '');
        expect(secrets).toContain(secret);
        return `the ${secret}\n`;
      };
      const farm = await readFarmConfig({ arguments: {}, environment, readFile: readSecret, stored: null });
      expect(farm).toEqual({
        ok: true,
        value: {
          from: 'environment',
          config: {
            queue: {
              url: 'redis://queue:6379',
              username: 'farm',
              password: 'the queue_password',
              authority: null,
              prefix: 'scenewright',
            },
            store: {
              kind: 's3',
              bucket: 'scenewright',
              prefix: 'farm',
              endpoint: 'http://store:8333',
              region: 'us-east-1',
              accessKeyId: 'the store_access_key_id',
              secretAccessKey: 'the store_secret_access_key',
              authority: null,
            },
          },
        },
      });
      // Every variable must exist, and each secret must go to the service that reads it.
      const files = Object.entries(environment).filter(([variable]) => variable.endsWith('_FILE'));
      expect(files.map(([, file]) => file.replace('/run/secrets/', '')).toSorted()).toEqual([...secrets].toSorted());
    }
  });

  test('make-secrets.sh creates a private file for each secret once', async () => {
    await using folder = await temporaryFolder();
    const made = join(folder.path, 'secrets');
    await run('sh', [join(FOLDER, 'make-secrets.sh'), made]);
    const names = (await readdir(made)).toSorted();
    expect(names).toEqual(
      Object.values(compose.secrets)
        .map(({ file }) => file.replace('./secrets/', ''))
        .toSorted(),
    );
    expect((await stat(made)).mode & 0o777).toBe(0o700);
    const texts = () => Promise.all(names.map((name) => readFile(join(made, name), 'utf8')));
    const first = await texts();
    await run('sh', [join(FOLDER, 'make-secrets.sh'), made]);
    expect(await texts()).toEqual(first);
    const [identity] = JSON.parse(await readFile(join(made, 'store_identities'), 'utf8')).identities;
    expect(identity.credentials).toEqual([
      {
        accessKey: await readFile(join(made, 'store_access_key_id'), 'utf8'),
        secretKey: await readFile(join(made, 'store_secret_access_key'), 'utf8'),
      },
    ]);
  });
});

test('the queue configuration grants the farm only the rights it needs', async () => {
  await using folder = await temporaryFolder();
  const [secrets, data, file] = ['secrets', 'data', 'queue.conf'].map((name) => join(folder.path, name));
  if (secrets === undefined || data === undefined || file === undefined) throw new Error('three names');
  await run('sh', [join(FOLDER, 'make-secrets.sh'), secrets]);
  await mkdir(data);
  // Change only the settings that depend on the machine: the port, the address, and the folder.
  const said = (await read('queue.conf')).replace('/run/secrets', secrets).replace(/^(?:bind|port|dir|save) .*$/gm, '');
  await writeFile(file, said);
  await chmod(file, 0o600);
  await using server = await redisProcess({ keeps: true, args: await argumentsIn(file) });
  const password = await readFile(join(secrets, 'queue_password'), 'utf8');
  const connection = { port: server.port, username: 'farm', password, maxRetriesPerRequest: null };

  // The health check pings the queue without a password.
  using stranger = client({ port: server.port });
  expect(await stranger.redis.ping()).toBe('PONG');
  await expect(stranger.redis.get('scenewright:workers')).rejects.toThrow('NOPERM');
  using farm = client(connection);
  expect(await farm.redis.info('memory')).toMatch(/maxmemory_policy:noeviction/);
  await expect(farm.redis.flushall()).rejects.toThrow('NOPERM');
  await expect(farm.redis.config('GET', '*')).rejects.toThrow('NOPERM');
  await expect(farm.redis.set('another:key', '1')).rejects.toThrow('NOPERM');

  const prefix = 'scenewright';
  await farm.redis.zadd(workersKey(prefix), 1, 'worker');
  await farm.redis.set(reportKey(prefix, 'worker'), '{}', 'EX', 10);
  await farm.redis.time();
  expect(await farm.redis.publish(cancelChannel(prefix), 'order')).toBe(0);
  using listener = client(connection);
  await listener.redis.subscribe(cancelChannel(prefix));

  const name = queueName({ engine: 1, ffmpeg: '7', canvasKit: '0.40', svg: 'resvg 0.48.1' });
  expect(name).toBe(`work-${toolchainId({ engine: 1, ffmpeg: '7', canvasKit: '0.40', svg: 'resvg 0.48.1' })}`);
  const queue = new Queue(name, { connection, prefix });
  const ended = Promise.withResolvers<void>();
  const worker = new Worker(name, async () => 'made', { connection, prefix });
  worker.once('completed', () => ended.resolve());
  queue.on('error', ended.reject);
  worker.on('error', ended.reject);
  await queue.add('film', {}, { jobId: 'render-1', priority: 2, removeOnComplete: true });
  await ended.promise;
  expect(await queue.getJobCounts()).toMatchObject({ active: 0, prioritized: 0, completed: 0 });
  await worker.close();
  await queue.close();
});

/** Returns the arguments in each line of a file. */
async function argumentsIn(file: string): Promise<readonly string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => /^[a-z]/.test(line));
  return lines.flatMap((line) => {
    const [name = '', ...values] = line.split(' ');
    return [`--${name}`, ...values];
  });
}

function client(options: { readonly port: number; readonly username?: string; readonly password?: string }) {
  // Disable the ready check, because its command requires a right that this user lacks.
  const redis = new Redis({ ...options, host: '127.0.0.1', enableReadyCheck: false });
  redis.on('error', () => undefined);
  return { redis, [Symbol.dispose]: () => redis.disconnect() };
}
