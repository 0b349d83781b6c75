import type { Clock } from './clock.ts';

/** Work that was not saved when it was written down. */
export interface RecoveryRecord {
  /** Of the session that wrote it. */
  readonly key: string;
  readonly project: string;
  readonly template: string;
  /** What the XML view showed; it may have errors. */
  readonly text: string;
  /** Of the saved version that it is an edited form of. */
  readonly etag: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Where unsaved work is written down, such that the end of the program at any moment leaves it readable. */
export interface Journal {
  /** Takes the place of what was written under the key. */
  readonly write: (record: RecoveryRecord) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  /** Of sessions that are over, newest first: what a window that is open wrote is not offered to another. */
  readonly list: (project: string, template: string) => Promise<readonly RecoveryRecord[]>;
}

/** One opening of a template, by a name of its own. While it lasts, what it wrote is not offered to others. */
export interface JournalSession {
  readonly name: string;
  /** Resolves when others see that it is over. */
  readonly end: () => Promise<void>;
}

export interface JournalWriter {
  /** The text is another one than what is saved. */
  readonly changed: (text: string, etag: string | null) => void;
  /** Nothing is unsaved any more. */
  readonly settled: () => void;
  /** Writes what waits, now. */
  readonly flush: () => Promise<void>;
}

export interface JournalWriterOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly key: string;
  readonly project: string;
  readonly template: string;
  /** The journal cannot be written: what is unsaved is not safe. Null: it can again. */
  readonly onFault?: (reason: string | null) => void;
}

/** How long an edit waits to be written down: half of what may be lost. */
const PAUSE = 300;

/** Writes unsaved work down soon after each edit, in order. */
export function createJournalWriter(options: JournalWriterOptions): JournalWriter {
  const { journal, clock, key, project, template, onFault = () => undefined } = options;
  let waiting: { readonly text: string; readonly etag: string | null } | null = null;
  let cancelTimer: (() => void) | null = null;
  let queue: Promise<void> = Promise.resolve();
  let isWritten = false;

  const enqueue = (action: () => Promise<void>): Promise<void> => {
    queue = queue.then(action).then(
      () => onFault(null),
      (error: unknown) => onFault(error instanceof Error ? error.message : String(error)),
    );
    return queue;
  };
  const flush = (): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    const record = waiting;
    waiting = null;
    if (record === null) return queue;
    isWritten = true;
    return enqueue(() => journal.write({ key, project, template, ...record, at: clock.now() }));
  };
  return {
    changed: (text, etag) => {
      waiting = { text, etag };
      cancelTimer ??= clock.after(PAUSE, () => void flush());
    },
    settled: () => {
      cancelTimer?.();
      cancelTimer = null;
      waiting = null;
      if (!isWritten) return;
      isWritten = false;
      void enqueue(() => journal.remove(key));
    },
    flush,
  };
}
