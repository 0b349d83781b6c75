import type { AnimatedImage, CanvasKit, Image } from 'canvaskit-wasm';
import { err, ok, type Result } from '../../lib/result.ts';
import type { Size } from '../../template/values/placement.ts';
import {
  type Digest,
  type DrawingFault,
  type DrawingLayout,
  type DrawnPicture,
  drawingLimits,
  type ImageDrawing,
} from '../drawing/drawing.ts';
import { layoutOfSize } from '../drawing/pixels.ts';
import { canDecodeBmp, decodeBmp } from './decode-bmp.ts';
import { drawSvg, layOutSvg, type SvgImage, type SvgRasterizer } from './draw-svg.ts';
import { framesOfCutGif } from './gif-blocks.ts';
import { decodeDeepGray, deepGray } from './gray-png.ts';
import { type ImageFacts, imageFacts } from './image-facts.ts';
import { scansOf } from './jpeg-scans.ts';
import { ignoredOrientation, type Orientation, orientedRaster } from './orientation.ts';
import { withPngProfile } from './png-colors.ts';
import { fitImage, type Raster, resample } from './resample.ts';
import { readableColors } from './svg-colors.ts';
import { svgRoot, withFontSize } from './svg-root.ts';
import { isAnimatedPng, isOpaqueImage, isWholeImage, withoutExtraChunks } from './whole-image.ts';

/** Returns the box of an image after cropping and fitting, without decoding its pixels. */
export function layOutImage(
  kit: CanvasKit,
  svg: SvgRasterizer | null,
  drawing: ImageDrawing,
  bytes: Uint8Array,
): Result<DrawingLayout, DrawingFault> {
  const vector = openSvg(svg, drawing.image, bytes);
  if (vector !== null) return vector.ok ? layOutSvg(drawing, vector.value) : vector;
  const opened = sizeOfImage(kit, drawing.image, bytes);
  if (!opened.ok) return opened;
  const size = sizeInOrientation(opened.value, ignoredOrientation(bytes));
  const { width, height } = fitImage(size, drawing).box;
  const layout = layoutOfSize(width, height);
  if (isAnimatedPng(bytes)) return ok({ ...layout, notShown: { of: 'animation' } });
  const frames = framesOfCutGif(bytes);
  return ok(frames === null ? layout : { ...layout, notShown: { of: 'cut', frames } });
}

/** Draws an image upright and in sRGB, cropped and fitted. */
export function drawImage(
  kit: CanvasKit,
  svg: SvgRasterizer | null,
  moving: MovingImages,
  drawing: ImageDrawing,
  bytes: Uint8Array,
): Result<DrawnPicture, DrawingFault> {
  const vector = openSvg(svg, drawing.image, bytes);
  if (vector !== null) return vector.ok ? drawSvg(drawing, vector.value) : vector;
  const decoded =
    drawing.frame === undefined
      ? decodeImage(kit, drawing.image, bytes)
      : decodeFrame(kit, moving, { ...drawing, frame: drawing.frame }, bytes);
  if (!decoded.ok) return decoded;
  const { seen, box, pixels } = fitImage(decoded.value, drawing);
  const resampled = resample(decoded.value, seen, pixels.width, pixels.height);
  const scales = { scaleX: resampled.width / box.width, scaleY: resampled.height / box.height };
  return ok({ ...resampled, originX: 0, originY: 0, ...scales, layout: layoutOfSize(box.width, box.height) });
}

/** Returns the size of an image in pixels. The size comes from the decoder. */
function sizeOfImage(kit: CanvasKit, digest: Digest, bytes: Uint8Array): Result<Size, DrawingFault> {
  const facts = boundedFacts(digest, bytes);
  if (!facts.ok) return facts;
  if (isDecodedHere(bytes, facts.value)) return facts;
  const opened = openImage(kit, digest, bytes, facts.value);
  if (!opened.ok) return opened;
  const size = { width: opened.value.width(), height: opened.value.height() };
  opened.value.delete();
  return ok(size);
}

