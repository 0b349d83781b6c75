import { createHash } from 'node:crypto';
import { ZodError } from 'zod';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { bundledBatchTable } from '#shared/contract/shapes/shapes.ts';
import { message } from '#shared/messages/message.ts';
import type { InspectedMovie, Inspection } from '../inspection/inspect.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import { parseJson } from '../json/json-text.ts';
import { parsedPaced } from '../json/parsed-paced.ts';
import { EDITING_LEVELS, type EditingRecord, type EditingText, editingText } from '../movies/editing-text.ts';
import type { ScratchFile } from '../storage/ports.ts';
import { jsonExcessPaced } from '../text/json-excess.ts';
import { yieldRegularly } from '../waiting/yield-regularly.ts';
import type { BundleItem } from './read-manifest.ts';
import { readWholeEntry } from './read-whole.ts';
import { entryError, firstFault, textError } from './refusals.ts';

/** The texts of a bundle. They have passed all checks and can be stored. */
export interface BundledTexts {
  readonly templates: readonly {
    readonly name: string;
    readonly bytes: Uint8Array;
    /** The movie of the template; null if the template has errors. */
    readonly movie: InspectedMovie | null;
    readonly errors: number;
  }[];
  readonly movies: readonly { readonly name: string; readonly movie: InspectedMovie }[];
  readonly editing: readonly { readonly name: string; readonly text: EditingText }[];
  readonly tables: readonly { readonly name: string; readonly text: EditingText }[];
}

/** Reads and checks the texts one after another. Throws `bundle/digest`, `bundle/content`, and the signal's reason. */
export async function readTexts(
  file: ScratchFile,
  items: readonly BundleItem[],
  inspector: MovieInspector,
  signal: AbortSignal,
): Promise<BundledTexts> {
  // Reuse the checked template, because an exported movie usually has the same text as its template.
  const inspected = new Map<string, Inspection>();
  const inspect = async (item: BundleItem, bytes: Uint8Array): Promise<Inspection> => {
    const inspection = inspected.get(item.sha256) ?? (await inspector.inspect({ spelling: 'xml', bytes }));
    inspected.set(item.sha256, inspection);
    return inspection;
  };
  const templates: BundledTexts['templates'][number][] = [];
  const movies: BundledTexts['movies'][number][] = [];
  const editing: BundledTexts['editing'][number][] = [];
  const tables: BundledTexts['tables'][number][] = [];
  for (const item of items) {
    signal.throwIfAborted();
    const { part, name } = item;
    if (part === 'assets') continue;
    const bytes = await readText(file, item, signal);
    if (part === 'templates') {
      const { movie, issues } = await inspect(item, bytes);
      if (movie === null && !item.mayHaveErrors) throw textError(item.entry.name, issues);
      templates.push({ name, bytes, movie, errors: issues.filter(({ severity }) => severity === 'error').length });
    } else if (part === 'movies') {
      const { movie, issues } = await inspect(item, bytes);
      if (movie === null) throw textError(item.entry.name, issues);
      movies.push({ name, movie });
    } else if (part === 'editing') editing.push({ name, text: await editingText(await recordIn(item, bytes)) });
    else tables.push({ name, text: await editingText(await tableIn(item, bytes)) });
  }
  return { templates, movies, editing, tables };
}

async function readText(file: ScratchFile, { part, entry, sha256 }: BundleItem, signal: AbortSignal) {
  const { templateBytes, jsonBytes } = serviceLimits;
  const limit = part === 'editing' || part === 'tables' ? jsonBytes : templateBytes;
  if (entry.size > limit)
    throw entryError('bundle/limit', entry.name, message('entry/too-large', { bytes: entry.size, most: limit }));
  const bytes = await readWholeEntry(file, entry, signal);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw wrongDigest(entry.name);
  return bytes;
}

/** Returns the error for an entry whose bytes do not match its digest. */
export function wrongDigest(entry: string): Error {
  return entryError('bundle/digest', entry, message('entry/other-bytes'));
}

async function recordIn({ entry }: BundleItem, bytes: Uint8Array): Promise<EditingRecord> {
  const refuse = (why: Parameters<typeof entryError>[2], cause?: unknown) =>
    entryError('bundle/content', entry.name, why, cause);
  const excess = await jsonExcessPaced(bytes, { levels: EDITING_LEVELS + 1 }, yieldRegularly());
  if (excess === 'levels') throw refuse(message('entry/too-many-levels'));
  let value: unknown;
  try {
    value = await parseJson(bytes);
  } catch (error) {
    throw refuse(message('entry/not-json'), error);
  }
  if (!isRecord(value)) throw refuse(message('entry/no-object'));
  return value;
}

function isRecord(value: unknown): value is EditingRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a batch table. Checks its form, because the editor relies on it. */
async function tableIn(item: BundleItem, bytes: Uint8Array): Promise<EditingRecord> {
  const record = await recordIn(item, bytes);
  try {
    await parsedPaced(bundledBatchTable, record);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    throw entryError('bundle/content', item.entry.name, firstFault(error), error);
  }
  return record;
}
