import type { KernelMemory } from '../kernels/memory.ts';
import type { PixelPicture } from './picture.ts';
import { pixelAt, strideOf } from './pictures.ts';

/** Puts into a picture's border what is beside it, so that the picture goes on beyond its edge. */
export function extendEdges(memory: KernelMemory, picture: PixelPicture): void {
  const { width, height } = picture;
  const bytes = memory.bytes();
  const copy = (to: number, from: number, length: number) => bytes.copyWithin(to, from, from + length);
  for (let y = 0; y < height; y++) {
    copy(pixelAt(picture, -1, y), pixelAt(picture, 0, y), 4);
    copy(pixelAt(picture, width, y), pixelAt(picture, width - 1, y), 4);
  }
  const stride = strideOf(picture);
  copy(pixelAt(picture, -1, -1), pixelAt(picture, -1, 0), stride);
  copy(pixelAt(picture, -1, height), pixelAt(picture, -1, height - 1), stride);
}

/** Empties a picture's border again. */
export function clearEdges(memory: KernelMemory, picture: PixelPicture): void {
  const { width, height } = picture;
  const bytes = memory.bytes();
  const clear = (at: number, length: number) => bytes.fill(0, at, at + length);
  for (let y = 0; y < height; y++) {
    clear(pixelAt(picture, -1, y), 4);
    clear(pixelAt(picture, width, y), 4);
  }
  const stride = strideOf(picture);
  clear(pixelAt(picture, -1, -1), stride);
  clear(pixelAt(picture, -1, height), stride);
}
