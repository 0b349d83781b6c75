import type { BrandKit } from '../../../shared/brand/brand-kit.ts';
import { serviceLimits } from '../../../shared/contract/limits.ts';
import { freeProjectName } from '../../../shared/names/bundle-name.ts';
import { statement } from '../../../shared/statements/statement.ts';
import { createBrandStore } from '../brand/brand-store.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import type { EditingStore } from '../movies/editing-store.ts';
import { entityTag } from '../movies/entity-tag.ts';
import { writeMovie } from '../movies/movie-rows.ts';
import { writeTemplate } from '../movies/template-store.ts';
import { checkedName } from '../storage/checked-name.ts';
import type { BlobStage, ScratchFile, StoredBlob } from '../storage/ports.ts';
import type { Project, Workspace } from '../storage/stores.ts';
import { runPool } from '../waiting/pool.ts';
import { type BundledTexts, readTexts, wrongDigest } from './bundled-texts.ts';
import { type BundleItem, openBundle } from './read-manifest.ts';
import { exactBytes } from './read-whole.ts';

export interface ImportDependencies {
  readonly workspace: Pick<Workspace, 'database' | 'blobs' | 'events' | 'clock' | 'projects' | 'assets'>;
  readonly editing: EditingStore;
  readonly inspector: MovieInspector;
}

export interface IncomingBundle {
  readonly stream: AsyncIterable<Uint8Array>;
  /** Lower-case hex of the whole file; checked before it is looked into. */
  readonly sha256: string | null;
  /** Instead of the name in the bundle; null for that one, with a number if it is taken. */
  readonly name: string | null;
  readonly signal: AbortSignal;
}

/** Files are waited for more than worked on. */
const ASSETS_AT_ONCE = 4;

/**
 * Makes a project of a bundle. First the whole file comes, then all of it is checked while its assets are unpacked
 * beside the blobs; only then does anything become part of the workspace, and the project by one commit. Throws
 * `bundle/…`, `project/invalid-name`, `upload/digest`, `request/…`, `storage/…` and the signal's reason; there is
 * nothing new then.
 */
export async function importBundle(dependencies: ImportDependencies, bundle: IncomingBundle): Promise<Project> {
  const { blobs, database } = dependencies.workspace;
  const { signal } = bundle;
  if (bundle.name !== null) checkedName(bundle.name, 'project/invalid-name');
  await using stage = blobs.stage();
  const file = await receive(stage, bundle);
  const { projectName, brand, items } = await openBundle(file, signal);
  const texts = await readTexts(file, items, dependencies.inspector, signal);
  const assets = await unpackAssets(stage, file, items, signal);
  await stage.place();
  await database.freeToWrite();
  // The last moment at which nobody has seen anything; blobs that no row names are swept.
  signal.throwIfAborted();
  return database.transaction(() => {
    const taken = dependencies.workspace.projects.list().map(({ name }) => name);
    return store(dependencies, bundle.name ?? freeProjectName(projectName, taken), { assets, texts, brand });
  });
}

async function receive(stage: BlobStage, { stream, sha256, signal }: IncomingBundle): Promise<ScratchFile> {
  const limitBytes = serviceLimits.bundleBytes;
  const tooLarge = () =>
    new ServiceError('request/too-large', statement('limit/named', { limit: 'bundleBytes', most: limitBytes }));
  const file = await stage.scratch(stream, { limitBytes, tooLarge, signal });
  if (sha256 !== null && sha256 !== file.sha256)
    throw new ServiceError('upload/digest', statement('upload/sha-256', { sha256: file.sha256 }));
  return file;
}

interface UnpackedAsset {
  readonly name: string;
  readonly contentType: string | null;
  readonly blob: StoredBlob;
}

async function unpackAssets(
  stage: BlobStage,
  file: ScratchFile,
  items: readonly BundleItem[],
  signal: AbortSignal,
): Promise<readonly UnpackedAsset[]> {
  const unpacked: UnpackedAsset[] = [];
  const assets = items.filter(({ part }) => part === 'assets');
  await runPool(assets, ASSETS_AT_ONCE, null, async ({ name, contentType, sha256, entry }) => {
    const tooLarge = () => wrongDigest(entry.name);
    const blob = await stage.write(exactBytes(file, entry, signal), { limitBytes: entry.size, tooLarge, signal });
    if (blob.sha256 !== sha256) throw wrongDigest(entry.name);
    unpacked.push({ name, contentType, blob });
  });
  return unpacked;
}

interface UnpackedBundle {
  readonly assets: readonly UnpackedAsset[];
  readonly texts: BundledTexts;
  readonly brand: BrandKit;
}

/** Call inside a transaction. */
function store(
  { workspace, editing }: ImportDependencies,
  projectName: string,
  { assets, texts, brand }: UnpackedBundle,
): Project {
  const { projects } = workspace;
  const { uid } = projects.create(projectName);
  for (const { name, blob, contentType } of assets) workspace.assets.assign(uid, name, blob, contentType);
  for (const { name, bytes, movie } of texts.templates)
    writeTemplate(workspace, uid, {
      name,
      revision: 1,
      etag: entityTag(bytes),
      bytes,
      durationFrames: movie.durationFrames,
    });
  for (const { name, text } of texts.editing) editing.save(uid, name, text);
  for (const { name, movie } of texts.movies) writeMovie(workspace, uid, name, movie);
  // One that says nothing is what every new project has.
  createBrandStore(workspace).save(uid, brand);
  return projects.get(uid);
}
