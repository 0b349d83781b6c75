import type { StoreApi } from 'zustand/vanilla';
import { nameKey } from '#shared/names/asset-name.ts';
import { freeName, usableName } from '#shared/names/usable-name.ts';
import { readAssetEntry } from '../client/asset-list.ts';
import { abandonUpload } from './abandon-upload.ts';
import type { OpenUpload } from './content-match.ts';
import { digestOf, readBlob } from './digests.ts';
import { isTheFile, rememberedFile } from './file-identity.ts';
import { delay } from './retry.ts';
import { createUploadLedger, type OfferedFile } from './upload-ledger.ts';
import type { UploadRecord } from './upload-records.ts';
import { canPause, canResume, type UploadPhase, type UploadRow, type WaitReason } from './upload-row.ts';
import { createUploadRuns, type UploadRunOptions } from './upload-runs.ts';

/** What to do with a file whose name is taken. */
export type ClashChoice = 'replace' | 'keep-both' | 'skip';

export interface UploadsOptions extends Omit<UploadRunOptions, 'delay' | 'now'> {
  /** The names of a project's assets; asked before each new upload. */
  readonly assetNames: (project: string) => Promise<readonly string[]>;
  readonly delay?: UploadRunOptions['delay'];
  readonly now?: UploadRunOptions['now'];
}

type RenamedListener = (renamed: { readonly project: string; readonly from: string; readonly to: string }) => void;

/** Files on their way to the service, of all projects. */
export interface Uploads {
  readonly rows: StoreApi<readonly UploadRow[]>;
  /**
   * Takes files: one that an upload waits for continues it, whatever its name; all others begin. Settles with the rows'
   * ids, in order, when each has one.
   */
  readonly add: (project: string, files: readonly OfferedFile[]) => Promise<readonly string[]>;
  /** Reports each new file whose name no asset can have, with the name it gets. Returns the end of the subscription. */
  readonly onRenamed: (listener: RenamedListener) => () => void;
  /** Takes a file as the content of an asset, whatever the file is called; what the asset was is replaced. */
  readonly replace: (project: string, name: string, offered: OfferedFile) => void;
  /** Brings back what was open when the page was closed. Settles when each has its row. */
  readonly restore: (project: string) => Promise<void>;
  /** It is paused at once; settles when nothing of it is on its way any more. */
  readonly pause: (id: string) => Promise<void>;
  /** Goes on with what was paused, failed, or waits for the browser's permission (then call it from a click). */
  readonly resume: (id: string) => Promise<void>;
  /** Gives a waiting upload its file. False: it is another file, which is refused, and the row says so. */
  readonly provideFile: (id: string, offered: OfferedFile) => Promise<boolean>;
  /** Decides about a taken name; `all`: about those of all files of the project. */
  readonly choose: (id: string, choice: ClashChoice, all: boolean) => Promise<void>;
  /** Ends it, whatever it is doing, and clears what of it the service has. Settles when it is gone. */
  readonly cancel: (id: string) => Promise<void>;
  /** Takes the row of an upload that is done away. */
  readonly dismiss: (id: string) => void;
}

/** Bytes of a file that is read into memory to be compared with an asset. */
const MOST_COMPARED = 256 * 2 ** 20;

