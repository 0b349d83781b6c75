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
import { boxOnly } from '../drawing/pixels.ts';
import { decodeBmp, isOwnBmp } from './decode-bmp.ts';
import { drawSvg, layOutSvg, type SvgImage, type SvgRasteriser } from './draw-svg.ts';
import {
  type ImageFacts,
  imageFacts,
  isAnimatedPng,
  isOpaqueImage,
  isWholeImage,
  pictureAlone,
  scansOf,
} from './image-facts.ts';
import { type Orientation, pngOrientation, upright } from './orientation.ts';
import { fitImage, type Raster, resample } from './resample.ts';
import { svgRoot } from './svg-root.ts';

/** An image's box after it was cut and fitted; its pixels are not decoded. */
export function layOutImage(
  kit: CanvasKit,
  svg: SvgRasteriser | null,
  drawing: ImageDrawing,
  bytes: Uint8Array,
): Result<DrawingLayout, DrawingFault> {
  const vector = openSvg(svg, drawing.image, bytes);
  if (vector !== null) return vector.ok ? layOutSvg(drawing, vector.value) : vector;
  const opened = sizeOfImage(kit, drawing.image, bytes);
  if (!opened.ok) return opened;
  const size = turnedSize(opened.value, pngOrientation(bytes));
  const { width, height } = fitImage(size, drawing).box;
  const layout = boxOnly(width, height);
  return ok(isAnimatedPng(bytes) ? { ...layout, notShown: { of: 'animation' } } : layout);
}

/** An image's pixels, upright and in sRGB, after it was cut and fitted. */
export function drawImage(
  kit: CanvasKit,
  svg: SvgRasteriser | null,
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
  const made = resample(decoded.value, seen, pixels.width, pixels.height);
  const scales = { scaleX: made.width / box.width, scaleY: made.height / box.height };
  return ok({ ...made, originX: 0, originY: 0, ...scales, layout: boxOnly(box.width, box.height) });
}

/** The size of an image that can be decoded, in pixels. */
function sizeOfImage(kit: CanvasKit, digest: Digest, bytes: Uint8Array): Result<Size, DrawingFault> {
  const facts = boundedFacts(digest, bytes);
  if (!facts.ok) return facts;
  if (isDecodedHere(bytes, facts.value)) return facts;
  const opened = openImage(kit, digest, bytes);
  if (!opened.ok) return opened;
  const size = { width: opened.value.width(), height: opened.value.height() };
  opened.value.delete();
  return ok(size);
}

