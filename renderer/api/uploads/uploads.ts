import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/client.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { freeName, usableName } from '#shared/names/usable-name.ts';
import { type AssetEntry, readAssetEntry } from '../client/asset-list.ts';
import { problemCode } from '../client/problem-words.ts';
import { matchingChunks, type OpenUpload } from './content-match.ts';
import { digestOf, fingerprintOf, readBlob } from './digests.ts';
import { delay, type RetryOptions, withRetries } from './retry.ts';
import { fitsUpload } from './upload-plan.ts';
import type { UploadRecord } from './upload-records.ts';
import { canPause, canResume, type UploadPhase, type UploadRow, type WaitReason } from './upload-row.ts';
import { createUploadRuns, type UploadRunOptions } from './upload-runs.ts';
import { createUploadTable, type OfferedFile, type UploadJob } from './upload-table.ts';

/** The choice for a file whose name is taken. */
export type ClashChoice = 'replace' | 'keep-both' | 'skip';

export interface UploadsOptions extends Omit<UploadRunOptions, 'delay' | 'now'> {
  /** Returns the assets of a project. Called for each new upload. */
  readonly assetsOf: (project: string) => Promise<readonly Pick<AssetEntry, 'name' | 'size' | 'etag'>[]>;
  readonly delay?: UploadRunOptions['delay'];
  readonly now?: UploadRunOptions['now'];
}

type RenamedListener = (renamed: { readonly project: string; readonly from: string; readonly to: string }) => void;

/** The uploads of all projects. */
export interface Uploads {
  readonly rows: StoreApi<readonly UploadRow[]>;
  /**
   * Adds files. If an upload waits for one of the files, that upload is resumed, even under another name. All other
   * files start new uploads. Resolves with the ids of the rows, in order.
   */
  readonly add: (project: string, files: readonly OfferedFile[]) => Promise<readonly string[]>;
  /**
   * Calls the listener for each new file whose invalid name was replaced. Returns a function that removes the listener.
   */
  readonly onRenamed: (listener: RenamedListener) => () => void;
  /** Uploads a file as the new content of an asset, regardless of the name of the file. */
  readonly replace: (project: string, name: string, offered: OfferedFile) => void;
  /** Restores the uploads that were open when the page was closed. Resolves when every upload has a row. */
  readonly restore: (project: string) => Promise<void>;
  /** Pauses an upload immediately. Resolves when all its requests have ended. */
  readonly pause: (id: string) => Promise<void>;
  /**
   * Resumes an upload that is paused, failed, or waiting for permission. If it needs permission, call this in a click
   * handler.
   */
  readonly resume: (id: string) => Promise<void>;
  /** Provides the file of a waiting upload. If it is not the same file, returns false and marks the row. */
  readonly provideFile: (id: string, offered: OfferedFile) => Promise<boolean>;
  /** Applies the choice to a name conflict; with `all`, to all name conflicts in the project. */
  readonly choose: (id: string, choice: ClashChoice, all: boolean) => Promise<void>;
  /** Cancels an upload in any state and deletes its data in the service. Resolves when the row is removed. */
  readonly cancel: (id: string) => Promise<void>;
  /** Removes the row of a done upload. */
  readonly dismiss: (id: string) => void;
}

/** The maximum size in bytes of a file that is read into memory to compare it with an asset. */
const MAX_COMPARED = 256 * 2 ** 20;

