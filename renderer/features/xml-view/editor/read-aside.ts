import type { Problem } from '#shared/template/document/problem.ts';

/**
 * A function that parses a text in a worker, one text at a time. Returns null for a text that is short enough for the
 * main thread.
 */
export type ReadAside = (text: string) => Promise<readonly Problem[]> | null;

export interface AsideReader {
  readonly read: ReadAside;
  readonly dispose: () => void;
}

/**
 * The minimum length, in UTF-16 units, of a text that is parsed in a worker. Parsing a text of this length takes about
 * 20 ms.
 */
const LARGE_TEXT = 500_000;

/** Creates a reader. Its worker starts with the first large text. */
export function createAsideReader(): AsideReader {
  let worker: Worker | null = null;
  const requestProblems = (text: string): Promise<readonly Problem[]> => {
    worker ??= new Worker(new URL('./reading-worker.ts', import.meta.url), { type: 'module' });
    const requestedWorker = worker;
    return new Promise((resolve, reject) => {
      requestedWorker.onmessage = ({ data }: MessageEvent<readonly Problem[]>) => resolve(data);
      requestedWorker.onerror = ({ message }) => {
        worker = null;
        requestedWorker.terminate();
        reject(new Error(`The text could not be read aside: ${message}`));
      };
      requestedWorker.postMessage(text);
    });
  };
  return {
    read: (text) => (text.length < LARGE_TEXT ? null : requestProblems(text)),
    dispose: () => {
      worker?.terminate();
      worker = null;
    },
  };
}
