import type { BatchRow, ReadBatchAnswer, ServiceEvent, StartBatchAnswer, StartBatchInput } from './generated/types.ts';
import { saveBody } from './node-files.ts';
import { follow, hasEnded } from './render-handle.ts';
import type { Transport } from './transport.ts';

/** The films of a batch and their settings. */
export type BatchSettings = StartBatchInput['body'] & {
  /** The uid of the project. */
  readonly project: string;
  readonly region?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** A batch that the service renders. */
export interface BatchHandle {
  readonly project: string;
  readonly id: string;
  /** Yields the batch with the numbers of its films from now to its end. */
  readonly progress: () => AsyncGenerator<ReadBatchAnswer, void, undefined>;
  /** Yields each row once, when its film has ended: first the rows that have already ended, in their order. */
  readonly rows: () => AsyncGenerator<BatchRow, void, undefined>;
  /** Waits for the end of all films. Failed films are in `rows` of the answer. */
  readonly ended: () => Promise<ReadBatchAnswer>;
  /** Returns the film of a row as a stream. */
  readonly film: (row: BatchRow) => Promise<ReadableStream<Uint8Array>>;
  /** Writes the film of a row to a file, which appears when it is complete. */
  readonly save: (row: BatchRow, path: string) => Promise<void>;
  /** Cancels the films that have not finished. */
  readonly cancel: () => Promise<void>;
}

/** Starts a batch. Throws {@link ProblemError} with all errors of its rows if a film is impossible. */
export async function startBatch(transport: Transport, settings: BatchSettings): Promise<BatchHandle> {
  const { project, region, signal, ...body } = settings;
  const input = { project, ...(region !== undefined && { region }), body };
  const { id } = (await transport.json('startBatch', input, { signal })) as StartBatchAnswer;
  return openBatch(transport, { project, id, signal });
}

/** Returns the handle of a batch that exists, for example after a restart of the program. */
export function openBatch(
  transport: Transport,
  { project, id, signal }: { readonly project: string; readonly id: string; readonly signal?: AbortSignal | undefined },
): BatchHandle {
  const read = async () => (await transport.json('readBatch', { project, batch: id }, { signal })) as ReadBatchAnswer;

  async function* progress(): AsyncGenerator<ReadBatchAnswer, void, undefined> {
    for await (const _ of follow({ transport, signal, isMine: (event) => isOfBatch(event, id) })) {
      const batch = await read();
      yield batch;
      if (batch.state === 'ended') return;
    }
  }

  async function* rows(): AsyncGenerator<BatchRow, void, undefined> {
    const seen = new Set<number>();
    for await (const batch of progress()) {
      const fresh = batch.rows.filter(({ index, state }) => hasEnded(state) && !seen.has(index));
      for (const row of fresh) {
        seen.add(row.index);
        yield row;
      }
    }
  }

  const download = async ({ render, filename }: BatchRow) => {
    if (render === null) throw new TypeError(`The row of ${filename} has no film.`);
    return await transport.open('readFilm', { project, render }, { signal });
  };

  return {
    project,
    id,
    progress,
    rows,
    ended: async () => {
      for await (const _ of progress()) {
        // The loop ends with the batch.
      }
      return await read();
    },
    film: async (row) => (await download(row)).body ?? new ReadableStream(),
    save: async (row, path) => saveBody(await download(row), path),
    cancel: async () => void (await transport.json('cancelBatch', { project, batch: id })),
  };
}

function isOfBatch(event: ServiceEvent, id: string): boolean {
  if (event.type === 'batch.changed') return event.data.id === id;
  return event.type === 'render.changed' && event.data.batch === id && hasEnded(event.data.state);
}
