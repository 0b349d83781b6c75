/** Pixels of the movie. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Shapes that films are shown in, by how far they reach across and down. */
export const frameShapes = {
  wide: [16, 9],
  tall: [9, 16],
  portrait: [4, 5],
  square: [1, 1],
} as const;

export type FrameShape = keyof typeof frameShapes;

export const frameShapeNames: readonly FrameShape[] = ['wide', 'tall', 'portrait', 'square'];

/** `16:9`; with another sign between where it is part of a name, which has no colon. */
export function shapeText(shape: FrameShape, between = ':'): string {
  return frameShapes[shape].join(between);
}

/**
 * The size of a picture of a shape whose narrower side is as long as that of `size`, in even pixels, which every format
 * takes.
 */
export function sizeInShape(size: FrameSize, shape: FrameShape): FrameSize {
  const [across, down] = frameShapes[shape];
  const narrow = Math.min(size.width, size.height);
  const even = (side: number) => Math.max(2, 2 * Math.round(side / 2));
  return across >= down
    ? { width: even((narrow * across) / down), height: even(narrow) }
    : { width: even(narrow), height: even((narrow * down) / across) };
}

/** Pixels along the narrower side of a film of photos, whose own sizes are those of a print. */
const PHOTO_NARROW = 1080;
/** How much longer than its narrower side a film of photos is at most, as of a cinema film; a panorama is longer. */
const PHOTO_LONGEST = 21 / 9;

/** Photos up to this length give a film their own size; larger ones would take long to render. */
const PHOTO_OWN_LONGEST = 1920;
const PHOTO_OWN_NARROWEST = 480;

/** The size of a film whose first picture is that photo: its own size, or for very large and small photos its shape. */
export function sizeOfPhoto({ width, height }: FrameSize): FrameSize {
  const [narrowest, longest] = [Math.min(width, height), Math.max(width, height)];
  const isOwn = narrowest >= PHOTO_OWN_NARROWEST && longest <= PHOTO_OWN_LONGEST;
  if (isOwn && longest / narrowest <= PHOTO_LONGEST)
    return { width: 2 * Math.round(width / 2), height: 2 * Math.round(height / 2) };
  const ratio = Math.min(PHOTO_LONGEST, Math.max(width, height) / Math.max(1, Math.min(width, height)));
  const long = 2 * Math.round((PHOTO_NARROW * ratio) / 2);
  return width >= height ? { width: long, height: PHOTO_NARROW } : { width: PHOTO_NARROW, height: long };
}
