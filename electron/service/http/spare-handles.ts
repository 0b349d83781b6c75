import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** What answering a request may open at once: a file, and what is beside it. */
const SPARE = 4;

/**
 * What the system says when this process cannot open a few more files now; null when it can. Asked when a connection
 * came: the last handle is better used to say that there are none left than to begin what cannot be ended.
 */
export function handleShortage(open: () => number = () => openSync(devNull, 'r')): Error | null {
  const handles: number[] = [];
  try {
    for (let count = 0; count < SPARE; count += 1) handles.push(open());
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    for (const handle of handles) closeSync(handle);
  }
}
