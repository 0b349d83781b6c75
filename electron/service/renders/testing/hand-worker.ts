import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilmEvent, FilmWork, FinishedFilm, RenderWorker } from '../records/render-worker.ts';

/** The work for a film that the test finishes manually. */
export interface ManualRun {
  readonly work: FilmWork;
  readonly report: (event: FilmEvent) => void;
  /** Finishes the film with these bytes. */
  finish(text?: string): Promise<void>;
  fail(error: unknown): void;
  /** Returns the reason of the cancellation; undefined while the film is not canceled. */
  cancelledWith(): unknown;
}

/** Creates a worker whose films the test finishes manually. With `deaf`, the worker ignores cancellations. */
export function manualWorker(
  folder: string,
  options: { readonly deaf?: boolean; readonly outlivesUs?: boolean } = {},
): RenderWorker & { readonly runs: readonly ManualRun[] } {
  const runs: ManualRun[] = [];
  return {
    runs,
    outlivesProcess: options.outlivesUs === true,
    submit: (work, report) => {
      const { promise: film, resolve, reject } = Promise.withResolvers<FinishedFilm>();
      let reason: unknown;
      runs.push({
        work,
        report,
        finish: async (text = `film ${work.render}`) => {
          const path = join(folder, `${work.render}-${work.attempt}`);
          await writeFile(path, text);
          const sha256 = createHash('sha256').update(text).digest('hex');
          const facts = { frames: 5, durationSeconds: 0.5, bytes: Buffer.byteLength(text), sha256, warnings: [] };
          resolve({ ...facts, path, [Symbol.asyncDispose]: () => rm(path, { force: true }) });
        },
        fail: reject,
        cancelledWith: () => reason,
      });
      return {
        film,
        cancel: (because) => {
          reason = because;
          if (options.deaf !== true) reject(because);
        },
        ...(options.outlivesUs === true && { leave: reject }),
      };
    },
  };
}
