import type { Clock } from './clock.ts';

/** A text in the journal that was unsaved when it was written. */
export interface RecoveryRecord {
  /** The name of the session that wrote the record. */
  readonly key: string;
  readonly project: string;
  readonly template: string;
  /** The text of the XML view, which can have errors. */
  readonly text: string;
  /** The etag of the saved version on which the text is based. */
  readonly etag: string | null;
  /** The time in milliseconds since 1970. */
  readonly at: number;
}

/** A store for unsaved work that survives a crash at any time. */
export interface Journal {
  /** Writes a record. Replaces the record with the same key. */
  readonly write: (record: RecoveryRecord) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  /** Returns the records of ended sessions, newest first. Records of open windows are omitted. */
  readonly list: (project: string, template: string) => Promise<readonly RecoveryRecord[]>;
}

/** The session of an open template, with a unique name. Until it ends, other windows do not see its records. */
export interface JournalSession {
  readonly name: string;
  /** Ends the session. Resolves when other windows can see its records. */
  readonly end: () => Promise<void>;
}

export interface JournalWriter {
  /** Records a text that differs from the saved text. */
  readonly changed: (text: string, etag: string | null) => void;
  /** Deletes the record, because everything is saved. */
  readonly saved: () => void;
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
   * Called with a reason when the journal cannot be written, which puts unsaved work at risk. Called with null when the
   * journal can be written again.
   */
  readonly onFault?: (reason: string | null) => void;
}

/** The debounce delay in milliseconds between an edit and its record. */
const PAUSE = 300;

/** Creates a writer that records unsaved work in the journal shortly after each edit. Writes are serialized. */
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
    saved: () => {
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
