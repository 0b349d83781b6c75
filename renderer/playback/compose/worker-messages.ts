import type { Captions } from '#shared/captions/cue.ts';
import type {
  ComposedCanvas,
  ComposedOver,
  ComposedScene,
  ComposedTransition,
  DecodedPictures,
} from '#shared/compositor/scene/composed-scene.ts';
import type { Digest, Drawing, DrawingFault, DrawingLayout } from '#shared/drawings/drawing/drawing.ts';
import type { CheckOptions } from '#shared/film-check/check-film.ts';
import type { TextLayouts } from '#shared/film-check/laid-out-texts.ts';
import type { FilmCheckResult } from '#shared/film-check/report.ts';
import type { Result } from '#shared/lib/result.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { PlanarPicture } from '../picture/picture.ts';
import type { VideoPlanes } from './video-planes.ts';

export type ToWorker =
  /** Preloads the code for compositing and drawing. */
  | { readonly kind: 'prepare' }
  /** The bytes of a font or an image, to which drawings refer by digest. */
  | { readonly kind: 'source'; readonly digest: Digest; readonly bytes: Uint8Array }
  | { readonly kind: 'layOut'; readonly requestId: number; readonly drawing: Drawing }
  | { readonly kind: 'check'; readonly requestId: number; readonly query: PageCheckQuery }
  | { readonly kind: 'openPart'; readonly partNumber: number; readonly part: PagePart }
  | { readonly kind: 'closePart'; readonly partNumber: number }
  | { readonly kind: 'frame'; readonly requestId: number; readonly request: PageFrameRequest };

export type FromWorker =
  | { readonly kind: 'laidOut'; readonly requestId: number; readonly layout: Result<DrawingLayout, DrawingFault> }
  /** `spare` contains the buffers of the request's pictures, which the page reuses. */
  | {
      readonly kind: 'composed';
      readonly requestId: number;
      readonly frame: PageFrame;
      readonly spare: readonly ArrayBuffer[];
    }
  | { readonly kind: 'checked'; readonly requestId: number; readonly result: FilmCheckResult }
  /** The worker could not execute the request. */
  | { readonly kind: 'failed'; readonly requestId: number; readonly message: string };

/** A film to check, with its laid-out texts. */
export interface PageCheckQuery {
  readonly movie: Movie;
  /** The sizes of images and videos, by their layers. Unknown sizes are absent. */
  readonly sizes: ReadonlyMap<NodeId, Size>;
  /** The layers that show a vector image. */
  readonly vectors: ReadonlySet<NodeId>;
  readonly captions: ReadonlyMap<NodeId, Captions>;
  readonly layouts: TextLayouts;
  /** Whether the film has more texts than are laid out, so that some texts have no layout. */
  readonly isCut: boolean;
  readonly options: CheckOptions;
}

/** The part of a segment that the worker composites, without the decoded pictures of its videos. */
export interface PagePart {
  readonly scene: ComposedScene | ComposedTransition;
  readonly over: ComposedOver | null;
  readonly decoded: readonly Omit<DecodedPictures, 'slots'>[];
  /** The texts of the LUTs that the effects use, by digest. */
  readonly tables: ReadonlyMap<string, string>;
  /** The scale: pixels per movie pixel in each direction; at most 1. */
  readonly frameScale: number;
}

/**
 * A request for one frame of a part, with the picture of each video. The picture is null if the video is not visible in
 * the frame.
 */
export interface PageFrameRequest {
  readonly partNumber: number;
  readonly number: number;
  readonly decoded: readonly (DecodedPicture | null)[];
}

/** A decoded picture, and the region of it that the worker converts. */
export interface DecodedPicture {
  readonly picture: PlanarPicture;
  readonly planes: VideoPlanes;
}

/** A composited frame with consecutive planes. */
export interface PageFrame {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  readonly pixelFormat: ComposedCanvas['pixelFormat'];
  /** The faults of drawings that could not be drawn in this frame. */
  readonly faults: readonly DrawingFault[];
  /** The time to composite the frame in milliseconds, without waiting in the queue. */
  readonly milliseconds: number;
}
