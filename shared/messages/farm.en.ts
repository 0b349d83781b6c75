import { messages } from './translation.ts';

/** The existing version and the requested one. */
export interface Versions<Kind> {
  readonly there: Kind;
  readonly wanted: Kind;
}

/** Reasons why a worker gets no jobs. Each is a complete sentence about the worker. */
export const workerMessages = messages({
  'worker/draining': () => 'The worker takes no new films and stops after the current one.',
  'worker/other-engine': ({ there, wanted }: Versions<number>) =>
    `Its engine is version ${there}, but this service has ${wanted}, so their films could differ.`,
  'worker/other-canvaskit': ({ there, wanted }: Versions<string>) =>
    `It uses CanvasKit ${there}, but this service uses ${wanted}, so their films could differ.`,
  /** `there` is empty for a worker that does not report it. */
  'worker/other-svg': ({ there, wanted }: Versions<string>) =>
    `It draws SVG with ${there === '' ? 'an older version' : there}, but this service uses ${wanted}, so their films could differ.`,
  'worker/other-ffmpeg': ({ there, wanted }: Versions<string>) =>
    `It has FFmpeg ${there}. Workers with FFmpeg ${wanted} get the work while one is available.`,
});

/** `count` is the number of workers, all of other versions. */
export interface RequiredWorker {
  readonly engine: number;
  readonly canvasKit: string;
  readonly svg: string;
  readonly count: number;
}

/** Reasons why the films of a farm are waiting. */
export const farmMessages = messages({
  'farm/queue-away': () => 'The queue is unreachable. Films wait and continue when it’s back.',
  'farm/store-away': () => 'The store is unreachable. Films wait and continue when it’s back.',
  'farm/no-worker': () => 'No workers.',
  'farm/only-draining': ({ count }: { count: number }) =>
    count === 1 ? 'The only worker accepts no new work.' : `None of the ${count} workers accepts new work.`,
  'farm/no-such-worker': ({ engine, canvasKit, svg, count }: RequiredWorker) =>
    `No worker has engine ${engine}, CanvasKit ${canvasKit}, and ${svg}; ${count === 1 ? 'the only worker has' : `all ${count} workers have`} other versions.`,
  'farm/not-seen': () => 'The farm didn’t report its status in time.',
  /** A queue or store did not answer a probe. */
  'farm/no-answer': ({ seconds }: { seconds: number }) => `There was no answer within ${seconds} s.`,
  /** `reason` is the code of the system or the library, such as `ECONNREFUSED`. */
  'farm/not-reached': ({ reason }: { reason: string }) => `It can’t be reached: ${reason}.`,
  'farm/refused-connection': () => 'The connection was refused: nothing listens at its address.',
  'farm/unknown-host': () => 'The host name can’t be resolved.',
  'farm/broke-off': () => 'The connection was lost.',
  /** The queue refuses user name and password. */
  'farm/wrong-password': () => 'It rejected this user name and password.',
  'farm/queue-full': () => 'Its memory is full. Increase maxmemory or wait until films are done.',
  'farm/queue-read-only': () => 'It’s read-only, like a replica. Use the primary’s address.',
});

/** Configuration problems of a farm that do not prevent rendering. */
export const farmFaultMessages = messages({
  'farm/second-service': () => 'Another service uses the same prefix of this queue. Give each service its own prefix.',
  /** `policy` is the name in Redis, such as `allkeys-lru`. */
  'farm/evicts': ({ policy }: { policy: string }) =>
    `The queue discards jobs when its memory is full (maxmemory-policy ${policy}). Set the policy to noeviction.`,
});

/** The first byte that is not UTF-8, such as `0xFC`. */
export interface BadByte {
  readonly variable: string;
  readonly file: string;
  readonly byte: string;
  readonly line: number;
}

/** Reasons why farm settings are invalid. Each consists of complete sentences without possible secrets. */
export const farmSettingMessages = messages({
  'farm-setting/no-queue': () => 'The queue is missing. A render farm needs a queue and a store.',
  'farm-setting/no-store': () => 'The store is missing. A render farm needs a queue and a store.',
  'farm-setting/queue-address': () => 'The queue isn’t an address such as rediss://queue.example:6379/0.',
  'farm-setting/queue-credentials': () =>
    'The queue address must not contain a user name or password, because other users of the machine can see arguments. ' +
    'Set SCENEWRIGHT_QUEUE_USERNAME and SCENEWRIGHT_QUEUE_PASSWORD, or set SCENEWRIGHT_QUEUE_PASSWORD_FILE to a file.',
  'farm-setting/queue-exposed': () =>
    'The connection to the queue isn’t encrypted, so others could read the password. Use rediss://, or allow it with --farm-plain or SCENEWRIGHT_FARM_PLAIN=1.',
  'farm-setting/store-address': () => 'The store must be s3://bucket/prefix or file:///absolute/folder.',
  'farm-setting/store-credentials': () =>
    'The store address must not contain keys. Set SCENEWRIGHT_STORE_ACCESS_KEY_ID and SCENEWRIGHT_STORE_SECRET_ACCESS_KEY.',
  'farm-setting/store-exposed': () =>
    'The connection to the store isn’t encrypted. Use https://, or allow it with --farm-plain or SCENEWRIGHT_FARM_PLAIN=1.',
  'farm-setting/folder-endpoint': () => 'A store in a folder has no endpoint or region.',
  'farm-setting/no-keys': () =>
    'The store needs keys. Set SCENEWRIGHT_STORE_ACCESS_KEY_ID and SCENEWRIGHT_STORE_SECRET_ACCESS_KEY, or set the same names with _FILE at the end to files.',
  'farm-setting/half-keys': () => 'The store needs both the access key and the secret access key.',
  'farm-setting/prefix': () => 'The farm prefix can have up to 63 letters, digits, hyphens, dots, and underscores.',
  /** `variable` is the name of an environment variable. */
  'farm-setting/twice': ({ variable }: { variable: string }) => `Set ${variable} or ${variable}_FILE, not both.`,
  'farm-setting/authority': ({ variable }: { variable: string }) => `The file in ${variable} has no certificate (PEM).`,
  /** `code` is from the system, such as `ENOENT`. */
  'farm-setting/file': ({ variable, code }: { variable: string; code: string }) =>
    `The file in ${variable} can’t be read (${code}).`,
  'farm-setting/encoding': ({ variable, file, byte, line }: BadByte) =>
    `${variable}: ${file}:${line}: the byte ${byte} isn’t UTF-8. Save the file as UTF-8.`,
  'farm-setting/kept': ({ file }: { file: string }) => `${file} is invalid. Delete it and set up the farm again.`,
});
