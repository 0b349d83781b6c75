import type { Client } from '#shared/contract/client.ts';
import { problemCode } from '../client/problem-words.ts';
import { FileChangedError } from './digests.ts';
import type { RetryOptions } from './retry.ts';
import { type FileTransfer, type StoredAsset, sendFile } from './send-file.ts';
import type { UploadRecords } from './upload-records.ts';
import { type FilesAtOnce, rowsToStart, type UploadPhase, type UploadRow } from './upload-row.ts';
import type { OfferedFile, UploadTable } from './upload-table.ts';

/**
 * Browsers open six connections per host over HTTP/1.1. Two large files use all six. Four small files leave two for the
 * rest of the page.
 */
const FILES_AT_ONCE: FilesAtOnce = { all: 4, chunked: 2 };

export interface UploadRunOptions {
  readonly client: Client<Response>;
  readonly records: UploadRecords;
  readonly onStored: (project: string, asset: StoredAsset) => void;
  readonly delay: RetryOptions['delay'];
  /** Returns the time in milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Runs uploads, with limits on parallel files. */
export interface UploadRuns {
  /** Starts queued uploads within the limits. */
  readonly pump: () => void;
  /** Aborts the run of a row and sets its phase. Resolves when all its requests have ended. */
  readonly stop: (id: string, phase: UploadPhase) => Promise<void>;
}

export function createUploadRuns(table: UploadTable, options: UploadRunOptions): UploadRuns {
  const { rows, apply, setPhase, rowOf, jobOf, setJob } = table;
  const { client, records, now } = options;

  const pump = () => {
    for (const row of rowsToStart(rows.getState(), FILES_AT_ONCE)) start(row);
  };

  const start = (row: UploadRow) => {
    const { offered } = jobOf(row.id);
    if (offered === null) return setPhase(row.id, { type: 'waiting', reason: 'restarted' });
    const controller = new AbortController();
    setPhase(row.id, { type: 'checking' });
    const ended = run(row, offered, controller.signal)
      .catch((error: unknown) => fail(row, error, controller.signal))
      .finally(() => {
        setJob(row.id, { run: null });
        pump();
      });
    setJob(row.id, { run: { controller, ended } });
  };

  const run = async (row: UploadRow, offered: OfferedFile, signal: AbortSignal): Promise<void> => {
    const { id, project } = row;
    const asset = await sendFile(transferOf(row, offered, signal));
    const { upload } = jobOf(id);
    if (upload !== null) await records.remove(upload);
    setJob(id, { upload: null, offered: null });
    apply({ type: 'progress', id, bytesDone: offered.file.size, at: now() });
    setPhase(id, { type: 'done' });
    options.onStored(project, asset);
  };

  const transferOf = (row: UploadRow, { file, handle }: OfferedFile, signal: AbortSignal): FileTransfer => {
    const { id, project, name } = row;
    const { upload, replaces } = jobOf(id);
    return {
      client,
      project,
      name,
      file,
      replaces,
      upload,
      retries: { signal, delay: options.delay, onFailure: (error) => setPhase(id, { type: 'retrying', error }) },
      onOpen: async (opened, fingerprint) => {
        const before = jobOf(id).upload;
        setJob(id, { upload: opened, fingerprint });
        if (opened === null) return before === null ? undefined : records.remove(before);
        const { size, lastModified } = file;
        await records.put({ upload: opened, project, name, size, lastModified, fingerprint, handle, replaces });
      },
      // After a stop, keep the phase that `stop` has set.
      onStep: (step) => !signal.aborted && setPhase(id, { type: step }),
      onProgress: (bytesDone) => {
        if (signal.aborted) return;
        if (rowOf(id)?.phase.type === 'retrying') setPhase(id, { type: 'running' });
        apply({ type: 'progress', id, bytesDone, at: now() });
      },
    };
  };

  const fail = ({ id, name }: UploadRow, error: unknown, signal: AbortSignal) => {
    if (signal.aborted) return;
    if (error instanceof FileChangedError) {
      setJob(id, { offered: null });
      return setPhase(id, { type: 'waiting', reason: 'changed' });
    }
    if (problemCode(error) === 'asset/exists') return setPhase(id, { type: 'conflict', existing: name });
    setPhase(id, { type: 'failed', error });
  };

  return {
    pump,
    stop: async (id, phase) => {
      const { run: running } = jobOf(id);
      running?.controller.abort(new DOMException('The upload was stopped.', 'AbortError'));
      setPhase(id, phase);
      await running?.ended;
    },
  };
}
