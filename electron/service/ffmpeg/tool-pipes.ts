import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { toolEnvironment } from './process-guard.ts';

/**
 * A pipe that replaces a standard stream of a program. The other side belongs to a thread, which reads and writes it
 * without this thread.
 */
export interface ToolPipe {
  /** The file descriptor that the program inherits. */
  readonly descriptor: number;
  /**
   * Returns a number that changes when the thread begins or ends an operation on the pipe; null while the program waits
   * because the thread does something else.
   */
  readonly moves: () => number | null;
}

/** A named pipe with both ends open. The thread's operations block, and this thread can end them. */
export interface NamedPipe {
  /** The file descriptor for the program. */
  readonly toolEnd: number;
  /** The file descriptor for the thread. */
  readonly threadEnd: number;
  /**
   * Closes the end of the program in this process. When the program has ended, too, the thread reads the end of the
   * data, or its writes fail. Further calls have no effect.
   */
  closeToolEnd(): void;
  /** Closes the end of the thread, which must not use it any more. Further calls have no effect. */
  closeThreadEnd(): void;
  /**
   * Ends an operation in which the thread is blocked, even if another process holds the end of the program. The data of
   * the pipe is damaged.
   */
  wake(): void;
}

/** The direction of the data. */
export type PipeDirection = 'from tool' | 'to tool';

/** The minimum capacity of a pipe in bytes. An operation of this size ends when the other side reads or writes once. */
export const PIPE_BYTES = 65_536;

/** The pipes whose ends are open. The exit of this process waits for its threads, which wait for these pipes. */
const openPipes = new Set<NamedPipe>();

function closeAll(): void {
  for (const pipe of openPipes) pipe.closeToolEnd();
}

/**
 * Creates named pipes at these paths and opens them. Returns null if the system has no named pipes. Disposing of the
 * pipes closes all ends and removes the files.
 */
export async function openNamedPipes(
  paths: readonly string[],
  directions: readonly PipeDirection[],
): Promise<(Disposable & { readonly pipes: readonly NamedPipe[] }) | null> {
  if (process.platform === 'win32') return null;
  const pipes: NamedPipe[] = [];
  const dispose = (): void => {
    for (const pipe of pipes) {
      pipe.closeToolEnd();
      pipe.closeThreadEnd();
      openPipes.delete(pipe);
    }
    for (const path of paths) rmSync(path, { force: true });
  };
  try {
    await promisify(execFile)('mkfifo', ['-m', '600', ...paths], { env: toolEnvironment(process.env) });
    for (const [index, path] of paths.entries()) pipes.push(openPipe(path, directions[index] ?? 'from tool'));
  } catch {
    // A file system can refuse named pipes. The caller then uses the streams of Node.
    dispose();
    return null;
  }
  if (!process.listeners('exit').includes(closeAll)) process.on('exit', closeAll);
  for (const pipe of pipes) openPipes.add(pipe);
  return { pipes, [Symbol.dispose]: dispose };
}

function openPipe(path: string, direction: PipeDirection): NamedPipe {
  // Only a reader that does not block can open the pipe before a writer. Each later open finds the other side.
  const first = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const opened = [first];
  const open = (flags: number): number => {
    const descriptor = openSync(path, flags);
    opened.push(descriptor);
    return descriptor;
  };
  try {
    const ends = { writer: open(constants.O_WRONLY), reader: open(constants.O_RDONLY) };
    closeSync(first);
    const [toolEnd, threadEnd] = direction === 'from tool' ? [ends.writer, ends.reader] : [ends.reader, ends.writer];
    return {
      toolEnd,
      threadEnd,
      closeToolEnd: onlyOnce(() => closeSync(toolEnd)),
      closeThreadEnd: onlyOnce(() => closeSync(threadEnd)),
      wake: () => wakePipe(path, direction),
    };
  } catch (error) {
    for (const descriptor of opened) closeSync(descriptor);
    throw error;
  }
}

function onlyOnce(close: () => void): () => void {
  let isClosed = false;
  return () => {
    if (!isClosed) close();
    isClosed = true;
  };
}

/** Writes a byte for a reader, which waits only while the pipe is empty, or empties the pipe for a writer. */
function wakePipe(path: string, direction: PipeDirection): void {
  const mode = direction === 'from tool' ? constants.O_WRONLY : constants.O_RDONLY;
  try {
    const descriptor = openSync(path, mode | constants.O_NONBLOCK);
    try {
      if (direction === 'from tool') writeSync(descriptor, new Uint8Array(1));
      else readSync(descriptor, new Uint8Array(PIPE_BYTES), 0, PIPE_BYTES, null);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Ignore the error: nobody waits, because the other end is closed, the pipe is full, or the pipe is empty.
  }
}