export function createUploads(options: UploadsOptions): Uploads {
  const { client, records } = options;
  const wait = options.delay ?? delay;
  const table = createUploadTable();
  const { rows, apply, setPhase, rowOf, jobOf, setJob } = table;
  const { pump, stop } = createUploadRuns(table, {
    ...options,
    delay: wait,
    now: options.now ?? (() => performance.now()),
  });

  const listeners = new Set<RenamedListener>();
  /**
   * The renames before the first listener was added: files dropped on the first screen are uploaded before the editor
   * opens.
   */
  const unreportedRenames: Parameters<RenamedListener>[0][] = [];
  const reportRename: RenamedListener = (renamed) => {
    if (listeners.size === 0) unreportedRenames.push(renamed);
    for (const listener of listeners) listener(renamed);
  };
  /** Returns the taken names by key: the names of assets, and the names that uploads reserve. */
  const takenNames = async (project: string, except: string | null): Promise<ReadonlyMap<string, string>> => {
    const names = (await options.assetsOf(project)).map(({ name }) => name);
    const reservingRows = rows
      .getState()
      .filter((row) => row.project === project && row.id !== except && holdsName(row));
    return new Map([...names, ...reservingRows.map(({ name }) => name)].map((name) => [nameKey(name), name]));
  };

  /**
   * Returns whether the asset of that name has the same bytes as the file. A file that is too large to compare counts
   * as different.
   */
  const isStored = async (project: string, name: string, file: File): Promise<boolean> => {
    if (file.size > MAX_COMPARED) return false;
    const entry = await readAssetEntry(client, project, name);
    return entry !== null && entry.size === file.size && entry.etag === (await etagOf(file));
  };

  /**
   * Notes on the row that the project has the same bytes under another name. Empty files and files too large to compare
   * get no note.
   */
  const markSameContent = async (id: string, project: string, file: File): Promise<void> => {
    if (file.size === 0 || file.size > MAX_COMPARED) return;
    const sameSize = (await options.assetsOf(project)).filter(({ size }) => size === file.size);
    if (sameSize.length === 0) return;
    const etag = await etagOf(file);
    const sameAsset = sameSize.find((asset) => asset.etag === etag);
    if (sameAsset !== undefined) apply({ type: 'same', id, sameAs: sameAsset.name });
  };

  const begin = async (project: string, offered: OfferedFile): Promise<string> => {
    const name = usableName(offered.file.name);
    const existing = (await takenNames(project, null)).get(nameKey(name));
    const { size } = offered.file;
    const originalName = offered.file.name.toWellFormed().normalize('NFC');
    if (name !== originalName) reportRename({ project, from: originalName, to: name });
    if (existing !== undefined && (await isStored(project, existing, offered.file))) {
      const phase = { type: 'done', isKnown: true } as const;
      return table.add({ project, name: existing, size, bytesDone: size, phase }, { offered });
    }
    const phase: UploadPhase = existing === undefined ? { type: 'queued' } : { type: 'conflict', existing };
    const id = table.add({ project, name, size, phase }, { offered });
    pump();
    // Ignore the error: the upload itself reports an unreadable file.
    if (existing === undefined) void markSameContent(id, project, offered.file).catch(() => undefined);
    return id;
  };

  const attach = (row: UploadRow, offered: OfferedFile) => {
    setJob(row.id, { offered });
    apply({ type: 'sized', id: row.id, size: offered.file.size, bytesDone: row.bytesDone });
    setPhase(row.id, { type: 'queued' });
    pump();
  };

  const continueWaiting = async (project: string, offered: OfferedFile): Promise<string | null> => {
    const waiting = rows.getState().filter((row) => row.project === project && row.phase.type === 'waiting');
    for (const row of waiting) {
      if (!(await isTheFile(client, row, jobOf(row.id), offered.file))) continue;
      // The user may have provided another file in the meantime.
      if (rowOf(row.id)?.phase.type !== 'waiting') continue;
      attach(row, offered);
      return row.id;
    }
    return null;
  };

  const restoreOne = async (project: string, open: OpenUpload, record: UploadRecord | undefined): Promise<void> => {
    const remembered = record === undefined ? null : await rememberedFile(record);
    const reason: WaitReason = remembered?.reason ?? 'elsewhere';
    const offered = remembered?.offered ?? null;
    // Another call may have restored the upload in the meantime.
    if (table.knows(open.id)) return;
    const phase: UploadPhase = offered === null ? { type: 'waiting', reason } : { type: 'queued' };
    const size = record?.size ?? open.chunk_count * open.chunk_size;
    const { fingerprint = null, replaces = false } = record ?? {};
    table.add(
      { project, name: open.name, size, bytesDone: open.bytes_received, phase },
      { offered, upload: open.id, fingerprint, replaces },
    );
    pump();
  };

  const provideFile: Uploads['provideFile'] = async (id, offered) => {
    const row = rowOf(id);
    if (row === null || row.phase.type !== 'waiting') return false;
    const isSameFile = await isTheFile(client, row, jobOf(id), offered.file);
    if (isSameFile) attach(row, offered);
    else setPhase(id, { type: 'waiting', reason: 'other-file' });
    return isSameFile;
  };

  const requestPermissionAgain = async (row: UploadRow): Promise<void> => {
    const { upload } = jobOf(row.id);
    const handle = (await records.all()).find((record) => record.upload === upload)?.handle ?? null;
    const answer = await handle?.requestPermission?.({ mode: 'read' }).catch(() => 'denied' as const);
    if (handle === null || answer !== 'granted') return;
    const file = await handle.getFile().catch(() => null);
    if (file === null) setPhase(row.id, { type: 'waiting', reason: 'changed' });
    else await provideFile(row.id, { file, handle });
  };

  const applyChoice = async (row: UploadRow, choice: ClashChoice): Promise<void> => {
    if (choice === 'skip') return table.remove(row.id);
    if (choice === 'replace') {
      setJob(row.id, { replaces: true });
    } else {
      const taken = await takenNames(row.project, row.id);
      apply({ type: 'named', id: row.id, name: freeName(row.name, (key) => taken.has(key)) });
    }
    setPhase(row.id, { type: 'queued' });
    pump();
  };

  return {
    rows,
    add: async (project, files) => {
      const ids: string[] = [];
      for (const offered of files)
        ids.push((await continueWaiting(project, offered)) ?? (await begin(project, offered)));
      return ids;
    },
    onRenamed: (listener) => {
      listeners.add(listener);
      for (const renamed of unreportedRenames.splice(0)) listener(renamed);
      return () => void listeners.delete(listener);
    },
    replace: (project, name, offered) => {
      const row = { project, name, size: offered.file.size, phase: { type: 'queued' } } as const;
      table.add(row, { offered, replaces: true });
      pump();
    },
    restore: async (project) => {
      const [{ uploads }, known] = await Promise.all([
        client.call('listUploads', { parameters: { project } }),
        records.all(),
      ]);
      for (const open of uploads) {
        const record = known.find(({ upload }) => upload === open.id);
        if (!table.knows(open.id)) await restoreOne(project, open, record);
      }
      const open = new Set(uploads.map(({ id }) => id));
      const endedUploads = known.filter(({ project: its, upload }) => its === project && !open.has(upload));
      for (const { upload } of endedUploads) if (!table.knows(upload)) await records.remove(upload);
      for (const row of rows.getState()) {
        const { upload } = jobOf(row.id);
        const isWaiting = row.project === project && row.phase.type === 'waiting';
        if (isWaiting && upload !== null && !open.has(upload)) table.remove(row.id);
      }
    },
    pause: async (id) => {
      const row = rowOf(id);
      if (row !== null && canPause(row.phase)) await stop(id, { type: 'paused' });
    },
    resume: async (id) => {
      const row = rowOf(id);
      if (row === null || !canResume(row.phase)) return;
      if (row.phase.type === 'waiting') return requestPermissionAgain(row);
      // Wait until the interrupted run has ended. Otherwise, two runs would send the same file.
      await jobOf(id).run?.ended;
      if (rowOf(id)?.phase.type !== row.phase.type) return;
      setPhase(id, { type: 'queued' });
      pump();
    },
    provideFile,
    choose: async (id, choice, all) => {
      const project = rowOf(id)?.project;
      const clashes = rows.getState().filter((row) => row.phase.type === 'conflict' && row.project === project);
      for (const row of clashes) if (all || row.id === id) await applyChoice(row, choice);
    },
    cancel: async (id) => {
      const row = rowOf(id);
      if (row === null) return;
      await stop(id, { type: 'cancelling' });
      // The upload finished before it could be canceled.
      if (rowOf(id)?.phase.type === 'done') return;
      const { upload } = jobOf(id);
      try {
        if (upload !== null) {
          await abandonUpload(client, { project: row.project, upload }, wait);
          await records.remove(upload);
        }
        table.remove(id);
      } catch (error) {
        setPhase(id, { type: 'failed', error });
      }
      pump();
    },
    dismiss: (id) => {
      if (rowOf(id)?.phase.type === 'done') table.remove(id);
    },
  };
}

