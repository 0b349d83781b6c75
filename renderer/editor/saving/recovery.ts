import type { Clock } from './clock.ts';

/** Work that was unsaved when it was written to the journal. */
export interface RecoveryRecord {
  /** The name of the session that wrote it. */
  readonly key: string;
  readonly project: string;
  readonly template: string;
  /** The text of the XML view, possibly with errors. */
  readonly text: string;
  /** The etag of the saved version that it is based on. */
  readonly etag: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Stores unsaved work so that it stays readable after the process ends at any time. */
export interface Journal {
  /** Replaces the record with the same key. */
  readonly write: (record: RecoveryRecord) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  /** Returns records of ended sessions, newest first. Records of an open window are not offered to other windows. */
  readonly list: (project: string, template: string) => Promise<readonly RecoveryRecord[]>;
}

/** One opening of a template with a unique name. While it lasts, its records are not offered to other windows. */
export interface JournalSession {
  readonly name: string;
  /** Ends the session. Resolves when other windows can see its records. */
  readonly end: () => Promise<void>;
}

export interface JournalWriter {
  /** The text differs from the saved one. */
  readonly changed: (text: string, etag: string | null) => void;
  /** Everything is saved. */
  readonly settled: () => void;
  /** Writes pending changes now. */
  readonly flush: () => Promise<void>;
}

export interface JournalWriterOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly key: string;
  readonly project: string;
  readonly template: string;
  /**
   * Called with the reason when the journal cannot be written, so unsaved work is at risk; with null when it can again.
   */
  readonly onFault?: (reason: string | null) => void;
}

/** The delay before an edit is written, in milliseconds. */
const PAUSE = 300;

/** Writes unsaved work to the journal soon after each edit, in order. */
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
