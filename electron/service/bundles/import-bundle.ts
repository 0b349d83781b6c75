import { randomUUID } from 'node:crypto';
import type { BrandKit } from '#shared/brand/brand-kit.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { message } from '#shared/messages/message.ts';
import { nameKey, nameProblem } from '#shared/names/asset-name.ts';
import { createBrandStore } from '../brand/brand-store.ts';
import { type Issue, issueOf, ServiceError } from '../errors/service-error.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import type { BatchTableStore } from '../movies/batch-table-store.ts';
import type { EditingStore } from '../movies/editing-store.ts';
import { entityTag } from '../movies/entity-tag.ts';
import { writeMovie } from '../movies/movie-rows.ts';
import { writeTemplate } from '../movies/template-store.ts';
import { checkedName } from '../storage/checked-name.ts';
import type { BlobStage, ScratchFile, StoredBlob } from '../storage/ports.ts';
import type { Project, Workspace } from '../storage/stores.ts';
import { runPool } from '../waiting/pool.ts';
import { type BundledTexts, readTexts, wrongDigest } from './bundled-texts.ts';
import type { BundledLiveTable } from './manifest.ts';
import { type BundleItem, openBundle } from './read-manifest.ts';
import { checkedEntryBytes } from './read-whole.ts';

export interface ImportDependencies {
  readonly workspace: Pick<Workspace, 'database' | 'blobs' | 'events' | 'clock' | 'projects' | 'assets'>;
  readonly editing: EditingStore;
  readonly tables: BatchTableStore;
  readonly inspector: MovieInspector;
}

export interface IncomingBundle {
  readonly stream: AsyncIterable<Uint8Array>;
  /** The SHA-256 of the whole file in lower-case hex. It is checked before the file is parsed. */
  readonly sha256: string | null;
  /** The name of the new project. Null means the name in the bundle, with a number if it is taken. */
  readonly name: string | null;
  /** The address of the service in the request, which live tables need. */
  readonly origin: string;
  readonly signal: AbortSignal;
}

export interface ImportedProject {
  readonly project: Project;
  readonly liveTables: readonly ImportedLiveTable[];
}

/** An imported live table, which is paused. */
export interface ImportedLiveTable {
  readonly id: string;
  readonly name: string;
  /** The part of the table that the bundle does not contain; null if nothing is missing. */
  readonly problem: Issue | null;
}

/** The number of assets that are unpacked at the same time: unpacking mostly waits for the disk. */
const ASSETS_AT_ONCE = 4;

/**
 * Makes a project from a bundle. First receives the whole file. Then checks everything and unpacks the assets into
 * temporary files. Only then makes blobs of these files and creates the project in one transaction. Live tables are
 * paused, because they can start many renders. Throws `bundle/…`, `project/invalid-name`, `upload/digest`, `request/…`,
 * `storage/…`, and the signal's reason. After an error, no project remains.
 */
export async function importBundle(dependencies: ImportDependencies, bundle: IncomingBundle): Promise<ImportedProject> {
  const { blobs, database } = dependencies.workspace;
  const { signal } = bundle;
  if (bundle.name !== null) checkedName(bundle.name, 'project/invalid-name');
  await using stage = blobs.stage();
  const limit = { name: 'bundleBytes', bytes: serviceLimits.bundleBytes };
  const { projectName, ...content } = await unpackBundle(stage, bundle, limit, dependencies.inspector);
  await stage.place();
  await database.waitForWriteLock();
  // Check the signal for the last time, because an abort after this line would leave blobs without rows until the next
  // sweep.
  signal.throwIfAborted();
  return database.transaction(() => {
    const taken = dependencies.workspace.projects.list().map(({ name }) => name);
    return store(dependencies, bundle.name ?? freeProjectName(projectName, taken), content, bundle.origin);
  });
}

/** Returns a free project name within the length limit: `Name`, `Name 2`, `Name 3`, and so on. */
export function freeProjectName(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(nameKey));
  if (!keys.has(nameKey(name))) return name;
  // A number with more than two digits, such as a year, is part of the name.
  const base = name.replace(/ (?:[2-9]|[1-9]\d)$/u, '');
  for (let number = 2; ; number++) {
    const candidate = numbered(base, number);
    if (!keys.has(nameKey(candidate))) return candidate;
  }
}

function numbered(base: string, number: number): string {
  const characters = [...base];
  while (characters.length > 1 && nameProblem(`${characters.join('')} ${number}`) !== null) characters.pop();
  return `${characters.join('')} ${number}`;
}

/** The checked content of a bundle. The stage contains its assets. */
export interface UnpackedBundle {
  readonly projectName: string;
  /** The unchecked description of a design; undefined if there is none. */
  readonly design: unknown;
  readonly brand: BrandKit;
  readonly liveTables: readonly BundledLiveTable[];
  readonly texts: BundledTexts;
  readonly assets: readonly UnpackedAsset[];
}

