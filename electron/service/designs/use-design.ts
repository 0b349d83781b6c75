import { isDeepStrictEqual } from 'node:util';
import { defaultTextsIn, layerNamesIn } from '#shared/designs/design-file.ts';
import { renamedValues } from '#shared/designs/renamed-files.ts';
import type { DefaultTexts, LayerNames } from '#shared/designs/worded-template.ts';
import { editingRecordJson, parseEditingRecord } from '#shared/editing/model/editing-record.ts';
import { required } from '#shared/lib/assert.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { type BundleContent, readBundleContent } from '../bundles/content.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { InspectedMovie } from '../inspection/inspect.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import type { EditingStore } from '../movies/editing-store.ts';
import { type EditingText, editingText } from '../movies/editing-text.ts';
import { entityTag } from '../movies/entity-tag.ts';
import { writeMovie } from '../movies/movie-rows.ts';
import { inspectOrRefuse } from '../movies/movie-store.ts';
import { writeTemplate } from '../movies/template-store.ts';
import { checkedName } from '../storage/checked-name.ts';
import type { Foundation, ProjectUid } from '../storage/ports.ts';
import { text } from '../storage/rows.ts';
import type { AssetStore, Project, ProjectStore } from '../storage/stores.ts';
import { type DesignRequest, type DesignUsePlan, planDesignUse, type TakenNames } from './plan-use.ts';
import type { StoredDesign } from './stored-designs.ts';

/** The templates that a design added to a project. */
export interface UsedDesign {
  /** The template to open first. */
  readonly movie: string;
  readonly templates: readonly { readonly size: string; readonly name: string }[];
  readonly assets: readonly { readonly name: string; readonly as: string }[];
}

export interface UseDependencies {
  readonly foundation: Pick<Foundation, 'database' | 'events' | 'clock'>;
  readonly projects: Pick<ProjectStore, 'require' | 'create' | 'get'>;
  readonly assets: Pick<AssetStore, 'assign'>;
  readonly editing: EditingStore;
  readonly inspector: Pick<MovieInspector, 'inspect' | 'rename' | 'reword'>;
}

/** The maximum number of attempts to choose names. Other requests can take a name while the templates are rewritten. */
const MAX_ATTEMPTS = 5;

/**
 * Copies a design into a project in one transaction. Throws `project/not-found`, `design/no-size`,
 * `asset/invalid-name`, `storage/…`, and the signal's reason. After an error, the project is unchanged.
 */
export async function useDesign(
  project: string,
  design: StoredDesign,
  request: DesignRequest,
  dependencies: UseDependencies,
  signal: AbortSignal,
): Promise<UsedDesign> {
  const { foundation, projects } = dependencies;
  const { database } = foundation;
  const uid = projects.require(project);
  if (request.name !== undefined) checkedName(request.name, 'asset/invalid-name');
  const content = contentOf(design, database);
  const plan = () => planDesignUse(design.file, content.assets, request, takenIn(projects.require(uid), foundation));
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const planned = plan();
    const texts = await prepareTemplates(planned, content, translationOf(design, request), dependencies);
    await database.waitForWriteLock();
    signal.throwIfAborted();
    const used = database.transaction(() =>
      isDeepStrictEqual(plan(), planned) ? write(uid, planned, content, texts, dependencies) : null,
    );
    if (used !== null) return used;
  }
  throw new ServiceError('storage/busy');
}

/**
 * Creates a project from a design in one transaction. Throws the errors of {@link useDesign} and
 * `project/invalid-name`.
 */
export async function projectFromDesign(
  name: string,
  design: StoredDesign,
  request: DesignRequest,
  dependencies: UseDependencies,
  signal: AbortSignal,
): Promise<{ readonly project: Project; readonly used: UsedDesign }> {
  const { foundation, projects } = dependencies;
  const { database } = foundation;
  checkedName(name, 'project/invalid-name');
  const content = contentOf(design, database);
  const planned = planDesignUse(design.file, content.assets, request, { assets: new Map(), texts: new Set() });
  const texts = await prepareTemplates(planned, content, translationOf(design, request), dependencies);
  await database.waitForWriteLock();
  signal.throwIfAborted();
  return database.transaction(() => {
    const { uid } = projects.create(name);
    const used = write(uid, planned, content, texts, dependencies);
    return { project: projects.get(uid), used };
  });
}

