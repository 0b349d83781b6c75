import type { Problem } from '#shared/template/document/problem.ts';

/**
 * Parses a text in a worker, one text at a time. Returns null for a text that is small enough to be parsed on the main
 * thread.
 */
export type ReadAside = (text: string) => Promise<readonly Problem[]> | null;

export interface AsideReader {
  readonly read: ReadAside;
  readonly dispose: () => void;
}

/** The number of UTF-16 units that take about 20 ms to parse. */
const LARGE_TEXT = 500_000;

/** Creates a reader whose worker starts with the first large text. */
export function createAsideReader(): AsideReader {
  let worker: Worker | null = null;
  const ask = (text: string): Promise<readonly Problem[]> => {
    worker ??= new Worker(new URL('./reading-worker.ts', import.meta.url), { type: 'module' });
    const asked = worker;
    return new Promise((resolve, reject) => {
      asked.onmessage = ({ data }: MessageEvent<readonly Problem[]>) => resolve(data);
      asked.onerror = ({ message }) => {
        worker = null;
        asked.terminate();
        reject(new Error(`The text could not be read aside: ${message}`));
      };
      asked.postMessage(text);
    });
  };
  return {
    read: (text) => (text.length < LARGE_TEXT ? null : ask(text)),
    dispose: () => {
      worker?.terminate();
      worker = null;
    },
  };
}
