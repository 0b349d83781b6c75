import type { RequestContext } from '../renders/accept/render-request.ts';
import type { Foundation, ProjectUid } from '../storage/ports.ts';
import type { FrameForm } from './film-frame.ts';
import type { FrameRequest } from './frame-view.ts';
import type { ProxyAsker, ProxyState } from './proxies.ts';
import type { StripRequest } from './strip-view.ts';
import type { SourceQuery, ViewCaptions, ViewImage, ViewSource } from './view-sources.ts';
import type { ViewFile, ViewStore } from './view-store.ts';

/** A view that is known before it is made: whoever has it already need not wait. */
export interface View {
  /** Strong. */
  readonly etag: string;
  readonly open: (signal: AbortSignal) => Promise<ViewFile>;
}

/** A view that is there. */
export interface MadeView {
  /** Strong. */
  readonly etag: string;
  readonly file: ViewFile;
}

/**
 * Pictures, strips, waveforms and stand-ins of sources, and single frames of films. Everything is made once and kept.
 */
export interface MediaViews {
  readonly find: (project: ProjectUid, query: SourceQuery, signal: AbortSignal) => Promise<ViewSource>;
  /** What a file of captions is; null where a source is none. */
  readonly captions: (project: ProjectUid, query: SourceQuery, signal: AbortSignal) => Promise<ViewCaptions | null>;
  /** An image as films read it; throws where a source is none. */
  readonly image: (project: ProjectUid, query: SourceQuery, signal: AbortSignal) => Promise<ViewImage>;
  readonly frame: (source: ViewSource, wish: FrameRequest) => Promise<View>;
  /** The frame at a moment that shows something: not black, and no plain colour. */
  readonly poster: (source: ViewSource, width: number | undefined, signal: AbortSignal) => Promise<View>;
  /** An SVG, or a HEIC or AVIF photo, of the project as a small JPEG; null for all other sources. */
  readonly imagePoster: (
    project: ProjectUid,
    query: SourceQuery & FrameRequest,
    signal: AbortSignal,
  ) => Promise<(View & Pick<ViewSource, 'sha256'>) | null>;
  readonly strip: (source: ViewSource, wish: StripRequest) => Promise<View>;
  readonly waveform: (source: ViewSource, perSecond: number | undefined) => Promise<View>;
  readonly startProxy: (
    source: ViewSource,
    asker: ProxyAsker,
    retry: boolean,
  ) => Promise<ProxyState & { readonly etag: string | null }>;
  /** Null where there is none yet. */
  readonly proxy: (source: ViewSource) => Promise<MadeView | null>;
  /** With `among`, the first of those frames that shows something. */
  readonly filmFrame: (
    form: FrameForm & { readonly among?: readonly number[] },
    project: ProjectUid,
    signal: AbortSignal,
  ) => Promise<MadeView>;
  /**
   * A frame of a stored film, as JPEG unless another picture is asked for: `at` a share of it, or where it shows
   * something. `variables` is JSON. Throws as a render does.
   */
  readonly filmPoster: (
    movie: string,
    project: ProjectUid,
    wish: {
      readonly at?: number | undefined;
      readonly width?: number | undefined;
      readonly variables?: string;
      readonly picture?: 'jpeg' | 'png';
    },
    signal: AbortSignal,
  ) => Promise<View>;
  /** Of somebody else's making: null where it is not kept. */
  readonly findKept: (key: string) => Promise<ViewFile | null>;
  /** Makes it unless it is kept, in a folder that is gone afterwards; it has no hurry. */
  readonly keepAlso: (
    key: string,
    signal: AbortSignal,
    make: (path: string, folder: string, signal: AbortSignal) => Promise<void>,
  ) => Promise<void>;
  /** What of them is kept. */
  readonly kept: Pick<ViewStore, 'empty' | 'prune'>;
  readonly stop: () => Promise<void>;
}

export interface MediaViewOptions extends Omit<RequestContext, 'database'> {
  readonly foundation: Foundation;
  readonly onFailure: (error: unknown) => void;
  /** What views may take up on disk. */
  readonly limitBytes?: () => number;
}