/** Returns the content of a design. Throws `design/not-found` if the design was deleted in the meantime. */
function contentOf({ project }: StoredDesign, database: Foundation['database']): BundleContent {
  const content = readBundleContent(database, project);
  if (content.templates.length === 0) throw new ServiceError('design/not-found');
  return content;
}

function takenIn(project: ProjectUid, { database }: Pick<Foundation, 'database'>): TakenNames {
  const assets = database.all('SELECT name_key, sha256 FROM asset WHERE project = ?', project);
  const texts = database.all(
    'SELECT name_key FROM template WHERE project = ?1 UNION SELECT name_key FROM movie WHERE project = ?1',
    project,
  );
  return {
    assets: new Map(assets.map((row) => [text(row, 'name_key'), text(row, 'sha256')])),
    texts: new Set(texts.map((row) => text(row, 'name_key'))),
  };
}

/** The texts of the templates in the requested language. */
interface TranslatedTexts {
  readonly texts: DefaultTexts;
  readonly names: LayerNames;
  readonly language: DesignRequest['language'];
}

/** Returns the texts of a language; null if the templates already have that language. */
function translationOf({ file }: StoredDesign, { language }: DesignRequest): TranslatedTexts | null {
  const [texts, names] = [defaultTextsIn(file, language), layerNamesIn(file, language)];
  return Object.keys({ ...texts, ...names }).length === 0 ? null : { texts, names, language };
}

/** A template of a design before it is written to the project. */
interface PreparedTemplate {
  readonly bytes: Uint8Array;
  readonly movie: InspectedMovie;
  readonly editing: EditingText | null;
}

/** Returns the texts by their planned names. Does all slow work before the transaction. */
async function prepareTemplates(
  { templates, renames }: DesignUsePlan,
  content: BundleContent,
  translation: TranslatedTexts | null,
  { inspector }: UseDependencies,
): Promise<ReadonlyMap<string, PreparedTemplate>> {
  const texts = new Map<string, PreparedTemplate>();
  for (const { of, name } of templates) {
    const template = required(
      content.templates.find((candidate) => nameKey(candidate.name) === nameKey(of)),
      'a template of a design',
    );
    const renamed = renames.length === 0 ? null : await inspector.rename(template.bytes, renames);
    const renamedBytes = renamed === null ? template.bytes : new TextEncoder().encode(renamed);
    const reworded = translation === null ? null : await inspector.reword(renamedBytes, translation.texts, translation);
    const bytes = reworded === null ? renamedBytes : new TextEncoder().encode(reworded);
    const { movie } = await inspectOrRefuse(inspector, { spelling: 'xml', bytes });
    const record = content.editing.find((candidate) => nameKey(candidate.name) === nameKey(of));
    texts.set(name, { bytes, movie, editing: record === undefined ? null : await recordFor(record.bytes, renames) });
  }
  return texts;
}

async function recordFor(bytes: Uint8Array, renames: DesignUsePlan['renames']): Promise<EditingText> {
  const record = parseEditingRecord(JSON.parse(new TextDecoder().decode(bytes)));
  const dataSets = record.dataSets.map((set) => ({ ...set, values: renamedValues(set.values, renames) }));
  return editingText(editingRecordJson({ ...record, dataSets }));
}

/** Writes the plan. Call this inside a transaction. */
function write(
  uid: ProjectUid,
  { templates, assets }: DesignUsePlan,
  content: BundleContent,
  texts: ReadonlyMap<string, PreparedTemplate>,
  { foundation, projects, assets: store, editing }: UseDependencies,
): UsedDesign {
  const stores = { ...foundation, projects };
  for (const { name, as, exists: isThere } of assets) {
    const asset = content.assets.find((candidate) => candidate.name === name);
    if (asset === undefined || isThere) continue;
    store.assign(uid, as, { sha256: asset.sha256, bytes: asset.size }, asset.contentType);
  }
  for (const [name, { bytes, movie, editing: record }] of texts) {
    const etag = entityTag(bytes);
    writeTemplate(stores, uid, { name, revision: 1, etag, bytes, movie });
    writeMovie(stores, uid, name, movie);
    foundation.events.record({ type: 'template.saved', project: uid, data: { name, revision: 1, etag } });
    if (record !== null) editing.save(uid, name, record);
  }
  return {
    movie: templates[0]?.name ?? '',
    templates: templates.map(({ size, name }) => ({ size, name })),
    assets: assets.map(({ name, as }) => ({ name, as })),
  };
}
