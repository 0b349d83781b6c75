import type { Layer } from '../../../../shared/template/movie/movie.ts';
import type { Color } from '../../../../shared/template/values/color.ts';
import type { FrameRate, Frames } from '../../../../shared/template/values/frame-rate.ts';
import type { Size } from '../../../../shared/template/values/placement.ts';
import { type Filter, type FilterGraph, printChains, printFilters } from '../graph/filter-graph.ts';
import type { PartInput } from './part-input.ts';

/**
 * The picture of one stretch as the compositor makes it between FFmpeg's decoders and its encoder. Like a part that FFmpeg
 * makes alone it says all that its bytes depend on, as data: no path, no machine, no pixels.
 */
export interface ComposedPart {
  readonly kind: 'composed';
  readonly scene: ComposedScene;
  /** In the order of the layers that show them. */
  readonly decoders: readonly Decoder[];
  /** All that is read, those of the decoders among it. */
  readonly inputs: readonly ComposedInput[];
  /** What composed frames go through before they are encoded. */
  readonly filters: readonly Filter[];
  /** How what leaves the filters is encoded. */
  readonly encoding: readonly string[];
  /** Frames. */
  readonly length: number;
  /** Options that open the device that encodes it; there are none where the processor does. */
  readonly device?: readonly string[];
}

/** Bytes that are read as they are: an image or a font. */
export interface BytesInput {
  readonly kind: 'bytes';
  readonly sha256: string;
}

export type ComposedInput = PartInput | BytesInput;

/** What is composed: layers whose sources are digests, and which frames of them. */
export interface ComposedScene {
  readonly canvas: ComposedCanvas;
  readonly background: Color;
  /** Of the movie, in whose frames layers count. */
  readonly frameRate: FrameRate;
  /** Of the scene. */
  readonly duration: Frames;
  /** From the lowest to the topmost; those alone that are there in one of the frames. */
  readonly layers: readonly ComposedLayer[];
  /** The scene's frame that the first one shows. */
  readonly from: number;
  /** How many of the scene's frames lie from one frame to the next: 1 but for formats of another rate. */
  readonly step: FrameRate;
}

/** In which frames are composed. */
export interface ComposedCanvas extends Size {
  readonly pixelFormat: 'yuv420p' | 'yuv444p';
  readonly frameRate: FrameRate;
}

/** A layer without what is only heard, and where its picture comes from. */
export interface ComposedLayer {
  /** Its ids say nothing but its place in the scene, and its source is named by its digest. */
  readonly layer: Layer;
  readonly from: PictureOrigin;
}

export type PictureOrigin =
  | {
      readonly kind: 'decoder';
      /** Number of its decoder. */
      readonly decoder: number;
      /** Of the layer's own picture, in pixels of the film; there may be more or fewer that are decoded. */
      readonly size: Size;
    }
  /** Drawn by what the layer says. */
  | { readonly kind: 'drawing' }
  | { readonly kind: 'image'; readonly sha256: string }
  | { readonly kind: 'text'; readonly fonts: readonly string[] };

/** One FFmpeg process that hands over frames of a source: chosen, fitted, and in the film's colours. */
export interface Decoder extends FilterGraph<PartInput> {
  readonly picture: Size & { readonly pixelFormat: 'yuv420p' | 'yuv444p' | 'yuva444p' };
  /** The first frame of the part in which it is there. */
  readonly first: number;
  /** How many there are. */
  readonly length: number;
}

/** To be raised when composed pixels change by something that a part does not say, such as a kernel or how text is drawn. */
const COMPOSITOR_VERSION = 1;

/** What of a composed part its bytes depend on. */
export function namedComposed({ decoders, filters, inputs: _inputs, ...part }: ComposedPart): object {
  return {
    compositor: COMPOSITOR_VERSION,
    ...part,
    decoders: decoders.map(({ chains, ...decoder }) => ({ ...decoder, graph: printChains(chains) })),
    filters: printFilters(filters),
  };
}
