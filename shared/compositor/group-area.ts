import { boundsOf } from '../film/rows/affine.ts';
import type { Rect } from '../film/rows/row.ts';
import { roomBeside } from './effects/reshape.ts';
import type { LayerToCompose } from './frame-to-compose.ts';
import type { Box, Size } from './pictures/picture.ts';

/** In pixels of a picture. */
export interface GroupArea {
  readonly size: Size;
  /** Where the group's own box lies in it. */
  readonly box: Box;
}

/**
 * The pixels that a group's picture needs: its box, and what its layers reach beyond it, up to a picture's largest side.
 * @param layers Those that may reach beyond it, placed in its box.
 * @param scale Pixels for one of the film.
 */
export function groupArea(layers: readonly LayerToCompose[], frame: Size, scale: number): GroupArea {
  const reached = layers.map(reachOf);
  const [width, height] = [Math.max(1, Math.ceil(frame.width * scale)), Math.max(1, Math.ceil(frame.height * scale))];
  const beyond = (side: number, far: readonly number[]) => roomBeside(side, Math.ceil(Math.max(0, ...far) * scale));
  const left = beyond(
    width,
    reached.map((each) => -each.left),
  );
  const top = beyond(
    height,
    reached.map((each) => -each.top),
  );
  const right = beyond(
    width,
    reached.map((each) => each.left + each.width - frame.width),
  );
  const bottom = beyond(
    height,
    reached.map((each) => each.top + each.height - frame.height),
  );
  return {
    size: { width: left + width + right, height: top + height + bottom },
    box: { left, top, width: frame.width * scale, height: frame.height * scale },
  };
}

/** Where a layer's picture lies, shadows beyond its box included. */
function reachOf({ row, size, picture }: LayerToCompose): Rect {
  const { matrix } = row;
  if (picture.kind === 'solid' || row.window !== null) return boundsOf(matrix, size);
  const { box } = picture;
  const [across, down] = [perPixel(size.width, box.width), perPixel(size.height, box.height)];
  const [x, y] = [-box.left * across, -box.top * down];
  const corner = { e: matrix.a * x + matrix.c * y + matrix.e, f: matrix.b * x + matrix.d * y + matrix.f };
  return boundsOf({ ...matrix, ...corner }, { width: picture.width * across, height: picture.height * down });
}

/** Of the film for a pixel of a picture. A text whose letters lie one over another has a box without width, and still shows. */
function perPixel(side: number, pixels: number): number {
  return pixels > 0 ? side / pixels : 1;
}
