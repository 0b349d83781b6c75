import type { FarmFaultStatements, FarmStatements, WorkerStatements } from '../../service/farm-statements.ts';
import type { Wording } from '../../statement.ts';

export const workerSentences: Wording<WorkerStatements> = {
  'worker/draining': () => 'It takes nothing new, and stops when what it makes is done.',
  'worker/other-engine': ({ there, wanted }) =>
    `Its engine has version ${there}, this service has ${wanted}: their films would not be the same.`,
  'worker/other-canvaskit': ({ there, wanted }) =>
    `It draws with CanvasKit ${there}, this service with ${wanted}: their films would not be the same.`,
  'worker/other-ffmpeg': ({ there, wanted }) =>
    `It has FFmpeg ${there}. Work is given to workers with FFmpeg ${wanted} as long as one of them is there.`,
};

export const farmSentences: Wording<FarmStatements> = {
  'farm/queue-away': () => 'The queue is away. Films wait, and go on when it is back.',
  'farm/store-away': () => 'The store is away. Films wait, and go on when it is back.',
  'farm/no-worker': () => 'No worker is there.',
  'farm/only-draining': ({ count }) =>
    count === 1 ? 'The only worker takes nothing new.' : `All ${count} workers take nothing new.`,
  'farm/no-such-worker': ({ engine, canvasKit, count }) =>
    `No worker with engine ${engine} and CanvasKit ${canvasKit} is there; ${count === 1 ? 'the one that is has' : `the ${count} that are have`} other versions.`,
  'farm/not-seen': () => 'The farm did not say in time how it is.',
  'farm/no-answer': ({ seconds }) => `Nothing answered within ${seconds} s.`,
  'farm/not-reached': ({ reason }) => `It was not reached: ${reason}.`,
  'farm/refused-connection': () => 'Nobody listens at its address: the connection was refused.',
  'farm/unknown-host': () => 'The name of its machine is not known.',
  'farm/broke-off': () => 'The connection broke off.',
  'farm/wrong-password': () => 'It does not take this name and password.',
  'farm/queue-full': () => 'Its memory is full: give it more (maxmemory), or wait until films are made.',
  'farm/queue-read-only': () => 'It can be read only, as a replica can: name the one that takes what is written.',
};

export const farmFaultSentences: Wording<FarmFaultStatements> = {
  'farm/second-service': () =>
    'Another service gives orders under the same prefix of this queue. Give each service a prefix of its own.',
  'farm/evicts': ({ policy }) =>
    `The queue throws orders away when its memory is full (maxmemory-policy ${policy}). Set the policy noeviction.`,
};
