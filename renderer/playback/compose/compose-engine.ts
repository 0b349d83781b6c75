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
  readonly check: (query: PageCheckQuery) => Promise<FilmCheckResult>;
  /** Opens a part: sends its content under a number, to which requests for its frames refer. */
  readonly openPart: (partNumber: number, part: PagePart) => void;
  readonly closePart: (partNumber: number) => void;
  /** Composites a frame of a part. Rejects if it cannot be composited. */
  readonly compose: (request: PageFrameRequest) => Promise<PageFrame>;
  readonly dispose: () => void;
}

/**
 * The maximum time in milliseconds without a response while requests wait. A worker that exceeds it is terminated and
 * replaced. New requests do not extend it.
 */
const MAX_SILENCE = 30_000;

/** Creates the engine. The worker starts at the first request. */
export function createComposeEngine(): ComposeEngine {
  let worker: Worker | null = null;
  let generation = 0;
  let requestCount = 0;
  const pendingRequests = new Map<number, PromiseWithResolvers<unknown>>();
  const copies = createPictureCopies();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Ends the worker and rejects all pending requests. The next request starts a new worker. */
  const reset = (reason: string): void => {
    clearTimeout(timer);
    worker?.terminate();
    worker = null;
    generation += 1;
    for (const { reject } of pendingRequests.values()) reject(new Error(reason));
    pendingRequests.clear();
  };
  const restartTimer = (): void => {
    clearTimeout(timer);
    if (pendingRequests.size > 0) timer = setTimeout(() => reset('it took too long'), MAX_SILENCE);
  };
  const onMessage = ({ data }: MessageEvent<FromWorker>): void => {
    const answer = pendingRequests.get(data.requestId);
    pendingRequests.delete(data.requestId);
    restartTimer();
    if (data.kind === 'composed') copies.takeBack(data.spare);
    if (data.kind === 'failed') answer?.reject(new Error(data.message));
    else answer?.resolve(answerOf(data));
  };
  const open = (): Worker => {
    if (worker !== null) return worker;
    worker = new Worker(new URL('./compose-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', (event) => reset(event.message));
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
    pendingRequests.set(requestCount, answer);
    send(message(requestCount), transfer);
    if (pendingRequests.size === 1) restartTimer();
    return (await answer.promise) as Answer;
  };

  return {
    generation: () => generation,
    prepare: () => {
      // A running worker already has its code.
      if (worker === null) send({ kind: 'prepare' });
    },
    addSource: (digest, bytes) => send({ kind: 'source', digest, bytes }, [bytes.buffer]),
    layOut: (drawing) => request((requestId) => ({ kind: 'layOut', requestId, drawing })),
    check: (query) => request((requestId) => ({ kind: 'check', requestId, query })),
    openPart: (partNumber, part) => send({ kind: 'openPart', partNumber, part }),
    closePart: (partNumber) => send({ kind: 'closePart', partNumber }),
    compose: (frameRequest) => {
      const decoded = frameRequest.decoded.map((each) => each && { ...each, picture: copies.of(each.picture) });
      const message = (requestId: number): ToWorker => ({
        kind: 'frame',
        requestId,
        request: { ...frameRequest, decoded },
      });
      return request(message, buffersOf(decoded));
    },
    dispose: () => reset('it has ended'),
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
