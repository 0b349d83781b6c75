import type { NoValues } from '../no-values.ts';

/** The existing version and the requested one. */
interface Versions<Kind> {
  readonly there: Kind;
  readonly wanted: Kind;
}

/** Reasons why a worker gets no jobs. Each is a complete sentence about the worker. */
export interface WorkerMessages {
  'worker/draining': NoValues;
  'worker/other-engine': Versions<number>;
  'worker/other-canvaskit': Versions<string>;
  /** `there` is empty for a worker that does not report it. */
  'worker/other-svg': Versions<string>;
  'worker/other-ffmpeg': Versions<string>;
}

/** Reasons why the films of a farm are waiting. */
export interface FarmMessages {
  'farm/queue-away': NoValues;
  'farm/store-away': NoValues;
  'farm/no-worker': NoValues;
  'farm/only-draining': { readonly count: number };
  /** `count` is the number of workers, all of other versions. */
  'farm/no-such-worker': {
    readonly engine: number;
    readonly canvasKit: string;
    readonly svg: string;
    readonly count: number;
  };
  'farm/not-seen': NoValues;
  /** A queue or store did not answer a probe. */
  'farm/no-answer': { readonly seconds: number };
  /** `reason` is the code of the system or the library, such as `ECONNREFUSED`. */
  'farm/not-reached': { readonly reason: string };
  'farm/refused-connection': NoValues;
  'farm/unknown-host': NoValues;
  'farm/broke-off': NoValues;
  /** The queue refuses user name and password. */
  'farm/wrong-password': NoValues;
  /** The memory of the queue is full. */
  'farm/queue-full': NoValues;
  'farm/queue-read-only': NoValues;
}

/** Configuration problems of a farm that do not prevent rendering. */
export interface FarmFaultMessages {
  'farm/second-service': NoValues;
  /** `policy` is the name in Redis, such as `allkeys-lru`. */
  'farm/evicts': { readonly policy: string };
}
