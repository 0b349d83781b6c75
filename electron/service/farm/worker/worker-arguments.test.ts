import { expect, test } from 'vitest';
import { parseWorkerArguments, workerHelp } from './worker-arguments.ts';

const read = (...args: readonly string[]) => parseWorkerArguments(args);

test('the defaults use the whole machine and the environment', () => {
  expect(read()).toEqual({
    ok: true,
    value: {
      farm: {
        queue: null,
        store: null,
        storeEndpoint: null,
        storeRegion: null,
        farmPrefix: null,
        farmPlain: false,
      },
      cores: null,
      memory: null,
      cache: null,
      cacheBytes: 20 * 2 ** 30,
      name: null,
      allowHosts: [],
      metricsPort: null,
      drainMilliseconds: 600_000,
      log: 'info',
    },
  });
});

test('every option is read', () => {
  const args =
    '--queue rediss://queue:6380 --store s3://films/farm --store-endpoint https://s3.example --store-region eu --farm-prefix left --farm-plain --cores 2 --memory 1.5GiB ' +
    '--cache /var/cache/w --cache-size 512MiB --name left --allow-host a.example --allow-host b.example ' +
    '--metrics-port off --log warn --drain-time 90s';
  expect(read(...args.split(' '))).toEqual({
    ok: true,
    value: {
      farm: {
        queue: 'rediss://queue:6380',
        store: 's3://films/farm',
        storeEndpoint: 'https://s3.example',
        storeRegion: 'eu',
        farmPrefix: 'left',
        farmPlain: true,
      },
      cores: 2,
      memory: 1.5 * 2 ** 30,
      cache: '/var/cache/w',
      cacheBytes: 512 * 2 ** 20,
      name: 'left',
      allowHosts: ['a.example', 'b.example'],
      metricsPort: 'off',
      drainMilliseconds: 90_000,
      log: 'warn',
    },
  });
});

test.each([
  [['--cores', '0'], '--cores 0: use a number from 1 to 1024'],
  [['--cores', 'two'], '--cores two: use a number from 1 to 1024'],
  [['--memory', '4'], '--memory 4: use a size such as 4GiB, 256MiB or more'],
  [['--memory', 'much'], '--memory much: use a size such as 4GiB, 256MiB or more'],
  [['--cache-size', '20gb'], '--cache-size 20gb: use a size such as 20GiB, 256MiB or more'],
  [['--metrics-port', '70000'], '--metrics-port 70000: use a number from 0 to 65535, or off'],
  [['--drain-time', '10'], '--drain-time 10: use a time such as 90s or 10m, 24h at most'],
  [['--drain-time', '25h'], '--drain-time 25h: use a time such as 90s or 10m, 24h at most'],
  [['--log', 'debug'], '--log debug: use info, warn, error'],
  [['--name', 'a\u0007b'], '--name: use at most 64 characters, without control characters'],
  [['--cache', ''], '--cache is empty'],
  [['--password', 'x'], "Unknown option '--password'"],
] as const)('wrong arguments are refused with one sentence: %j', (args, error) => {
  expect(read(...args)).toEqual({ ok: false, error });
});

test('a drain time of 0 is accepted', () => {
  expect(read('--drain-time', '0')).toMatchObject({ value: { drainMilliseconds: 0 } });
});

test('the help names every option', () => {
  expect(read('--help')).toEqual({ ok: true, value: 'help' });
  for (const option of ['store-region', 'farm-prefix', 'farm-plain']) expect(workerHelp).toContain(`--${option} `);
  for (const option of ['queue', 'store', 'store-endpoint', 'cores', 'memory', 'cache', 'cache-size', 'name'])
    expect(workerHelp).toContain(`--${option} `);
  for (const option of ['allow-host', 'metrics-port', 'drain-time', 'log'])
    expect(workerHelp).toContain(`--${option} `);
});
