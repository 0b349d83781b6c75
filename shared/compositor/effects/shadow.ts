import type { Affine } from '../../film/rows/row.ts';
import { drawSampled } from '../laying/draw-layer.ts';
import { samplingsOf } from '../laying/sampling.ts';
import type { PixelPicture } from '../pictures/picture.ts';
import { pixelAt, strideOf } from '../pictures/pictures.ts';
import type { DrawingRoom } from '../pictures/room.ts';
import { pictureTarget, whole } from '../pictures/target.ts';
import { blurred } from './blur.ts';
import { emptyAround, roomBeside } from './reshape.ts';

/** Of a picture: in its pixels. */
export interface Shadow {
  readonly across: number;
  readonly down: number;
  readonly deviation: number;
  /** Y, Cb, Cr, opacity, the first byte the lowest. */
  readonly color: number;
}

/** A picture above its own opacity, blurred, moved and in one colour: a new one, as large as that needs. */
export function shadowed(room: DrawingRoom, picture: PixelPicture, shadow: Shadow): PixelPicture {
  const { pictures, kernels } = room;
  const { width, height } = picture;
  const outline = pictures.create(picture);
  for (let y = 0; y < height; y++)
    kernels.silhouette(pixelAt(picture, 0, y), pixelAt(outline, 0, y), shadow.color, width);
  const soft = blurred(room, outline, shadow.deviation);
  pictures.release(outline);
  // Where the shadow's upper left corner lies in the picture.
  const [left, top] = [shadow.across - soft.box.left, shadow.down - soft.box.top];
  const margins = {
    left: roomBeside(width, Math.ceil(-left)),
    top: roomBeside(height, Math.ceil(-top)),
    right: roomBeside(width, Math.ceil(left + soft.width - width)),
    bottom: roomBeside(height, Math.ceil(top + soft.height - height)),
  };
  const result = emptyAround(room, picture, margins, false);
  const matrix: Affine = { a: 1, b: 0, c: 0, d: 1, e: left + margins.left, f: top + margins.top };
  const all = { ...soft, box: { left: 0, top: 0, width: soft.width, height: soft.height } };
  const samplings = samplingsOf(all, { matrix, window: null, size: soft }, pictures);
  const target = pictureTarget(kernels, result);
  if (samplings !== null) drawSampled(room, samplings, { opacity: 256, blendMode: 'normal' }, whole(target), target);
  pictures.release(soft);
  const at = pixelAt(result, margins.left, margins.top);
  kernels.over(pixelAt(picture, 0, 0), strideOf(picture), at, strideOf(result), width, height);
  return result;
}
