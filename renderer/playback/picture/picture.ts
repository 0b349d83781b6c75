/** A decoded picture. Its bytes are immutable, so it can be cached and drawn repeatedly. */
export type Picture = PlanarPicture | ImagePicture;

/** A picture as decoded: planes of luma and chroma, or RGBA. */
export interface PlanarPicture {
  readonly kind: 'planes';
  /** The coded width, before rotation and pixel aspect ratio. */
  readonly width: number;
  readonly height: number;
  readonly layout: PlaneLayoutName;
  readonly bitDepth: 8 | 10 | 12;
  readonly planes: readonly Plane[];
  readonly bytes: number;
}

/**
 * The layout of the planes: separate planes with or without alpha, luma with interleaved chroma, or interleaved RGB.
 */
export type PlaneLayoutName = 'yuv' | 'yuva' | 'nv' | 'rgba' | 'bgra';

export interface Plane {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** The number of interleaved components per pixel. */
  readonly components: 1 | 2 | 4;
  /** The distance between rows in bytes. */
  readonly stride: number;
}

/** A picture that the browser decoded, or a region of such a picture. For example, a tile of a strip is a region. */
export interface ImagePicture {
  readonly kind: 'image';
  readonly image: ImageBitmap | HTMLImageElement | HTMLCanvasElement | OffscreenCanvas;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}
