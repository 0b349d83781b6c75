/** What a drawing may be made of and become; what is larger is refused or drawn smaller. */
export const drawingLimits = {
  /** Pixels of a drawing's side, and of an image's. */
  side: 8192,
  /** Pixels of an image. */
  imagePixels: 50_000_000,
  imageBytes: 64 * 2 ** 20,
  /** Frames of an image that moves, and pixels of all of them together: going through them once takes a minute or two. */
  imageFrames: 10_000,
  movingPixels: 2_000_000_000,
  fontBytes: 32 * 2 ** 20,
  /** Of all fonts of a film together. */
  allFontBytes: 128 * 2 ** 20,
  /** Characters of path data, and the largest number in it. */
  pathLength: 262_144,
  pathNumber: 1_000_000,
  /** Pixels from one em to the next. */
  textSize: 2000,
} as const;
