import { followConnections } from './events.ts';
import type {
  Destination,
  PackageRequest,
  ReadRenderAnswer,
  ServiceEvent,
  StartRenderAnswer,
  StartRenderInput,
} from './generated/types.ts';
import { saveBody } from './node-files.ts';
import { ProblemError } from './problem-error.ts';
import { pauseBefore, type Transport } from './transport.ts';

type Form = NonNullable<StartRenderInput['body']>;

/** The settings of a film. Objects are sent as JSON. */
export interface RenderSettings
  extends Omit<Form, 'variables' | 'package' | 'range' | 'destination' | 'async' | 'detach' | 'loudness' | 'truepeak'> {
  /** The uid of the project. */
  readonly project: string;
  readonly region?: string | undefined;
  /** The values of variables: texts, numbers, booleans, and lists. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly package?: PackageRequest | undefined;
  /** The frames to render, without the frame `to`. */
  readonly range?: { readonly from?: number; readonly to?: number } | undefined;
  readonly destination?: Destination | undefined;
  readonly loudness?: string | number | undefined;
  readonly truepeak?: string | number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RenderProgress {
  readonly state: ReadRenderAnswer['state'];
  /** The number of finished frames out of `total`. */
  readonly done: number;
  readonly total: number;
  readonly fps: number | null;
  readonly etaSeconds: number | null;
}

/** A film that the service renders. */
export interface RenderHandle {
  readonly project: string;
  readonly id: string;
  /** Yields the progress from now to the end of the render. Leaving the loop does not cancel the render. */
  readonly progress: () => AsyncGenerator<RenderProgress, void, undefined>;
  /** Waits for the end. Throws {@link ProblemError} if the render failed or was canceled. */
  readonly ended: () => Promise<ReadRenderAnswer>;
  /** Waits for the film and returns its bytes as they arrive. */
  readonly film: () => Promise<ReadableStream<Uint8Array>>;
  /** Waits for the film and writes it to a file, which appears when it is complete. */
  readonly save: (path: string) => Promise<void>;
  readonly cancel: () => Promise<void>;
}

/** Starts a film in the background. */
export async function startRender(transport: Transport, settings: RenderSettings): Promise<RenderHandle> {
  const { project, region, signal, ...form } = settings;
  const body = { ...form, async: 'true' } as object;
  const input = { project, ...(region !== undefined && { region }), body };
  const { id } = (await transport.json('startRender', input, { signal })) as StartRenderAnswer;
  return openRender(transport, { project, id, signal });
}

/** Returns the handle of a render that exists. */
export function openRender(
  transport: Transport,
  { project, id, signal }: { readonly project: string; readonly id: string; readonly signal?: AbortSignal | undefined },
): RenderHandle {
  const read = async () =>
    (await transport.json('readRender', { project, render: id }, { signal })) as ReadRenderAnswer;

  async function* progress(): AsyncGenerator<RenderProgress, void, undefined> {
    const changes = follow({ transport, signal, isMine: (event) => isOfRender(event, id) });
    for await (const change of changes) {
      if (change !== null && change.type === 'render.progress') {
        const { done, total, fps, etaSeconds } = change.data;
        yield { state: 'rendering', done, total, fps, etaSeconds };
        continue;
      }
      const render = await read();
      yield progressOf(render);
      if (hasEnded(render.state)) return;
    }
  }

  const ended = async () => {
    for await (const _ of progress()) {
      // The loop ends with the render.
    }
    const render = await read();
    if (render.state === 'succeeded') return render;
    const cancelled = { code: 'render/cancelled', detail: 'The render was canceled.' };
    throw new ProblemError(render.error ?? cancelled);
  };
  const download = async () => {
    await ended();
    return await transport.open('readFilm', { project, render: id }, { signal });
  };

  return {
    project,
    id,
    progress,
    ended,
    film: async () => (await download()).body ?? new ReadableStream(),
    save: async (path) => saveBody(await download(), path),
    cancel: async () => void (await transport.json('cancelRender', { project, render: id })),
  };
}

export function hasEnded(state: string): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}

function isOfRender(event: ServiceEvent, id: string): boolean {
  return (event.type === 'render.changed' || event.type === 'render.progress') && event.data.id === id;
}

function progressOf({ state, done, total, fps, etaSeconds }: ReadRenderAnswer): RenderProgress {
  return { state, done, total, fps, etaSeconds };
}

/**
 * Yields the events that `isMine` accepts, and null whenever the state can have changed without an event: after each
 * connection and each reset. Where events cannot be read, yields null about once a second.
 */
export async function* follow({
  transport,
  signal,
  isMine,
}: {
  readonly transport: Transport;
  readonly signal: AbortSignal | undefined;
  readonly isMine: (event: ServiceEvent) => boolean;
}): AsyncGenerator<ServiceEvent | null> {
  try {
    for await (const event of followConnections(transport, { signal })) {
      if (event === 'connected' || event.type === 'reset') yield null;
      else if (isMine(event)) yield event;
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
  while (true) {
    yield null;
    await pauseBefore(3, signal);
  }
}
