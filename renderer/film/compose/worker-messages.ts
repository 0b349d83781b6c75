import type { DecodedPictures } from '../../../shared/compose/compose-task.ts';
import type { ComposedOver, ComposedScene, ComposedTransition } from '../../../shared/compose/composed-scene.ts';
import type { Digest, Drawing, DrawingFault, DrawingLayout } from '../../../shared/drawings/drawing/drawing.ts';
import type { Result } from '../../../shared/lib/result.ts';

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
  readonly decoded: readonly (ArrayBuffer | null)[];
}

/** A frame as it was composed: planes one after another. */
export interface PageFrame {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  /** Of drawings that lack in it. */
  readonly faults: readonly DrawingFault[];
}

export type ToWorker =
  /** Bytes of a font or an image, which drawings name by that digest. */
  | { readonly kind: 'source'; readonly digest: Digest; readonly bytes: Uint8Array }
  | { readonly kind: 'layOut'; readonly asked: number; readonly drawing: Drawing }
  | { readonly kind: 'begin'; readonly part: number; readonly task: PagePart }
  | { readonly kind: 'end'; readonly part: number }
  | { readonly kind: 'frame'; readonly asked: number; readonly order: PageFrameOrder };

export type FromWorker =
  | { readonly kind: 'laidOut'; readonly asked: number; readonly layout: Result<DrawingLayout, DrawingFault> }
  | { readonly kind: 'composed'; readonly asked: number; readonly frame: PageFrame }
  /** The worker itself did not do it. */
  | { readonly kind: 'failed'; readonly asked: number; readonly message: string };
