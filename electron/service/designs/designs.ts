import type { DesignLanguage, DesignSize } from '#shared/designs/design-file.ts';
import { createAssetRows } from '../assets/asset-rows.ts';
import { exportBundle, type OutgoingBundle } from '../bundles/export-bundle.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import type { MediaViews } from '../media-views/views-port.ts';
import type { EditingStore } from '../movies/editing-store.ts';
import { entityTag } from '../movies/entity-tag.ts';
import type { Project, Workspace } from '../storage/stores.ts';
import { createDesignCatalogue, type DesignCatalogue, templateIn } from './design-catalogue.ts';
import { createDesignPosters, type DesignPicture, type PosterRequest } from './design-posters.ts';
import { createDesignPreviews, type PreviewOptions } from './design-previews.ts';
import { designsFolder } from './designs-folder.ts';
import { createOwnDesigns, type OwnDesigns } from './own-designs.ts';
import type { DesignRequest } from './plan-use.ts';
import { createDesignProvider } from './provide-design.ts';
import { readShippedDesigns } from './shipped-designs.ts';
import { projectFromDesign, type UsedDesign, useDesign } from './use-design.ts';

/** The operations on designs. Methods that take a design's name throw `design/not-found`. */
export interface Designs extends Pick<DesignCatalogue, 'list' | 'entry'> {
  readonly own: OwnDesigns;
  /** Returns a bundle that can be imported both as a design and as a project. Throws `bundle/limit`. */
  bundle(name: string, signal: AbortSignal): Promise<OutgoingBundle>;
  /** Returns the poster. Throws `design/no-size`, `project/not-found`, and the errors of a render. */
  poster(name: string, request: PosterRequest, signal: AbortSignal): Promise<DesignPicture>;
  /** Returns the preview film. Throws `design/no-size`, `design/no-preview`. */
  preview(name: string, size: Size, language: DesignLanguage): Promise<DesignPicture>;
  /** Returns the template for a size. Throws `design/no-size`. */
  template(name: string, size: Size): Promise<{ readonly bytes: Uint8Array; readonly etag: string }>;
  /** Copies the design into a project. Throws `project/not-found`, `design/no-size`, `asset/invalid-name`. */
  use(name: string, project: string, request: DesignRequest, signal: AbortSignal): Promise<UsedDesign>;
  /** Creates a project from the design. Throws `project/invalid-name`, `design/no-size`. */
  newProject(
    design: string,
    name: string,
    request: DesignRequest,
    signal: AbortSignal,
  ): Promise<{ readonly project: Project; readonly used: UsedDesign }>;
  readonly stop: () => Promise<void>;
}

type Size = DesignSize | undefined;

export interface DesignOptions
  extends Omit<PreviewOptions, 'foundation' | 'catalogue' | 'views' | 'onFailure' | 'inspector'> {
  readonly workspace: Workspace;
  readonly editing: EditingStore;
  readonly inspector: MovieInspector;
  readonly views: Pick<MediaViews, 'filmFrame' | 'findCached' | 'makeCached'>;
  /** The folder of the shipped designs. The default is the program's own; null means none. */
  readonly folder?: string | null | undefined;
  readonly version: string;
  readonly onFailure: (error: unknown) => void;
}

export function createDesigns(options: DesignOptions): Designs {
  const { workspace, editing, inspector, views, version, onFailure } = options;
  const { database, projects } = workspace;
  const { folder = designsFolder() } = options;
  const rows = createAssetRows(database);
  const catalogue = createDesignCatalogue({
    database,
    inspector,
    onFailure,
    readShipped: async () => (folder === null ? [] : await readShippedDesigns(folder, onFailure)),
  });
  const provider = createDesignProvider({ foundation: workspace, assets: rows, inspector });
  const posters = createDesignPosters({
    ...{ database, catalogue, provider, inspector, views },
    requireProject: projects.require,
  });
  const own = createOwnDesigns({ foundation: workspace, assets: rows, inspector, catalogue, posters });
  own.forgetComing();
  const previews = createDesignPreviews({ ...options, foundation: workspace, catalogue });
  const useDependencies = { foundation: workspace, projects, assets: workspace.assets, editing, inspector };
  const { find } = catalogue;

  return {
    list: catalogue.list,
    entry: catalogue.entry,
    own,
    bundle: async (name, signal) => {
      const { project, file } = await provider.provide(await find(name), signal);
      return exportBundle({ ...workspace, version }, project, file);
    },
    poster: async (name, request, signal) => posters.poster(await find(name), request, signal),
    preview: async (name, size, language) => {
      const knownDesign = await find(name);
      const sized = templateIn(knownDesign, size, database);
      if (knownDesign.kind === 'own') {
        const made = await previews.find(knownDesign.design, sized.size);
        if (made === null) throw new ServiceError('design/no-preview');
        return made;
      }
      const shippedPreview =
        knownDesign.design.sizes.find((candidate) => candidate.size === sized.size)?.previews[language] ?? null;
      if (shippedPreview === null) throw new ServiceError('design/no-preview');
      return { ...shippedPreview, version: knownDesign.design.version, hold: { [Symbol.dispose]: () => undefined } };
    },
    template: async (name, size) => {
      const { bytes } = templateIn(await find(name), size, database);
      return { bytes, etag: entityTag(bytes) };
    },
    use: async (name, project, request, signal) => {
      projects.require(project);
      return await useDesign(
        project,
        await provider.provide(await find(name), signal),
        request,
        useDependencies,
        signal,
      );
    },
    newProject: async (design, name, request, signal) =>
      await projectFromDesign(
        name,
        await provider.provide(await find(design), signal),
        request,
        useDependencies,
        signal,
      ),
    stop: async () => {
      await Promise.all([previews.stop(), provider.ended()]);
    },
  };
}
