import { ServiceError } from '../errors/service-error.ts';
import type { Asset } from '../storage/stores.ts';

/** What goes on with an upload in this process; everything that has to last is in its rows. */
export interface UploadSession {
  /** Slots of the file that a chunk is being written into. */
  readonly slots: Set<number>;
  /** Whether the end of the file is being cut off: nobody may begin to write into it. */
  isTrimming: boolean;
  /** How ids seem to run, before a row says so. */
  presumedFirstId: 0 | 1 | null;
  /** Makes the upload's file, once. */
  prepared: Promise<void> | null;
  finishing: Promise<Asset> | null;
  /** Aborted when no chunk is taken any more. */
  readonly closing: AbortController;
  writers: number;
  /** Settles when no chunk is being written. */
  idle: PromiseWithResolvers<void> | null;
}

export interface UploadSessions {
  /** Runs work as one of the session's writers; throws `upload/finished` while it is being finished or given up. */
  write<Value>(id: string, work: (session: UploadSession) => Promise<Value>): Promise<Value>;
  /** Runs work when every writer has been stopped, and lets none begin until it ends. */
  close<Value>(id: string, work: (session: UploadSession) => Promise<Value>): Promise<Value>;
  find(id: string): UploadSession | null;
  isBusy(id: string): boolean;
}

export function createUploadSessions(): UploadSessions {
  const sessions = new Map<string, UploadSession>();
  const sessionOf = (id: string): UploadSession => {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const made: UploadSession = {
      slots: new Set(),
      isTrimming: false,
      presumedFirstId: null,
      prepared: null,
      finishing: null,
      closing: new AbortController(),
      writers: 0,
      idle: null,
    };
    sessions.set(id, made);
    return made;
  };
  return {
    write: async (id, work) => {
      const session = sessionOf(id);
      session.closing.signal.throwIfAborted();
      session.writers += 1;
      try {
        return await work(session);
      } finally {
        session.writers -= 1;
        if (session.writers === 0) {
          session.idle?.resolve();
          if (!session.closing.signal.aborted) sessions.delete(id);
        }
      }
    },
    close: async (id, work) => {
      const session = sessionOf(id);
      session.closing.abort(new ServiceError('upload/finished'));
      try {
        if (session.writers > 0) {
          session.idle ??= Promise.withResolvers();
          await session.idle.promise;
        }
        return await work(session);
      } finally {
        sessions.delete(id);
      }
    },
    find: (id) => sessions.get(id) ?? null,
    isBusy: (id) => sessions.has(id),
  };
}
