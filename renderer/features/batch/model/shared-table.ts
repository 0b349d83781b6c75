import { noTableChoices } from '#shared/batch/read-table.ts';
import type { JsonOf } from '#shared/contract/client.ts';
import { type BatchSettings, readSettings } from './batch-settings.ts';
import type { PreparedBatch } from './prepared-batch.ts';

/** The table and the settings of a template, which all windows share. */
export interface SharedBatch {
  readonly prepared: PreparedBatch | null;
  readonly settings: BatchSettings;
}

/** A batch table as the service stores it. */
type StoredTable = JsonOf<'readBatchTable'>;

/**
 * The maximum length of a shared file in bytes, or of a pasted table in characters. Longer content stays in the browser
 * that read it. Other browsers show the rows but cannot read the file again.
 */
const MAX_CONTENT = 200_000;

/** Returns the batch as JSON for the service. */
export function toStoredTable({ prepared, settings }: SharedBatch): StoredTable {
  if (prepared === null) return { settings: { ...settings } };
  // A token is only valid on this computer.
  const { content, left, links, uses, token: _, ...others } = prepared;
  const { columns, rows, typed } = others.table;
  return {
    ...others,
    ...{ left: [...left], links: [...links], uses: [...uses] },
    table: { columns: [...columns], rows: rows.map((row) => [...row]), ...(typed && { typed }) },
    ...contentFields(content),
    settings: { ...settings },
  };
}

/** Parses a stored table; null if nothing was stored. */
export function fromStoredTable(stored: StoredTable, template: string): SharedBatch | null {
  if (stored.settings === undefined) return null;
  // A mark of earlier versions, which has no meaning for other windows.
  const { saveId: _mark, ...ownSettings } = stored.settings;
  const settings = readSettings(ownSettings as Partial<BatchSettings>, template);
  const { settings: _, table, text, base64, ...others } = stored;
  if (table === undefined) return { prepared: null, settings };
  const rows = table.rows.map((row) => table.columns.map((_column, at) => row[at] ?? ''));
  const defaults = { name: null, requests: noTableChoices, form: null, ragged: [], isEdited: false };
  const prepared = {
    ...{ ...defaults, ...others },
    table: { ...table, rows },
    content: contentOf(text, base64),
    uses: table.columns.map((_, at) => stored.uses?.[at] ?? null),
    left: (stored.left ?? []).filter((row) => row < rows.length),
    links: rows.map((_, at) => stored.links?.[at] ?? null),
  };
  // A window of this program wrote the remaining fields in the format of `PreparedBatch`.
  return { prepared: prepared as PreparedBatch, settings };
}

function contentFields(content: PreparedBatch['content']): { readonly text?: string; readonly base64?: string } {
  if (content === null || content.length > MAX_CONTENT) return {};
  return typeof content === 'string'
    ? { text: content }
    : { base64: btoa(Array.from(content, (byte) => String.fromCharCode(byte)).join('')) };
}

function contentOf(text: unknown, base64: unknown): PreparedBatch['content'] {
  if (typeof text === 'string') return text;
  return typeof base64 === 'string' ? Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)) : null;
}
