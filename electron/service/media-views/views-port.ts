import type { PictureFormat } from '#shared/contract/shapes/picture-formats.ts';
import type { Raster } from '#shared/golden/planes.ts';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import type { LanguageCaptions } from '#shared/timeline/film-package.ts';
import type { RequestContext } from '../renders/accept/render-request.ts';
import type { BlobDigest, Foundation, ProjectUid } from '../storage/ports.ts';
import type { CellsForm, FilmFrame, FrameForm } from './film-frame.ts';
import type { FrameRequest } from './frame-view.ts';
import type { ProxyRequester, ProxyState } from './proxies.ts';
import type { StripRequest } from './strip-view.ts';
import type { SourceQuery, ViewCaptions, ViewImage, ViewSource } from './view-sources.ts';
import type { ViewFile, ViewStore } from './view-store.ts';

/** A view whose entity tag is known before the view is made. A client with a current copy therefore does not wait. */
export interface View {
  /** The strong entity tag. */
  readonly etag: string;
  readonly open: (signal: AbortSignal) => Promise<ViewFile>;
}

/** A finished view as a file. */
export interface MadeView {
  /** The strong entity tag. */
  readonly etag: string;
  readonly file: ViewFile;
}

/**
 * The thumbnails, filmstrips, waveforms, and proxies of sources, and single frames of films. Each view is made once and
 * cached.
 */
export interface MediaViews {
  readonly find: (project: ProjectUid, query: SourceQuery, signal: AbortSignal) => Promise<ViewSource>;
  /** Returns the facts about a captions file; null if the source is another kind of file. */
  readonly captions: (project: ProjectUid, query: SourceQuery, signal: AbortSignal) => Promise<ViewCaptions | null>;
  /** Returns an image in the form that films read. Throws an error if the source is not an image. */
  readonly image: (project: ProjectUid, query: SourceQuery, signal: AbortSignal) => Promise<ViewImage>;
  readonly frame: (source: ViewSource, request: FrameRequest) => Promise<View>;
  /**
   * Returns a frame that is neither black nor a plain color. If there is none, returns the frame with the most detail.
   */
  readonly poster: (source: ViewSource, width: number | undefined, signal: AbortSignal) => Promise<View>;
  /** Returns an SVG, HEIC, or AVIF image of the project as a small JPEG; null for any other source. */
  readonly imagePoster: (
    project: ProjectUid,
    query: SourceQuery & FrameRequest,
    signal: AbortSignal,
  ) => Promise<(View & Pick<ViewSource, 'sha256'>) | null>;
  readonly strip: (source: ViewSource, request: StripRequest) => Promise<View>;
  readonly waveform: (source: ViewSource, perSecond: number | undefined) => Promise<View>;
  readonly startProxy: (
    source: ViewSource,
    asker: ProxyRequester,
    retry: boolean,
  ) => Promise<ProxyState & { readonly etag: string | null }>;
  /** Returns the proxy; null if it is not ready. */
  readonly proxy: (source: ViewSource) => Promise<MadeView | null>;
  /**
   * Returns a frame of a film, and the names of values that its template does not use. With `among`, returns the first
   * of the given frames that has sufficient detail.
   */
  readonly filmFrame: (
    form: FrameForm & { readonly among?: readonly number[] },
    project: ProjectUid,
    signal: AbortSignal,
  ) => Promise<MadeView & Pick<FilmFrame, 'unusedValues'>>;
  /**
   * Returns frames of a film as the cells of a contact sheet, in their order. They are composed at the size of the
   * cells. Throws the errors of a render.
   */
  readonly filmCells: (form: CellsForm, project: ProjectUid, signal: AbortSignal) => Promise<readonly Raster[]>;
  /**
   * Returns a frame of a stored film, as JPEG by default. `at` is a position as a share of the length; by default, the
   * frame is one with sufficient detail. `variables` is JSON. Throws the errors of a render.
   */
  readonly filmPoster: (
    movie: string,
    project: ProjectUid,
    request: {
      readonly at?: number | undefined;
      readonly width?: number | undefined;
      readonly variables?: string;
      readonly language?: string | undefined;
      readonly picture?: PictureFormat;
    },
    signal: AbortSignal,
  ) => Promise<View>;
  /**
   * Returns the captions that players display beside the picture of a film, by language. Throws the errors of a render.
   */
  readonly filmCaptions: (
    form: Pick<FrameForm, 'movie' | 'variables' | 'language'>,
    project: ProjectUid,
    signal: AbortSignal,
  ) => Promise<readonly LanguageCaptions[]>;
  /** Returns a file that {@link makeCached} made and cached; null if it is not cached. */
  readonly findCached: (key: string) => Promise<ViewFile | null>;
  /** Makes a file with low priority unless it is cached. `folder` is a temporary folder. */
  readonly makeCached: (
    key: string,
    signal: AbortSignal,
    make: (path: string, folder: string, signal: AbortSignal) => Promise<void>,
  ) => Promise<void>;
  /** The cache of views. */
  readonly cache: Pick<ViewStore, 'empty' | 'prune'>;
  readonly stop: () => Promise<void>;
}

export interface MediaViewOptions extends Omit<RequestContext, 'database'> {
  readonly foundation: Foundation;
  readonly onFailure: (error: unknown) => void;
  /** Returns the maximum size of the views on disk in bytes. */
  readonly limitBytes?: () => number;
  /** Stores the damaged places of a source, in seconds of the file. */
  readonly keepFaults?: (sha256: BlobDigest, faults: readonly FaultSpan[]) => Promise<void>;
}
