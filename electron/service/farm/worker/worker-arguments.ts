import { parseArgs } from 'node:util';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { FARM_OPTIONS, type FarmArguments } from '../settings/farm-fields.ts';

export interface WorkerArguments {
  /** The addresses of queue and store from the arguments. */
  readonly farm: FarmArguments;
  /** The number of cores; null for all cores of the machine. */
  readonly cores: number | null;
  /** The memory in bytes; null for all memory of the machine. */
  readonly memory: number | null;
  /** The cache folder; null for the default folder. */
  readonly cache: string | null;
  /** The maximum bytes of the cached sources and parts. */
  readonly cacheBytes: number;
  /** The name of the worker; null for the name of the machine. */
  readonly name: string | null;
  readonly allowHosts: readonly string[];
  /**
   * The port of the metrics. Null selects the default port, or another port if the default is in use; `off` means no
   * metrics.
   */
  readonly metricsPort: number | 'off' | null;
  readonly log: WorkerLogLevel;
  readonly drainMilliseconds: number;
}

const LOG_LEVELS = ['info', 'warn', 'error'] as const;
export type WorkerLogLevel = (typeof LOG_LEVELS)[number];

export const DEFAULT_METRICS_PORT = 7421;
const MAX_CORES = 1024;
/** The minimum memory for FFmpeg, in bytes. */
const MIN_MEMORY = 256 * 2 ** 20;
/** The minimum cache for a source and the parts of a film, in bytes. */
const MIN_CACHE = 256 * 2 ** 20;
const MAX_DRAIN = 24 * 60 * 60 * 1000;

export const workerHelp = `Runs a worker of a render farm: takes films and parts of films from a service's queue and renders them on this machine.

  scenewright worker --queue ADDRESS --store PLACE [options]      (in a checkout: npm run worker -- [options])

  --queue ADDRESS       redis://HOST:PORT or rediss://HOST:PORT (TLS), the same as the service's
  --store PLACE         s3://BUCKET/PREFIX, or a folder that all machines share; the same as the service's
  --store-endpoint URL  address of an S3-compatible store (default: Amazon S3)
  --store-region R      region of the store
  --farm-prefix NAME    the farm, if several farms share a queue (default: scenewright)
  --farm-plain          allow passwords and keys to be sent to public hosts without TLS
  --cores N             cores to use (default: all)
  --memory SIZE         memory for the worker and its FFmpeg processes, such as 4GiB (default: all)
  --cache FOLDER        cache folder for sources and parts (default: worker in the cache folder); each worker uses its own
                        folder in it: 1, 2 …
  --cache-size SIZE     size limit of the cache (default: 20GiB)
  --name NAME           name in the editor (default: the machine's name)
  --allow-host HOST     private host that sources can be downloaded from; repeatable
  --metrics-port N      port of /metrics and /healthz on 127.0.0.1; 0 for any free port, or off
                        (default: ${DEFAULT_METRICS_PORT}; any free port if it is in use)
  --drain-time TIME     time to finish current work after a stop signal, such as 90s or 10m (default: 10m)
  --log LEVEL           info (default), warn, or error
  -h, --help            show this help

On SIGTERM or SIGINT the worker takes no new work, finishes its current work within the drain time, and returns the rest to
the queue. A second signal ends it immediately. Exit codes: 0 stopped, 1 can't work here or couldn't return all work, 2
invalid arguments, 130 ended immediately.

Environment: SCENEWRIGHT_QUEUE, SCENEWRIGHT_STORE, and the service's other variables for the queue and the store,
including passwords and keys, which are never arguments; SCENEWRIGHT_CACHE, SCENEWRIGHT_FFMPEG, SCENEWRIGHT_FFPROBE.
`;

/** Parses the arguments. The error is a sentence for users. */
export function parseWorkerArguments(args: readonly string[]): Result<WorkerArguments | 'help', string> {
  try {
    const values = valuesOf(args);
    if (values.help) return ok('help');
    const empty = Object.entries(values).find(([, value]) => value === '');
    if (empty !== undefined) return err(`--${empty[0]} is empty`);
    return checkedArguments(values);
  } catch (error) {
    if (error instanceof TypeError) return err(error.message.split('. ', 1)[0] ?? error.message);
    throw error;
  }
}

