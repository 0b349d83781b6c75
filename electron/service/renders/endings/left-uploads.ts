import { setTimeout as pause } from 'node:timers/promises';
import type { OpenUpload, OpenUploadNote } from '../../destinations/destination.ts';
import type { clearOpenUpload } from '../../destinations/send-film.ts';
import type { AddressPolicy } from '../../network/address-guard.ts';
import type { Database, ProjectUid } from '../../storage/ports.ts';
import { storedCredentials } from '../records/credentials.ts';
import { findRenders, type RenderRecord } from '../records/render-record.ts';
import type { SecretKeeper } from '../records/secret-keeper.ts';
import type { RenderRecords, Ticket } from '../records/transitions.ts';

/** Returns access to the upload that the row of a render records. The record survives the process. */
export function openUploadOf(record: Ticket & Pick<RenderRecord, 'openUpload'>, database: Database): OpenUploadNote {
  return {
    previous: record.openUpload,
    note: (upload) =>
      void database.run(
        'UPDATE render SET open_upload = ? WHERE id = ? AND attempt = ?',
        serialized(upload),
        record.id,
        record.attempt,
      ),
    belongsToAnother: (uploadId) => belongsToAnother(database, record.id, uploadId),
  };
}

export interface StrayUploads {
  /** Aborts the open uploads of ended renders. Repeats this while open uploads remain. */
  wake(): void;
  /**
   * Aborts the open uploads of a project before the project is deleted. Makes one attempt. Uploads stay open if their
   * store does not answer within a few seconds.
   */
  clearProject(project: ProjectUid): Promise<void>;
  stop(): Promise<void>;
}

export interface StrayUploadOptions {
  readonly records: Pick<RenderRecords, 'database' | 'clock'>;
  readonly secrets: SecretKeeper;
  readonly policy: AddressPolicy;
  readonly clear: typeof clearOpenUpload;
  /** Called for a render whose record of an open upload was cleared. */
  readonly onCleared: (record: RenderRecord) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly againMilliseconds?: number;
}

const RETRY_MILLISECONDS = 10 * 60_000;
const PROJECT_MILLISECONDS = 5000;
/** The time in milliseconds after which the service stops trying an unreachable store. */
const GIVE_UP_MILLISECONDS = 30 * 24 * 3600 * 1000;

/**
 * Aborts the uploads of renders that ended while their store was unreachable. A running render aborts its own uploads.
 */
export function createStrayUploads(options: StrayUploadOptions): StrayUploads {
  const { database, clock } = options.records;
  const stopping = new AbortController();
  let clearing: Promise<void> | null = null;
  let isRequested = false;

  const clearOne = async (record: RenderRecord, signal: AbortSignal): Promise<void> => {
    const { destination } = record.request;
    const { openUpload, endedAt } = record;
    if (openUpload === null) return;
    const isTooOld = endedAt !== null && clock() - endedAt > GIVE_UP_MILLISECONDS;
    const credentials = isTooOld ? null : await storedCredentials(record.secretName, options.secrets);
    if (destination !== null && credentials !== null) {
      const clearing = {
        policy: options.policy,
        signal,
        belongsToAnother: openUploadOf(record, database).belongsToAnother,
      };
      if (!(await options.clear(openUpload, destination, credentials, clearing))) return;
    }
    // Clear the record only if it is unchanged, because a retry may have recorded another upload in the meantime.
    const sql = 'UPDATE render SET open_upload = NULL WHERE id = ? AND open_upload = ?';
    database.run(sql, record.id, serialized(openUpload));
    await options.onCleared(record);
  };

  const clearAll = async (records: readonly RenderRecord[], signal: AbortSignal): Promise<void> => {
    for (const record of records) {
      if (signal.aborted) return;
      await clearOne(record, signal).catch((error: unknown) => {
        if (!signal.aborted) options.onError(error);
      });
    }
  };

  const clearEnded = async (): Promise<void> => {
    do {
      isRequested = false;
      await clearAll(findRenders(database, `open_upload IS NOT NULL AND ${ENDED}`), stopping.signal);
    } while (isRequested && !stopping.signal.aborted);
  };

  const wake = () => {
    isRequested = true;
    if (clearing !== null || stopping.signal.aborted) return;
    clearing = clearEnded()
      .then(scheduleRetry)
      .catch(options.onError)
      .finally(() => {
        clearing = null;
      });
  };

  const scheduleRetry = () => {
    if (stopping.signal.aborted || !isAnyLeft(database)) return;
    pause(options.againMilliseconds ?? RETRY_MILLISECONDS, undefined, { signal: stopping.signal, ref: false }).then(
      wake,
      () => undefined,
    );
  };

  return {
    wake,
    clearProject: async (project) => {
      const records = findRenders(database, 'open_upload IS NOT NULL AND project = ?', project);
      await clearAll(records, AbortSignal.any([stopping.signal, AbortSignal.timeout(PROJECT_MILLISECONDS)]));
    },
    stop: async () => {
      stopping.abort();
      await clearing;
    },
  };
}

const ENDED = `state IN ('succeeded', 'failed', 'cancelled')`;

function isAnyLeft(database: Database): boolean {
  return database.get(`SELECT 1 FROM render WHERE open_upload IS NOT NULL AND ${ENDED} LIMIT 1`) !== undefined;
}

function belongsToAnother(database: Database, id: string, uploadId: string): boolean {
  const sql = 'SELECT 1 FROM render WHERE open_upload = ? AND id <> ?';
  return database.get(sql, serialized({ kind: 'open', id: uploadId }), id) !== undefined;
}

function serialized(upload: OpenUpload | null): string | null {
  return upload === null ? null : JSON.stringify(upload);
}
