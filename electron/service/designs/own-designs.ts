import type { z } from 'zod';
import type { designCalls } from '#shared/contract/calls/designs.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { type DesignFile, designSizes, type SizedTemplate } from '#shared/designs/design-file.ts';
import type { FilmOutline } from '#shared/designs/film-outline.ts';
import { EMPTY_RECORD, editingRecordJson, parseEditingRecord } from '#shared/editing/model/editing-record.ts';
import { required } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { usableName } from '#shared/names/usable-name.ts';
import type { AssetRows } from '../assets/asset-rows.ts';
import { type BundleContent, readBundleContent } from '../bundles/content.ts';
import { type IncomingBundle, unpackBundle } from '../bundles/import-bundle.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import { editingText } from '../movies/editing-text.ts';
import { inspectOrRefuse } from '../movies/movie-store.ts';
import { newUid } from '../projects/project-uid.ts';
import type { Database, Foundation, ProjectUid } from '../storage/ports.ts';
import {
  designInBundle,
  type ImportedDesign,
  outlineOf,
  refusedDesign,
  requireUsable,
  sizeOf,
  versionOf,
} from './coming-design.ts';
import type { DesignCatalogue } from './design-catalogue.ts';
import type { DesignPosters } from './design-posters.ts';
import {
  type DesignAsset,
  type DesignTemplate,
  findStored,
  finishImportedDesign,
  forgetDesign,
  ownDesigns,
  removeForgotten,
  type StoredDesign,
  unfinishedDesigns,
  writeDesign,
} from './stored-designs.ts';

/** The designs that users add to the workspace. All methods throw `storage/…` and the signal's reason. */
export interface OwnDesigns {
  /**
   * Stores a design from a bundle in one transaction. Throws `design/…`, `bundle/…`, `upload/digest`, and the errors of
   * a render.
   */
  receive(name: string, replace: boolean, bundle: Omit<IncomingBundle, 'name' | 'origin'>): Promise<StoredDesign>;
  /**
   * Stores a design that is made from a project's templates. Throws `template/…`, `design/…`, and the errors of a
   * render.
   */
  save(
    name: string,
    replace: boolean,
    from: { readonly project: ProjectUid; readonly saved: SavedDesign },
    signal: AbortSignal,
  ): Promise<StoredDesign>;
  /** Deletes a design. Throws `design/not-found`, `design/shipped`. */
  delete(name: string): Promise<void>;
  /** Removes the designs whose check did not finish before the service ended. */
  forgetComing(): void;
}

export interface OwnDesignOptions {
  readonly foundation: Foundation;
  readonly assets: Pick<AssetRows, 'write'>;
  readonly inspector: MovieInspector;
  readonly catalogue: Pick<DesignCatalogue, 'shipped'>;
  readonly posters: Pick<DesignPosters, 'tryAll'>;
}

/** The names that are valid in addresses, as folders on every system, and on the command line. */
const NAME_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export function createOwnDesigns(options: OwnDesignOptions): OwnDesigns {
  const { foundation, assets, inspector, catalogue, posters } = options;
  const { database, blobs, events } = foundation;
  const { design: limits } = serviceLimits;

  /** Checks the name before the transfer to avoid a useless transfer. The check in the transaction is decisive. */
  const requireFree = async (name: string, replace: boolean): Promise<void> => {
    if (!NAME_PATTERN.test(name)) throw new ServiceError('design/invalid-name');
    if ((await catalogue.shipped(name)) !== null) throw new ServiceError('design/shipped');
    requireAbsent(name, replace);
  };
  const requireAbsent = (name: string, replace: boolean): void => {
    const existing = ownDesigns(database);
    const isTaken = existing.some((design) => design.name === name);
    if (isTaken && !replace) throw new ServiceError('design/exists');
    if (!isTaken && existing.length >= limits.own)
      throw refusedDesign(message('design/too-many', { most: limits.own }));
  };
  /**
   * Stores a design in the state `coming` and holds its blobs. Then makes its posters and finally gives the design its
   * name.
   */
  const checkAndStore = async (
    name: string,
    replace: boolean,
    content: ImportedDesign,
    signal: AbortSignal,
  ): Promise<StoredDesign> => {
    await database.waitForWriteLock();
    signal.throwIfAborted();
    const unfinished = database.transaction(() => {
      const design = { ...content, name: newUid(), state: 'coming' as const, version: versionOf(content) };
      return writeDesign({ ...foundation, assets }, design, usableName(content.file.title.en));
    });
    try {
      await posters.tryAll(unfinished, signal);
      await database.waitForWriteLock();
      signal.throwIfAborted();
      const { before: replaced, stored } = database.transaction(() => {
        requireAbsent(name, replace);
        const former = findStored(database, name, 'own');
        if (former !== null) forgetDesign(foundation, former);
        events.record({ type: 'designs.changed', project: null, data: { name } });
        return { before: former, stored: finishImportedDesign(database, unfinished, name) };
      });
      if (replaced !== null) await removeForgotten(database, replaced);
      return stored;
    } catch (error) {
      await forget(unfinished).catch(() => {
        // Ignore the error: the disk is full, or the service is stopping. The next start removes the design.
      });
      throw error;
    }
  };
  const forget = async (design: StoredDesign): Promise<void> => {
    await database.waitForWriteLock();
    database.transaction(() => forgetDesign(foundation, design));
    await removeForgotten(database, design);
  };
  return {
    receive: async (name, replace, bundle) => {
      await requireFree(name, replace);
      await using stage = blobs.stage();
      const limit = { name: 'design.bundleBytes', bytes: limits.bundleBytes };
      const content = await designInBundle(await unpackBundle(stage, bundle, limit, inspector), inspector);
      await stage.place();
      return await checkAndStore(name, replace, content, bundle.signal);
    },
    save: async (name, replace, { project, saved }, signal) => {
      await requireFree(name, replace);
      const content = await designOfProject(project, saved, { database, inspector });
      using holds = new DisposableStack();
      for (const { blob } of content.assets) holds.use(blobs.hold(blob.sha256));
      return await checkAndStore(name, replace, content, signal);
    },
    delete: async (name) => {
      const design = findStored(database, name, 'own');
      if (design === null)
        throw new ServiceError((await catalogue.shipped(name)) === null ? 'design/not-found' : 'design/shipped');
      await database.waitForWriteLock();
      database.transaction(() => {
        // Another request may have deleted or replaced the design in the meantime.
        if (findStored(database, name, 'own')?.project !== design.project) throw new ServiceError('design/not-found');
        forgetDesign(foundation, design);
        events.record({ type: 'designs.changed', project: null, data: { name } });
      });
      await removeForgotten(database, design);
    },
    forgetComing: () => {
      const unfinished = unfinishedDesigns(database);
      if (unfinished.length > 0)
        database.transaction(() => {
          for (const design of unfinished) forgetDesign(foundation, design);
        });
    },
  };
}

