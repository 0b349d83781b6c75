// The shapes of the render farm in the interface.
import { z } from 'zod';
import { messageFields, timestamp } from './shapes.ts';

/** An English sentence with its code and values. */
const sentence = z.object({ message: z.string(), ...messageFields });

/**
 * The connection to a server of the farm. `why` is the cause of the last failure, `reason` is the same cause in
 * English, and `since` is the time of the first failure.
 */
const connection = z.discriminatedUnion('state', [
  z.object({ state: z.literal('reached'), address: z.string() }),
  z.object({ state: z.literal('away'), address: z.string(), reason: z.string(), why: sentence, since: timestamp }),
]);

/** The versions that, together with the key of a part, determine its bytes. */
const toolchain = z.object({
  engine: z.int(),
  ffmpeg: z.string(),
  canvasKit: z.string(),
  svg: z.string().describe('Version of the SVG renderer; empty for a worker of an older version'),
});

const workerTask = z.object({
  order: z.string().describe('Id of the current job'),
  kind: z.enum(['film', 'parts']).describe('A complete film, or parts of a film that several workers render'),
  render: z.string(),
  project: z.string().nullable().describe('Uid of the project; null if the render no longer exists'),
  name: z.string().nullable().describe('Title of the render'),
  done: z
    .int()
    .describe('Number of frames that this worker has finished; `total` is the number of all frames of its job'),
  total: z.int(),
  film: z
    .object({ done: z.int(), total: z.int() })
    .nullable()
    .describe(
      'Progress of the complete film, if several workers render its parts; null for other films, and until the number of frames is known',
    ),
  since: timestamp,
});

/** The totals of a worker since its start. */
const workerTotals = z.object({
  films: z.int(),
  parts: z.int(),
  frames: z.int(),
  failures: z.int(),
  lookedFor: z.int().describe('Number of lookups of parts in the cache and the store; `found` is the number of hits'),
  found: z.int(),
  bytesFetched: z.number(),
  bytesPut: z.number(),
});

export const farmWorker = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  maker: toolchain,
  state: z
    .enum(['working', 'idle', 'draining', 'other'])
    .describe('`other`: the worker has other versions and gets no jobs; `why` has the details'),
  why: sentence.nullable().describe('Reason why the worker gets no jobs; null if it gets jobs'),
  load: z.number().describe('Load from 0 to 1'),
  cores: z.int(),
  memoryBytes: z.number(),
  startedAt: timestamp,
  seenAt: timestamp,
  doing: z.array(workerTask),
  made: workerTotals,
  framesPerSecond: z.number(),
  partsPerSecond: z.number(),
});

const renders = z.object({ queued: z.int(), running: z.int() });

/** The state of rendering, either in this service or by workers. */
export const farm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('embedded'), renders, oldestSeconds: z.number().nullable() }),
  z.object({
    kind: z.literal('farm'),
    queue: connection,
    store: connection,
    renders,
    oldestSeconds: z.number().nullable().describe('Age of the oldest queued render; null if none is queued'),
    orders: z
      .object({ waiting: z.int(), active: z.int() })
      .describe(
        'Numbers of unfinished films in the queue: `active` if a worker makes the film or a part of it, otherwise `waiting`',
      ),
    uploadsWaiting: z
      .int()
      .nullable()
      .describe('Number of files that are not in the store yet; null if the number is unknown'),
    wanted: toolchain.omit({ ffmpeg: true }).describe('Versions that a worker must have to get jobs'),
    maker: toolchain.nullable().describe('Versions of the workers that get jobs; null without such workers'),
    waitsFor: sentence.nullable().describe('Reason why nothing is rendered; null if renders can run'),
    faults: z.array(sentence).describe('Configuration errors that do not stop rendering'),
    cores: z.int().describe('Cores of the workers that get jobs'),
    framesPerSecond: z.number(),
    partsPerSecond: z.number(),
    made: workerTotals.describe('Totals of all current workers, each since its start'),
    workers: z.array(farmWorker).describe('The first 1,000 workers, sorted by name'),
    workersInAll: z.int(),
  }),
]);

/** The state of the farm for monitoring. */
export const farmHealth = z.object({
  queue: z.enum(['reached', 'away']),
  store: z.enum(['reached', 'away']),
  workers: z
    .object({ able: z.int(), draining: z.int(), other: z.int() })
    .describe('`able` and `draining` workers match this service; `other` ones have other versions'),
  waitsFor: sentence.nullable(),
});

/** The addresses of the queue and the store, without secrets. */
const farmAddresses = z.object({
  queue: z.string().describe('`redis://` or `rediss://`, without user name and password'),
  username: z.string().nullable(),
  hasPassword: z.boolean(),
  store: z.string().describe('`s3://bucket/prefix`, or an absolute folder that all machines share'),
  endpoint: z.string().nullable().describe('Address of the object store; null for Amazon S3 and for a folder'),
  region: z.string().nullable(),
  hasKeys: z.boolean().describe('Whether keys for the object store are stored'),
});

export const farmSettings = z.object({
  from: z
    .enum(['arguments', 'environment', 'settings'])
    .nullable()
    .describe('Origin of the settings; null without a farm'),
  changeable: z
    .boolean()
    .describe('Whether this interface can change the settings; false if they are start options of the service'),
  farm: farmAddresses.nullable(),
  takesEffect: z
    .enum(['in-effect', 'at-next-start'])
    .describe('`at-next-start`: a change takes effect after a restart of the service'),
});

const word = z.string().max(1024);

/**
 * The settings to store. If a secret is omitted or empty, the stored secret is kept, but only while its address stays
 * the same. Null removes the secret.
 */
export const farmSettingsInput = z.object({
  queue: z.string().min(1).max(2048),
  username: word.nullable().optional(),
  password: word.nullable().optional(),
  store: z.string().min(1).max(4096),
  endpoint: z.string().max(2048).nullable().optional(),
  region: z.string().max(64).nullable().optional(),
  accessKeyId: word.nullable().optional(),
  secretAccessKey: word.nullable().optional(),
});

const checkResult = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), message: z.string(), ...messageFields }),
]);

export const farmCheck = z.object({ queue: checkResult, store: checkResult });
