import { write } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Where lines of a log go. Nothing that happens to them is told, since there is nowhere to tell it. */
export interface LogSink {
  write(line: string): void;
  /** Settles when what was written so far has gone, or when that takes too long. */
  flush(): Promise<void>;
}

const RETRY_MILLISECONDS = 50;
const PATIENCE_MILLISECONDS = 1000;

/**
 * Writes lines to an open file, pipe or terminal, without keeping anybody waiting. Of lines that wait for one that
 * takes none, such as a pipe that nobody reads, the newest beyond `waitingBytes` are dropped; those that cannot be
 * written (a full disk, a closed pipe) are dropped too, and the next ones are tried again.
 */
export function openLogSink(fd: number, waitingBytes: number): LogSink {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let going: Promise<void> | null = null;

  const go = async (): Promise<void> => {
    while (waiting.length > 0) {
      const taken = Buffer.concat(waiting);
      waiting = [];
      bytes = taken.length;
      await writeAll(fd, taken);
      bytes -= taken.length;
    }
    going = null;
  };

  return {
    write: (line) => {
      const data = Buffer.from(line);
      if (bytes + data.length > waitingBytes) return;
      waiting.push(data);
      bytes += data.length;
      going ??= go();
    },
    flush: async () => {
      if (going !== null) await Promise.race([going, pause(PATIENCE_MILLISECONDS, undefined, { ref: false })]);
    },
  };
}

async function writeAll(fd: number, data: Buffer): Promise<void> {
  let left = data;
  while (left.length > 0) {
    const outcome = await new Promise<number | 'later' | 'lost'>((resolve) => {
      write(fd, left, (error, written) => {
        if (error === null) resolve(written);
        else resolve(error.code === 'EAGAIN' || error.code === 'EBUSY' ? 'later' : 'lost');
      });
    });
    if (outcome === 'lost') return;
    if (outcome === 'later') await pause(RETRY_MILLISECONDS);
    else left = left.subarray(outcome);
  }
}
