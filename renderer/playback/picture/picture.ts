/** A decoded picture. Its bytes are never changed, so it may be kept and drawn as often as needed. */
export type Picture = PlanarPicture | ImagePicture;

/** Luma and colour differences (or RGBA) as the decoder gave them. */
export interface PlanarPicture {
  readonly kind: 'planes';
  /** Stored size: before rotation and pixel aspect. */
  readonly width: number;
  readonly height: number;
  readonly layout: PlaneLayoutName;
  readonly bitDepth: 8 | 10 | 12;
  readonly planes: readonly Plane[];
  readonly bytes: number;
}

/** Separate planes with or without alpha; luma and interleaved colour differences; interleaved RGB. */
export type PlaneLayoutName = 'yuv' | 'yuva' | 'nv' | 'rgba' | 'bgra';

export interface Plane {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Values that stand together for one place. */
  readonly components: 1 | 2 | 4;
  /** From one row to the next, in bytes. */
  readonly stride: number;
}

/** A picture that the browser decoded, or a part of one: a tile of a strip. */
export interface ImagePicture {
  readonly kind: 'image';
  readonly image: ImageBitmap | HTMLImageElement | HTMLCanvasElement | OffscreenCanvas;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}
