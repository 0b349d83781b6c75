import { readFile, realpath } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { watchedFiles as grantedFiles } from '#shared/contract/desktop/service-channel.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import { systemCode } from '../errors/system-code.ts';
import type { AddressPolicy } from '../network/address-guard.ts';
import type { BlobStore, ProjectUid } from '../storage/ports.ts';
import type { AssetStore } from '../storage/stores.ts';
import { type AddressOptions, addressSource } from '../tables/address-source.ts';
import { readAnyTable } from '../tables/read-any-table.ts';
import { tableChoices } from '../tables/table-fault.ts';
import { assetSource, fileOfList, fileSource, readWhole, type TableSource } from '../tables/table-source.ts';
import type { TableTask } from '../tables/table-task.ts';
import type { LiveTableRecord, TableSettings } from './live-table-rows.ts';

export interface SourceOptions {
  readonly assets: AssetStore;
  readonly blobs: BlobStore;
  readonly policy: AddressPolicy;
  /** The folder of the tables that requests can refer to; null for none. */
  readonly folder: string | null;
  /** The file in which the desktop lists the files that users chose; null for none. */
  readonly watchedFiles: string | null;
}

type Source = TableSettings['source'];
type FileSource = Extract<Source, { readonly kind: 'file' }>;

/** The sources of live tables. All methods throw `table/source`. */
export interface LiveTableSources {
  open(
    project: ProjectUid,
    settings: Pick<TableSettings, 'source' | 'form'>,
    options: Required<Pick<AddressOptions, 'header' | 'onNext'>> &
      Pick<LiveTableRecord, 'bytes'> & {
        /** Returns the names of the lists that can be files beside the table. */
        readonly lists: () => Promise<readonly string[]>;
      },
  ): Promise<TableSource>;
  /** Returns the path of a file. */
  fileOf(source: FileSource): Promise<string>;
  /**
   * Returns the file of a list beside a table, such as `people.items.csv` beside `people.csv`. Returns null for a
   * missing file, for an address, and for a file of the desktop: the user permitted access to that file only.
   */
  listFile(
    project: ProjectUid,
    source: Source,
    list: string,
    signal: AbortSignal,
  ): Promise<{ readonly name: string; readonly bytes: Uint8Array } | null>;
}

/** Creates the sources. `stopping` ends their work. */
export function createTableSources(
  { assets, blobs, policy, folder, watchedFiles }: SourceOptions,
  stopping: AbortSignal,
): LiveTableSources {
  const assetBytes = async (project: ProjectUid, name: string, signal: AbortSignal): Promise<Uint8Array> => {
    const { sha256 } = assets.get(project, name);
    using _ = blobs.hold(sha256);
    return await readFile(await blobs.atHand(sha256, signal));
  };
  const fileOf = async ({ name, grant }: FileSource): Promise<string> =>
    grant === undefined ? await pathIn(folder, name) : await grantedPath(watchedFiles, grant);
  return {
    open: async (project, { source, form }, { header, bytes, onNext, lists }) => {
      if (source.kind === 'asset') return assetSource((signal) => assetBytes(project, source.name, signal));
      if (source.kind === 'address')
        return addressSource(source.url, { policy, every: source.every ?? 60, header, onNext });
      const file = await fileOf(source);
      const hasLists = source.grant === undefined;
      const isIncomplete = async (content: Uint8Array) => {
        const read = await readAnyTable(taskOf(content, form), stopping);
        return !read.ok || read.value.ragged.length > 0;
      };
      const isCut = async (content: Uint8Array) => {
        if (await isIncomplete(content)) return true;
        for (const name of hasLists ? await lists() : []) {
          // Skip missing files, folders, and large files, which cannot be lists of the table.
          const list = await readWhole(fileOfList(file, name)).catch(() => null);
          if (list !== null && (await isIncomplete(list))) return true;
        }
        return false;
      };
      return fileSource(file, { isCut, before: bytes, ...(hasLists && { lists }) });
    },
    fileOf,
    listFile: async (project, source, list, signal) => {
      if (source.kind === 'address' || (source.kind === 'file' && source.grant !== undefined)) return null;
      const name = fileOfList(source.name, list);
      if (source.kind === 'asset')
        return assets.find(project, name) === null ? null : { name, bytes: await assetBytes(project, name, signal) };
      const bytes = await readWhole(await pathIn(folder, name)).catch((error: unknown) => {
        if (systemCode(error) === 'ENOENT') return null;
        throw error;
      });
      return bytes === null ? null : { name: basename(name), bytes };
    },
  };
}

/** Returns the task of reading a table with the options of its settings. */
export function taskOf(bytes: Uint8Array, form: TableSettings['form']): TableTask {
  const choices = tableChoices({ header: 'first', ...form });
  return { bytes, choices, variables: [], columnPattern: 'column #', isList: false };
}

/** Returns the path of a file below the folder of tables. Throws `table/source`, also for a link that leads outside. */
async function pathIn(folder: string | null, name: string): Promise<string> {
  if (folder === null) throw new ServiceError('table/source', message('live/file', { fault: 'no-folder', code: '' }));
  const path = join(folder, name);
  // A file that does not exist yet can be watched.
  const [real, root] = await Promise.all([path, folder].map((each) => realpath(each).catch(() => null)));
  const isOutside = leavesFolder(folder, path) || (real && root && leavesFolder(root, real));
  if (isAbsolute(name) || name.includes('\0') || isOutside)
    throw new ServiceError('table/source', message('live/file', { fault: 'outside', code: '' }));
  return path;
}

function leavesFolder(folder: string, path: string): boolean {
  return isAbsolute(relative(folder, path)) || relative(folder, path).split(sep).includes('..');
}

/** Returns the path of a file that a user chose in the desktop app. Throws `table/source` without the permission. */
async function grantedPath(list: string | null, grant: string): Promise<string> {
  const refused = (cause?: unknown) =>
    new ServiceError('table/source', message('live/file', { fault: 'not-granted', code: '' }), { cause });
  if (list === null) throw refused();
  try {
    const granted = grantedFiles.parse((JSON.parse(await readFile(list, 'utf8')) as { value?: unknown }).value);
    if (Object.hasOwn(granted, grant)) return granted[grant] ?? '';
  } catch (error) {
    throw refused(error);
  }
  throw refused();
}
