/** A frame size in pixels of the movie. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Aspect ratios of movies, width to height. */
export const frameShapes = {
  wide: [16, 9],
  tall: [9, 16],
  portrait: [4, 5],
  square: [1, 1],
} as const;

export type FrameShape = keyof typeof frameShapes;

export const frameShapeNames: readonly FrameShape[] = ['wide', 'tall', 'portrait', 'square'];

/** Returns an aspect ratio such as `16:9`. `between` is the separator, because file names cannot contain a colon. */
export function shapeText(shape: FrameShape, between = ':'): string {
  return frameShapes[shape].join(between);
}

/** Returns whether a size has an aspect ratio, apart from rounding to whole pixels. */
export function isInShape({ width, height }: FrameSize, shape: FrameShape): boolean {
  const [across, down] = frameShapes[shape];
  return Math.abs(width * down - height * across) < Math.max(across, down);
}

/**
 * Returns a size with this aspect ratio and the shorter side of `size`. Both sides are even, which every format
 * accepts.
 */
export function sizeInShape(size: FrameSize, shape: FrameShape): FrameSize {
  const [across, down] = frameShapes[shape];
  const narrow = Math.min(size.width, size.height);
  const even = (side: number) => Math.max(2, 2 * Math.round(side / 2));
  return across >= down
    ? { width: even((narrow * across) / down), height: even(narrow) }
    : { width: even(narrow), height: even((narrow * down) / across) };
}

/** The shorter side, in pixels, of a movie whose first photo is too large, too small, or too narrow. */
const PHOTO_NARROW = 1080;
/** The maximum aspect ratio of a movie that starts with a photo, as in cinema. Panoramas exceed it. */
const PHOTO_MAX_RATIO = 21 / 9;

/** The maximum side, in pixels, of a movie with the size of a photo. Larger movies would render slowly. */
const PHOTO_OWN_MAX = 1920;
const PHOTO_OWN_MIN = 480;

/**
 * Returns the size of a movie whose first picture is this photo: the size of the photo. For a very large or small
 * photo, returns another size with the same aspect ratio.
 */
export function sizeOfPhoto({ width, height }: FrameSize): FrameSize {
  const [narrowest, longest] = [Math.min(width, height), Math.max(width, height)];
  const isOwn = narrowest >= PHOTO_OWN_MIN && longest <= PHOTO_OWN_MAX;
  if (isOwn && longest / narrowest <= PHOTO_MAX_RATIO)
    return { width: 2 * Math.round(width / 2), height: 2 * Math.round(height / 2) };
  const ratio = Math.min(PHOTO_MAX_RATIO, Math.max(width, height) / Math.max(1, Math.min(width, height)));
  const long = 2 * Math.round((PHOTO_NARROW * ratio) / 2);
  return width >= height ? { width: long, height: PHOTO_NARROW } : { width: PHOTO_NARROW, height: long };
}
