import type { Affine, Rect } from '../../film/rows/row.ts';
import { clearEdges, extendEdges } from '../pictures/edges.ts';
import type { PixelPicture } from '../pictures/picture.ts';
import type { DrawingRoom } from '../pictures/room.ts';
import { type Area, pictureTarget, type Target, whole } from '../pictures/target.ts';
import { drawSampled, type Laying } from './draw-layer.ts';
import { isWholeMove, type Placing } from './placement.ts';
import { type Samplings, samplingsOf } from './sampling.ts';

type WindowPlacing = Omit<Placing, 'box'> & { readonly window: Rect };

const PLAIN: Laying = { opacity: 256, blendMode: 'normal' };
/** Of a picture that is made on the way. */
const LARGEST_SIDE = 8192;

/**
 * Draws what of a picture is seen through a window. It ends where the layer's box does, and goes on to its very edge. Where
 * the box lies on whole pixels it is drawn at once, else it is made as a picture first.
 */
export function drawWindow(
  room: DrawingRoom,
  picture: PixelPicture,
  placing: WindowPlacing,
  laying: Laying,
  target: Target,
): void {
  const { matrix, size } = placing;
  if (isWholeMove(matrix) && Number.isInteger(size.width) && Number.isInteger(size.height)) {
    const box = common({ left: matrix.e, top: matrix.f, ...size }, target);
    drawExtended(room, samplingsOf(picture, placing, room.pictures), laying, box, target);
    return;
  }
  const scale = Math.max(1, Math.hypot(matrix.a, matrix.b), Math.hypot(matrix.c, matrix.d));
  const pixels = (side: number) => Math.max(1, Math.min(LARGEST_SIDE, Math.round(side * scale)));
  const seen = room.pictures.create({ width: pixels(size.width), height: pixels(size.height) });
  const stretched: Affine = { a: seen.width / size.width, b: 0, c: 0, d: seen.height / size.height, e: 0, f: 0 };
  const into = pictureTarget(room.kernels, seen);
  drawExtended(room, samplingsOf(picture, { ...placing, matrix: stretched }, room.pictures), PLAIN, whole(into), into);
  const placed = samplingsOf(seen, { ...placing, window: null }, room.pictures);
  if (placed !== null) drawSampled(room, placed, laying, whole(target), target);
  room.pictures.release(seen);
}

/** Draws pictures that go on beyond their edges. */
function drawExtended(
  room: DrawingRoom,
  samplings: Samplings | null,
  laying: Laying,
  clip: Area,
  target: Target,
): void {
  if (samplings === null) return;
  for (const picture of drawnFrom(samplings)) extendEdges(room.memory, picture);
  drawSampled(room, samplings, laying, clip, target);
  for (const picture of drawnFrom(samplings)) clearEdges(room.memory, picture);
}

function drawnFrom({ first, second }: Samplings): readonly PixelPicture[] {
  return [first, second].flatMap((each) => (each?.picture.kind === 'pixels' ? [each.picture] : []));
}

/** What of a rectangle of whole pixels lies in the target. */
function common({ left, top, width, height }: Area, target: Target): Area {
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  return {
    left: x,
    top: y,
    width: Math.max(0, Math.min(target.width, left + width) - x),
    height: Math.max(0, Math.min(target.height, top + height) - y),
  };
}
