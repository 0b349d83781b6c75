import type { Digest, Drawing, DrawingFault, DrawingLayout } from '#shared/drawings/drawing/drawing.ts';
import type { FilmCheckResult } from '#shared/film-check/report.ts';
import type { Result } from '#shared/lib/result.ts';
import { buffersOf, createPictureCopies } from './picture-copies.ts';
import type { FromWorker, PageCheckQuery, PageFrame, PageFrameRequest, PagePart, ToWorker } from './worker-messages.ts';

/** Runs the engine's drawing and compositing code in a worker. */
export interface ComposeEngine {
  /**
   * Returns the number of the current worker. It increases when a new worker starts. The caller must then send all
   * sources and parts again.
   */
  readonly generation: () => number;
  /** Starts the worker and loads its code, so that the first request is faster. */
  readonly prepare: () => void;
  /** Sends the bytes of a font or an image. They are transferred to the worker. */
  readonly addSource: (digest: Digest, bytes: Uint8Array<ArrayBuffer>) => void;
  /** Lays out a drawing. Rejects if the worker ends. */
  readonly layOut: (drawing: Drawing) => Promise<Result<DrawingLayout, DrawingFault>>;
  /** Checks the geometry of a film. Rejects if the worker ends. */
  readonly check: (question: PageCheckQuery) => Promise<FilmCheckResult>;
  /** Opens a part: sends the content of a segment under the number `part`. */
  readonly begin: (part: number, task: PagePart) => void;
  readonly end: (part: number) => void;
  /** Composites a frame of a part. Rejects if it cannot be composited. */
  readonly compose: (request: PageFrameRequest) => Promise<PageFrame>;
  readonly dispose: () => void;
}

/** The time limit of a request in milliseconds. A worker that exceeds it is terminated and replaced. */
const MAX_MILLISECONDS = 30_000;

/** Creates the engine. The worker starts at the first request. */
export function createComposeEngine(): ComposeEngine {
  let worker: Worker | null = null;
  let generation = 0;
  let requestCount = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const copies = createPictureCopies();
  let watch: ReturnType<typeof setTimeout> | undefined;

  const fail = (message: string): void => {
    clearTimeout(watch);
    worker?.terminate();
    worker = null;
    generation += 1;
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  const watchOver = (): void => {
    clearTimeout(watch);
    if (waiting.size > 0) watch = setTimeout(() => fail('it took too long'), MAX_MILLISECONDS);
  };
  const onMessage = ({ data }: MessageEvent<FromWorker>): void => {
    const answer = waiting.get(data.requestId);
    waiting.delete(data.requestId);
    watchOver();
    if (data.kind === 'composed') copies.takeBack(data.spare);
    if (data.kind === 'failed') answer?.reject(new Error(data.message));
    else answer?.resolve(answerOf(data));
  };
  const open = (): Worker => {
    if (worker !== null) return worker;
    worker = new Worker(new URL('./compose-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', (event) => fail(event.message));
    return worker;
  };
  const send = (message: ToWorker, transfer: readonly Transferable[] = []): void =>
    open().postMessage(message, [...transfer]);
  const request = async <Answer>(
    message: (requestId: number) => ToWorker,
    transfer: readonly Transferable[] = [],
  ): Promise<Answer> => {
    requestCount += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(requestCount, answer);
    send(message(requestCount), transfer);
    watchOver();
    return (await answer.promise) as Answer;
  };

  return {
    generation: () => generation,
    prepare: () => {
      // A running worker already has its code.
      if (worker === null) send({ kind: 'prepare' });
    },
    addSource: (digest, bytes) => send({ kind: 'source', digest, bytes }, [bytes.buffer]),
    layOut: (drawing) => request((number) => ({ kind: 'layOut', requestId: number, drawing })),
    check: (question) => request((number) => ({ kind: 'check', requestId: number, question })),
    begin: (part, task) => send({ kind: 'begin', part, task }),
    end: (part) => send({ kind: 'end', part }),
    compose: (frameRequest) => {
      const decoded = frameRequest.decoded.map((each) => each && { ...each, picture: copies.of(each.picture) });
      const message = (requestId: number): ToWorker => ({
        kind: 'frame',
        requestId,
        request: { ...frameRequest, decoded },
      });
      return request(message, buffersOf(decoded));
    },
    dispose: () => fail('it has ended'),
  };
}

function answerOf(data: Exclude<FromWorker, { kind: 'failed' }>) {
  switch (data.kind) {
    case 'composed':
      return data.frame;
    case 'laidOut':
      return data.layout;
    case 'checked':
      return data.result;
  }
}