/** Returns the etag that the service gives to an asset with the bytes of a file. */
async function etagOf(file: File): Promise<string> {
  return `"${(await digestOf(await readBlob(file))).hex}"`;
}

/** Returns whether an upload reserves its name. Finished, canceled, and conflicting uploads do not. */
function holdsName({ phase }: UploadRow): boolean {
  return phase.type !== 'done' && phase.type !== 'conflict' && phase.type !== 'cancelling';
}

/**
 * Returns whether a file is the file of a waiting upload, possibly under another name. If the fingerprint is known, it
 * decides. Otherwise, all received chunks are compared; without chunks, the name decides.
 */
async function isTheFile(client: Client<Response>, row: UploadRow, job: UploadJob, file: File): Promise<boolean> {
  const { fingerprint, upload } = job;
  const hasName = nameKey(usableName(file.name)) === nameKey(row.name);
  if (upload === null) return hasName;
  if (fingerprint !== null) return row.size === file.size && (await fingerprintOf(file)) === fingerprint;
  const { project } = row;
  const open = await client.call('readUpload', { parameters: { project, upload } }).catch(() => null);
  if (open === null || !fitsUpload(file.size, open)) return false;
  if (open.received.length === 0) return hasName;
  const matching = await matchingChunks(file, open, new AbortController().signal);
  return matching.size === open.received.length;
}