function valuesOf(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...FARM_OPTIONS,
      cores: { type: 'string' },
      memory: { type: 'string' },
      cache: { type: 'string' },
      'cache-size': { type: 'string', default: '20GiB' },
      name: { type: 'string' },
      'allow-host': { type: 'string', multiple: true, default: [] },
      'metrics-port': { type: 'string' },
      'drain-time': { type: 'string', default: '10m' },
      log: { type: 'string', default: 'info' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return values;
}

function checkedArguments(values: ReturnType<typeof valuesOf>): Result<WorkerArguments, string> {
  const cores = wholeNumber(values.cores, MAX_CORES);
  if (Number.isNaN(cores) || cores === 0) return err(`--cores ${values.cores}: use a number from 1 to ${MAX_CORES}`);
  const memory = values.memory === undefined ? null : bytesIn(values.memory);
  if (memory !== null && !(memory >= MIN_MEMORY))
    return err(`--memory ${values.memory}: use a size such as 4GiB, 256MiB or more`);
  const cacheBytes = bytesIn(values['cache-size']);
  if (!(cacheBytes >= MIN_CACHE))
    return err(`--cache-size ${values['cache-size']}: use a size such as 20GiB, 256MiB or more`);
  const port = values['metrics-port'] === 'off' ? 'off' : wholeNumber(values['metrics-port'], 65_535);
  if (Number.isNaN(port)) return err(`--metrics-port ${values['metrics-port']}: use a number from 0 to 65535, or off`);
  const drainMilliseconds = millisecondsIn(values['drain-time']);
  if (!(drainMilliseconds <= MAX_DRAIN))
    return err(`--drain-time ${values['drain-time']}: use a time such as 90s or 10m, 24h at most`);
  const log = LOG_LEVELS.find((level) => level === values.log);
  if (log === undefined) return err(`--log ${values.log}: use ${LOG_LEVELS.join(', ')}`);
  const { cache = null, name = null } = values;
  const fault = nameFault(name);
  if (fault !== null) return err(fault);
  return ok({
    farm: {
      queue: values.queue ?? null,
      store: values.store ?? null,
      storeEndpoint: values['store-endpoint'] ?? null,
      storeRegion: values['store-region'] ?? null,
      farmPrefix: values['farm-prefix'] ?? null,
      farmPlain: values['farm-plain'],
    },
    ...{ cores, memory, cache, cacheBytes, name, drainMilliseconds, log },
    allowHosts: values['allow-host'],
    metricsPort: port,
  });
}

/**
 * Returns the error of a name; null if the name is valid. The editor shows the name, and the metrics use it as a label.
 */
function nameFault(name: string | null): string | null {
  if (name === null || /^[^\p{Cc}\p{Cf}]{1,64}$/u.test(name)) return null;
  return '--name: use at most 64 characters, without control characters';
}

/** Parses a whole number up to `most`; null if missing, NaN if invalid. */
function wholeNumber(text: string | undefined, most: number): number | null {
  if (text === undefined) return null;
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return number <= most ? number : Number.NaN;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
};

/** Parses a size such as `4GiB`, `1.5GB`, or a number of bytes; NaN if invalid. */
function bytesIn(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,15}(?:\.\d{1,3})?) ?([KMGT]i?B)?$/.exec(text) ?? [];
  const factor = UNITS[unit];
  return number === '' || factor === undefined ? Number.NaN : Math.floor(Number(number) * factor);
}

const TIMES: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Parses a time such as `90s`, `10m`, `1h`, or `0`; NaN if invalid. */
function millisecondsIn(text: string): number {
  if (text === '0') return 0;
  const [, number = '', unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  return Number(number || 'none') * (TIMES[unit] ?? Number.NaN);
}
