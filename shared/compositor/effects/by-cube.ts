import { cubeBytes, cubeTables, POSITION_BYTES } from '../cube/cube-bytes.ts';
import type { PixelPicture } from '../pictures/picture.ts';
import { pixelAt } from '../pictures/pictures.ts';
import type { DrawingRoom } from '../pictures/room.ts';

/** Colours mixed with what a table has for them, in place. */
export function byCube(room: DrawingRoom, picture: PixelPicture, name: string, amount: number): PixelPicture {
  const { kernels } = room;
  const { width, height } = picture;
  const cube = room.cubeNamed(name);
  if (cube.dimensions === 1) {
    const tables = room.kept(`cube ${name} ${amount}`, () => cubeTables(cube, amount));
    for (let y = 0; y < height; y++) kernels.lookUp(pixelAt(picture, 0, y), tables, width);
    return picture;
  }
  const positions = room.kept(`cube ${name}`, () => cubeBytes(cube));
  const weight = Math.floor(256 * amount + 0.5);
  for (let y = 0; y < height; y++)
    kernels.cube(pixelAt(picture, 0, y), positions, positions + POSITION_BYTES, cube.size, weight, width);
  return picture;
}
