import type { DecodedPictures } from '#shared/compose/compose-task.ts';
import type { ComposedOver, ComposedScene, ComposedTransition } from '#shared/compose/composed-scene.ts';
import type { Digest, Drawing, DrawingFault, DrawingLayout } from '#shared/drawings/drawing/drawing.ts';
import type { Result } from '#shared/lib/result.ts';
import type { PlanarPicture } from '../picture/picture.ts';
import type { VideoPlanes } from './video-planes.ts';

/** What the frames of a stretch are composed of, but for its videos' pictures. */
export interface PagePart {
  readonly scene: ComposedScene | ComposedTransition;
  readonly over: ComposedOver | null;
  readonly decoded: readonly Omit<DecodedPictures, 'slots'>[];
  /** Texts of the tables of colours that its effects name, by digest. */
  readonly tables: ReadonlyMap<string, string>;
  /** How many pixels there are for one of the film, each way; 1 or less. */
  readonly reduced: number;
}

/** One frame of a part: the picture of each video, null where it is not there. */
export interface PageFrameOrder {
  readonly part: number;
  readonly number: number;
  readonly decoded: readonly (DecodedPicture | null)[];
}

/** A picture as the decoder gave it, and what of it the frame needs: the worker makes that of a copy. */
export interface DecodedPicture {
  readonly picture: PlanarPicture;
  readonly wanted: VideoPlanes;
}

/** A frame as it was composed: planes one after another. */
export interface PageFrame {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  /** Of drawings that lack in it. */
  readonly faults: readonly DrawingFault[];
  /** How long it took to be composed; not how long it waited. */
  readonly milliseconds: number;
}

export type ToWorker =
  /** Loads what composes and draws, before there is anything of either to do. */
  | { readonly kind: 'prepare' }
  /** Bytes of a font or an image, which drawings name by that digest. */
  | { readonly kind: 'source'; readonly digest: Digest; readonly bytes: Uint8Array }
  | { readonly kind: 'layOut'; readonly asked: number; readonly drawing: Drawing }
  | { readonly kind: 'begin'; readonly part: number; readonly task: PagePart }
  | { readonly kind: 'end'; readonly part: number }
  | { readonly kind: 'frame'; readonly asked: number; readonly order: PageFrameOrder };

export type FromWorker =
  | { readonly kind: 'laidOut'; readonly asked: number; readonly layout: Result<DrawingLayout, DrawingFault> }
  /** `spare` is the memory of the pictures that were given. */
  | {
      readonly kind: 'composed';
      readonly asked: number;
      readonly frame: PageFrame;
      readonly spare: readonly ArrayBuffer[];
    }
  /** The worker itself did not do it. */
  | { readonly kind: 'failed'; readonly asked: number; readonly message: string };
