import { Worker } from 'node:worker_threads';
import type { MovieBody } from '../http/handler.ts';
import { ServiceError } from '../service-error.ts';
import { type Inspection, inspectMovie, movieJson, movieVariables } from './inspect.ts';
import type { ListedVariable } from './variables.ts';

/** Bytes that are read where the requests are answered; reading more would keep others waiting. */
const LARGEST_INLINE = 64 * 1024;

/** What is asked of the thread, and what it is asked about. */
export type InspectionTask =
  | { readonly kind: 'inspect'; readonly body: MovieBody }
  | { readonly kind: 'json'; readonly xml: string }
  | { readonly kind: 'variables'; readonly xml: string };

export type InspectionResult = Inspection | string | readonly ListedVariable[];

/** What the thread posts back, in the order in which it was asked. */
export type InspectionReply =
  | { readonly ok: true; readonly result: InspectionResult }
  | { readonly ok: false; readonly message: string };

/** Reads movies without blocking: small ones at once, large ones in a thread of their own. */
export interface MovieInspector extends AsyncDisposable {
  inspect(body: MovieBody): Promise<Inspection>;
  /** The JSON of stored XML, as text. */
  json(xml: string): Promise<string>;
  /** The variables of stored XML. */
  variables(xml: string): Promise<readonly ListedVariable[]>;
}

interface Waiting {
  readonly resolve: (result: InspectionResult) => void;
  readonly reject: (error: Error) => void;
}

export function createMovieInspector(): MovieInspector {
  const thread = inspectionThread();
  return {
    inspect: async (body) =>
      body.bytes.length <= LARGEST_INLINE
        ? inspectMovie(body)
        : ((await thread.ask({ kind: 'inspect', body })) as Inspection),
    json: async (xml) =>
      xml.length <= LARGEST_INLINE ? movieJson(xml) : ((await thread.ask({ kind: 'json', xml })) as string),
    variables: async (xml) =>
      xml.length <= LARGEST_INLINE
        ? movieVariables(xml)
        : ((await thread.ask({ kind: 'variables', xml })) as readonly ListedVariable[]),
    [Symbol.asyncDispose]: () => thread.stop(),
  };
}

/** One thread, started when it is first needed and again after it failed. */
function inspectionThread() {
  let worker: Worker | null = null;
  let waiting: Waiting[] = [];

  const fail = (failed: Worker, cause: unknown): void => {
    if (worker !== failed) return;
    const left = waiting;
    worker = null;
    waiting = [];
    for (const { reject } of left) reject(new ServiceError('request/internal', '', { cause }));
  };

  const start = (): Worker => {
    const started = new Worker(threadEntry(), { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 2048 } });
    started.on('message', (reply: InspectionReply) => {
      const next = waiting.shift();
      if (waiting.length === 0) started.unref();
      if (reply.ok) next?.resolve(reply.result);
      else next?.reject(new ServiceError('request/internal', '', { cause: new Error(reply.message) }));
    });
    started.on('error', (error) => fail(started, error));
    started.on('exit', () => fail(started, new Error('the thread that reads movies ended')));
    return started;
  };

  return {
    ask: (task: InspectionTask) =>
      new Promise<InspectionResult>((resolve, reject) => {
        worker ??= start();
        worker.ref();
        waiting.push({ resolve, reject });
        worker.postMessage(task);
      }),
    stop: async () => {
      await worker?.terminate();
    },
  };
}

/** Beside this file, compiled or not. Written out, so that what follows imports finds it. */
function threadEntry(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./inspection-thread.ts', import.meta.url)
    : new URL('./inspection-thread.js', import.meta.url);
}
