import { useState } from 'react';
import { openDialog } from '#renderer/actions/dialogs.ts';
import type { Api } from '#renderer/api/api.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import type { LiveTableDraft } from '#renderer/api/queries/use-live-tables.ts';
import { delimiterNames } from '#renderer/project/table-form-fields.tsx';
import { useDesktop, useNavigation } from '#renderer/shell/window/window-context.tsx';
import { pageLanguage } from '#renderer/strings/page-language.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { foldName } from '#shared/batch/match-columns.ts';
import { offeredKey } from '#shared/batch/row-keys.ts';
import { type Table, tableCsv } from '#shared/batch/table.ts';
import { ProblemError } from '#shared/contract/client.ts';
import { type BatchSettings, defaultSettings } from './batch-settings.ts';
import type { PreparedBatch, PreparedList } from './prepared-batch.ts';
import type { BatchModel } from './use-batch-model.ts';

/** The functions that create a live table from a batch. */
export interface WatchTable {
  /** Stores the table of the batch in the project, and opens the form of a new live table for it. */
  readonly watch: (prepared: PreparedBatch) => Promise<void>;
  /** Opens the form of a new live table for an address. */
  readonly fromAddress: () => void;
  readonly isStoring: boolean;
}

type TableOrigin = NonNullable<LiveTableDraft['source']>;

export function useWatchTable(model: Pick<BatchModel, 'project' | 'name' | 'uses' | 'settings'>): WatchTable {
  const { liveTables: strings } = useStrings();
  const { client } = useApi();
  const { go } = useNavigation();
  const desktop = useDesktop();
  const toasts = useToast();
  const [isStoring, setStoring] = useState(false);
  const { project, name, uses, settings } = model;
  const open = (draft: LiveTableDraft) => {
    openDialog('newLiveTable', { settings: { movie: name, ...outputOf(settings, name), ...draft } });
    go({ screen: 'tables', project, table: null });
  };
  /** Returns the file of the user if the desktop permits watching it, or otherwise an asset with its content. */
  const sourceOf = async ({ token = null }: PreparedBatch, file: TableFile): Promise<TableOrigin> => {
    const granted = desktop !== null && token !== null && file.isOriginal ? await desktop.watchFile(token) : null;
    if (granted !== null) return { kind: 'file', name: granted.name, grant: granted.id };
    return { kind: 'asset', name: await storeTable(client, project, file) };
  };
  return {
    isStoring,
    fromAddress: () => open({ source: { kind: 'address', url: '' } }),
    watch: async (prepared) => {
      setStoring(true);
      try {
        const file = fileOf(prepared, name);
        const source = await sourceOf(prepared, file);
        const columns = Object.fromEntries(prepared.table.columns.map((column, at) => [column, uses[at] ?? null]));
        open({ name: stemOf(file.name), source, form: file.form, columns });
      } catch (error) {
        toasts.show({ message: strings.storeFailed, detail: problemText(error), tone: 'danger' });
      } finally {
        setStoring(false);
      }
    },
  };
}

/**
 * Returns the output of the batch for the form. If the user has not edited the file name, the default of live tables
 * applies.
 */
function outputOf(settings: BatchSettings | null, template: string): LiveTableDraft {
  if (settings === null) return {};
  const { format, quality, pattern } = settings;
  return { format, quality, ...(pattern !== defaultSettings(template).pattern && { filename: pattern }) };
}

interface TableFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the file is the opened file. */
  readonly isOriginal: boolean;
  readonly form: NonNullable<LiveTableDraft['form']>;
}

/**
 * Returns the file of a table: the opened file if possible. Returns a CSV file if the table was pasted, edited, or
 * joined with a second table other than a sheet with the name of its list, or if the file has no column names.
 */
export function fileOf(prepared: PreparedBatch, template: string): TableFile {
  const { name, content, form, requests, isEdited, lists = [], table } = prepared;
  if (
    name === null ||
    !(content instanceof Uint8Array) ||
    form === null ||
    !form.header ||
    isEdited ||
    !lists.every((list) => isNamedList(list, table))
  ) {
    const bytes = new TextEncoder().encode(tableCsv(table));
    return { name: `${name === null ? template : stemOf(name)}.csv`, bytes, isOriginal: false, form: {} };
  }
  const { sheet, encoding, delimiter } = form;
  const { hidden = false, merged = false, headerRow, language } = requests;
  return {
    name,
    bytes: new Uint8Array(content),
    isOriginal: true,
    form: {
      ...(sheet !== undefined && { sheet, language: language ?? pageLanguage() }),
      ...(headerRow != null && { header: headerRow }),
      ...(hidden && { hidden }),
      ...(merged && { merged }),
      ...(encoding !== null && { encoding }),
      ...(delimiter !== null && { delimiter: delimiterNames[delimiter] }),
    },
  };
}

/** Returns whether a live table fills a list in the same way: from the sheet with its name, by the key column. */
function isNamedList({ variable, file, sheet, of, key }: PreparedList, table: Table): boolean {
  const own = offeredKey(table);
  const isSheet = file === null && sheet !== null && foldName(sheet) === foldName(variable);
  return isSheet && own !== null && table.columns[own] === of && foldName(key) === foldName(of);
}

function stemOf(name: string): string {
  return name.replace(/\.[a-z0-9]{2,6}$/i, '');
}

/** The maximum number of names to try if another file has the name. */
const MAX_NAMES = 100;

/**
 * Stores a table as an asset and returns its name. An asset with the same bytes is reused. If another file has the
 * name, a number is appended. Throws the problems of the service.
 */
async function storeTable(client: Api['client'], project: string, { name, bytes }: TableFile): Promise<string> {
  for (let number = 1; ; number++) {
    const asset = number === 1 ? name : `${stemOf(name)} ${number}${name.slice(stemOf(name).length)}`;
    const parameters = { project, name: asset };
    try {
      return (await client.call('createAsset', { parameters, body: bytes })).name;
    } catch (error) {
      const isTaken = error instanceof ProblemError && error.problem.code === 'asset/exists';
      if (!isTaken || number === MAX_NAMES) throw error;
      const stored = new Uint8Array(await (await client.open('readAsset', { parameters })).arrayBuffer());
      if (isEqual(stored, bytes)) return asset;
    }
  }
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
