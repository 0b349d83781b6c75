import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { type DesignLanguage, type DesignSize, defaultTextsIn } from '#shared/designs/design-file.ts';
import { brandValuesOf } from '../brand/brand-rows.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import type { MadeView, MediaViews } from '../media-views/views-port.ts';
import type { Database, ProjectUid } from '../storage/ports.ts';
import { type DesignCatalogue, type KnownDesign, templateIn } from './design-catalogue.ts';
import type { DesignProvider } from './provide-design.ts';
import type { StoredDesign } from './stored-designs.ts';

/** A picture of a design: a shipped file, or a file from the engine. */
export interface DesignPicture {
  readonly path: string;
  readonly size: number;
  /** The time of its last change in milliseconds since 1970. */
  readonly modifiedAt: number;
  readonly etag: string;
  /** The version of the design, if the picture depends only on it; null if the picture shows a project's brand. */
  readonly version: string | null;
  readonly hold: Disposable;
}

/** The parameters of a poster. */
export interface PosterRequest {
  readonly size?: DesignSize | undefined;
  /** The values of variables as JSON. */
  readonly values?: string | undefined;
  /** The uid of the project whose brand the poster shows. */
  readonly project?: string | undefined;
  /** The language of the default texts; English by default. */
  readonly language?: DesignLanguage | undefined;
}

export interface DesignPosters {
  /**
   * Returns the poster frame of a design, with the given values of its variables (JSON), with a project's brand, or
   * with the default values. Throws `design/no-size`, `project/not-found`, and the errors of a render.
   */
  poster(design: KnownDesign, request: PosterRequest, signal: AbortSignal): Promise<DesignPicture>;
  /**
   * Makes the posters of all sizes of a design to check that the design can be rendered. Throws the errors of a render.
   */
  tryAll(design: StoredDesign, signal: AbortSignal): Promise<void>;
}

export interface PosterOptions {
  readonly database: Database;
  readonly catalogue: Pick<DesignCatalogue, 'outline'>;
  readonly provider: DesignProvider;
  readonly inspector: Pick<MovieInspector, 'reword'>;
  readonly views: Pick<MediaViews, 'filmFrame'>;
  /** Returns the uid if the project exists. Throws `project/not-found`. */
  readonly requireProject: (uid: string) => ProjectUid;
}

const { posterPixels } = serviceLimits.design;
const NO_HOLD: Disposable = { [Symbol.dispose]: () => undefined };

export function createDesignPosters(options: PosterOptions): DesignPosters {
  const { database, catalogue, provider, inspector, views, requireProject } = options;
  const make = async (knownDesign: KnownDesign, request: PosterRequest, signal: AbortSignal): Promise<MadeView> => {
    const { size, posterFrame, xml, bytes } = templateIn(knownDesign, request.size, database);
    const texts = defaultTextsIn(knownDesign.design.file, request.language ?? 'en');
    const template = Object.keys(texts).length === 0 ? xml : ((await inspector.reword(bytes, texts)) ?? xml);
    const { width, height, frames } = await catalogue.outline(knownDesign, size);
    const { project } = await provider.provide(knownDesign, signal);
    const form = {
      template,
      variables: request.values,
      // Use the position as a share of the film, because other values may change the length.
      share: (posterFrame + 0.5) / frames,
      widthAtMost: Math.max(2, Math.round((width * posterPixels) / Math.max(width, height))),
      picture: 'jpeg',
      brandOf: request.project === undefined ? undefined : requireProject(request.project),
    } as const;
    return await views.filmFrame(form, project, signal);
  };
  return {
    poster: async (knownDesign, request, signal) => {
      const { version } = knownDesign.design;
      const { size } = templateIn(knownDesign, request.size, database);
      const sized =
        knownDesign.kind === 'shipped'
          ? knownDesign.design.sizes.find((candidate) => candidate.size === size)
          : undefined;
      const shippedPoster = sized?.posters[request.language ?? 'en'];
      const isBranded =
        request.project !== undefined && brandValuesOf(database, requireProject(request.project)).length > 0;
      if (shippedPoster != null && request.values === undefined && !isBranded)
        return { ...shippedPoster, version, hold: NO_HOLD };
      const { etag, file } = await make(knownDesign, request, signal);
      return { ...file, etag, version: request.project === undefined ? version : null };
    },
    tryAll: async (design, signal) => {
      for (const size of Object.keys(design.file.sizes) as readonly DesignSize[]) {
        const { file } = await make({ kind: 'own', design }, { size }, signal);
        file.hold[Symbol.dispose]();
      }
    },
  };
}
