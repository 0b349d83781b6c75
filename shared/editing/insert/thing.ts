import type { MediaSource } from '../../template/movie/movie.ts';
import type { Frames } from '../../template/values/frame-rate.ts';
import type { ShapeStyle } from './shapes.ts';
import type { TextPreset } from './texts.ts';

/** Something that can be added to a film. */
export type NewThing =
  | {
      readonly kind: 'text';
      readonly preset: TextPreset;
      /** What it says: a line for each text that it has. */
      readonly words: readonly string[];
      /** A family; without it the bundled ones. */
      readonly font?: string;
    }
  | { readonly kind: 'shape'; readonly style: ShapeStyle }
  /** A colour over the whole frame. */
  | { readonly kind: 'solid' }
  /** With nothing in it. */
  | { readonly kind: 'group' }
  | NewFile;

/** A layer, or a sound, that shows a file. */
export interface NewFile {
  readonly kind: FileKind;
  readonly source: MediaSource;
  /** Of its picture, in pixels; null where that is not known. */
  readonly size?: { readonly width: number; readonly height: number } | null;
  /** How long its source is; null or left out where that is not known. */
  readonly seconds?: number | null;
  /** In-point, in frames of the movie. */
  readonly skip?: Frames;
  /** How long it is there; to the end of its scene without it. */
  readonly duration?: Frames;
}

export type FileKind = 'video' | 'image' | 'audio' | 'captions';

/** The picture that a thing is added to. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** What lies behind it. */
  readonly ground: 'light' | 'dark' | 'picture';
}

/** From the middle of the frame, in pixels of the movie, right and down being positive. */
export interface Place {
  readonly x: number;
  readonly y: number;
}