/** Makes uploads; nothing moves before the first file. */
export function createUploads(options: UploadsOptions): Uploads {
  const { client, records } = options;
  const wait = options.delay ?? delay;
  const ledger = createUploadLedger();
  const { rows, apply, setPhase, rowOf, jobOf, setJob } = ledger;
  const { pump, stop } = createUploadRuns(ledger, {
    ...options,
    delay: wait,
    now: options.now ?? (() => performance.now()),
  });

  const listeners = new Set<RenamedListener>();
  /** Reports from before the first listener: files dropped on the first screen upload before the editor opens. */
  const unheard: Parameters<RenamedListener>[0][] = [];
  const noteRenamed: RenamedListener = (renamed) => {
    if (listeners.size === 0) unheard.push(renamed);
    for (const listener of listeners) listener(renamed);
  };
  /** Names that are taken, by key: by assets, and by files on their way. */
  const takenNames = async (project: string, except: string | null): Promise<ReadonlyMap<string, string>> => {
    const names = await options.assetNames(project);
    const coming = rows.getState().filter((row) => row.project === project && row.id !== except && holdsName(row));
    return new Map([...names, ...coming.map(({ name }) => name)].map((name) => [nameKey(name), name]));
  };

  /** Whether the asset of that name has the file's bytes. A file too large to be read at once counts as another. */
  const isStored = async (project: string, name: string, file: File): Promise<boolean> => {
    if (file.size > MOST_COMPARED) return false;
    const entry = await readAssetEntry(client, project, name);
    return (
      entry !== null && entry.size === file.size && entry.etag === `"${(await digestOf(await readBlob(file))).hex}"`
    );
  };

  const begin = async (project: string, offered: OfferedFile): Promise<string> => {
    const name = usableName(offered.file.name);
    const existing = (await takenNames(project, null)).get(nameKey(name));
    const { size } = offered.file;
    const given = offered.file.name.toWellFormed().normalize('NFC');
    if (name !== given) noteRenamed({ project, from: given, to: name });
    if (existing !== undefined && (await isStored(project, existing, offered.file))) {
      const phase = { type: 'done', isKnown: true } as const;
      return ledger.add({ project, name: existing, size, bytesDone: size, phase }, { offered });
    }
    const phase: UploadPhase = existing === undefined ? { type: 'queued' } : { type: 'conflict', existing };
    const id = ledger.add({ project, name, size, phase }, { offered });
    pump();
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
      // Another file may have got there while this one was read.
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
    // It may have come here by another way while its file was looked at.
    if (ledger.knows(open.id)) return;
    const phase: UploadPhase = offered === null ? { type: 'waiting', reason } : { type: 'queued' };
    const size = record?.size ?? open.chunk_count * open.chunk_size;
    const { fingerprint = null, replaces = false } = record ?? {};
    ledger.add(
      { project, name: open.name, size, bytesDone: open.bytes_received, phase },
      { offered, upload: open.id, fingerprint, replaces },
    );
    pump();
  };

  const provideFile: Uploads['provideFile'] = async (id, offered) => {
    const row = rowOf(id);
    if (row === null || row.phase.type !== 'waiting') return false;
    const isIt = await isTheFile(client, row, jobOf(id), offered.file);
    if (isIt) attach(row, offered);
    else setPhase(id, { type: 'waiting', reason: 'other-file' });
    return isIt;
  };

  const askAgain = async (row: UploadRow): Promise<void> => {
    const { upload } = jobOf(row.id);
    const handle = (await records.all()).find((record) => record.upload === upload)?.handle ?? null;
    const answer = await handle?.requestPermission?.({ mode: 'read' }).catch(() => 'denied' as const);
    if (handle === null || answer !== 'granted') return;
    const file = await handle.getFile().catch(() => null);
    if (file === null) setPhase(row.id, { type: 'waiting', reason: 'changed' });
    else await provideFile(row.id, { file, handle });
  };

  const settleClash = async (row: UploadRow, choice: ClashChoice): Promise<void> => {
    if (choice === 'skip') return ledger.remove(row.id);
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
      for (const renamed of unheard.splice(0)) listener(renamed);
      return () => void listeners.delete(listener);
    },
    replace: (project, name, offered) => {
      const row = { project, name, size: offered.file.size, phase: { type: 'queued' } } as const;
      ledger.add(row, { offered, replaces: true });
      pump();
    },
    restore: async (project) => {
      const [{ uploads }, known] = await Promise.all([
        client.call('listUploads', { parameters: { project } }),
        records.all(),
      ]);
      for (const open of uploads) {
        const record = known.find(({ upload }) => upload === open.id);
        if (!ledger.knows(open.id)) await restoreOne(project, open, record);
      }
      const open = new Set(uploads.map(({ id }) => id));
      const gone = known.filter(({ project: its, upload }) => its === project && !open.has(upload));
      for (const { upload } of gone) if (!ledger.knows(upload)) await records.remove(upload);
      for (const row of rows.getState()) {
        const { upload } = jobOf(row.id);
        const isWaiting = row.project === project && row.phase.type === 'waiting';
        if (isWaiting && upload !== null && !open.has(upload)) ledger.remove(row.id);
      }
    },
    pause: async (id) => {
      const row = rowOf(id);
      if (row !== null && canPause(row.phase)) await stop(id, { type: 'paused' });
    },
    resume: async (id) => {
      const row = rowOf(id);
      if (row === null || !canResume(row.phase)) return;
      if (row.phase.type === 'waiting') return askAgain(row);
      // What a pause interrupted has to be over first, or two runs would send the same file.
      await jobOf(id).run?.ended;
      if (rowOf(id)?.phase.type !== row.phase.type) return;
      setPhase(id, { type: 'queued' });
      pump();
    },
    provideFile,
    choose: async (id, choice, all) => {
      const project = rowOf(id)?.project;
      const clashes = rows.getState().filter((row) => row.phase.type === 'conflict' && row.project === project);
      for (const row of clashes) if (all || row.id === id) await settleClash(row, choice);
    },
    cancel: async (id) => {
      const row = rowOf(id);
      if (row === null) return;
      await stop(id, { type: 'cancelling' });
      // It was being finished, which nothing ends.
      if (rowOf(id)?.phase.type === 'done') return;
      const { upload } = jobOf(id);
      try {
        if (upload !== null) {
          await abandonUpload(client, { project: row.project, upload }, wait);
          await records.remove(upload);
        }
        ledger.remove(id);
      } catch (error) {
        setPhase(id, { type: 'failed', error });
      }
      pump();
    },
    dismiss: (id) => {
      if (rowOf(id)?.phase.type === 'done') ledger.remove(id);
    },
  };
}

/** Whether a file on its way will have its name: not while somebody still has to decide. */
function holdsName({ phase }: UploadRow): boolean {
  return phase.type !== 'done' && phase.type !== 'conflict' && phase.type !== 'cancelling';
}
