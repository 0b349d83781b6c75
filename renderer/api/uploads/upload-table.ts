import { createStore, type StoreApi } from 'zustand/vanilla';
import { unmeasuredSpeed } from './speed.ts';
import type { FileHandle } from './upload-records.ts';
import { changeRows, type UploadChange, type UploadPhase, type UploadRow } from './upload-row.ts';

/** A file to upload, with the browser's handle if there is one. */
export interface OfferedFile {
  readonly file: File;
  readonly handle: FileHandle | null;
}

/** The internal state of an upload. */
export interface UploadJob {
  readonly offered: OfferedFile | null;
  /** The id of the open upload in the service. */
  readonly upload: string | null;
  readonly fingerprint: string | null;
  readonly replaces: boolean;
  /** The current run, with the promise of its end; null if none is running. */
  readonly run: { readonly controller: AbortController; readonly ended: Promise<void> } | null;
}

const NO_JOB: UploadJob = { offered: null, upload: null, fingerprint: null, replaces: false, run: null };

export type NewRow = Pick<UploadRow, 'project' | 'name' | 'size' | 'phase'> & { readonly bytesDone?: number };

/** The uploads of the page: the displayed rows and their internal jobs. */
export interface UploadTable {
  readonly rows: StoreApi<readonly UploadRow[]>;
  readonly apply: (change: UploadChange) => void;
  readonly setPhase: (id: string, phase: UploadPhase) => void;
  readonly rowOf: (id: string) => UploadRow | null;
  readonly jobOf: (id: string) => UploadJob;
  /** Changes the job of a row. No effect if the row was removed. */
  readonly setJob: (id: string, part: Partial<UploadJob>) => void;
  readonly add: (row: NewRow, job: Partial<UploadJob>) => string;
  readonly remove: (id: string) => void;
  /** Returns whether a row belongs to this open upload. */
  readonly knows: (upload: string) => boolean;
}

export function createUploadTable(): UploadTable {
  const rows = createStore<readonly UploadRow[]>(() => []);
  const jobs = new Map<string, UploadJob>();
  let count = 0;
  const apply = (change: UploadChange) => rows.setState(changeRows(rows.getState(), change), true);
  return {
    rows,
    apply,
    setPhase: (id, phase) => apply({ type: 'phase', id, phase }),
    rowOf: (id) => rows.getState().find((row) => row.id === id) ?? null,
    jobOf: (id) => jobs.get(id) ?? NO_JOB,
    setJob: (id, part) => {
      const job = jobs.get(id);
      if (job !== undefined) jobs.set(id, { ...job, ...part });
    },
    add: (row, job) => {
      count += 1;
      const id = `upload-${count}`;
      jobs.set(id, { ...NO_JOB, ...job });
      apply({ type: 'added', row: { bytesDone: 0, speed: unmeasuredSpeed, ...row, id } });
      return id;
    },
    remove: (id) => {
      jobs.delete(id);
      apply({ type: 'removed', id });
    },
    knows: (upload) => [...jobs.values()].some((job) => job.upload === upload),
  };
}
