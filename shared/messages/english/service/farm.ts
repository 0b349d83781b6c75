import type { Translation } from '../../message.ts';
import type { FarmFaultMessages, FarmMessages, WorkerMessages } from '../../service/farm-messages.ts';

export const workerSentences: Translation<WorkerMessages> = {
  'worker/draining': () => 'It accepts no new work and stops when its current work is done.',
  'worker/other-engine': ({ there, wanted }) =>
    `Its engine is version ${there}, but this service has ${wanted}, so their films could differ.`,
  'worker/other-canvaskit': ({ there, wanted }) =>
    `It uses CanvasKit ${there}, but this service uses ${wanted}, so their films could differ.`,
  'worker/other-svg': ({ there, wanted }) =>
    `It draws SVG with ${there === '' ? 'an older version' : there}, but this service uses ${wanted}, so their films could differ.`,
  'worker/other-ffmpeg': ({ there, wanted }) =>
    `It has FFmpeg ${there}. Workers with FFmpeg ${wanted} get the work while one is available.`,
};

export const farmSentences: Translation<FarmMessages> = {
  'farm/queue-away': () => 'The queue is unreachable. Films wait and continue when it’s back.',
  'farm/store-away': () => 'The store is unreachable. Films wait and continue when it’s back.',
  'farm/no-worker': () => 'No workers.',
  'farm/only-draining': ({ count }) =>
    count === 1 ? 'The only worker accepts no new work.' : `None of the ${count} workers accepts new work.`,
  'farm/no-such-worker': ({ engine, canvasKit, svg, count }) =>
    `No worker has engine ${engine}, CanvasKit ${canvasKit}, and ${svg}; ${count === 1 ? 'the only worker has' : `all ${count} workers have`} other versions.`,
  'farm/not-seen': () => 'The farm didn’t report its status in time.',
  'farm/no-answer': ({ seconds }) => `There was no answer within ${seconds} s.`,
  'farm/not-reached': ({ reason }) => `It can’t be reached: ${reason}.`,
  'farm/refused-connection': () => 'The connection was refused: nothing listens at its address.',
  'farm/unknown-host': () => 'Its host name is unknown.',
  'farm/broke-off': () => 'The connection broke off.',
  'farm/wrong-password': () => 'It rejected this user name and password.',
  'farm/queue-full': () => 'Its memory is full. Increase maxmemory or wait until films are done.',
  'farm/queue-read-only': () => 'It’s read-only, like a replica. Use the primary’s address.',
};

export const farmFaultSentences: Translation<FarmFaultMessages> = {
  'farm/second-service': () => 'Another service uses the same prefix of this queue. Give each service its own prefix.',
  'farm/evicts': ({ policy }) =>
    `The queue discards jobs when its memory is full (maxmemory-policy ${policy}). Set the policy to noeviction.`,
};