function sizeInOrientation({ width, height }: Size, orientation: Orientation): Size {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** Reads the facts of a file. Checks that the file is complete and within the limits. */
function boundedFacts(digest: Digest, bytes: Uint8Array): Result<ImageFacts, DrawingFault> {
  const facts = imageFacts(bytes);
  if (facts === null) return err({ code: 'source/kind', digest });
  const { width, height } = facts;
  if (isTooLarge(facts, bytes)) return err({ code: 'source/too-large', digest });
  if (scansOf(bytes, facts) * width * height > drawingLimits.scannedPixels)
    return err({ code: 'source/too-large', digest, of: 'work' });
  return isWholeImage(bytes, facts) ? ok(facts) : err({ code: 'source/unreadable', digest, isIncomplete: true });
}

/** Returns whether `decodeBmp` decodes the file, because CanvasKit would refuse it or draw it opaque. */
function isDecodedHere(bytes: Uint8Array, { format }: ImageFacts): boolean {
  return format === 'bmp' && canDecodeBmp(bytes);
}

/** Opens an image without decoding its pixels. Checks the limits. The size includes the EXIF orientation. */
function openImage(kit: CanvasKit, digest: Digest, bytes: Uint8Array, facts: ImageFacts): Result<Image, DrawingFault> {
  const { width, height } = facts;
  const image = kit.MakeImageFromEncoded(withPngProfile(withoutExtraChunks(bytes, facts)));
  if (image === null) return err({ code: 'source/unreadable', digest });
  // Require the same size from the header and the decoder, except for a rotation.
  const isSame =
    image.width() * image.height() === width * height && Math.max(image.width(), image.height()) <= drawingLimits.side;
  if (isSame) return ok(image);
  image.delete();
  return err({ code: 'source/unreadable', digest });
}

function isTooLarge({ width, height }: Size, bytes: Uint8Array): boolean {
  const { side, imagePixels, imageBytes } = drawingLimits;
  return Math.max(width, height) > side || width * height > imagePixels || bytes.length > imageBytes;
}

/** Opens an SVG file within the size limits; null for other files. Without a rasterizer, returns an error for SVG. */
function openSvg(
  rasterizer: SvgRasterizer | null,
  digest: Digest,
  bytes: Uint8Array,
): Result<SvgImage, DrawingFault> | null {
  const written = svgRoot(bytes);
  if (written === null) return null;
  if (isTooLarge(written.size, bytes)) return err({ code: 'source/too-large', digest });
  if (rasterizer === null) return err({ code: 'source/kind', digest });
  const readable = readableColors(withFontSize(bytes, written));
  // Parse the root again, because a converted color or a font size in the root tag moves the offsets of its
  // attributes.
  const root = readable.bytes === bytes ? written : svgRoot(readable.bytes);
  return root === null ? err({ code: 'source/unreadable', digest }) : ok({ ...readable, root, rasterizer });
}

function decodeImage(kit: CanvasKit, digest: Digest, bytes: Uint8Array): Result<Raster, DrawingFault> {
  const facts = boundedFacts(digest, bytes);
  if (!facts.ok) return facts;
  if (isDecodedHere(bytes, facts.value)) {
    const bitmap = decodeBmp(bytes);
    return bitmap === null ? err({ code: 'source/unreadable', digest }) : ok(bitmap);
  }
  const gray = facts.value.format === 'png' ? deepGray(bytes) : null;
  if (gray !== null) {
    const raster = decodeDeepGray(bytes, gray, (file) => {
      const image = kit.MakeImageFromEncoded(file);
      return image && readPixels(kit, image);
    });
    return raster === null
      ? err({ code: 'source/unreadable', digest })
      : ok(orientedRaster(raster, ignoredOrientation(bytes)));
  }
  const opened = openImage(kit, digest, bytes, facts.value);
  if (!opened.ok) return opened;
  const raster = readPixels(kit, opened.value);
  const isDamaged = raster !== null && isOpaqueImage(bytes, facts.value) && hasHole(raster.rgba);
  return raster === null || isDamaged
    ? err({ code: 'source/unreadable', digest })
    : ok(orientedRaster(raster, ignoredOrientation(bytes)));
}

/** Reads the pixels of an image and deletes the image. Returns null if the image cannot be decoded. */
function readPixels(kit: CanvasKit, image: Image): Raster | null {
  try {
    const [width, height] = [image.width(), image.height()];
    const pixels = image.readPixels(0, 0, {
      width,
      height,
      colorType: kit.ColorType.RGBA_8888,
      alphaType: kit.AlphaType.Premul,
      colorSpace: kit.ColorSpace.SRGB,
    });
    return pixels instanceof Uint8Array ? { width, height, rgba: pixels } : null;
  } finally {
    image.delete();
  }
}

interface FrameOfImage extends ImageDrawing {
  readonly frame: number;
}

/** The number of pixels to decode per call. This takes three seconds for WebP, the slowest format. */
const PIXELS_PER_CALL = 50_000_000;

/** Decodes some frames of an animated image toward the requested frame. Returns whether the frame is reached. */
export function decodeTowardFrame(
  kit: CanvasKit,
  moving: MovingImages,
  drawing: ImageDrawing,
  bytes: Uint8Array,
): Result<boolean, DrawingFault> {
  const opened = openMoving(kit, moving, drawing.image, bytes);
  if (!opened.ok) return opened;
  const isReached = moving.approach(opened.value, drawing.frame ?? 0, PIXELS_PER_CALL);
  return isReached === null ? err({ code: 'source/unreadable', digest: drawing.image }) : ok(isReached);
}

function decodeFrame(
  kit: CanvasKit,
  moving: MovingImages,
  { image, frame }: FrameOfImage,
  bytes: Uint8Array,
): Result<Raster, DrawingFault> {
  const opened = openMoving(kit, moving, image, bytes);
  if (!opened.ok) return opened;
  const frameImage = moving.frameOf(opened.value, frame);
  const raster = frameImage && readPixels(kit, frameImage);
  const isSame = raster !== null && raster.width * raster.height === opened.value.pixels;
  return isSame ? ok(raster) : err({ code: 'source/unreadable', digest: image });
}

/** Opens an animated image of a supported format and size. Checks each image only once. */
function openMoving(
  kit: CanvasKit,
  { checked }: MovingImages,
  digest: Digest,
  bytes: Uint8Array,
): Result<MovingImage, DrawingFault> {
  const checkedPixels = checked.get(digest);
  if (checkedPixels !== undefined) return ok({ digest, bytes, pixels: checkedPixels });
  const facts = boundedFacts(digest, bytes);
  if (!facts.ok) return facts;
  const opened = openImage(kit, digest, bytes, facts.value);
  if (!opened.ok) return opened;
  const pixels = opened.value.width() * opened.value.height();
  opened.value.delete();
  checked.set(digest, pixels);
  return ok({ digest, bytes, pixels });
}

/**
 * Returns whether any pixel is not opaque. In an image without an alpha channel, the decoder has then left out pixels of
 * a damaged file.
 */
function hasHole(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return true;
  return false;
}

/** The open animated images. Each image can only be decoded forward, because a frame depends on earlier frames. */
export interface MovingImages {
  /** The pixels per frame of the images that passed the limits, by digest. */
  readonly checked: Map<Digest, number>;
  /**
   * Decodes about `pixels` pixels toward a frame.
   * @returns Whether the frame is reached; null if decoding fails.
   */
  approach(image: MovingImage, frame: number, pixels: number): boolean | null;
  /** Decodes a frame and returns it; the caller deletes it. Returns null if decoding fails. */
  frameOf(image: MovingImage, frame: number): Image | null;
  delete(): void;
}

/** An animated image with its bytes. */
export interface MovingImage {
  readonly digest: Digest;
  readonly bytes: Uint8Array;
  /** The number of pixels per frame. */
  readonly pixels: number;
}

interface Player {
  readonly digest: Digest;
  readonly decoded: AnimatedImage;
  /** The approximate number of bytes in CanvasKit's memory. */
  readonly memory: number;
  frame: number;
}

/** The number of pictures in a player: the current frame, a restore point, and the frame being decoded. */
const CACHED_PICTURES = 3;
/** The maximum size of all players in bytes. A single player can exceed it. */
const MAX_PLAYER_BYTES = 256 * 2 ** 20;
const MAX_PLAYERS = 8;

/**
 * Creates the players of animated images. An image can have several players, because concurrent renders request
 * different frames of the same image. A request uses the most advanced player that has not passed its frame.
 */
export function createMovingImages(kit: CanvasKit): MovingImages {
  /** The players, with the most recently used last. */
  let players: Player[] = [];

  const evictPlayers = (requested: number): void => {
    const isFull = () => {
      const memory = players.reduce((sum, player) => sum + player.memory, requested);
      return players.length > 0 && (memory > MAX_PLAYER_BYTES || players.length >= MAX_PLAYERS);
    };
    while (isFull()) players.shift()?.decoded.delete();
  };
  const playerBefore = ({ digest, bytes, pixels }: MovingImage, frame: number): Player | null => {
    const before = players.filter((player) => player.digest === digest && player.frame <= frame);
    const nearest = before.toSorted((left, right) => right.frame - left.frame)[0];
    if (nearest !== undefined) {
      players = [...players.filter((player) => player !== nearest), nearest];
      return nearest;
    }
    const memory = bytes.length + CACHED_PICTURES * 4 * pixels;
    evictPlayers(memory);
    const decoded = kit.MakeAnimatedImageFromEncoded(bytes);
    if (decoded === null) return null;
    const opened = { digest, decoded, memory, frame: 0 };
    players.push(opened);
    return opened;
  };
  const playerAt = (image: MovingImage, frame: number, pixels: number): Player | null => {
    const player = playerBefore(image, frame);
    for (let left = pixels; player !== null && player.frame < frame && left > 0; left -= image.pixels) {
      const isDecoded = player.decoded.decodeNextFrame() >= 0;
      player.frame += 1;
      // Report a damaged frame. CanvasKit returns the same value for it and for the last frame of an image that
      // plays once.
      if (!isDecoded && player.frame < player.decoded.getFrameCount() - 1) return null;
    }
    return player;
  };
  return {
    checked: new Map(),
    approach: (image, frame, pixels) => {
      const player = playerAt(image, frame, pixels);
      return player && player.frame === frame;
    },
    frameOf: (image, frame) =>
      playerAt(image, frame, Number.POSITIVE_INFINITY)?.decoded.makeImageAtCurrentFrame() ?? null,
    delete: () => {
      for (const { decoded } of players) decoded.delete();
      players = [];
    },
  };
}
