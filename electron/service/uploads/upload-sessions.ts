import { ServiceError } from '../errors/service-error.ts';
import type { Asset } from '../storage/stores.ts';

/** The state of an upload in this process. The rows contain everything that must survive a restart. */
export interface UploadSession {
  /** The numbers of the file's slots that are being written. */
  readonly slots: Set<number>;
  /** Whether the end of the file is being truncated. During that time, no write into the file may start. */
  isTrimming: boolean;
  /**
   * The first id that is assumed before a row determines it. Clients count chunks from 0 or from 1, and the first chunk
   * decides where later chunks are stored.
   */
  presumedFirstId: 0 | 1 | null;
  /** The result of creating the upload's file, once per session; null before the file is created. */
  prepared: Promise<void> | null;
  finishing: Promise<Asset> | null;
  /** Aborted when the upload accepts no more chunks. */
  readonly closing: AbortController;
  writers: number;
  /** Resolves when no chunk is being written; null if no caller waits. */
  idle: PromiseWithResolvers<void> | null;
}

export interface UploadSessions {
  /** Runs work as a writer of the session. Throws `upload/finished` while the upload is finished or abandoned. */
  write<Value>(id: string, work: (session: UploadSession) => Promise<Value>): Promise<Value>;
  /**
   * Runs work that finishes or abandons the upload. Waits until all writers have stopped, and refuses new writers until
   * the work ends.
   */
  runAlone<Value>(id: string, work: (session: UploadSession) => Promise<Value>): Promise<Value>;
  find(id: string): UploadSession | null;
  isBusy(id: string): boolean;
}

export function createUploadSessions(): UploadSessions {
  const sessions = new Map<string, UploadSession>();
  const sessionOf = (id: string): UploadSession => {
    const existing = sessions.get(id);
    if (existing !== undefined) return existing;
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
    runAlone: async (id, work) => {
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