/** The file of an upload record, if it can be read. */
export interface RememberedFile {
  /** The file; null if reading it requires an action by the user. */
  readonly offered: OfferedFile | null;
  /** The reason why the file cannot be read. */
  readonly reason: WaitReason;
}

/** Returns the file of a record if it is unchanged and readable without asking the user for permission. */
async function rememberedFile({ handle, size, fingerprint }: UploadRecord): Promise<RememberedFile> {
  if (handle?.queryPermission === undefined) return { offered: null, reason: 'restarted' };
  const permission = await handle.queryPermission({ mode: 'read' }).catch(() => 'denied' as const);
  if (permission === 'denied') return { offered: null, reason: 'restarted' };
  if (permission === 'prompt') return { offered: null, reason: 'permission' };
  const file = await handle.getFile().catch(() => null);
  const isSameFile =
    file !== null && file.size === size && (await fingerprintOf(file).catch(() => null)) === fingerprint;
  return isSameFile ? { offered: { file, handle }, reason: 'restarted' } : { offered: null, reason: 'changed' };
}

/** Aborts an open upload in the service. No effect if the upload has ended. */
async function abandonUpload(
  client: Client<Response>,
  parameters: { readonly project: string; readonly upload: string },
  delay: RetryOptions['delay'],
): Promise<void> {
  const { signal } = new AbortController();
  try {
    await withRetries(() => client.call('abandonUpload', { parameters }), {
      signal,
      delay,
      onFailure: () => undefined,
    });
  } catch (error) {
    const code = problemCode(error);
    if (code !== 'upload/not-found' && code !== 'upload/expired') throw error;
  }
}
