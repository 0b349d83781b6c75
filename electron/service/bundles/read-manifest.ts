import { ZodError } from 'zod';
import { type BrandKit, EMPTY_BRAND } from '#shared/brand/brand-kit.ts';
import { message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { MAX_TAGS } from '#shared/names/tags.ts';
import { ServiceError } from '../errors/service-error.ts';
import { parseJson } from '../json/json-text.ts';
import { parsedPaced } from '../json/parsed-paced.ts';
import type { ScratchFile } from '../storage/ports.ts';
import { jsonExcessPaced } from '../text/json-excess.ts';
import { yieldRegularly } from '../waiting/yield-regularly.ts';
import { requireAmounts, requireManifestSize } from './bundle-limits.ts';
import {
  BUNDLE_SCHEMA,
  type BundledLiveTable,
  type BundleSection,
  bundleParts,
  entryName,
  MANIFEST_ENTRY,
  type Manifest,
  manifestHead,
  manifestSchema,
} from './manifest.ts';
import { readWholeEntry } from './read-whole.ts';
import { readEntries, type ZipEntry } from './read-zip.ts';
import { entryError, firstFault } from './refusals.ts';

/** An item of the manifest with its entry in the file. */
export interface BundleItem {
  readonly part: BundleSection;
  readonly name: string;
  readonly contentType: string | null;
  /** The tags of an asset; an empty list for other items. */
  readonly tags: readonly string[];
  /** Whether the item is a template that was exported with errors. */
  readonly mayHaveErrors: boolean;
  readonly sha256: string;
  readonly entry: ZipEntry;
}

export interface OpenBundle {
  readonly projectName: string;
  /** The unchecked description of a design; undefined if there is none. */
  readonly design: unknown;
  readonly brand: BrandKit;
  readonly liveTables: readonly BundledLiveTable[];
  /** The items in the order of the parts in the bundle. */
  readonly items: readonly BundleItem[];
}

const MANIFEST_LEVELS = 8;
/** The maximum number of JSON values per entry, including the maximum number of tags. */
const VALUES_OF_ENTRY = 8 + MAX_TAGS;
/** The maximum number of other JSON values, which are in the brand, in a design's description, and in live tables. */
const OTHER_VALUES = 150_000;

/**
 * Reads the manifest and compares it with the entries. Each item must exist once and have its size, and the manifest
 * must list every entry. The bytes are checked later. Throws `bundle/…` and the signal's reason.
 */
export async function openBundle(file: ScratchFile, signal: AbortSignal): Promise<OpenBundle> {
  const entries = await readEntries(file, signal);
  const manifestEntry = entries.get(MANIFEST_ENTRY);
  if (manifestEntry === undefined)
    throw new ServiceError('bundle/unreadable', message('bundle/no-manifest', { manifest: MANIFEST_ENTRY }));
  requireManifestSize(manifestEntry.size);
  const manifest = await parseManifest(await readWholeEntry(file, manifestEntry, signal), entries.size);
  const items = bundleParts.flatMap((part) => itemsOf(part, manifest, entries));
  requireAllListed(items, entries);
  requireTemplates(manifest);
  const textBytes = items.reduce((sum, { part, entry }) => (part === 'assets' ? sum : sum + entry.size), 0);
  requireAmounts({ entries: items.length, bytes: 0, textBytes });
  return {
    projectName: manifest.project.name,
    brand: manifest.brand ?? EMPTY_BRAND,
    design: manifest.design,
    liveTables: manifest.liveTables ?? [],
    items,
  };
}

/**
 * Parses the manifest. Limits the number of values by the number of entries, because a few compressed kilobytes can
 * list millions of items.
 */
async function parseManifest(bytes: Uint8Array, entries: number): Promise<Manifest> {
  const mostValues = entries * VALUES_OF_ENTRY + OTHER_VALUES;
  // Commas count the values, because only the first value of a list or an object lacks a comma before it.
  const limits = { levels: MANIFEST_LEVELS, commas: mostValues };
  if ((await jsonExcessPaced(bytes, limits, yieldRegularly())) === 'commas')
    throw entryError('bundle/entry', MANIFEST_ENTRY, message('entry/lists-too-much'));
  const value = await parsedJson(bytes);
  const head = manifestHead.safeParse(value);
  if (!head.success)
    throw new ServiceError('bundle/unreadable', message('bundle/other-manifest', { manifest: MANIFEST_ENTRY }), {
      cause: head.error,
    });
  const { schema } = head.data;
  if (schema > BUNDLE_SCHEMA)
    throw new ServiceError('bundle/newer', message('bundle/schema', { schema, newest: BUNDLE_SCHEMA }));
  try {
    return (await parsedPaced(manifestSchema, value)) as Manifest;
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    throw entryError('bundle/entry', MANIFEST_ENTRY, firstFault(error), error);
  }
}

/** Parses JSON. Returns undefined for invalid JSON, which then fails the check of the manifest. */
async function parsedJson(bytes: Uint8Array): Promise<unknown> {
  try {
    return await parseJson(bytes, { mostLevels: MANIFEST_LEVELS });
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Only assets have a content type and tags, and only templates have errors. */
type ListedItem = Manifest['movies'][number] &
  Partial<Pick<Manifest['assets'][number], 'contentType' | 'tags'>> &
  Pick<Manifest['templates'][number], 'errors'>;

function itemsOf(
  part: BundleSection,
  manifest: Manifest,
  entries: ReadonlyMap<string, ZipEntry>,
): readonly BundleItem[] {
  const keys = new Set<string>();
  const listed: readonly ListedItem[] = manifest[part] ?? [];
  return listed.map(({ name, size, sha256, contentType = null, tags = [], errors }) => {
    const path = entryName(part, name);
    const key = nameKey(name);
    if (keys.has(key)) throw entryError('bundle/entry', path, message('entry/same-name'));
    keys.add(key);
    const entry = entries.get(path);
    if (entry === undefined)
      throw entryError('bundle/entry', path, message('entry/missing', { manifest: MANIFEST_ENTRY }));
    if (entry.size !== size)
      throw entryError(
        'bundle/digest',
        path,
        message('entry/bytes', { bytes: entry.size, manifest: MANIFEST_ENTRY, said: size }),
      );
    return { part, name, contentType, tags, mayHaveErrors: errors !== undefined, sha256, entry };
  });
}

function requireAllListed(items: readonly BundleItem[], entries: ReadonlyMap<string, ZipEntry>): void {
  if (entries.size === items.length + 1) return;
  const knownEntries = new Set([MANIFEST_ENTRY, ...items.map(({ entry }) => entry.name)]);
  for (const name of entries.keys())
    if (!knownEntries.has(name))
      throw entryError('bundle/entry', name, message('entry/not-listed', { manifest: MANIFEST_ENTRY }));
}

/** Checks that the bundle contains the template of each editing record and batch table. */
function requireTemplates({ templates, editing, tables = [] }: Manifest): void {
  const keys = new Set(templates.map(({ name }) => nameKey(name)));
  for (const [part, items] of [['editing', editing] as const, ['tables', tables] as const]) {
    const stray = items.find(({ name }) => !keys.has(nameKey(name)));
    if (stray !== undefined)
      throw entryError('bundle/entry', entryName(part, stray.name), message('entry/no-template'));
  }
}
