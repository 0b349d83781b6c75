import type { z } from 'zod';
import type { project as projectShape } from '#shared/contract/shapes/shapes.ts';
import { BUNDLE_TYPE } from '#shared/names/bundle-name.ts';
import type { BrandStore, StoredBrand } from '../brand/brand-store.ts';
import { type ExportDependencies, exportBundle } from '../bundles/export-bundle.ts';
import { type ImportDependencies, importBundle } from '../bundles/import-bundle.ts';
import type { Designs } from '../designs/designs.ts';
import type { CallAnswer, HandlersOf } from '../http/handler.ts';
import type { MissingAssets } from '../movies/missing-assets.ts';
import type { SampleWriter } from '../samples/sample-project.ts';
import type { Project, Workspace } from '../storage/stores.ts';
import { isoTime } from './shapes/iso-time.ts';

type ProjectCalls =
  | 'listProjects'
  | 'listMissing'
  | 'createProject'
  | 'renameProject'
  | 'openProject'
  | 'duplicateProject'
  | 'deleteProject';

export function projectHandlers({
  projects,
  missing,
  designs,
}: Pick<Workspace, 'projects'> & {
  readonly missing: MissingAssets;
  readonly designs: Pick<Designs, 'newProject'>;
}): HandlersOf<ProjectCalls> {
  return {
    listProjects: () => {
      const all = projects.list();
      return {
        status: 200,
        json: { Projects: all.map(({ uid, name }) => [uid, name]), projects: all.map(shapeOf) },
      };
    },
    listMissing: async ({ signal }) => ({ status: 200, json: { projects: await missing.list(signal) } }),
    createProject: async ({ parameters, query, signal }) => {
      const { design, size, language = 'en' } = query;
      if (design === undefined) {
        const { uid, name } = projects.create(parameters.name);
        return { status: 201, json: { 'Project-UID': uid, uid, name } };
      }
      const { project, used } = await designs.newProject(design, parameters.name, { size, language }, signal);
      const { uid, name } = project;
      return { status: 201, json: { 'Project-UID': uid, uid, name, template: used.movie } };
    },
    renameProject: ({ parameters, body }) => ({
      status: 200,
      json: shapeOf(projects.rename(parameters.project, body.name)),
    }),
    openProject: ({ parameters }) => ({ status: 200, json: shapeOf(projects.opened(parameters.project)) }),
    duplicateProject: async ({ parameters, body }) => ({
      status: 201,
      json: shapeOf(await projects.duplicate(parameters.project, body.name)),
    }),
    deleteProject: async ({ parameters }) => {
      const uid = projects.require(parameters.project);
      await projects.delete(uid);
      return { status: 200, json: { deleted: [uid] } };
    },
  };
}

/** Returns a project in the form of the API contract. */
function shapeOf({
  uid,
  name,
  counts,
  bytes,
  published,
  createdAt,
  updatedAt,
  openedAt,
}: Project): z.output<typeof projectShape> {
  return {
    uid,
    name,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    openedAt: openedAt === null ? null : new Date(openedAt).toISOString(),
    counts,
    bytes,
    published: published.map((publication) => ({ ...publication, publishedAt: isoTime(publication.publishedAt) })),
  };
}

export function sampleHandlers({ samples }: { readonly samples: SampleWriter }): HandlersOf<'createSample'> {
  return {
    createSample: async ({ query: { language = 'en' }, signal }) => {
      const { uid, name, template } = await samples.create(language, signal);
      return { status: 201, json: { 'Project-UID': uid, uid, name, template } };
    },
  };
}

export function brandHandlers({ brands }: { readonly brands: BrandStore }): HandlersOf<'readBrand' | 'saveBrand'> {
  return {
    readBrand: ({ parameters }) => brandAnswer(brands.get(parameters.project)),
    saveBrand: ({ parameters, headers, body }) =>
      brandAnswer(brands.save(parameters.project, body, { ifMatch: headers['if-match'] })),
  };
}

function brandAnswer({ etag, ...json }: StoredBrand): CallAnswer {
  return { status: 200, json, etag };
}

type BundleCalls = 'readBundle' | 'createFromBundle';

export function bundleHandlers(
  parts: ImportDependencies & {
    readonly version: string;
    /** Called for a bundle whose transfer was interrupted. */
    readonly onFailure: (error: unknown) => void;
  },
): HandlersOf<BundleCalls> {
  const { workspace, version, onFailure } = parts;
  const exporting: ExportDependencies = { ...workspace, version };
  return {
    readBundle: ({ parameters, signal }) => {
      const project = workspace.projects.require(parameters.project);
      const { fileName, length, content, hold } = exportBundle(exporting, project);
      content.on('error', (error) => {
        if (!signal.aborted) onFailure(error);
      });
      return { status: 200, stream: { content, length, contentType: BUNDLE_TYPE, attachment: fileName, hold } };
    },
    createFromBundle: async ({ query, body, origin, signal }) => {
      const { stream, sha256 } = body;
      const name = query.name ?? null;
      const { project, liveTables } = await importBundle(parts, { stream, sha256, name, origin, signal });
      return { status: 201, json: { ...shapeOf(project), liveTables: [...liveTables] } };
    },
  };
}
