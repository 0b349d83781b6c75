import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { type DesignLanguage, type DesignSize, defaultTextsIn } from '#shared/designs/design-file.ts';
import { brandValuesOf } from '../brand/brand-rows.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import type { MadeView, MediaViews } from '../media-views/views-port.ts';
import type { Database, ProjectUid } from '../storage/ports.ts';
import { type DesignCatalogue, type KnownDesign, templateIn } from './design-catalogue.ts';
import type { DesignProvider } from './provide-design.ts';
import type { StoredDesign } from './stored-designs.ts';

/** A picture of a design: a file that came with it, or one that the engine made. */
export interface DesignPicture {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  readonly etag: string;
  /** Of the design, if that alone says which picture it is: not of one that shows a project's brand. */
  readonly version: string | null;
  readonly hold: Disposable;
}

/** How a poster is wanted. */
export interface PosterRequest {
  readonly size?: DesignSize | undefined;
  /** JSON. */
  readonly values?: string | undefined;
  /** The uid of the one whose brand it is shown in. */
  readonly project?: string | undefined;
  /** Of its default texts; English unless given. */
  readonly language?: DesignLanguage | undefined;
}

export interface DesignPosters {
  /**
   * The frame that stands for a design, with values of its variables as JSON, in the brand of a project, or with its
   * defaults. Throws `design/no-size`, `project/not-found`, and as a render does.
   */
  poster(known: KnownDesign, wish: PosterRequest, signal: AbortSignal): Promise<DesignPicture>;
  /** Makes the posters of a design of all sizes, to see that they can be made. Throws as a render does. */
  tryAll(kept: StoredDesign, signal: AbortSignal): Promise<void>;
}

export interface PosterOptions {
  readonly database: Database;
  readonly catalogue: Pick<DesignCatalogue, 'outline'>;
  readonly provider: DesignProvider;
  readonly inspector: Pick<MovieInspector, 'reword'>;
  readonly views: Pick<MediaViews, 'filmFrame'>;
  /** The uid itself, once it is known to exist; throws `project/not-found`. */
  readonly requireProject: (uid: string) => ProjectUid;
}

const { posterPixels } = serviceLimits.design;
const NOTHING: Disposable = { [Symbol.dispose]: () => undefined };

export function createDesignPosters(options: PosterOptions): DesignPosters {
  const { database, catalogue, provider, inspector, views, requireProject } = options;
  const make = async (known: KnownDesign, wish: PosterRequest, signal: AbortSignal): Promise<MadeView> => {
    const { size, posterFrame, xml, bytes } = templateIn(known, wish.size, database);
    const texts = defaultTextsIn(known.design.file, wish.language ?? 'en');
    const template = Object.keys(texts).length === 0 ? xml : ((await inspector.reword(bytes, texts)) ?? xml);
    const { width, height, frames } = await catalogue.outline(known, size);
    const { project } = await provider.provide(known, signal);
    const form = {
      template,
      variables: wish.values,
      // With other values the film may have another length.
      share: (posterFrame + 0.5) / frames,
      widthAtMost: Math.max(2, Math.round((width * posterPixels) / Math.max(width, height))),
      picture: 'jpeg',
      brandOf: wish.project === undefined ? undefined : requireProject(wish.project),
    } as const;
    return await views.filmFrame(form, project, signal);
  };
  return {
    poster: async (known, wish, signal) => {
      const { version } = known.design;
      const { size } = templateIn(known, wish.size, database);
      const sized = known.kind === 'shipped' ? known.design.sizes.find((each) => each.size === size) : undefined;
      const there = sized?.posters[wish.language ?? 'en'];
      const isBranded = wish.project !== undefined && brandValuesOf(database, requireProject(wish.project)).length > 0;
      if (there != null && wish.values === undefined && !isBranded) return { ...there, version, hold: NOTHING };
      const { etag, file } = await make(known, wish, signal);
      return { ...file, etag, version: wish.project === undefined ? version : null };
    },
    tryAll: async (design, signal) => {
      for (const size of Object.keys(design.file.sizes) as readonly DesignSize[]) {
        const { file } = await make({ kind: 'own', design }, { size }, signal);
        file.hold[Symbol.dispose]();
      }
    },
  };
}
