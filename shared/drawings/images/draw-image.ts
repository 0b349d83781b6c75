import type { CanvasKit, Image } from 'canvaskit-wasm';
import { err, ok, type Result } from '../../lib/result.ts';
import type { Digest, DrawingFault, DrawingLayout, DrawnPicture, ImageDrawing } from '../drawing/drawing.ts';
import { drawingLimits } from '../drawing/drawing-limits.ts';
import { boxOnly } from '../drawing/pixels.ts';
import { fitImage } from './fit-image.ts';
import { imageFacts } from './image-facts.ts';
import { isOpaqueImage, isWholeImage } from './image-whole.ts';
import { type Raster, resample } from './resample.ts';

/** An image's box after it was cut and fitted; its pixels are not decoded. */
export function layOutImage(
  kit: CanvasKit,
  drawing: ImageDrawing,
  bytes: Uint8Array,
): Result<DrawingLayout, DrawingFault> {
  const opened = openImage(kit, drawing.image, bytes);
  if (!opened.ok) return opened;
  const size = { width: opened.value.width(), height: opened.value.height() };
  opened.value.delete();
  const { width, height } = fitImage(size, drawing).box;
  return ok(boxOnly(width, height));
}

/** An image's pixels, upright and in sRGB, after it was cut and fitted. */
export function drawImage(
  kit: CanvasKit,
  drawing: ImageDrawing,
  bytes: Uint8Array,
): Result<DrawnPicture, DrawingFault> {
  const decoded = decodeImage(kit, drawing.image, bytes);
  if (!decoded.ok) return decoded;
  const { seen, box, pixels } = fitImage(decoded.value, drawing);
  const made = resample(decoded.value, seen, pixels.width, pixels.height);
  const scales = { scaleX: made.width / box.width, scaleY: made.height / box.height };
  return ok({ ...made, originX: 0, originY: 0, ...scales, layout: boxOnly(box.width, box.height) });
}

/** Opens an image of a kind and size that we take. Orientation counts; pixels are not decoded yet. */
function openImage(kit: CanvasKit, digest: Digest, bytes: Uint8Array): Result<Image, DrawingFault> {
  const facts = imageFacts(bytes);
  if (facts === null) return err({ code: 'source/kind', digest });
  const { width, height } = facts;
  const { side, imagePixels, imageBytes } = drawingLimits;
  if (Math.max(width, height) > side || width * height > imagePixels || bytes.length > imageBytes)
    return err({ code: 'source/too-large', digest });
  const image = isWholeImage(bytes, facts) ? kit.MakeImageFromEncoded(bytes) : null;
  if (image === null) return err({ code: 'source/unreadable', digest });
  // The header that we read and what the decoder found have to be of one picture, which may lie on its side.
  const isSame = image.width() * image.height() === width * height && Math.max(image.width(), image.height()) <= side;
  if (isSame) return ok(image);
  image.delete();
  return err({ code: 'source/unreadable', digest });
}

function decodeImage(kit: CanvasKit, digest: Digest, bytes: Uint8Array): Result<Raster, DrawingFault> {
  const opened = openImage(kit, digest, bytes);
  if (!opened.ok) return opened;
  const image = opened.value;
  try {
    const [width, height] = [image.width(), image.height()];
    const pixels = image.readPixels(0, 0, {
      width,
      height,
      colorType: kit.ColorType.RGBA_8888,
      alphaType: kit.AlphaType.Premul,
      colorSpace: kit.ColorSpace.SRGB,
    });
    const facts = imageFacts(bytes);
    const isDamaged =
      !(pixels instanceof Uint8Array) || (facts !== null && isOpaqueImage(bytes, facts) && hasHole(pixels));
    return isDamaged ? err({ code: 'source/unreadable', digest }) : ok({ width, height, rgba: pixels });
  } finally {
    image.delete();
  }
}

/** Whether a pixel of an opaque picture was left out. */
function hasHole(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return true;
  return false;
}
