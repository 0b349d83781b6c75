// What the interface says of a render farm: where it is, how it is, and who works in it.
import { z } from 'zod';
import { timestamp, told } from './shapes.ts';

/** A sentence in English, and what it is made of. */
const sentence = z.object({ message: z.string(), ...told });

/** `why` by what was tried last, `reason` the same in English; `since` when it was not reached first. */
const reached = z.discriminatedUnion('state', [
  z.object({ state: z.literal('reached'), address: z.string() }),
  z.object({ state: z.literal('away'), address: z.string(), reason: z.string(), why: sentence, since: timestamp }),
]);

/** What decides, beside its key, which bytes a part comes to. */
const maker = z.object({ engine: z.int(), ffmpeg: z.string(), canvasKit: z.string() });

const workerTask = z.object({
  /** The order that it works on. */
  order: z.string(),
  /** A whole film, or parts of one that are made beside others. */
  kind: z.enum(['film', 'parts']),
  render: z.string(),
  /** Null where the render is not known here any more. */
  project: z.string().nullable(),
  /** What the render was called. */
  name: z.string().nullable(),
  /** Frames that this worker makes of it. */
  done: z.int(),
  total: z.int(),
  /** Frames of the whole film that workers share; null of a film that one makes alone, and while it is not known. */
  film: z.object({ done: z.int(), total: z.int() }).nullable(),
  since: timestamp,
});

/** Since it started. */
const workerTotals = z.object({
  films: z.int(),
  parts: z.int(),
  frames: z.int(),
  failures: z.int(),
  /** Parts that were looked for in cache and store, and those that were there. */
  lookedFor: z.int(),
  found: z.int(),
  bytesFetched: z.number(),
  bytesPut: z.number(),
});

export const farmWorker = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  maker,
  /** `other` ones make films with other versions, and are given nothing; `why` says which. */
  state: z.enum(['working', 'idle', 'draining', 'other']),
  /** Why it is given no work; null where it is. */
  why: sentence.nullable(),
  /** How much of it is taken, from 0 to 1. */
  load: z.number(),
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

/** How films are made: by this service itself, or by workers. */
export const farm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('embedded'), renders, oldestSeconds: z.number().nullable() }),
  z.object({
    kind: z.literal('farm'),
    queue: reached,
    store: reached,
    renders,
    /** Age of the render that has waited longest; null when none waits. */
    oldestSeconds: z.number().nullable(),
    /** Orders that were given to workers and are not answered. */
    orders: z.object({ waiting: z.int(), active: z.int() }),
    /** Files that are not in the store yet; null where nobody counts them. */
    uploadsWaiting: z.int().nullable(),
    /** What a worker has to be of to be given work. */
    wanted: maker.omit({ ffmpeg: true }),
    /** The versions that work is given to; null while no worker is there that may take it. */
    maker: maker.nullable(),
    /** Why nothing is made; null where something can be. */
    waitsFor: sentence.nullable(),
    /** What is set up as it should not be, while films are made all the same. */
    faults: z.array(sentence),
    /** Of the workers that are given work. */
    cores: z.int(),
    framesPerSecond: z.number(),
    partsPerSecond: z.number(),
    /** Of all workers that are there, since each started. */
    made: workerTotals,
    /** The first thousand, by name. */
    workers: z.array(farmWorker),
    workersInAll: z.int(),
  }),
]);

/** What a monitor looks at. */
export const farmHealth = z.object({
  queue: z.enum(['reached', 'away']),
  store: z.enum(['reached', 'away']),
  /** Those that may take this service's work, and how many are there that may not. */
  workers: z.object({ able: z.int(), draining: z.int(), other: z.int() }),
  waitsFor: sentence.nullable(),
});

/** Where queue and store are, without the secrets that open them. */
const farmAddresses = z.object({
  /** `redis://` or `rediss://`, without name and password. */
  queue: z.string(),
  username: z.string().nullable(),
  hasPassword: z.boolean(),
  /** `s3://bucket/prefix`, or an absolute folder that all machines share. */
  store: z.string(),
  /** Of the object store; null for Amazon S3 itself, and for a folder. */
  endpoint: z.string().nullable(),
  region: z.string().nullable(),
  /** Whether there are keys for the object store. */
  hasKeys: z.boolean(),
});

export const farmSettings = z.object({
  /** Where they come from; null where there is no farm. */
  from: z.enum(['arguments', 'environment', 'settings']).nullable(),
  /** Whether they can be changed here: not where they were given when the service was started. */
  changeable: z.boolean(),
  farm: farmAddresses.nullable(),
  /** A change takes effect when the service is started again. */
  takesEffect: z.enum(['in-effect', 'at-next-start']),
});

const word = z.string().max(1024);

/** Without a secret, or with an empty one, what is kept stays, as long as it is for the same address; null removes it. */
export const farmWish = z.object({
  queue: z.string().min(1).max(2048),
  username: word.nullable().optional(),
  password: word.nullable().optional(),
  store: z.string().min(1).max(4096),
  endpoint: z.string().max(2048).nullable().optional(),
  region: z.string().max(64).nullable().optional(),
  accessKeyId: word.nullable().optional(),
  secretAccessKey: word.nullable().optional(),
});

const trial = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), message: z.string(), ...told }),
]);

export const farmCheck = z.object({ queue: trial, store: trial });
