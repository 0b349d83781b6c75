/** What a drawing may be made of and become; what is larger is refused or drawn smaller. */
export const drawingLimits = {
  /** Pixels of a drawing's side, and of an image's. */
  side: 8192,
  /** Pixels of an image. */
  imagePixels: 50_000_000,
  imageBytes: 64 * 2 ** 20,
  /**
   * Frames of an image that moves, and pixels of all of them together: a late frame is made of all before it. Large frames
   * take more time for each pixel, and so does WebP.
   */
  imageFrames: 10_000,
  movingPixels: 1_000_000_000,
  largeFrame: 17_000_000,
  largeMovingPixels: 250_000_000,
  webpMovingPixels: 500_000_000,
  /** Pixels that all scans of a JPEG go over: photographs have ten, each of which goes over all of it. */
  scannedPixels: 600_000_000,
  /** What of a PNG is no picture: words, and what nobody knows. */
  besidePng: 65_536,
  fontBytes: 32 * 2 ** 20,
  /** Of all fonts of a film together. */
  allFontBytes: 128 * 2 ** 20,
  /** Pixels from one em to the next. */
  textSize: 2000,
} as const;
