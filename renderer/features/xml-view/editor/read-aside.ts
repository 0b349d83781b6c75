import type { Problem } from '#shared/template/document/problem.ts';

/** Reads a text where nobody waits for it; null for one that is read here as fast. One at a time. */
export type ReadAside = (text: string) => Promise<readonly Problem[]> | null;

export interface AsideReader {
  readonly read: ReadAside;
  readonly dispose: () => void;
}

/** A text of so many units takes some 20 ms to be read as a whole. */
const LARGE = 500_000;

/** A worker that is there as soon as a text is large. */
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
    read: (text) => (text.length < LARGE ? null : ask(text)),
    dispose: () => {
      worker?.terminate();
      worker = null;
    },
  };
}