function turnedSize({ width, height }: Size, orientation: Orientation): Size {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** The facts of a file that is whole and within the limits. */
function boundedFacts(digest: Digest, bytes: Uint8Array): Result<ImageFacts, DrawingFault> {
  const facts = imageFacts(bytes);
  if (facts === null) return err({ code: 'source/kind', digest });
  const { width, height } = facts;
  if (isTooLarge(facts, bytes)) return err({ code: 'source/too-large', digest });
  if (scansOf(bytes, facts) * width * height > drawingLimits.scannedPixels)
    return err({ code: 'source/too-large', digest, of: 'work' });
  return isWholeImage(bytes, facts) ? ok(facts) : err({ code: 'source/unreadable', digest });
}

/** Whether CanvasKit refuses a file, or decodes it otherwise than it is meant. */
function isDecodedHere(bytes: Uint8Array, { format }: ImageFacts): boolean {
  return format === 'bmp' && isOwnBmp(bytes);
}

/** Opens an image of a kind and size that we take. Orientation counts; pixels are not decoded yet. */
function openImage(kit: CanvasKit, digest: Digest, bytes: Uint8Array): Result<Image, DrawingFault> {
  const facts = boundedFacts(digest, bytes);
  if (!facts.ok) return facts;
  const { width, height } = facts.value;
  const image = kit.MakeImageFromEncoded(pictureAlone(bytes, facts.value));
  if (image === null) return err({ code: 'source/unreadable', digest });
  // The header that we read and what the decoder found have to be of one picture, which may lie on its side.
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

/** An SVG of a size that we take; null of any other file. Where nobody can draw it, it is none of our kinds. */
function openSvg(
  rasteriser: SvgRasteriser | null,
  digest: Digest,
  bytes: Uint8Array,
): Result<SvgImage, DrawingFault> | null {
  const root = svgRoot(bytes);
  if (root === null) return null;
  if (isTooLarge(root.size, bytes)) return err({ code: 'source/too-large', digest });
  return rasteriser === null ? err({ code: 'source/kind', digest }) : ok({ bytes, root, rasteriser });
}

function decodeImage(kit: CanvasKit, digest: Digest, bytes: Uint8Array): Result<Raster, DrawingFault> {
  const facts = boundedFacts(digest, bytes);
  if (!facts.ok) return facts;
  if (isDecodedHere(bytes, facts.value)) {
    const bitmap = decodeBmp(bytes);
    return bitmap === null ? err({ code: 'source/unreadable', digest }) : ok(bitmap);
  }
  const opened = openImage(kit, digest, bytes);
  if (!opened.ok) return opened;
  const raster = readPixels(kit, opened.value);
  const isDamaged = raster !== null && isOpaqueImage(bytes, facts.value) && hasHole(raster.rgba);
  return raster === null || isDamaged
    ? err({ code: 'source/unreadable', digest })
    : ok(upright(raster, pngOrientation(bytes)));
}

/** An image's pixels, null where it has none; it is deleted. */
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

/** Pixels that are decoded between two answers: of a WebP, the slowest, three seconds' work. */
const PIXELS_AT_ONCE = 50_000_000;

/** Goes towards a frame of an image that moves; the answer says whether it is there. */
export function approachFrame(
  kit: CanvasKit,
  moving: MovingImages,
  drawing: ImageDrawing,
  bytes: Uint8Array,
): Result<boolean, DrawingFault> {
  const opened = openMoving(kit, moving, drawing.image, bytes);
  if (!opened.ok) return opened;
  const isThere = moving.approach(opened.value, drawing.frame ?? 0, PIXELS_AT_ONCE);
  return isThere === null ? err({ code: 'source/unreadable', digest: drawing.image }) : ok(isThere);
}

function decodeFrame(
  kit: CanvasKit,
  moving: MovingImages,
  { image, frame }: FrameOfImage,
  bytes: Uint8Array,
): Result<Raster, DrawingFault> {
  const opened = openMoving(kit, moving, image, bytes);
  if (!opened.ok) return opened;
  const shown = moving.frameOf(opened.value, frame);
  const raster = shown && readPixels(kit, shown);
  const isSame = raster !== null && raster.width * raster.height === opened.value.pixels;
  return isSame ? ok(raster) : err({ code: 'source/unreadable', digest: image });
}

/** An image of a kind and size that we take; it is looked at once. */
function openMoving(
  kit: CanvasKit,
  { checked }: MovingImages,
  digest: Digest,
  bytes: Uint8Array,
): Result<MovingImage, DrawingFault> {
  const known = checked.get(digest);
  if (known !== undefined) return ok({ digest, bytes, pixels: known });
  const opened = openImage(kit, digest, bytes);
  if (!opened.ok) return opened;
  const pixels = opened.value.width() * opened.value.height();
  opened.value.delete();
  checked.set(digest, pixels);
  return ok({ digest, bytes, pixels });
}

/** Whether a pixel of an opaque picture was left out. */
function hasHole(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return true;
  return false;
}

/** Images that move, each opened once and gone through forwards, because a frame is made of those before it. */
export interface MovingImages {
  /** Pixels of a frame, of those images that were held against the limits. */
  readonly checked: Map<Digest, number>;
  /**
   * Goes towards a frame, by so many pixels' work at most. Null where it cannot be decoded so far.
   * @returns Whether it is there.
   */
  approach(image: MovingImage, frame: number, pixels: number): boolean | null;
  /** A frame, which the caller deletes; null where it cannot be decoded. */
  frameOf(image: MovingImage, frame: number): Image | null;
  delete(): void;
}

/** An image that moves, with what it takes. */
export interface MovingImage {
  readonly digest: Digest;
  readonly bytes: Uint8Array;
  /** Of a frame. */
  readonly pixels: number;
}

interface Player {
  readonly digest: Digest;
  readonly decoded: AnimatedImage;
  /** Of CanvasKit's memory, about. */
  readonly memory: number;
  frame: number;
}

/** Pictures that a player keeps: the one that is seen, one to come back to, and one that is decoded. */
const CACHED_PICTURES = 3;
/** Of all players together; one alone may take more. */
const MOST_BYTES = 256 * 2 ** 20;
const MOST_PLAYERS = 8;

/**
 * Films that are made side by side ask for frames of one image at different places, so there may be several players
 * of it: the one goes on that is nearest before the frame.
 */
export function createMovingImages(kit: CanvasKit): MovingImages {
  /** The one that was used last is the last. */
  let players: Player[] = [];

  const makeRoom = (requested: number): void => {
    const isFull = () => {
      const memory = players.reduce((sum, player) => sum + player.memory, requested);
      return players.length > 0 && (memory > MOST_BYTES || players.length >= MOST_PLAYERS);
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
    makeRoom(memory);
    const decoded = kit.MakeAnimatedImageFromEncoded(bytes);
    if (decoded === null) return null;
    const opened = { digest, decoded, memory, frame: 0 };
    players.push(opened);
    return opened;
  };
  const approached = (image: MovingImage, frame: number, pixels: number): Player | null => {
    const player = playerBefore(image, frame);
    for (let left = pixels; player !== null && player.frame < frame && left > 0; left -= image.pixels) {
      const isDecoded = player.decoded.decodeNextFrame() >= 0;
      player.frame += 1;
      // It answers the same of a frame that is damaged and of the last one, if its file does not repeat it.
      if (!isDecoded && player.frame < player.decoded.getFrameCount() - 1) return null;
    }
    return player;
  };
  return {
    checked: new Map(),
    approach: (image, frame, pixels) => {
      const player = approached(image, frame, pixels);
      return player && player.frame === frame;
    },
    frameOf: (image, frame) =>
      approached(image, frame, Number.POSITIVE_INFINITY)?.decoded.makeImageAtCurrentFrame() ?? null,
    delete: () => {
      for (const { decoded } of players) decoded.delete();
      players = [];
    },
  };
}
