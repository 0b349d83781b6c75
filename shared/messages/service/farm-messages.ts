import type { NoValues } from '../no-values.ts';

/** A version that is there, and the one that is asked for. */
interface Versions<Kind> {
  readonly there: Kind;
  readonly wanted: Kind;
}

/** Why a worker of a farm is given no work. Each is a whole sentence about the worker. */
export interface WorkerMessages {
  'worker/draining': NoValues;
  'worker/other-engine': Versions<number>;
  'worker/other-canvaskit': Versions<string>;
  /** `there` is empty for a worker that does not say it. */
  'worker/other-svg': Versions<string>;
  'worker/other-ffmpeg': Versions<string>;
}

/** What the films of a farm wait for. */
export interface FarmMessages {
  'farm/queue-away': NoValues;
  'farm/store-away': NoValues;
  'farm/no-worker': NoValues;
  'farm/only-draining': { readonly count: number };
  /** `count` workers are there, all of other versions. */
  'farm/no-such-worker': {
    readonly engine: number;
    readonly canvasKit: string;
    readonly svg: string;
    readonly count: number;
  };
  'farm/not-seen': NoValues;
  /** Of a queue or a store that was tried. */
  'farm/no-answer': { readonly seconds: number };
  /** `reason` is what the system or the library calls it, such as `ECONNREFUSED`. */
  'farm/not-reached': { readonly reason: string };
  'farm/refused-connection': NoValues;
  'farm/unknown-host': NoValues;
  'farm/broke-off': NoValues;
  /** The queue does not take name and password. */
  'farm/wrong-password': NoValues;
  /** The queue's memory is full. */
  'farm/queue-full': NoValues;
  'farm/queue-read-only': NoValues;
}

/** What is set up in a farm as it should not be, while films are made all the same. */
export interface FarmFaultMessages {
  'farm/second-service': NoValues;
  /** `policy` as Redis calls it, such as `allkeys-lru`. */
  'farm/evicts': { readonly policy: string };
}
