import type { Client } from '#shared/contract/client.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { digestOf, readBlob } from './digests.ts';
import { type RetryOptions, withRetries } from './retry.ts';
import { chunkRange, planStep } from './upload-plan.ts';

const CHUNKS_AT_ONCE = 3;

/** A file on its way into an open upload. */
export interface ChunkedTransfer {
  readonly client: Client<Response>;
  readonly project: string;
  readonly upload: string;
  readonly file: Blob;
  readonly chunkSize: number;
  readonly chunkCount: number;
  readonly firstId: 0 | 1;
  /** Chunks that are there, counted from 0; those that come are added. */
  readonly received: Set<number>;
  readonly retries: RetryOptions;
  readonly onReceived: () => void;
}

/**
 * Sends what is missing, several chunks at once. When one fails for good, the others end too, and its error is thrown.
 */
export async function sendChunks(transfer: ChunkedTransfer): Promise<void> {
  const { chunkCount, received } = transfer;
  const failing = new AbortController();
  const signal = AbortSignal.any([transfer.retries.signal, failing.signal]);
  const flights = new Map<number, Promise<void>>();
  const launch = (chunk: number) => {
    const flight = sendChunk(transfer, chunk, signal).then(() => {
      flights.delete(chunk);
      received.add(chunk);
      transfer.onReceived();
    });
    flights.set(chunk, flight);
  };
  try {
    for (;;) {
      const step = planStep({ chunkCount, received, inFlight: new Set(flights.keys()), parallel: CHUNKS_AT_ONCE });
      switch (step.type) {
        case 'finish':
          return;
        case 'send':
          for (const chunk of step.chunks) launch(chunk);
          break;
        case 'wait':
          break;
        default:
          assertNever(step);
      }
      await Promise.race(flights.values());
    }
  } catch (error) {
    failing.abort(error);
    await Promise.allSettled(flights.values());
    throw error;
  }
}

async function sendChunk(transfer: ChunkedTransfer, chunk: number, signal: AbortSignal): Promise<void> {
  const { client, project, upload, file, chunkSize, firstId, retries } = transfer;
  const [from, to] = chunkRange(chunk, chunkSize, file.size);
  await withRetries(
    async () => {
      signal.throwIfAborted();
      // Read again for each attempt: what waits for the network does not have to stay in memory.
      const bytes = await readBlob(file.slice(from, to));
      const { header } = await digestOf(bytes);
      await client.call('writeChunk', {
        parameters: { project, upload },
        query: { chunk_id: chunk + firstId },
        headers: { 'content-digest': header },
        body: new Uint8Array(bytes),
        signal,
      });
    },
    { ...retries, signal },
  );
}