/** Receives a bundle and checks its content. Throws the errors of {@link importBundle}. */
export async function unpackBundle(
  stage: BlobStage,
  bundle: Omit<IncomingBundle, 'name' | 'origin'>,
  limit: NamedLimit,
  inspector: MovieInspector,
): Promise<UnpackedBundle> {
  const { signal } = bundle;
  const file = await receive(stage, bundle, limit);
  const { items, ...described } = await openBundle(file, signal);
  const texts = await readTexts(file, items, inspector, signal);
  const assets = await unpackAssets(stage, file, items, limit, signal);
  return { ...described, texts, assets };
}

/** The maximum size of a bundle in bytes, and the name of that limit. */
interface NamedLimit {
  readonly name: string;
  readonly bytes: number;
}

async function receive(
  stage: BlobStage,
  { stream, sha256, signal }: Omit<IncomingBundle, 'name' | 'origin'>,
  { name, bytes: limitBytes }: NamedLimit,
): Promise<ScratchFile> {
  const tooLarge = () =>
    new ServiceError('request/too-large', message('limit/named', { limit: name, most: limitBytes }));
  const file = await stage.scratch(stream, { limitBytes, tooLarge, signal });
  if (sha256 !== null && sha256 !== file.sha256)
    throw new ServiceError('upload/digest', message('upload/sha-256', { sha256: file.sha256 }));
  return file;
}

export interface UnpackedAsset {
  readonly name: string;
  readonly contentType: string | null;
  readonly tags: readonly string[];
  readonly blob: StoredBlob;
}

async function unpackAssets(
  stage: BlobStage,
  file: ScratchFile,
  items: readonly BundleItem[],
  limit: NamedLimit,
  signal: AbortSignal,
): Promise<readonly UnpackedAsset[]> {
  const unpacked: UnpackedAsset[] = [];
  const assets = items.filter(({ part }) => part === 'assets');
  requireBytes(assets, limit);
  await runPool(assets, ASSETS_AT_ONCE, null, async ({ name, contentType, tags, sha256, entry }) => {
    const tooLarge = () => wrongDigest(entry.name);
    const blob = await stage.write(checkedEntryBytes(file, entry, signal), {
      limitBytes: entry.size,
      tooLarge,
      signal,
    });
    if (blob.sha256 !== sha256) throw wrongDigest(entry.name);
    unpacked.push({ name, contentType, tags, blob });
  });
  return unpacked;
}

/** Throws `bundle/limit` for too many unpacked bytes, because compressed entries may be larger than the file. */
function requireBytes(assets: readonly BundleItem[], { name, bytes: most }: NamedLimit): void {
  const amount = assets.reduce((sum, { entry }) => sum + entry.size, 0);
  if (amount > most)
    throw new ServiceError('bundle/limit', message('bundle/amount', { of: 'bytes', amount, most, limit: name }));
}

/** Stores the content. Call this inside a transaction. */
function store(
  { workspace, editing, tables }: ImportDependencies,
  projectName: string,
  { assets, texts, brand, liveTables }: Omit<UnpackedBundle, 'projectName' | 'design'>,
  origin: string,
): ImportedProject {
  const { projects } = workspace;
  const { uid } = projects.create(projectName);
  for (const { name, blob, contentType, tags } of assets) {
    workspace.assets.assign(uid, name, blob, contentType);
    if (tags.length > 0) workspace.assets.setTags(uid, name, tags);
  }
  for (const { name, bytes, movie, errors } of texts.templates)
    writeTemplate(workspace, uid, { name, revision: 1, etag: entityTag(bytes), bytes, movie, errors });
  for (const { name, text } of texts.editing) editing.save(uid, name, text);
  for (const { name, text } of texts.tables) tables.save(uid, name, text);
  for (const { name, movie } of texts.movies) writeMovie(workspace, uid, name, movie);
  // Skip an empty brand, which a new project has in any case.
  createBrandStore(workspace).save(uid, brand);
  const imported = liveTables.map((settings) => storeLiveTable(workspace, uid, settings, origin));
  return { project: projects.get(uid), liveTables: imported };
}

function storeLiveTable(
  { database, events, clock }: ImportDependencies['workspace'],
  project: Project['uid'],
  settings: BundledLiveTable,
  origin: string,
): ImportedLiveTable {
  const { name, source } = settings;
  const id = randomUUID();
  const header = source.kind === 'address' ? source.header?.name : undefined;
  const lost =
    source.kind === 'file' ? { part: 'file' as const, name: source.name } : { part: 'header' as const, name: header };
  const problem =
    lost.name === undefined ? null : issueOf('table/source', message('live/imported', { ...lost, name: lost.name }));
  const text = JSON.stringify(
    header === undefined ? settings : { ...settings, source: { ...source, header: undefined } },
  );
  database.run(
    `INSERT INTO live_table (id, project, settings, etag, origin, state, problem, created_at)
      VALUES (?, ?, ?, ?, ?, 'paused', ?, ?)`,
    ...[id, project, text, entityTag(text), origin, problem && JSON.stringify(problem), clock()],
  );
  events.record({ type: 'table.changed', project, data: { id, state: 'paused' } });
  return { id, name, problem };
}