/** The description of a design that is made from a project's templates. */
export type SavedDesign = z.output<(typeof designCalls)['saveDesign']['body']['schema']>;

/** The default position of a poster as a share of the film, away from its opening and its end. */
const POSTER_SHARE = 0.45;

/**
 * Makes the content of a design from templates of a project, with their data sets and with the files to which they
 * refer. Throws `template/not-found`, `template/invalid`, `design/invalid`.
 */
async function designOfProject(
  project: ProjectUid,
  saved: SavedDesign,
  { database, inspector }: { readonly database: Database; readonly inspector: MovieInspector },
): Promise<ImportedDesign> {
  const content = readBundleContent(database, project);
  const sizes: Record<string, SizedTemplate> = {};
  const templates: DesignTemplate[] = [];
  const names = new Set<string>();
  const templateOfSize = new Map<string, string>();
  let posterShare: number | null = null;
  for (const requested of saved.templates) {
    const { name, bytes } = templateNamed(content, requested);
    const { movie } = await inspectOrRefuse(inspector, { spelling: 'xml', bytes });
    const outline = await outlineOf(movie.xml, name, inspector);
    const size = sizeOf(outline);
    if (size === null) throw refusedDesign(unsupportedShape(name, outline));
    const other = templateOfSize.get(size);
    if (other !== undefined) throw refusedDesign(message('design/same-shape', { template: name, other, size }));
    templateOfSize.set(size, name);
    const { dataSets } = recordOf(content, name);
    posterShare ??= posterShareOf(saved.posterFrame, outline, name);
    const { word } = designSizes[size];
    sizes[size] = { template: `${word}.xml`, posterFrame: Math.floor(posterShare * outline.frames) };
    const editing = await editingText(
      editingRecordJson({ ...EMPTY_RECORD, dataSets, chosen: required(dataSets[0], 'no data set').id }),
    );
    templates.push({ name: word, bytes, movie, editing });
    for (const asset of await inspector.assets(movie.xml)) names.add(nameKey(asset));
    // Include the values, because a value can be the name of a file.
    for (const { values } of dataSets) for (const value of Object.values(values)) names.add(nameKey(value.trim()));
  }
  const { title, category } = saved;
  const file: DesignFile = { title: { en: title }, description: { en: saved.description ?? title }, category, sizes };
  const design = { file, templates, assets: assetsIn(content, names) };
  requireBytes(design);
  await requireUsable(design, inspector);
  return design;
}

function templateNamed({ templates }: BundleContent, requested: string): BundleContent['templates'][number] {
  const template = templates.find(({ name }) => nameKey(name) === nameKey(requested));
  if (template === undefined)
    throw new ServiceError('template/not-found', message('name/none-called', { name: requested.slice(0, 255) }));
  return template;
}

function recordOf({ editing }: BundleContent, template: string) {
  const record = editing.find(({ name }) => name === template);
  return parseEditingRecord(record === undefined ? null : JSON.parse(new TextDecoder().decode(record.bytes)));
}

/**
 * Returns the position of the poster as a share of the film. The poster then shows the same moment if the length
 * changes.
 */
function posterShareOf(frame: number | undefined, { frames }: FilmOutline, template: string): number {
  if (frame === undefined) return POSTER_SHARE;
  if (frame >= frames) throw refusedDesign(message('design/frame-behind-end', { template, frame, length: frames }));
  return (frame + 0.5) / frames;
}

function assetsIn({ assets }: BundleContent, keys: ReadonlySet<string>): readonly DesignAsset[] {
  return assets
    .filter(({ name }) => keys.has(nameKey(name)))
    .map(({ name, sha256, size, contentType }) => ({ name, blob: { sha256, bytes: size }, contentType }));
}

function unsupportedShape(template: string, { width, height }: FilmOutline) {
  return message('design/other-shape', { template, width, height, sizes: Object.keys(designSizes) });
}

/** Checks that the design does not exceed the limits of a bundle, so that it can be exported. */
function requireBytes({ templates, assets }: ImportedDesign): void {
  const most = serviceLimits.design.bundleBytes;
  const textBytes = templates.reduce((sum, { bytes, editing }) => sum + bytes.length + (editing?.length ?? 0), 0);
  const bytes = assets.reduce((sum, { blob }) => sum + blob.bytes, textBytes);
  if (bytes > most) throw refusedDesign(message('design/too-large', { bytes, most }));
}
